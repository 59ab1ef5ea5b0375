"""Geisha's Road's Master as he was before he had an instinct and a belief, to be measured against:

    ochaya arena geishas_road --bots master@0.1s,bench/frozen/geishas_road.py:Master --seconds 0.1 --matches 1000

He tries first and plays on by the arithmetic of the glance, believes every possible world alike and counts only points
between the rounds. All else of him is today's search.
"""

from __future__ import annotations

import numpy as np

from ochaya.bots.minded import Minded
from ochaya.core.bits import nth
from ochaya.core.curves import exp
from ochaya.core.game import Ids, Shares
from ochaya.core.jit import rule
from ochaya.core.rng import Rng, below
from ochaya.core.scratch import scratch
from ochaya.core.sense import Sense
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road import actions as ids
from ochaya.games.geishas_road.actions import PAIRED, THREES, four_id, three_id, two_id
from ochaya.games.geishas_road.mind.glance import is_quiet, value
from ochaya.games.geishas_road.mind.leaning import best_share, drop, gain
from ochaya.games.geishas_road.mind.playout import better_order, better_tokens
from ochaya.games.geishas_road.mind.stride import stride
from ochaya.games.geishas_road.pieces import BIT, CARDS
from ochaya.games.geishas_road.rules import apply
from ochaya.games.geishas_road.state import ANSWER, DOUBLE, HIDE, ORDER, TOKENS, TURN, State
from ochaya.search.mind import make_mind

# -- what an action promises ------------------------------------------------------------------------------------------


@rule
def promise(s: State, action: int) -> float:
    """Say how much further the table would lean to the one who acts, the other answering as well as he can."""
    who = int(s.seat)
    sign = 1.0 if who == 0 else -1.0
    if action < ids.FIRST_INTRIGUE:
        return sign * gain(s, action - ids.FIRST_REVEAL, who, who)
    if action < ids.FIRST_COMPROMISE:
        pair = action - ids.FIRST_INTRIGUE
        left, right = pair // (CARDS - 1), pair % (CARDS - 1)
        if right >= left:
            right += 1
        return sign * (gain(s, left, who, who) + drop(s, right, who))
    if action < ids.FIRST_DOUBLE:
        total, worst = 0.0, 1e9
        for i in range(3):
            card = int(THREES[action - ids.FIRST_COMPROMISE, i])
            mine = sign * gain(s, card, who, who)
            total += mine
            worst = min(worst, sign * gain(s, card, 1 - who, who) - mine)
        return total + worst
    one = other = 0.0
    for i in range(4):
        card = int(PAIRED[action - ids.FIRST_DOUBLE, i])
        mine, yours = sign * gain(s, card, who, who), sign * gain(s, card, 1 - who, who)
        one += mine if i < 2 else yours
        other += yours if i < 2 else mine
    return min(one, other)


@rule
def priors(s: State, actions: Ids, n: int, out: Shares) -> None:
    """Try first what promises most at a glance."""
    if s.phase == TURN:
        weigh_turns(s, actions, n, out)
    elif s.phase == ANSWER:
        weigh_answers(s, n, out)
    elif s.phase == HIDE:
        for at in range(n):
            out[at] = 2.0 if at == 0 else 1.0
    else:
        for at in range(n):
            out[at] = 1.0


@rule
def weigh_turns(s: State, actions: Ids, n: int, out: Shares) -> None:
    """Weigh the uses of markers; what each card of the hand does on either side is worked out once."""
    who = int(s.seat)
    sign = 1.0 if who == 0 else -1.0
    mine, yours, gone = scratch(CARDS, np.float64), scratch(CARDS, np.float64), scratch(CARDS, np.float64)
    for card in range(CARDS):
        if s.hand[who] & BIT[card]:
            mine[card] = sign * gain(s, card, who, who)
            yours[card] = sign * gain(s, card, 1 - who, who)
            gone[card] = sign * drop(s, card, who)
    for at in range(n):
        action = int(actions[at])
        if action < ids.FIRST_INTRIGUE:
            worth = mine[action - ids.FIRST_REVEAL]
        elif action < ids.FIRST_COMPROMISE:
            left, right = (action - ids.FIRST_INTRIGUE) // (CARDS - 1), (action - ids.FIRST_INTRIGUE) % (CARDS - 1)
            if right >= left:
                right += 1
            worth = mine[left] + gone[right]
        elif action < ids.FIRST_DOUBLE:
            worth, worst = 0.0, 1e9
            for i in range(3):
                card = THREES[action - ids.FIRST_COMPROMISE, i]
                worth += mine[card]
                worst = min(worst, yours[card] - mine[card])
            worth += worst
        else:
            a, b = PAIRED[action - ids.FIRST_DOUBLE, 0], PAIRED[action - ids.FIRST_DOUBLE, 1]
            c, d = PAIRED[action - ids.FIRST_DOUBLE, 2], PAIRED[action - ids.FIRST_DOUBLE, 3]
            worth = min(mine[a] + mine[b] + yours[c] + yours[d], mine[c] + mine[d] + yours[a] + yours[b])
        out[at] = exp(min(max(0.7 * worth, -8.0), 8.0))


@rule
def weigh_answers(s: State, n: int, out: Shares) -> None:
    """Weigh shares by what they bring; a counter-offer is an idea to try now and then."""
    best = best_share(s, int(s.seat))
    shares = 2 if s.offered == DOUBLE else 3
    for at in range(n):
        if at < shares:
            out[at] = 6.0 if at == best else 2.0
        else:
            out[at] = 0.5


# -- playing on -------------------------------------------------------------------------------------------------------

CANDIDATES = 3


@rule
def playout(s: State, rng: Rng) -> int:
    """Answer offers well, use markers by the best of a few random ideas; now and then anyhow."""
    if below(rng, 8) == 0:
        return stride(s, rng)
    if s.phase == TURN:
        best, most = -1, -1e9
        for _ in range(CANDIDATES):
            idea = random_idea(s, rng)
            worth = promise(s, idea)
            if worth > most:
                best, most = idea, worth
        apply(s, best)
        return 1
    if s.phase == ANSWER:
        first = ids.FIRST_PAIR
        if s.offered != DOUBLE:
            first = ids.FIRST_LEAVE if s.seat == s.giver else ids.FIRST_TAKE
        apply(s, first + best_share(s, int(s.seat)))
        return 1
    if s.phase == HIDE:
        apply(s, ids.OPEN)
        return 1
    if s.phase == TOKENS:
        apply(s, ids.FIRST_TOKENS + better_tokens(s))
        return 1
    if s.phase == ORDER:
        apply(s, ids.FIRST_PLACE + better_order(s, rng))
        return 1
    return stride(s, rng)


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


# -- the whole of it --------------------------------------------------------------------------------------------------

SENSE = Sense(value=value, is_quiet=is_quiet, playout=playout, priors=priors, trust=0.3, explore=0.8, widen=3.0)


class Master(Minded):
    """Searches as that Master did."""

    def __init__(self) -> None:
        """Get a mind of his own."""
        super().__init__("frozen-master", make_mind(GAME, SENSE, "~frozen"))
