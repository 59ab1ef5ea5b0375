"""A table of Geisha's Road as a learner describes it: five geishas in the same words, then what concerns all of them.

No colour differs from another but by where it stands, so one network that is asked about each geisha in turn learns
about all five at once (core/circle.py). Numbers are small and whole: parts of a point come in sixteenths.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.circle import CARDS, Circle, Kind
from ochaya.core.jit import rule
from ochaya.core.scratch import scratch
from ochaya.games.geishas_road import actions as ids
from ochaya.games.geishas_road.actions import PAIRED, THREES
from ochaya.games.geishas_road.mind.glance import value
from ochaya.games.geishas_road.mind.leaning import (
    chance_of,
    drop_by,
    gain_by,
    lantern_ahead,
    lead_of,
    left_of,
    tokens_at,
    worth_of,
)
from ochaya.games.geishas_road.pieces import BIT, FACE, GUEST_POINTS, LANTERNS, SYMBOLS, TOP_ROW, VALUES
from ochaya.games.geishas_road.scoring import guest_points, sum_of, unused_points
from ochaya.games.geishas_road.state import (
    ADVANCED,
    ANSWER,
    BASIC,
    COMPROMISE,
    DOUBLE,
    HIDE,
    ORDER,
    TOKENS,
    TURN,
    UNKNOWN,
    State,
)

Numbers = npt.NDArray[np.float32]

GEISHAS = 5
OF_CARD = 28
"""Numbers about each of a geisha's four cards."""
OF_GEISHA = VALUES * OF_CARD + 28
OF_ALL = 70
SLOTS = 4
SIZE = GEISHAS * OF_GEISHA + OF_ALL + SLOTS


@rule
def describe(s: State, seat: int, out: Numbers) -> None:
    """Write what `seat` knows, own side first; of an open record, the whole truth from there."""
    me = 1 if seat == 1 else 0
    for at in range(SIZE):
        out[at] = 0.0
    for colour in range(GEISHAS):
        at = colour * OF_GEISHA
        lead, left, worth = lead_of(s, colour), left_of(s, colour), worth_of(s, colour)
        for v in range(VALUES):
            describe_card(s, me, colour, v, lead, left, worth, out, at + v * OF_CARD)
        describe_geisha(s, me, colour, lead, left, worth, out, at + VALUES * OF_CARD)
    describe_all(s, me, out, GEISHAS * OF_GEISHA)
    for slot in range(SLOTS):
        code = int(s.slots[slot])
        out[GEISHAS * OF_GEISHA + OF_ALL + slot] = code if code < UNKNOWN else 0


@rule
def describe_card(
    s: State, me: int, colour: int, v: int, lead: float, left: int, worth: float, out: Numbers, at: int
) -> None:
    """Where a card is, and what it would do on either side, by how its geisha stands."""
    rival = 1 - me
    card = colour * VALUES + v
    bit = int(BIT[card])
    out[at] = 1.0 if s.hand[me] & bit else 0.0
    out[at + 1] = 1.0 if s.side[me] & bit else 0.0
    out[at + 2] = 1.0 if s.side[rival] & bit else 0.0
    out[at + 3] = 1.0 if s.share[me] & bit else 0.0
    out[at + 4] = 1.0 if s.share[rival] & bit else 0.0
    out[at + 5] = 1.0 if s.deck & bit else 0.0
    out[at + 6] = 1.0 if s.left[me] == card + 1 else 0.0
    out[at + 7] = 1.0 if s.right[me] == card + 1 else 0.0
    out[at + 8] = 1.0 if s.left[rival] == card + 1 else 0.0
    out[at + 9] = 1.0 if s.right[rival] == card + 1 else 0.0
    out[at + 10] = 1.0 if s.hand[rival] & bit else 0.0
    is_offered = False
    for slot in range(SLOTS):
        if s.slots[slot] == card + 1:
            is_offered = True
            out[at + (12 if s.offered == DOUBLE and slot >= 2 else 11)] = 1.0
            out[at + 13] = 1.0 if s.down[slot] != 0 else 0.0
    for i in range(2):
        if s.back[i] == card + 1:
            out[at + 14] = 1.0
    came = int(s.came[card])
    out[at + 15] = came & 31
    out[at + 16] = came >> 5
    if (s.hand[me] | s.hand[rival] | s.deck | s.share[me] | s.share[rival]) & bit == 0 and not is_offered:
        return
    holder = me if s.hand[me] & bit else rival if s.hand[rival] & bit else -1
    sign = 16.0 if me == 0 else -16.0
    lantern, tokens = lantern_ahead(s, colour, v + 1), tokens_at(s, colour, v + 1)
    out[at + 17] = round_half(sign * gain_by(v + 1, me, holder, lead, left, worth, lantern, tokens))
    out[at + 18] = round_half(sign * gain_by(v + 1, rival, holder, lead, left, worth, lantern, tokens))
    if holder >= 0:
        out[at + 19] = round_half(sign * drop_by(v + 1, holder, lead, left, worth))
    stop = (int(s.pawn[colour]) + v + 1) % 5
    out[at + 20] = 1.0 if stop == s.home[colour] else 0.0
    out[at + 21] = lantern
    if s.mode != BASIC and SYMBOLS[card] > 0:
        for house in range(GEISHAS):
            if s.home[house] == stop:
                describe_stop(s, me, house, int(SYMBOLS[card]), out, at + 22)


