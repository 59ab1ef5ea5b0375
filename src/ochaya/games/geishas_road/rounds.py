"""The course of a round (§2, §3, §5): dealing, turns, the end of a round and of the match."""

from __future__ import annotations

from ochaya.core.bits import lowest
from ochaya.core.jit import rule
from ochaya.games.geishas_road.news import DREW, tell
from ochaya.games.geishas_road.offers import lay_out, reveal
from ochaya.games.geishas_road.pieces import ALL_CARDS, BIT, CARDS, FLIPS, LANTERNS, TOP_ROW
from ochaya.games.geishas_road.scoring import score_round
from ochaya.games.geishas_road.state import (
    BASIC,
    COMPROMISE,
    DEAL,
    DRAW,
    FLIP,
    REVEAL,
    TURN,
    State,
)
from ochaya.games.geishas_road.trail import DRAWN, LEFT_UP, tread
from ochaya.games.geishas_road.travel import place_shares


@rule
def clear_table(s: State) -> None:
    """Prepare a round (§2, §5): cards together, markers and guests back, tiles bare; pawns stay where they are."""
    s.deck = ALL_CARDS
    s.deck_size = 20
    s.dealt = 0
    s.turn = 0
    s.closing = 0
    for i in range(s.trodden):
        s.trail[i] = 0
        s.trail_card[i] = 0
    s.trodden = 0
    s.backs = 0
    for seat in range(2):
        s.hand[seat] = 0
        s.hand_size[seat] = 0
        s.side[seat] = 0
        s.left[seat] = 0
        s.right[seat] = 0
        s.back[seat] = 0
        s.back_down[seat] = 0
        for marker in range(4):
            s.used[seat, marker] = 0
            s.turn_of[seat, marker] = 0
        for marker in range(2):
            s.special[seat, marker] = 0
            s.special_turn[seat, marker] = 0
    for card in range(CARDS):
        s.came[card] = 0
    for colour in range(5):
        s.returns[colour] = 0
        s.taken_at[colour] = 0
        s.lit[colour, 0] = 0
        s.lit[colour, 1] = 0
        s.won[colour] = 0
        s.guests[0, colour] = 0
        s.guests[1, colour] = 0
        s.house[colour] = 0 if s.mode == BASIC else 3
    for i in range(LANTERNS):
        s.row[i] = 0


@rule
def lay_lantern(s: State, lantern: int) -> None:
    """§2.6 Lay the next lantern light side up; the last one has no choice of place. Destiny needs only five (§9)."""
    if s.laid == 0:
        clear_table(s)
    s.row[s.laid] = lantern + 1
    s.laid += 1
    if s.destiny:
        if s.laid == TOP_ROW:
            s.phase = FLIP
    elif s.laid == LANTERNS - 1:
        s.row[LANTERNS - 1] = lowest(lanterns_left(s)) + 1
        s.laid = LANTERNS
        s.phase = DEAL


@rule
def lanterns_left(s: State) -> int:
    """Give the lanterns not laid out yet, a bit for each."""
    left = (1 << LANTERNS) - 1
    for i in range(s.laid):
        left ^= 1 << (int(s.row[i]) - 1)
    return left


@rule
def flip_lanterns(s: State, flip: int) -> None:
    """§9 Turn two lanterns of the row to their dark side."""
    for i in range(2):
        at = FLIPS[flip, i]
        s.row[at] = -s.row[at]
    s.phase = DEAL


@rule
def deal(s: State, card: int) -> None:
    """§2.3 Deal a card: six to each player in turn, the start player first."""
    seat, bit = (s.starter + s.dealt) & 1, int(BIT[card])
    s.deck ^= bit
    s.hand[seat] |= bit
    s.deck_size -= 1
    s.hand_size[seat] += 1
    s.dealt += 1
    if s.dealt == 12:
        s.phase = DRAW
        s.seat = s.starter


@rule
def draw(s: State, who: int, card: int) -> None:
    """Take a card from the deck into a hand."""
    bit = int(BIT[card])
    s.deck ^= bit
    s.hand[who] |= bit
    tread(s, DRAWN, who, 0, s.deck_size, card + 1)
    s.deck_size -= 1
    s.hand_size[who] += 1
    tell(s, DREW, who, card + 1, 0)


@rule
def open_turn(s: State) -> bool:
    """§3 Let the player on turn choose an action; a fourth turn without choice is played (True: cards to place)."""
    who = s.seat
    s.phase = TURN
    if s.turn >= 6:
        cards = int(s.hand[who])
        if s.used[who, REVEAL] == 0:
            reveal(s, lowest(cards))
            return True
        if s.used[who, COMPROMISE] == 0:
            a = lowest(cards)
            cards ^= int(BIT[a])
            b = lowest(cards)
            lay_out(s, COMPROMISE, a, b, lowest(cards ^ int(BIT[b])), -1)
    return False


@rule
def proceed(s: State) -> None:
    """Go on by the rules alone until a player has to choose, chance has to draw or the match is over."""
    while place_shares(s):
        if s.closing == 2:
            score_round(s)
            return
        if s.closing == 0:
            s.turn += 1
        if s.turn == 8:
            turn_intrigue_up(s)
            continue
        s.seat = (s.starter + s.turn) & 1
        if s.deck_size > 1:
            s.phase = DRAW
            return
        draw(s, s.seat, lowest(s.deck))
        if not open_turn(s):
            return


@rule
def turn_intrigue_up(s: State) -> None:
    """§5.1 A left Intrigue card comes to the table, the start player's first; the right ones stay face down."""
    who = s.starter if s.closing == 0 else 1 - s.starter
    s.closing += 1
    s.first = who
    s.turned[s.part, who] = s.left[who]
    tread(s, LEFT_UP, who, 0, 1, s.left[who])
    s.share[who] = BIT[s.left[who] - 1]
    s.left[who] = 0
