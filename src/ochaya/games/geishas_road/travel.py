"""Placing cards: the geishas' journeys, lanterns and tokens (§3.1, §6)."""

from __future__ import annotations

from ochaya.core.bits import count, lowest
from ochaya.core.jit import rule
from ochaya.games.geishas_road.news import FLIPPED, LIT, PLACED, TOOK, tell
from ochaya.games.geishas_road.pieces import BIT, COLOUR_OF, FACE, LANTERNS, SYMBOLS, TOP_ROW, VALUE_OF
from ochaya.games.geishas_road.state import BASIC, ORDER, TOKENS, State


@rule
def place_shares(s: State) -> bool:
    """Place the cards that are due, first chooser first; stop (False) when somebody has to choose (R-G16)."""
    while True:
        who = s.first
        if s.share[who] == 0:
            who = 1 - who
        cards = int(s.share[who])
        if cards == 0:
            return True
        card = lowest(cards)
        others = cards ^ int(BIT[card])
        if others != 0 and order_matters(s, card, lowest(others)):
            s.phase = ORDER
            s.seat = who
            return False
        if place(s, who, card):
            return False


@rule
def place(s: State, who: int, card: int) -> bool:
    """Lay a card on `who`'s side and let her travel; True when he must now choose which tokens to take (§3.1)."""
    bit = int(BIT[card])
    s.share[who] ^= bit
    s.side[who] |= bit
    s.came[card] += placed(s)
    colour = COLOUR_OF[card]
    stop = s.pawn[colour] + VALUE_OF[card]
    if stop >= 5:
        stop -= 5
    s.pawn[colour] = stop
    tell(s, PLACED, who, card + 1, stop)
    if stop == s.home[colour]:
        come_home(s, colour)
    if s.mode == BASIC:
        return False
    return visit(s, who, house_at(s, stop), SYMBOLS[card])


@rule
def placed(s: State) -> int:
    """Give how many cards lie on both sides."""
    return count(s.side[0]) + count(s.side[1])


@rule
def house_at(s: State, stop: int) -> int:
    """Give the colour of the tea house at a place of the ring."""
    for colour in range(5):
        if s.home[colour] == stop:
            return colour
    return -1


@rule
def come_home(s: State, colour: int) -> None:
    """A geisha stops at her own tea house: first a lantern of the top row, then one of the bottom row (§3.1, §9)."""
    s.returns[colour] += 1
    if s.returns[colour] == 1:
        light(s, colour, 0, 0, TOP_ROW)
    elif s.returns[colour] == 2:
        if s.destiny:
            s.lit[colour, 0] = -s.lit[colour, 0]
            tell(s, FLIPPED, 0, colour, s.lit[colour, 0] + LANTERNS)
        else:
            light(s, colour, 1, TOP_ROW, LANTERNS)


@rule
def light(s: State, colour: int, nth: int, begin: int, end: int) -> None:
    """Take the leftmost lantern of a row for her tile; an empty row gives nothing (R-G2)."""
    for i in range(begin, end):
        if s.row[i] != 0:
            s.lit[colour, nth] = s.row[i]
            tell(s, LIT, 0, colour, s.row[i] + LANTERNS)
            s.row[i] = 0
            return


@rule
def visit(s: State, who: int, house: int, symbols: int) -> bool:
    """Take as many tokens as the card has guest symbols; True when the mix has to be chosen (§6, R-G13, R-G14)."""
    here = s.house[house] + s.token[house]
    if symbols == 0 or here == 0:
        return False
    if s.token[house] == 0:
        take_tokens(s, who, house, min(symbols, s.house[house]), 0)
        return False
    if here <= symbols:
        take_tokens(s, who, house, s.house[house], 1)
        return False
    s.phase = TOKENS
    s.seat = who
    s.stopped = house
    s.symbols = symbols
    return True


@rule
def take_tokens(s: State, who: int, house: int, guests: int, favour: int) -> None:
    """Move guests, and perhaps the favour token, from a tea house to a player."""
    s.house[house] -= guests
    s.guests[who, house] += guests
    if favour:
        s.token[house] = 0
        s.taken_at[house] = placed(s)
        s.favour[house] = who + 1
    tell(s, TOOK, who, house, int(guests) | int(favour) << 2)


@rule
def order_matters(s: State, a: int, b: int) -> bool:
    """Say whether placing a before b can end differently from b before a (R-G16)."""
    one, two = COLOUR_OF[a], COLOUR_OF[b]
    if one == two:
        return same_geisha_order_matters(s, one, VALUE_OF[a], VALUE_OF[b])
    if (s.pawn[one] + VALUE_OF[a]) % 5 != s.home[one] or (s.pawn[two] + VALUE_OF[b]) % 5 != s.home[two]:
        return False
    if s.returns[one] != s.returns[two] or s.returns[one] > 1 or (s.destiny and s.returns[one] == 1):
        return False
    begin, end = 0, TOP_ROW
    if s.returns[one] == 1:
        begin, end = TOP_ROW, LANTERNS
    left = 0
    for i in range(begin, end):
        if s.row[i] != 0:
            if left != 0:
                return s.destiny == 1 or FACE[LANTERNS + left] != FACE[LANTERNS + s.row[i]]
            left = s.row[i]
    return left != 0


@rule
def same_geisha_order_matters(s: State, colour: int, value: int, other: int) -> bool:
    """Say whether two cards of one geisha stop her at places that differ in what they give."""
    away = (s.home[colour] - s.pawn[colour] + 5) % 5
    if away in (value, other):
        if s.returns[colour] == 0 or (s.returns[colour] == 1 and (s.destiny or s.row[LANTERNS - 1] != 0)):
            return True
    if s.mode == BASIC or (value > 2 and other > 2):
        return False
    here = s.pawn[colour]
    if has_tokens(s, here + value + other):
        return True
    return (value <= 2 and has_tokens(s, here + value)) or (other <= 2 and has_tokens(s, here + other))


@rule
def has_tokens(s: State, place: int) -> bool:
    """Say whether anything lies at the tea house at a place of the ring."""
    house = house_at(s, place % 5)
    return int(s.house[house]) + int(s.token[house]) > 0
