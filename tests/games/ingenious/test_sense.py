"""The judgement of bots: sound numbers everywhere, and the plainest good moves found."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.game import OVER
from ochaya.core.rng import new_rng
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import EXCHANGE
from ochaya.games.ingenious.mind.sense import playout, priors, value
from tests.games.ingenious.tables import give, mark, placement, put, table
from tests.support import play


def weighed(s: object) -> dict[int, float]:
    ids = GAME.legal_ids(s)
    out = np.zeros(len(ids), np.float64)
    priors(s, np.array(ids, np.int32), len(ids), out)  # type: ignore[arg-type]
    return dict(zip(ids, out.tolist(), strict=True))


@pytest.mark.parametrize("setup", list(GAME.setups))
def test_every_state_has_a_value_between_0_and_1_and_positive_priors(setup: str) -> None:
    seats = GAME.seats(GAME.complete(GAME.setups[setup]))
    teams = GAME.teams(GAME.complete(GAME.setups[setup])) if GAME.teams else ()
    for step in play(GAME, GAME.setups[setup], "judged"):
        out = np.zeros(4, np.float64)
        value(step.before[0], out)
        assert all(0 <= share <= 1 for share in out[:seats])
        if seats > 1:
            one_of_each = [float(out[teams.index(team)]) for team in set(teams)]
            assert sum(one_of_each) == pytest.approx(1)
        if step.actor >= 0 and step.number % 5 == 0:
            assert all(np.isfinite(weight) and weight > 0 for weight in weighed(step.before[0]).values())


@pytest.mark.parametrize("setup", list(GAME.setups))
def test_playouts_end_and_keep_all_pieces(setup: str) -> None:
    rng = new_rng(3)
    for _ in range(5):
        block, steps = GAME.start(GAME.setups[setup]), 0
        while GAME.actor(block[0]) != OVER:
            steps += int(playout(block[0], rng))
            assert bool(GAME.conserved(block[0]))
        assert steps <= GAME.max_length


def test_the_lowest_colour_is_raised_before_a_high_one() -> None:
    s = table()[0]
    mark(s, R=1, G=9, B=9, O=9, Y=9, P=9)
    put(s, "R(0,1) R(0,2) B(3,0) B(4,-1)")
    give(s, "rb")
    weights = weighed(s)
    assert weights[placement("R(0,0)+B(1,0)")] > weights[placement("B(3,-1)+R(2,-1)")]


def test_a_bonus_move_is_wanted() -> None:
    s = table()[0]
    mark(s, R=5, G=5, B=17, O=5, Y=5, P=5)
    give(s, "by", "oo")
    weights = weighed(s)
    assert max(weights, key=lambda action: weights[action]) in {
        action for action in weights if "-" in GAME.notation(action) and after_bonus(s, action)}


def after_bonus(s: object, action: int) -> bool:
    block = GAME.state.new()
    block[0] = s
    GAME.apply(block[0], action)
    return int(block[0].markers[0, 2]) == 18


def test_a_possible_exchange_is_looked_at_first() -> None:
    s = table()[0]
    mark(s, R=2, G=2, B=5, O=6, Y=7, P=9)
    give(s, "bo", "pp", "rg")
    GAME.apply(s, placement("R(0,0)+G(1,0)"))
    weights = weighed(s)
    assert max(weights, key=lambda action: weights[action]) == EXCHANGE
