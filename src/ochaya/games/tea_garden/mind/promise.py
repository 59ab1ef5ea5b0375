"""What bots try first: how promising each action looks, and what bonuses and icons are worth in points."""

from __future__ import annotations

import numpy as np

from ochaya.core.game import Ids, Shares
from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.games.tea_garden import actions as a
from ochaya.games.tea_garden.pieces import EFFECTS, FIRST_PENDING, FRESH, ICONS, SQUARES, STRENGTH
from ochaya.games.tea_garden.state import NONE, State
from ochaya.games.tea_garden.turn.leaves import count_leaves

EFFECT_WORTH = np.array([
    1.0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.5, 0.6, 0.7, 0.5, 1.5, 0.7, 0.65, 1.0, 0.5, 0.8, 0.6, 2.2, 2.0, 2.2, 2.4, 1.0,
    2.2, 6.0,
], np.float64)  # fmt: skip
"""What one unused icon or unresolved effect of each kind is worth, in points."""


@rule
def bonus_worth(bonus: Table) -> float:
    """What a bonus is worth, in points."""
    points = 0.0
    for i in range(len(bonus)):
        points += EFFECT_WORTH[bonus[i, 0]] * bonus[i, 1]
    return points


@rule
def icon_worth(card: int) -> float:
    """What the icons of a card on top are worth."""
    points = 0.0
    if card != NONE:
        for kind in range(FIRST_PENDING, EFFECTS):
            points += EFFECT_WORTH[kind] * ICONS[card, kind]
    return points


@rule
def is_best_square(s: State, hall: int, square: int) -> bool:
    """Say whether a hall has no better square within this turn's strength: strength is not spent, so one takes it."""
    for place in range(3):
        if s.halls[place] == hall:
            for better in range(square):
                if s.square[place, better] == 0 and SQUARES[better] <= s.strength:
                    return False
    return True


@rule
def promise(s: State, action: int) -> float:
    """Say how promising an action looks by its kind alone."""
    if action == a.A_PASS:
        return 0.1
    if action == a.A_STOP:
        return 1.0
    if action == a.A_END:
        return 0.6
    if action < a.A_UNDER:
        return 0.6 + 0.4 * float(STRENGTH[action - a.A_TOP]) + icon_worth(action - a.A_TOP)
    if action < a.A_PAY:
        return 0.6
    if action < a.A_BUILD:
        leaf = action - a.A_PAY
        return 2.0 - 0.15 * leaf
    if action < a.A_FERMENT:
        return 2.5
    if action == a.A_FERMENT:
        return 0.3 + 0.28 * float(min(2 * s.strength, count_leaves(s, s.turn_of, FRESH, 1)))
    if action < a.A_COURT:
        return 0.3 + 0.4 * float(min(s.strength, s.built[s.turn_of] + 1))
    if action < a.A_MARKET and not is_best_square(s, (action - a.A_COURT) // 4, (action - a.A_COURT) % 4):
        return 0.1
    if action < a.A_DO:
        return 2.5
    if action < a.A_STRENGTH:
        return 3.0
    if action < a.A_SWAP_SCROLL:
        return 1.5
    if action < a.A_CLIMB:
        return 0.25
    if action == a.A_CLIMB:
        return 5.0
    return 1.0


@rule
def priors(s: State, actions: Ids, n: int, out: Shares) -> None:
    """Give every legal action its promise."""
    for i in range(n):
        out[i] = promise(s, actions[i])
