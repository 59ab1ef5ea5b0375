"""How an Ingenious player judges: the lowest colours count most, and a bonus move is worth a good move.

The soft minimum of six markers stands for a player's result: -TAU log of the sum of exp(-value / TAU). It is nearly
the lowest value, but sees the next ones too. A placement promises as much as it raises the soft minimum. In the duel
each colour leans to one side or the other, and the leanings are added up.
"""

from __future__ import annotations

import math

import numpy as np

from ochaya.core.game import Ids, Shares
from ochaya.core.jit import rule
from ochaya.core.rng import Rng, below
from ochaya.core.sense import Sense
from ochaya.games.ingenious.actions import EXCHANGE, FLIPS, KEEP
from ochaya.games.ingenious.board import PAIR_COUNT, PAIRS_WITHIN
from ochaya.games.ingenious.exchange import can_exchange
from ochaya.games.ingenious.pieces import COLOURS, ONE, OTHER
from ochaya.games.ingenious.rules import apply, place
from ochaya.games.ingenious.scoring import advance, half_points, own_position, side_of, sides
from ochaya.games.ingenious.state import DUEL, DUEL_TOP, FINISH, PLACE, SOLO, TOP, State
from ochaya.games.ingenious.stride import random_placement, stride

TAU = 2.5
"""How many points further up a marker matters less by a factor of e."""
LACK = np.exp(-np.arange(2 * TOP + 1) / TAU)
"""How much is lacking while a marker stands on each value."""
BONUS = 0.8
"""What a bonus move is worth, in points of the soft minimum."""
LEAN = np.tanh(np.arange(-DUEL_TOP, DUEL_TOP + 1) / 3.0)
"""How far a duel marker leans to the side that counts it positive, [position + 9]."""
IDEAS = 8
"""A playout takes the best of so many random placements."""
KEENNESS = 3.0
"""How sharply the order in which search tries placements follows their promise."""


@rule
def lacking(s: State, side: int) -> float:
    """Add up what a side lacks in all colours."""
    total = 0.0
    for colour in range(COLOURS):
        total += LACK[s.markers[side, colour]]
    return total


@rule
def soft_lowest(s: State, side: int) -> float:
    """Give the soft minimum of a side's markers."""
    return -TAU * math.log(lacking(s, side))


@rule
def leaning(s: State, seat: int) -> float:
    """Add up how far the duel's colours lean to a seat."""
    total = 0.0
    for colour in range(COLOURS):
        total += LEAN[own_position(s, seat, colour) + DUEL_TOP]
    return total


@rule
def duel_gain(s: State, colour: int, position: int, points: int) -> float:
    """Say what a half's points bring in the duel: a marker that leans further, perhaps a token and a bonus move."""
    now = advance(DUEL, position, points)
    gain = LEAN[now + DUEL_TOP] - LEAN[position + DUEL_TOP]
    if now == DUEL_TOP != position and s.tokens[colour] != s.seat + 1:
        gain += BONUS
    return gain  # type: ignore[no-any-return]


@rule
def earns_bonus(before: int, now: int) -> bool:
    """Say whether a marker has reached the end of a score board."""
    return before < TOP <= now or before < 2 * TOP == now


@rule
def promise(s: State, kind: int, pair: int, flip: int, lack: float) -> float:
    """Say how much a placement raises the soft minimum (in the duel: the leaning) of the player on turn."""
    one, other = ONE[kind], OTHER[kind]
    first = half_points(s.cells, pair, flip, one)
    second = half_points(s.cells, pair, 1 - flip, other)
    if first + second == 0:
        return 0.0
    if s.mode == DUEL:
        position = own_position(s, s.seat, one)
        gain = duel_gain(s, one, position, first)
        position = advance(DUEL, position, first) if one == other else own_position(s, s.seat, other)
        return gain + duel_gain(s, other, position, second)
    side = side_of(s, s.seat)
    was_one = s.markers[side, one]
    now_one = advance(s.mode, was_one, first)
    was_other = now_one if one == other else s.markers[side, other]
    now_other = advance(s.mode, was_other, second)
    less = LACK[was_one] - LACK[now_one] + LACK[was_other] - LACK[now_other]
    gain = -TAU * math.log(max(1e-9, 1.0 - less / lack))
    if s.mode != SOLO:
        gain += BONUS * (int(earns_bonus(was_one, now_one)) + int(earns_bonus(was_other, now_other)))
    return gain


@rule
def value(s: State, out: Shares) -> None:
    """Each seat's share at a glance: whose soft minimum is ahead, and how much can still happen."""
    open_part = s.room / PAIRS_WITHIN[s.radius]
    if s.mode == SOLO:
        out[0] = min(1.0, max(0.0, soft_lowest(s, 0) + 16.0 * math.sqrt(open_part)) / (2 * TOP))
        return
    if s.mode == DUEL:
        out[0] = 1.0 / (1.0 + math.exp(-leaning(s, 0) * (0.8 + 1.2 * (1.0 - open_part))))
        out[1] = 1.0 - out[0]
        return
    heat = 0.7 + 2.3 * math.sqrt(open_part)
    total = 0.0
    for side in range(sides(s)):
        out[side] = math.exp(soft_lowest(s, side) / heat)
        total += out[side]
    for seat in range(s.seats - 1, -1, -1):
        out[seat] = out[side_of(s, seat)] / total


@rule
def playout(s: State, rng: Rng) -> int:
    """Take the best of a few random placements, exchange where possible; chance deals all that is due."""
    if s.phase == PLACE:
        lack = 1.0 if s.mode == DUEL else lacking(s, side_of(s, s.seat))
        best, most = 0, -1.0
        for _ in range(IDEAS):
            idea = random_placement(s, rng)
            worth = promise(s, idea // 1024, idea // 2 % 512, idea % 2, lack)
            if worth > most:
                best, most = idea, worth
        place(s, best // 1024, best // 2 % 512, best % 2)
        return 1
    if s.phase == FINISH:
        apply(s, EXCHANGE if can_exchange(s) and below(rng, 8) > 0 else KEEP)
        return 1
    return stride(s, rng)


@rule
def priors(s: State, actions: Ids, n: int, out: Shares) -> None:
    """Try first what promises most at a glance."""
    if s.phase != PLACE:
        for at in range(n):
            out[at] = 3.0 if actions[at] == EXCHANGE else 1.0
        return
    lack = 1.0 if s.mode == DUEL else lacking(s, side_of(s, s.seat))
    for at in range(n):
        action = actions[at]
        gain = promise(s, action // (PAIR_COUNT * FLIPS), action // FLIPS % PAIR_COUNT, action % FLIPS, lack)
        out[at] = math.exp(KEENNESS * min(gain, 6.0))


SENSE = Sense(value=value, playout=playout, priors=priors, trust=0.0)
