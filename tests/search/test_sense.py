"""A game's judgement: every part optional, found by name, and never about more than it may know."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.game import OVER, Game
from ochaya.core.rng import new_rng
from ochaya.core.sense import TO_THE_END, Sense
from ochaya.games import game as game_of
from ochaya.search.mind import mind_of, most_seats
from ochaya.search.sense import complete, given_sense
from tests.support import Case, cases, each_case, each_game, play


def test_a_game_without_a_sense_plays_to_the_end() -> None:
    assert given_sense("no such game") == Sense()
    filled = complete(game_of("_template"), Sense())
    assert filled.horizon == TO_THE_END


def test_quiet_states_horizon_and_trust_need_a_value() -> None:
    for wrong in (
        Sense(is_quiet=lambda s: True), Sense(horizon=3), Sense(trust=0.5), Sense(ahead=lambda *_: False),
    ):
        with pytest.raises(ValueError, match="value"):
            complete(game_of("_template"), wrong)


def test_tuning_changes_one_number_and_refuses_unknown_ones() -> None:
    assert mind_of("_template", (("explore", "2.5"),)).sense.explore == 2.5
    with pytest.raises(ValueError, match="curiosity"):
        mind_of("_template", (("curiosity", "1"),))


@each_case
def test_a_value_is_a_share_and_changes_nothing(case: Case) -> None:
    sense = given_sense(case.game.name)
    if sense.value is None:
        pytest.skip("this game gives no value")
    out = np.zeros(most_seats(case.game))
    for step in play(case.game, case.options, "value"):
        if case.game.actor(step.after[0]) == OVER:
            continue
        before = step.after.tobytes()
        sense.value(step.after[0], out)
        assert step.after.tobytes() == before
        assert all(-1e-9 <= share <= 1 + 1e-9 for share in out[: case.seats])


@pytest.mark.parametrize("case", [case for case in cases() if given_sense(case.game.name).ahead is not None], ids=str)
def test_what_lies_ahead_is_what_the_glance_finds_when_an_action_is_tried(case: Case) -> None:
    sense, game = given_sense(case.game.name), case.game
    assert sense.ahead is not None
    assert sense.value is not None
    found, out, told = np.zeros(game.max_legal), np.zeros(most_seats(game)), 0
    for seed in range(8):
        for step in play(game, case.options, f"ahead{seed}"):
            ids = np.array(step.legal, np.int32)
            if step.actor < 0 or not sense.ahead(step.before[0], ids, len(ids), step.actor, found):
                continue
            for at, action in enumerate(step.legal):
                tried = step.before.copy()
                game.apply(tried[0], action)
                sense.value(tried[0], out)
                assert found[at] == pytest.approx(out[step.actor], abs=1e-12)
                told += 1
    assert told > 100


@each_case
def test_priors_are_positive_and_change_nothing(case: Case) -> None:
    sense = given_sense(case.game.name)
    if sense.priors is None:
        pytest.skip("this game gives no priors")
    out = np.zeros(case.game.max_legal)
    for step in play(case.game, case.options, "priors"):
        if step.actor >= 0:
            before = step.before.tobytes()
            sense.priors(step.before[0], np.array(step.legal, np.int32), len(step.legal), out)
            assert step.before.tobytes() == before
            assert (out[: len(step.legal)] > 0).all()
            assert np.isfinite(out[: len(step.legal)]).all()


@each_game
def test_a_playout_policy_ends_every_match(game: Game) -> None:
    sense = given_sense(game.name)
    if sense.playout is None:
        pytest.skip("this game gives no playout policy")
    for options in game.setups.values():
        rng = new_rng(3)
        for _ in range(5):
            state, taken = game.start(options), 0
            while game.actor(state[0]) != OVER:
                steps = sense.playout(state[0], rng)
                assert steps > 0
                taken += steps
                assert game.conserved(state[0])
            assert taken <= game.max_length
