"""How an Ingenious player judges: low colours count most, a bonus move is a move more, and openings help the next one.

A placement promises as much as it raises the soft minimum of standing.py; beside that it matters what it leaves for the
player who comes next: spaces beside a fresh symbol are openings, spaces at the end of a line that it fills are gone.
The numbers were found by letting players who look one move ahead play each other (hundreds of matches each;
docs/games/ingenious.md). What search asks beyond a glance was learned by playing (foresight.py).
"""

from __future__ import annotations

import numpy as np

from ochaya.core.curves import exp, log, logistic
from ochaya.core.game import Ids, Shares
from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.core.rng import Rng, below
from ochaya.core.scratch import scratch
from ochaya.core.sense import Sense
from ochaya.games.ingenious.actions import EXCHANGE, FLIPS, KEEP
from ochaya.games.ingenious.board import PAIR_COUNT, PAIRS, PAIRS_WITHIN, SPACES, SPACES_WITHIN
from ochaya.games.ingenious.exchange import can_exchange
from ochaya.games.ingenious.mind.foresight import foresee
from ochaya.games.ingenious.mind.lines import points_at
from ochaya.games.ingenious.mind.standing import (
    BONUS,
    LACK,
    TAU,
    duel_gain,
    earns_bonus,
    expected_alone,
    lacking,
    standing,
    worth_of_half,
    worth_of_point,
)
from ochaya.games.ingenious.mind.stride import stride
from ochaya.games.ingenious.pieces import COLOURS, KINDS, ONE, OTHER
from ochaya.games.ingenious.rules import apply, can_lie, place
from ochaya.games.ingenious.scoring import advance, own_position, side_of, sides
from ochaya.games.ingenious.state import DUEL, FINISH, FREE, PLACE, SOLO, State

OPENING = np.array([0.3, 0.0, 0.3, 0.0])
"""What a free space beside a fresh symbol costs, for each point the next player gains by that colour, [mode]."""
DENIAL = np.array([0.15, 0.0, 0.15, 0.2])
"""What filling the end of a line is worth, for each point the next player would have gained there, [mode]."""
WASTE = np.array([0.0, 0.1, 0.0, 0.0])
"""What filling the end of a line costs, for each point one would have gained there oneself, [mode]."""
OUTLOOKS = COLOURS + 1
"""What `survey` writes for a space: one number a colour, one for the space itself."""
KEENNESS = 2.0
"""How sharply the order in which search tries placements follows their promise."""


# -- what a placement promises --------------------------------------------------------------------------------------


@rule
def gain_of(s: State, kind: int, first: int, second: int, lack: float) -> float:
    """Say how much the points of a tile's halves raise the soft minimum (in the duel: the leaning) of who places it."""
    if first + second == 0:
        return 0.0
    one, other = ONE[kind], OTHER[kind]
    if s.mode == DUEL:
        position = own_position(s, s.seat, one)
        gain = duel_gain(s, s.seat, one, position, first)
        position = advance(DUEL, position, first) if one == other else own_position(s, s.seat, other)
        return gain + duel_gain(s, s.seat, other, position, second)
    side = side_of(s, s.seat)
    was_one = s.markers[side, one]
    now_one = advance(s.mode, was_one, first)
    was_other = now_one if one == other else s.markers[side, other]
    now_other = advance(s.mode, was_other, second)
    less = LACK[was_one] - LACK[now_one] + LACK[was_other] - LACK[now_other]
    gain = -TAU * log(max(1e-9, 1.0 - less / lack))
    if s.mode != SOLO:
        gain += BONUS * (int(earns_bonus(was_one, now_one)) + int(earns_bonus(was_other, now_other)))
    return gain


