"""Playing on: how search plays a match to the end of a round, by what actions promise (promise.py)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.bits import lowest, nth
from ochaya.core.jit import rule
from ochaya.core.rng import Rng, below
from ochaya.core.scratch import scratch
from ochaya.games.geishas_road import actions as ids
from ochaya.games.geishas_road.actions import four_id, three_id, two_id
from ochaya.games.geishas_road.mind.leaning import lantern_ahead, lead_of
from ochaya.games.geishas_road.mind.promise import (
    MOST_HELD,
    NUMBERS,
    WHEN,
    Promised,
    best_answer,
    pairs_promise,
    three_promise,
    weigh_hand,
)
from ochaya.games.geishas_road.mind.stride import stride
from ochaya.games.geishas_road.pieces import CARDS, COLOUR_OF, GUEST_POINTS, VALUE_OF
from ochaya.games.geishas_road.rules import apply
from ochaya.games.geishas_road.state import ANSWER, DOUBLE, HIDE, ORDER, TOKENS, TURN, State

IDEAS = 16
"""So many uses of markers are thought of in a turn; few enough that no two playouts are alike."""


@rule
def playout(s: State, rng: Rng) -> int:
    """Use markers by the best of a few random ideas, answer offers well, never counter or hide."""
    return play_on(s, rng, NUMBERS)


@rule
def play_on(s: State, rng: Rng, numbers: Promised) -> int:
    """Play one step for whoever must act, by these numbers."""
    if s.phase == TURN:
        apply(s, best_idea(s, rng, numbers))
    elif s.phase == ANSWER:
        first = ids.FIRST_PAIR
        if s.offered != DOUBLE:
            first = ids.FIRST_LEAVE if s.seat == s.giver else ids.FIRST_TAKE
        apply(s, first + best_answer(s, numbers))
    elif s.phase == HIDE:
        apply(s, ids.OPEN)
    elif s.phase == TOKENS:
        apply(s, ids.FIRST_TOKENS + better_tokens(s))
    elif s.phase == ORDER:
        apply(s, ids.FIRST_PLACE + better_order(s, rng))
    else:
        return stride(s, rng)
    return 1


@rule
def best_idea(s: State, rng: Rng, numbers: Promised) -> int:
    """Give the most promising of a few random uses of markers, every unused marker as likely."""
    who, size, unused = int(s.seat), int(s.hand_size[s.seat]), 0
    mine, yours, gone = scratch(CARDS, np.float64), scratch(CARDS, np.float64), scratch(CARDS, np.float64)
    weigh_hand(s, who, numbers, mine, yours, gone)
    hand, markers = scratch(MOST_HELD, np.int64), scratch(4, np.int64)
    rest = int(s.hand[who])
    for at in range(size):
        hand[at] = lowest(rest)
        rest &= rest - 1
    for marker in range(4):
        if not s.used[who, marker]:
            markers[unused] = marker
            unused += 1
    when = WHEN + 4 * (4 - unused)
    best, most = -1, -1e9
    for _ in range(IDEAS):
        marker = markers[below(rng, unused)]
        for at in range(marker + 1):  # as many cards as the marker takes, drawn to the front
            other = at + below(rng, size - at)
            hand[at], hand[other] = hand[other], hand[at]
        worth = numbers[when + marker]
        if marker == 0:
            worth += mine[hand[0]]
        elif marker == 1:
            worth += mine[hand[0]] + gone[hand[1]]
        elif marker == 2:
            worth += three_promise(hand[0], hand[1], hand[2], numbers, mine, yours)
        else:
            worth += pairs_promise(hand[0], hand[1], hand[2], hand[3], numbers, mine, yours)
        if worth > most:
            best, most = use_of(marker, hand), worth
    return best


@rule
def use_of(marker: int, cards: npt.NDArray[np.int64]) -> int:
    """Give the action that uses a marker with the first of these cards."""
    a, b, c, d = int(cards[0]), int(cards[1]), int(cards[2]), int(cards[3])
    if marker == 0:
        return ids.FIRST_REVEAL + a
    if marker == 1:
        return two_id(a, b)
    if marker == 2:
        low, high = min(a, b, c), max(a, b, c)
        return three_id(low, a + b + c - low - high, high)
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:  # the pair with the lowest card is the first
        a, b, c, d = c, d, a, b
    if b < c:
        return four_id(a, b, c, d)
    return four_id(a, c, b, d) + 1 if b < d else four_id(a, c, d, b) + 2


@rule
def better_tokens(s: State) -> int:
    """Take the favour token unless another guest completes something."""
    index = 0
    for colour in range(5):
        index |= int(s.guests[s.seat, colour]) << 2 * colour
    less = int(GUEST_POINTS[index + ((s.symbols - 1) << 2 * s.stopped)])
    more = int(GUEST_POINTS[index + (s.symbols << 2 * s.stopped)])
    return 0 if more - less >= 2 else 1


@rule
def better_order(s: State, rng: Rng) -> int:
    """Bring the lantern to a geisha who leans to oneself, keep it from one who does not; else anyhow."""
    cards = int(s.share[s.seat])
    a, b = nth(cards, 0), nth(cards, 1)
    colour = int(COLOUR_OF[a])
    if COLOUR_OF[b] == colour:
        mine = lead_of(s, colour) if s.seat == 0 else -lead_of(s, colour)
        first, second = lantern_ahead(s, colour, VALUE_OF[a]), lantern_ahead(s, colour, VALUE_OF[b])
        if first != second:
            return a if (first > second) == (mine > 0) else b
    return a if below(rng, 2) == 0 else b
