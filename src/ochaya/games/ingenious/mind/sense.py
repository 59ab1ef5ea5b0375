"""How an Ingenious player judges: low colours count most, a bonus move is a move more, and openings help the next one.

The soft minimum of six markers stands for a player's result: -TAU log of the sum of exp(-value / TAU). It is near the
lowest value, but sees the others too, the more the larger TAU is. A placement promises as much as it raises the
soft minimum; beside that it matters what it leaves for the player who comes next: spaces beside a fresh symbol are
openings, spaces at the end of a line that it fills are gone. In the duel each colour leans to one side or the other,
and the leanings are added up. The numbers were found by letting players who look one move ahead play each other
(hundreds of matches each; docs/games/ingenious.md).
"""

from __future__ import annotations

import math

import numpy as np

from ochaya.core.curves import exp, log, logistic, tanh
from ochaya.core.game import Ids, Shares
from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.core.rng import Rng, below
from ochaya.core.scratch import scratch
from ochaya.core.sense import Sense
from ochaya.games.ingenious.actions import EXCHANGE, FLIPS, KEEP
from ochaya.games.ingenious.board import NEIGHBOUR, PAIR_COUNT, PAIRS, PAIRS_WITHIN, SPACES, SPACES_WITHIN
from ochaya.games.ingenious.exchange import can_exchange
from ochaya.games.ingenious.mind.stride import stride
from ochaya.games.ingenious.pieces import COLOURS, KINDS, ONE, OTHER
from ochaya.games.ingenious.rules import apply, can_lie, place
from ochaya.games.ingenious.scoring import advance, own_position, side_of, sides
from ochaya.games.ingenious.state import DUEL, DUEL_TOP, FINISH, FREE, PLACE, SOLO, STANDARD, TOP, WALL, State

TAU = 6.0
"""How many points further up a marker matters less by a factor of e."""
LACK = np.array([exp(-value / TAU) for value in range(2 * TOP + 2)])
"""How much is lacking while a marker stands on each value."""
JUDGED_TAU = 3.0
"""The same where a standing is judged and not a move: what is low decides."""
JUDGED = np.array([exp(-value / JUDGED_TAU) for value in range(2 * TOP + 1)])
TEMPO = 0.4
"""What being the next to place is worth when a standing is judged."""
BONUS = 0.8
"""What a bonus move is worth, in points of the soft minimum; in the duel, in leaning."""
LEAN = np.array([tanh(position / 6.0) for position in range(-DUEL_TOP, DUEL_TOP + 2)])
"""How far a duel marker leans to the side that counts it positive, [position + 9]."""
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


# -- where a player stands ------------------------------------------------------------------------------------------


@rule
def lacking(s: State, seat: int) -> float:
    """Add up what a seat's side lacks in all colours; 1 in the duel, where leaning takes its place."""
    if s.mode == DUEL:
        return 1.0
    side = side_of(s, seat)
    total = 0.0
    for colour in range(COLOURS):
        total += LACK[s.markers[side, colour]]
    return total


@rule
def soft_lowest(s: State, side: int) -> float:
    """Give the soft minimum of a side's markers, to judge a standing by."""
    total = 0.0
    for colour in range(COLOURS):
        total += JUDGED[s.markers[side, colour]]
    return -JUDGED_TAU * log(total)


@rule
def leaning(s: State, seat: int) -> float:
    """Add up how far the duel's colours lean to a seat."""
    total = 0.0
    for colour in range(COLOURS):
        total += LEAN[own_position(s, seat, colour) + DUEL_TOP]
    return total


@rule
def worth_of_point(s: State, seat: int, colour: int, lack: float) -> float:
    """Say what one more point in a colour is worth to a seat that lacks `lack` in all."""
    if s.mode == DUEL:
        at = own_position(s, seat, colour) + DUEL_TOP
        return 0.0 if at == 2 * DUEL_TOP else LEAN[at + 1] - LEAN[at]
    value = s.markers[side_of(s, seat), colour]
    if value == (TOP if s.mode == STANDARD else 2 * TOP):
        return 0.0
    return TAU * (LACK[value] - LACK[value + 1]) / lack  # type: ignore[no-any-return]


# -- what a placement promises --------------------------------------------------------------------------------------


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
def gain_of(s: State, kind: int, first: int, second: int, lack: float) -> float:
    """Say how much the points of a tile's halves raise the soft minimum (in the duel: the leaning) of who places it."""
    if first + second == 0:
        return 0.0
    one, other = ONE[kind], OTHER[kind]
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
    gain = -TAU * log(max(1e-9, 1.0 - less / lack))
    if s.mode != SOLO:
        gain += BONUS * (int(earns_bonus(was_one, now_one)) + int(earns_bonus(was_other, now_other)))
    return gain


@rule
def points_at(s: State, space: int, points: Table) -> int:
    """Write what each colour would score on a free space; give how many free spaces are beside it."""
    openings = 0
    for way in range(6):
        at = NEIGHBOUR[space, way]
        found = s.cells[at]
        if found == FREE:
            openings += 1
        elif found != WALL:
            length = 0
            while s.cells[at] == found:
                length += 1
                at = NEIGHBOUR[at, way]
            points[space, found - 1] += length
    return openings


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
    """Each seat's share at a glance: whose soft minimum is ahead, and how much can still happen.

    The numbers were fitted to how matches between players who look one move ahead went on to end.
    """
    open_part = s.room / PAIRS_WITHIN[s.radius]
    mover = s.seat if s.phase == PLACE else (s.seat + 1) % s.seats
    tempo = TEMPO * (1 + s.bonus)
    if s.mode == SOLO:
        expected = 0.8 * soft_lowest(s, 0) + 15.0 * math.sqrt(open_part) + 2.8 * open_part + 2.2
        out[0] = min(1.0, max(0.0, expected / (2 * TOP)))
        return
    if s.mode == DUEL:
        lead = leaning(s, 0) + (tempo if mover == 0 else -tempo)
        out[0] = logistic(lead * (0.4 + 2.0 * (1.0 - open_part)))
        out[1] = 1.0 - out[0]
        return
    heat = 0.3 + 2.0 * math.sqrt(open_part)
    total = 0.0
    for side in range(sides(s)):
        ahead = soft_lowest(s, side) + (tempo if side == side_of(s, mover) else 0.0)
        out[side] = exp(ahead / heat)
        total += out[side]
    for seat in range(s.seats - 1, -1, -1):
        out[seat] = out[side_of(s, seat)] / total


@rule
def worth_of_half(s: State, colour: int, points: int, lack: float) -> float:
    """Say about what the points of one half bring to the player on turn, each half by itself."""
    if s.mode == DUEL:
        return duel_gain(s, colour, own_position(s, s.seat, colour), points)
    was = s.markers[side_of(s, s.seat), colour]
    now = advance(s.mode, was, points)
    bonus = BONUS if s.mode != SOLO and earns_bonus(was, now) else 0.0
    return TAU * (LACK[was] - LACK[now]) / lack + bonus  # type: ignore[no-any-return]


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
                worth[space, colour] = worth_of_half(s, colour, points[space, colour], lack)
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


SENSE = Sense(value=value, playout=playout, priors=priors, horizon=2, explore=0.4, widen=1.0)
"""A leaf is judged after the next player's best answer at a glance (tiles drawn, one placement): what a placement
opens for him shows only then. Shares of the win differ little between placements, so search is less curious than
usual and looks at fewer of them."""
