"""Which geishas lean to whom, and what a card does to that: the arithmetic behind a bot's glance (glance.py).

Everything is in points for seat 0: a geisha who is surely his counts what she is worth, one who is surely the
other's counts against him. Each geisha is judged by herself, so a card's effect is a difference of two numbers.
"""

from __future__ import annotations

import numpy as np

from ochaya.core.curves import logistic
from ochaya.core.jit import inner_rule, rule
from ochaya.games.geishas_road.pieces import COLOUR_OF, FACE, LANTERNS, TOP_ROW, VALUE_OF
from ochaya.games.geishas_road.scoring import sum_of
from ochaya.games.geishas_road.state import BASIC, DOUBLE, REDRAW, UNKNOWN, State

HELD = 0.2
"""What a card in hand adds to a lead: six of ten end on one's own side, but the other player answers."""
GUEST = 0.6
"""About what taking a token is worth, in points."""
TO_COME = 0.8
"""About what lanterns to come add to a tile that can still get one."""
FAVOURED = 0.7
"""What a favour token adds to a lead."""


SLOPE = (12.0, 1.8, 0.9, 0.68, 0.48, 0.44, 0.44, 0.4, 0.4, 0.36, 0.33)
"""How decisive a lead of one is, by the value still to come (fitted to played-out matches, a little sharper)."""


def _chances() -> np.ndarray:
    """Say how likely seat 0 wins a geisha: [lead in quarters + 60, value still to come]."""
    table = np.zeros((121, 11))
    for lead in range(121):
        for left in range(11):
            table[lead, left] = logistic(max(min((lead - 60) / 4 * SLOPE[left], 30.0), -30.0))
    return table


CHANCE_OF = _chances()


@rule
def chance_of(lead: float, left: int) -> float:
    """Give the chance of seat 0 to win a geisha with this lead and so much value still to come."""
    at = int(lead * 4.0 + 60.5)
    return CHANCE_OF[min(max(at, 0), 120), left]  # type: ignore[no-any-return]


@rule
def cards_of(s: State, seat: int, colour: int, held: float) -> float:
    """Add up a player's cards of a geisha: those placed, about to be or tucked, and a part of those in hand."""
    laid = float(sum_of(int(s.side[seat]) | int(s.share[seat]), colour)) + held * sum_of(s.hand[seat], colour)
    code = int(s.left[seat])
    if 0 < code < UNKNOWN and COLOUR_OF[code - 1] == colour:
        laid += VALUE_OF[code - 1]
    return laid


@rule
def lead_of(s: State, colour: int) -> float:
    """Give seat 0's lead with a geisha: cards placed or about to be, tucked ones, and a little for cards in hand."""
    lead = 0.0
    for seat in range(2):
        laid = cards_of(s, seat, colour, HELD)
        lead += laid if seat == 0 else -laid
    if s.favour[colour] != 0:
        lead += FAVOURED if s.favour[colour] == 1 else -FAVOURED
    return lead


@rule
def left_of(s: State, colour: int) -> int:
    """Give the value of a geisha's cards that are in hands or in the deck."""
    return sum_of(int(s.deck) | int(s.hand[0]) | int(s.hand[1]), colour)


@rule
def lit_of(s: State, colour: int) -> float:
    """Give what a geisha is worth now: tile and lanterns on it."""
    return float(1.0 + s.part + FACE[LANTERNS + s.lit[colour, 0]] + FACE[LANTERNS + s.lit[colour, 1]])


@rule
def worth_of(s: State, colour: int) -> float:
    """Give about what a geisha will be worth: tile, lanterns on it, perhaps one to come."""
    worth = lit_of(s, colour)
    if s.returns[colour] < 2:
        worth += TO_COME * min(left_of(s, colour), 5) / 5.0
    return float(worth)


@rule
def lantern_ahead(s: State, colour: int, value: int) -> float:
    """Give how much a geisha's worth would rise if she walked by `value` now."""
    if (s.pawn[colour] + value) % 5 != s.home[colour]:
        return 0.0
    if s.destiny and s.returns[colour] == 1:
        return float(FACE[LANTERNS - s.lit[colour, 0]]) - float(FACE[LANTERNS + s.lit[colour, 0]])
    begin = 0 if s.returns[colour] == 0 else TOP_ROW
    for i in range(begin, TOP_ROW if begin == 0 else LANTERNS):
        if s.row[i] != 0:
            return float(FACE[LANTERNS + s.row[i]])
    return 0.0