@rule
def survey(s: State, points: Table, outlook: Table) -> None:
    """Write for every free space what each colour would score there, and what placing there changes for later.

    Before a tile lies its other half is a free space, so no line leads there: six directions count like five.
    The last column of `outlook` is what filling the space brings by itself, the others what each colour adds.
    """
    after = (s.seat + 1) % s.seats
    lack, next_lack = lacking(s, s.seat), lacking(s, after)
    for space in range(SPACES_WITHIN[s.radius]):
        if s.cells[space] != FREE:
            continue
        openings = points_at(s, space, points)
        for colour in range(COLOURS):
            next_worth = worth_of_point(s, after, colour, next_lack)
            outlook[space, colour] = -OPENING[s.mode] * openings * next_worth
            outlook[space, COLOURS] += points[space, colour] * (
                DENIAL[s.mode] * next_worth - WASTE[s.mode] * worth_of_point(s, s.seat, colour, lack))


# -- what search asks for -------------------------------------------------------------------------------------------


@rule
def value(s: State, out: Shares) -> None:
    """Each seat's share at a glance: whose soft minimum is ahead, and how much can still happen."""
    if s.mode == SOLO:
        out[0] = expected_alone(s)
        return
    if s.mode == DUEL:
        out[0] = logistic(standing(s, 0) - standing(s, 1))
        out[1] = 1.0 - out[0]
        return
    total = 0.0
    for side in range(sides(s)):
        out[side] = exp(standing(s, side))
        total += out[side]
    for seat in range(s.seats - 1, -1, -1):
        out[seat] = out[side_of(s, seat)] / total


@rule
def best_placement(s: State, rng: Rng) -> int:
    """Give the placement that brings most at once, as kind, pair and flip in one number; among equals any."""
    lack = lacking(s, s.seat)
    worth = scratch((SPACES, COLOURS), np.float64)
    points = scratch((SPACES, COLOURS), np.int16)
    for space in range(SPACES_WITHIN[s.radius]):
        if s.cells[space] != FREE:
            continue
        points_at(s, space, points)
        for colour in range(COLOURS):
            if points[space, colour] > 0:
                worth[space, colour] = worth_of_half(s, s.seat, colour, points[space, colour], lack)
    pairs = PAIRS_WITHIN[s.radius]
    start = below(rng, pairs)
    best, most = 0, -1.0
    for offset in range(pairs):
        pair = (start + offset) % pairs
        if not can_lie(s, pair):
            continue
        space, to = PAIRS[pair, 0], PAIRS[pair, 1]
        for kind in range(KINDS):
            if s.racks[s.seat, kind] == 0:
                continue
            straight = worth[space, ONE[kind]] + worth[to, OTHER[kind]]
            turned = worth[to, ONE[kind]] + worth[space, OTHER[kind]]
            if straight > most:
                best, most = (kind * 512 + pair) * 2, straight
            if turned > most:
                best, most = (kind * 512 + pair) * 2 + 1, turned
    return best


@rule
def playout(s: State, rng: Rng) -> int:
    """Place where it brings most at once, exchange where possible; chance deals all that is due."""
    if s.phase == PLACE:
        best = best_placement(s, rng)
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
    points = scratch((SPACES, COLOURS), np.int16)
    outlook = scratch((SPACES, OUTLOOKS), np.float64)
    survey(s, points, outlook)
    lack = lacking(s, s.seat)
    for at in range(n):
        kind, pair = actions[at] // (PAIR_COUNT * FLIPS), actions[at] // FLIPS % PAIR_COUNT
        flip = actions[at] % FLIPS
        space, to, one, other = PAIRS[pair, flip], PAIRS[pair, 1 - flip], ONE[kind], OTHER[kind]
        promise = gain_of(s, kind, points[space, one], points[to, other], lack)
        promise += outlook[space, one] + outlook[to, other] + outlook[space, COLOURS] + outlook[to, COLOURS]
        out[at] = exp(KEENNESS * min(8.0, max(-8.0, promise)))


SENSE = Sense(
    value=value, foresee=foresee, playout=playout, priors=priors, horizon=2, trust=1.0, plain_trust=0.0, explore=0.4,
    widen=1.0,
)
"""Shares of the win differ little between placements, so search is less curious than usual and looks at fewer of them.
Levels below Master judge a leaf after the next player's best answer at a glance (tiles drawn, one placement); the
learned foresight sees what a placement opens for him without that."""
