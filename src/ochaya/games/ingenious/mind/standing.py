"""Where a player of Ingenious stands, and what points are worth to him: low colours count most.

The soft minimum of six markers stands for a player's result: -TAU log of the sum of exp(-value / TAU). It is near the
lowest value, but sees the others too, the more the larger TAU is. In the duel each colour leans to one side or the
other, and the leanings are added up.
"""

from __future__ import annotations

import math

import numpy as np

from ochaya.core.curves import exp, log, tanh
from ochaya.core.jit import rule
from ochaya.games.ingenious.board import PAIRS_WITHIN
from ochaya.games.ingenious.pieces import COLOURS
from ochaya.games.ingenious.scoring import advance, own_position, side_of
from ochaya.games.ingenious.state import DUEL, DUEL_TOP, PLACE, SOLO, STANDARD, TOP, State

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


# -- who is ahead ------------------------------------------------------------------------------------------


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


@rule
def duel_gain(s: State, seat: int, colour: int, position: int, points: int) -> float:
    """Say what a half's points bring in the duel: a marker that leans further, perhaps a token and a bonus move."""
    now = advance(DUEL, position, points)
    gain = LEAN[now + DUEL_TOP] - LEAN[position + DUEL_TOP]
    if now == DUEL_TOP != position and s.tokens[colour] != seat + 1:
        gain += BONUS
    return gain  # type: ignore[no-any-return]


@rule
def earns_bonus(before: int, now: int) -> bool:
    """Say whether a marker has reached the end of a score board."""
    return before < TOP <= now or before < 2 * TOP == now


@rule
def worth_of_half(s: State, seat: int, colour: int, points: int, lack: float) -> float:
    """Say about what the points of one half bring to a seat, each half by itself."""
    if s.mode == DUEL:
        return duel_gain(s, seat, colour, own_position(s, seat, colour), points)
    was = s.markers[side_of(s, seat), colour]
    now = advance(s.mode, was, points)
    bonus = BONUS if s.mode != SOLO and earns_bonus(was, now) else 0.0
    return TAU * (LACK[was] - LACK[now]) / lack + bonus  # type: ignore[no-any-return]


# -- log-odds -------------------------------------------------------------------------------------------------------


@rule
def next_to_place(s: State) -> int:
    """Give the seat that places the next tile."""
    return s.seat if s.phase == PLACE else (s.seat + 1) % s.seats


@rule
def expected_alone(s: State) -> float:
    """§6 Give the part of 36 that the lowest marker of a solo game will about reach."""
    open_part = s.room / PAIRS_WITHIN[s.radius]
    expected = 0.8 * soft_lowest(s, 0) + 15.0 * math.sqrt(open_part) + 2.8 * open_part + 2.2
    return min(1.0, max(0.0, expected / (2 * TOP)))  # type: ignore[no-any-return]


@rule
def standing(s: State, side: int) -> float:
    """Say how well a side stands, in log-odds: differences between sides tell who is ahead, and how surely.

    The numbers were fitted to how matches between players who look one move ahead went on to end.
    """
    open_part = s.room / PAIRS_WITHIN[s.radius]
    mover = next_to_place(s)
    tempo = TEMPO * (1 + s.bonus)
    if s.mode == SOLO:
        share = min(0.98, max(0.02, expected_alone(s)))
        return log(share / (1.0 - share))
    if s.mode == DUEL:
        lead = leaning(s, side) + (tempo if mover == side else -tempo)
        return 0.5 * lead * (0.4 + 2.0 * (1.0 - open_part))  # type: ignore[no-any-return]
    heat = 0.3 + 2.0 * math.sqrt(open_part)
    ahead = soft_lowest(s, side) + (tempo if side == side_of(s, mover) else 0.0)
    return ahead / heat