@rule
def describe_stop(s: State, me: int, house: int, symbols: int, out: Numbers, at: int) -> None:
    """What waits at the tea house where a card would bring its geisha."""
    rival = 1 - me
    out[at] = s.house[house]
    out[at + 1] = s.token[house]
    out[at + 2] = s.guests[me, house]
    out[at + 3] = s.guests[rival, house]
    more = min(symbols, int(s.house[house]))
    out[at + 4] = points_with(s, me, house, more) - points_with(s, me, house, 0)
    out[at + 5] = points_with(s, rival, house, more) - points_with(s, rival, house, 0)


@rule
def points_with(s: State, who: int, house: int, more: int) -> int:
    """Give what guests would count with some more of one tea house."""
    index = 0
    for colour in range(GEISHAS):
        index |= int(s.guests[who, colour]) << 2 * colour
    return int(GUEST_POINTS[index + (more << 2 * house)])


@rule
def round_half(number: float) -> float:
    """Give the nearest whole number."""
    return float(np.floor(number + 0.5))


@rule
def describe_geisha(
    s: State, me: int, colour: int, lead: float, left: int, worth: float, out: Numbers, at: int
) -> None:
    """How a geisha stands between the players, and on the ring."""
    rival = 1 - me
    sign = 1.0 if me == 0 else -1.0
    out[at] = sum_of(s.side[me], colour)
    out[at + 1] = sum_of(s.side[rival], colour)
    out[at + 2] = sum_of(s.hand[me], colour)
    out[at + 3] = left
    out[at + 4] = round_half(16.0 * sign * lead)
    chance = chance_of(lead, left)
    out[at + 5] = round_half(64.0 * (chance if me == 0 else 1.0 - chance))
    out[at + 6] = round_half(16.0 * worth)
    out[at + 7] = 1.0 if s.returns[colour] == 1 else 0.0
    out[at + 8] = 1.0 if s.returns[colour] >= 2 else 0.0
    out[at + 9] = 1.0 if s.favour[colour] == me + 1 else 0.0
    out[at + 10] = 1.0 if s.favour[colour] == rival + 1 else 0.0
    out[at + 11] = s.token[colour]
    out[at + 12] = s.house[colour]
    out[at + 13] = s.guests[me, colour]
    out[at + 14] = s.guests[rival, colour]
    out[at + 15] = FACE[LANTERNS + s.lit[colour, 0]]
    out[at + 16] = FACE[LANTERNS + s.lit[colour, 1]]
    out[at + 17] = FACE[LANTERNS - s.lit[colour, 0]]
    out[at + 18 + (int(s.home[colour]) - int(s.pawn[colour])) % 5] = 1.0
    out[at + 23] = 1.0 if s.phase == TOKENS and s.stopped == colour else 0.0
    out[at + 24] = s.taken_at[colour]
    out[at + 25] = sum_of(s.share[me], colour)
    out[at + 26] = sum_of(s.share[rival], colour)
    out[at + 27] = sum_of(s.deck, colour)


@rule
def describe_all(s: State, me: int, out: Numbers, at: int) -> None:
    """Markers, mode, how far the match is, points, lanterns to come, and the glance."""
    rival = 1 - me
    for marker in range(4):
        out[at + marker] = s.used[me, marker]
        out[at + 4 + marker] = s.used[rival, marker]
        out[at + 8 + marker] = s.turn_of[me, marker]
        out[at + 12 + marker] = s.turn_of[rival, marker]
    for marker in range(2):
        out[at + 16 + marker] = s.special[me, marker]
        out[at + 18 + marker] = s.special[rival, marker]
        out[at + 20 + marker] = s.special_turn[me, marker]
        out[at + 22 + marker] = s.special_turn[rival, marker]
    out[at + 24 + int(s.mode)] = 1.0
    out[at + 27] = s.destiny
    out[at + 28] = s.part
    out[at + 29 + int(s.turn)] = 1.0
    out[at + 38] = 1.0 if s.starter == me else 0.0
    if s.phase == HIDE or s.phase == ANSWER:
        out[at + 39] = 1.0 if s.giver == me else 0.0
        out[at + 40] = 1.0 if s.offered == COMPROMISE else 0.0
        out[at + 41] = 1.0 if s.offered == DOUBLE else 0.0
        out[at + 42] = s.countered
        out[at + 43] = s.replaced
    out[at + 44] = s.symbols
    out[at + 45] = 1.0 if s.first == me else 0.0
    out[at + 46] = s.closing
    out[at + 47] = 1.0 if s.phase == TURN else 0.0
    out[at + 48] = 1.0 if s.phase == HIDE else 0.0
    out[at + 49] = 1.0 if s.phase == ANSWER else 0.0
    out[at + 50] = 1.0 if s.phase == ORDER else 0.0
    out[at + 51] = 1.0 if s.phase == TOKENS else 0.0
    out[at + 52] = 1.0 if s.seat == me else 0.0
    out[at + 53] = s.points[0, me]
    out[at + 54] = s.points[0, rival]
    out[at + 55] = float(s.points[0, me]) - float(s.points[0, rival])
    if s.mode != BASIC:
        out[at + 56] = guest_points(s, me)
        out[at + 57] = guest_points(s, rival)
    if s.mode == ADVANCED:
        out[at + 58] = unused_points(s, me)
        out[at + 59] = unused_points(s, rival)
    describe_lanterns(s, out, at + 60)
    out[at + 65] = s.hand_size[me]
    out[at + 66] = s.hand_size[rival]
    out[at + 67] = s.deck_size
    glance = scratch(2, np.float64)
    value(s, glance)
    share = min(max(glance[me], 0.001), 0.999)
    out[at + 68] = round_half(64.0 * share)
    out[at + 69] = s.backs