@rule
def tokens_at(s: State, colour: int, value: int) -> int:
    """Count the tokens that a card would take."""
    if s.mode == BASIC or value > 2:
        return 0
    stop = (s.pawn[colour] + value) % 5
    for house in range(5):
        if s.home[house] == stop:
            return min(3 - value, int(s.house[house]) + int(s.token[house]))
    return 0


@rule
def gain(s: State, card: int, side: int, holder: int) -> float:
    """Say how much further the table leans to seat 0 if a card of `holder`'s hand (-1: of no hand) goes to `side`."""
    colour, value = int(COLOUR_OF[card]), int(VALUE_OF[card])
    lead, left, worth = lead_of(s, colour), left_of(s, colour), worth_of(s, colour)
    lantern, tokens = lantern_ahead(s, colour, value), tokens_at(s, colour, value)
    return gain_by(value, side, holder, lead, left, worth, lantern, tokens)


@inner_rule
def gain_by(
    value: int, side: int, holder: int, lead: float, left: int, worth: float, lantern: float, tokens: int
) -> float:
    """Say the same by how its geisha stands, and by the lantern and the tokens that the card would bring."""
    now = (2.0 * chance_of(lead, left) - 1.0) * worth
    if holder >= 0:
        lead -= HELD * value if holder == 0 else -HELD * value
        left -= value
    sign = 1.0 if side == 0 else -1.0
    then = (2.0 * chance_of(lead + sign * value, left) - 1.0) * (worth + lantern)
    return then - now + sign * GUEST * tokens


@rule
def drop(s: State, card: int, holder: int) -> float:
    """Say how much the table leans to seat 0 if a card of `holder`'s hand takes no part any more."""
    colour, value = int(COLOUR_OF[card]), int(VALUE_OF[card])
    return drop_by(value, holder, lead_of(s, colour), left_of(s, colour), worth_of(s, colour))


@inner_rule
def drop_by(value: int, holder: int, lead: float, left: int, worth: float) -> float:
    """Say the same by how its geisha stands."""
    now = (2.0 * chance_of(lead, left) - 1.0) * worth
    lead -= HELD * value if holder == 0 else -HELD * value
    return (2.0 * chance_of(lead, left - value) - 1.0) * worth - now


# -- answering an offer -----------------------------------------------------------------------------------------------


@rule
def slot_gain(s: State, slot: int, side: int, who: int) -> float:
    """Say what a slot of the offer does for seat 0 on one side; a card the chooser cannot see does nothing."""
    code = int(s.slots[slot])
    if code == 0 or code == UNKNOWN or (s.down[slot] != 0 and s.down[slot] != who + 1):
        return 0.0
    return gain(s, code - 1, side, -1)


@rule
def best_share(s: State, who: int) -> int:
    """Give the share (which of the first answers) that helps `who`, the chooser, most."""
    sign = 1.0 if who == 0 else -1.0
    if s.offered == DOUBLE:
        lead = 0.0
        for slot in range(4):
            more = slot_gain(s, slot, who, who) - slot_gain(s, slot, 1 - who, who)
            lead += more if slot < 2 else -more
        return 0 if sign * lead >= 0 else 1
    best, most = 0, -1e9
    for slot in range(3):
        alone = who if who != s.giver else 1 - who
        worth = sign * (slot_gain(s, slot, alone, who) - slot_gain(s, slot, 1 - alone, who))
        if worth > most:
            best, most = slot, worth
    return best


@rule
def offer_leans(s: State) -> float:
    """Say how much the offer on the table adds for seat 0 when it is answered well."""
    who = 1 - int(s.seat) if s.phase == REDRAW else int(s.seat)
    share = best_share(s, who)
    total = 0.0
    for slot in range(4):
        if s.slots[slot] != 0 and s.slots[slot] != UNKNOWN:
            if s.offered == DOUBLE:
                side = who if slot // 2 == share else 1 - who
            elif slot == share:
                side = 1 - s.giver
            else:
                side = s.giver
            total += gain(s, int(s.slots[slot]) - 1, side, -1)
    return total
