"""Playing on: how search plays a match to the end of a round, by what actions promise (promise.py)."""

from __future__ import annotations

import numpy as np

from ochaya.core.bits import nth
from ochaya.core.jit import rule
from ochaya.core.rng import Rng, below
from ochaya.core.scratch import scratch
from ochaya.games.geishas_road import actions as ids
from ochaya.games.geishas_road.actions import four_id, three_id, two_id
from ochaya.games.geishas_road.mind.leaning import lantern_ahead, lead_of
from ochaya.games.geishas_road.mind.promise import NUMBERS, Promised, best_answer, markers_used, promise, weigh_hand
from ochaya.games.geishas_road.mind.stride import stride
from ochaya.games.geishas_road.pieces import BIT, CARDS, COLOUR_OF, GUEST_POINTS, VALUE_OF
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
    """Give the most promising of a few random uses of markers."""
    who = int(s.seat)
    mine, yours, gone = scratch(CARDS, np.float64), scratch(CARDS, np.float64), scratch(CARDS, np.float64)
    weigh_hand(s, who, numbers, mine, yours, gone)
    turn = markers_used(s, who)
    best, most = -1, -1e9
    for _ in range(IDEAS):
        idea = random_idea(s, rng)
        worth = promise(idea, turn, numbers, mine, yours, gone)
        if worth > most:
            best, most = idea, worth
    return best


@rule
def random_idea(s: State, rng: Rng) -> int:
    """Think of one use of a marker, every unused marker as likely."""
    who = int(s.seat)
    unused = 4
    for marker in range(4):
        unused -= s.used[who, marker]
    at = below(rng, unused)
    marker = 0
    while s.used[who, marker] or at > 0:
        at -= 1 - s.used[who, marker]
        marker += 1
    return random_use(marker, int(s.hand[who]), int(s.hand_size[who]), rng)


@rule
def random_use(marker: int, hand: int, size: int, rng: Rng) -> int:
    """Give a use of a marker with random cards of the hand."""
    a = nth(hand, below(rng, size))
    if marker == 0:
        return ids.FIRST_REVEAL + a
    hand ^= int(BIT[a])
    b = nth(hand, below(rng, size - 1))
    if marker == 1:
        return two_id(a, b)
    hand ^= int(BIT[b])
    c = nth(hand, below(rng, size - 2))
    low, high = min(a, b, c), max(a, b, c)
    if marker == 2:
        return three_id(low, a + b + c - low - high, high)
    d = nth(hand ^ int(BIT[c]), below(rng, size - 3))
    cards = int(BIT[a]) | int(BIT[b]) | int(BIT[c]) | int(BIT[d])
    return four_id(nth(cards, 0), nth(cards, 1), nth(cards, 2), nth(cards, 3)) + below(rng, 3)


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