@rule
def describe_lanterns(s: State, out: Numbers, at: int) -> None:
    """The next lantern of each row, how many are left there, and what those of the upper row count together."""
    for i in range(LANTERNS):
        if s.row[i] != 0:
            place = at if i < TOP_ROW else at + 1
            if out[place + 2] == 0.0:
                out[place] = FACE[LANTERNS + s.row[i]]
            out[place + 2] += 1.0
            if i < TOP_ROW:
                out[at + 4] += FACE[LANTERNS + s.row[i]]


# -- the cards that actions name --------------------------------------------------------------------------------------

KINDS = {
    "reveal": Kind(("reveal",), (0,)),
    "intrigue": Kind(("left", "right"), (0, 0)),
    "compromise": Kind(("compromise",) * 3, (0, 0, 0)),
    "double": Kind(("double",) * 4, (0, 0, 1, 1)),
    "open": Kind(),
    "hide": Kind(("hide",), (0,)),
    "take": Kind(("take",), (0,)),
    "leave": Kind(("leave",), (0,)),
    "pair": Kind(("pair",) * 2, (0, 0)),
    "counter": Kind(("replaced", "put in"), (0, 0)),
    "counter face down": Kind(("replaced", "put in face down"), (0, 0)),
    "place": Kind(("place",), (0,)),
    "guests": Kind(),
    "favour": Kind(),
}
"""What becomes of the cards of each kind of action; the two pairs of a Double gift are two groups."""
DECK = GEISHAS * VALUES


def _named() -> npt.NDArray[np.int16]:
    """Give the kind and the cards of every action of a seat."""
    table = np.zeros((ids.MAX_ACTIONS, 1 + CARDS), np.int16)
    number = {kind: at for at, kind in enumerate(KINDS)}

    def name(action: int, kind: str, *cards: int) -> None:
        table[action, : 1 + len(cards)] = number[kind], *cards

    for card in range(DECK):
        name(ids.FIRST_REVEAL + card, "reveal", card + 1)
        name(ids.FIRST_PLACE + card, "place", card + 1)
        for other in range(DECK):
            if other != card:
                name(int(ids.two_id(card, other)), "intrigue", card + 1, other + 1)
        for slot in range(SLOTS):
            first = ids.FIRST_COUNTER + (slot * DECK + card) * 2
            name(first, "counter", DECK + 1 + slot, card + 1)
            name(first + 1, "counter face down", DECK + 1 + slot, card + 1)
    for at, three in enumerate(THREES):
        name(ids.FIRST_COMPROMISE + at, "compromise", *(int(card) + 1 for card in three))
    for at, four in enumerate(PAIRED):
        name(ids.FIRST_DOUBLE + at, "double", *(int(card) + 1 for card in four))
    name(ids.OPEN, "open")
    for slot in range(SLOTS):
        name(ids.FIRST_HIDE + slot, "hide", DECK + 1 + slot)
    for slot in range(3):
        name(ids.FIRST_TAKE + slot, "take", DECK + 1 + slot)
        name(ids.FIRST_LEAVE + slot, "leave", DECK + 1 + slot)
    for pair in range(2):
        name(ids.FIRST_PAIR + pair, "pair", DECK + 1 + 2 * pair, DECK + 2 + 2 * pair)
    name(ids.FIRST_TOKENS, "guests")
    name(ids.FIRST_TOKENS + 1, "favour")
    return table


CIRCLE = Circle(describe, GEISHAS, OF_GEISHA, OF_ALL, SLOTS, VALUES, tuple(KINDS.values()), _named())
"""How a table and its actions are told to the network."""
