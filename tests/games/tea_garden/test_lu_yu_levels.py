"""§14.1 Lu Yu's levels: only the number of master cards differs, and it must be felt."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from ochaya.core.playouts import playouts
from ochaya.core.rng import new_rng
from ochaya.games.tea_garden import GAME, load
from ochaya.games.tea_garden.lu_yu.cards import LU

LEVELS = ("easy", "medium", "hard", "master")
MATCHES = 400


def test_a_basic_card_has_no_side_action_an_advanced_one_at_most_one_a_master_card_two() -> None:
    allowed = {"basic": {0}, "advanced": {0, 1}, "master": {2}}
    for row in load.rows("lu_yu"):
        assert row["front"].split().count("SIDE") in allowed[row["kind"]], row["card"]


def lu_yus_points(level: str, puerh: str) -> float:
    """Give Lu Yu's mean points against a player without any plan; every level gets the same randomness."""
    start = GAME.start({"players": "1", "level": level, "puerh": puerh})
    block, out, weights = start.copy(), np.zeros(GAME.max_legal, np.int32), np.zeros(GAME.max_legal, np.int32)
    points = 0
    for number in range(MATCHES):
        playouts(GAME).play_plain(block, start, out, weights, new_rng(number), 1)
        points += int(block[0].points[LU])
    return points / MATCHES


@pytest.mark.parametrize("puerh", ["off", "on"])
def test_s14_1_each_level_brings_him_at_least_seven_points_more_than_the_one_before(puerh: str) -> None:
    points = [lu_yus_points(level, puerh) for level in LEVELS]
    assert all(after - before > 7 for before, after in pairwise(points)), points
