"""The table of Geisha's Road at a glance: each player's share of the win, without looking ahead (leaning.py)."""

from __future__ import annotations

import numpy as np

from ochaya.core.curves import logistic
from ochaya.core.game import Shares
from ochaya.core.jit import rule
from ochaya.games.geishas_road.mind.leaning import chance_of, lead_of, left_of, offer_leans, worth_of
from ochaya.games.geishas_road.scoring import guest_points, unused_points
from ochaya.games.geishas_road.state import ADVANCED, ANSWER, BASIC, LANTERN, REDRAW, State

SCALE = np.array([
    [12.0, 12.0, 12.0, 11.5, 11.0, 10.0, 8.5, 8.0, 6.0],
    [3.6, 3.4, 3.7, 3.6, 3.8, 3.7, 3.2, 3.3, 1.5],
])
"""How many points of lead make a clear advantage: [round, turns played]; fitted to played-out matches."""
BETWEEN = np.array([4.0, 5.5, 6.0])
"""The same between the rounds: [mode]."""
POINT = np.array([0.39, 0.305, 0.29])
"""What a point of lead between the rounds adds to the odds' logarithm, [mode]; fitted to matches of the instinct …"""
TOKEN = np.array([0.0, 0.27, 0.275])
"""… as is what a favour token adds, which stays with its owner. In the basic mode everybody has one."""


@rule
def is_quiet(s: State) -> bool:
    """The first round is over and the second not yet laid out."""
    return s.phase == LANTERN and s.part == 1 and s.laid == 0


@rule
def four_or_more(chances: tuple[float, float, float, float, float]) -> float:
    """Give the chance to win at least four of five, each by itself."""
    all_five = chances[0] * chances[1] * chances[2] * chances[3] * chances[4]
    four = 0.0
    for out in range(5):
        product = 1.0 - chances[out]
        for other in range(5):
            if other != out:
                product *= chances[other]
        four += product
    return all_five + four


@rule
def value(s: State, out: Shares) -> None:
    """Judge each player's share at a glance."""
    points = float(s.points[0, 0] - s.points[0, 1])
    if is_quiet(s):
        out[0] = logistic(points / BETWEEN[s.mode])
        out[1] = 1.0 - out[0]
        return
    c0 = chance_of(lead_of(s, 0), left_of(s, 0))
    c1 = chance_of(lead_of(s, 1), left_of(s, 1))
    c2 = chance_of(lead_of(s, 2), left_of(s, 2))
    c3 = chance_of(lead_of(s, 3), left_of(s, 3))
    c4 = chance_of(lead_of(s, 4), left_of(s, 4))
    chances = (c0, c1, c2, c3, c4)
    for colour in range(5):
        points += (2.0 * chances[colour] - 1.0) * worth_of(s, colour)
    if s.phase in (ANSWER, REDRAW):
        points += offer_leans(s)
    if s.mode != BASIC:
        points += guest_points(s, 0) - guest_points(s, 1)
    if s.mode == ADVANCED:
        points += unused_points(s, 0) - unused_points(s, 1)
    settled = s.turn / 8.0
    sweep = four_or_more(chances) * (0.3 + 0.7 * settled)
    swept = four_or_more((1.0 - c0, 1.0 - c1, 1.0 - c2, 1.0 - c3, 1.0 - c4)) * (0.3 + 0.7 * settled)
    even = logistic(points / SCALE[s.part, s.turn])
    out[0] = sweep + max(1.0 - sweep - swept, 0.0) * even
    out[1] = 1.0 - out[0]


@rule
def foresee(s: State, out: Shares) -> None:
    """Judge each player's share as at a glance, but between the rounds by what players of instinct made of it."""
    if not is_quiet(s):
        value(s, out)
        return
    odds = POINT[s.mode] * (float(s.points[0, 0]) - float(s.points[0, 1]))
    for colour in range(5):
        if s.favour[colour] != 0:
            odds += TOKEN[s.mode] if s.favour[colour] == 1 else -TOKEN[s.mode]
    out[0] = logistic(odds)
    out[1] = 1.0 - out[0]
