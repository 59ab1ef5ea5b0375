"""The learner of what actions leave behind: its sums are right, and its runs can be repeated."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.rng import new_rng
from ochaya.games import game as game_of
from ochaya.games.ingenious.mind.foresight import ask
from ochaya.train.afterstates.kernel import Manner
from ochaya.train.afterstates.learner import AfterstateLearner
from ochaya.train.afterstates.network import Adam, Shape, forward, gradient, share_out
from ochaya.train.afterstates.play import Table, compiled
from ochaya.train.errors import CannotTrain
from ochaya.train.recipes import Afterstates

GAME = game_of("ingenious")
SMALL = Afterstates(candidates=4, notes=256, batch=64)


def random_network(shape: Shape, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(0.0, 0.2, shape.size).astype(np.float32)


def test_the_game_and_the_trainer_say_the_same_of_a_network() -> None:
    shape = compiled("ingenious").shape
    numbers = random_network(shape, 1)
    rows = np.random.default_rng(2).normal(0.0, 1.0, (7, 2, shape.features + 1)).astype(np.float32)
    rows[rows < -1.0] = 0.0
    odds = forward(shape, numbers, rows)
    for position in range(7):
        for side in range(2):
            assert ask(numbers, rows[position, side]) == pytest.approx(odds[position, side], abs=1e-3)


@pytest.mark.parametrize("sides", [1, 2, 3])
def test_the_gradient_is_the_slope_of_the_loss(sides: int) -> None:
    shape = Shape(5, 4, 3)
    numbers = random_network(shape, 3).astype(np.float64)
    random = np.random.default_rng(4)
    rows = random.normal(0.0, 1.0, (6, sides, 6))
    targets = random.random((6, sides))
    if sides > 1:
        targets /= targets.sum(axis=1, keepdims=True)
    found, _ = gradient(shape, numbers, rows, targets)  # type: ignore[arg-type]
    for at in range(shape.size):
        step = np.zeros(shape.size)
        step[at] = 1e-5
        above = gradient(shape, numbers + step, rows, targets)[1]  # type: ignore[arg-type]
        below = gradient(shape, numbers - step, rows, targets)[1]  # type: ignore[arg-type]
        assert found[at] == pytest.approx((above - below) / 2e-5, abs=2e-4)


def test_adam_goes_downhill() -> None:
    shape = Shape(5, 8, 4)
    random = np.random.default_rng(5)
    numbers, adam = shape.begin(random), Adam.of(shape.size)
    rows = random.normal(0.0, 1.0, (200, 2, 6)).astype(np.float32)
    targets = share_out(2.0 * rows[:, :, 0])
    first = gradient(shape, numbers, rows, targets)[1]
    for _ in range(200):
        adam.step(numbers, gradient(shape, numbers, rows, targets)[0], 0.01)
    entropy = -(targets * np.log(targets)).sum(axis=1).mean()
    assert gradient(shape, numbers, rows, targets)[1] - entropy < 0.3 * (first - entropy)


@pytest.mark.parametrize("setup", ["two", "three", "team", "duel", "solo"])
def test_notes_hold_shares_and_targets_between_nothing_and_all(setup: str) -> None:
    table = Table(GAME, setup, 400)
    rows, targets = table.collect(random_network(table.shape, 6), Manner(4, 0.2, 0.8), new_rng(7))
    assert len(rows) > 10
    assert np.isfinite(rows).all()
    assert targets.min() >= 0.0
    assert targets.max() <= 1.0
    if table.sides > 1:
        assert targets.sum(axis=1) == pytest.approx(np.ones(len(targets)), abs=1e-5)


def test_without_a_trace_a_target_is_the_next_judgement_and_with_a_whole_one_the_result() -> None:
    table = Table(GAME, "two", 120)
    numbers = random_network(table.shape, 8)
    _, targets = table.collect(numbers, Manner(4, 0.0, 1.0), new_rng(9))
    assert set(np.unique(targets).tolist()) <= {0.0, 0.5, 1.0}
    _, targets = table.collect(numbers, Manner(4, 0.0, 0.0), new_rng(9))
    judged = table.notes.values[: len(targets)]
    followed = np.abs(targets[:-1] - judged[1:]).max(axis=1) < 1e-6
    assert followed.mean() > 0.9  # all but the last of each match


def test_a_network_against_itself_is_even_and_seats_are_exchanged() -> None:
    table = Table(GAME, "two", 16)
    numbers = table.shape.begin(np.random.default_rng(1))
    results = table.meet(numbers, numbers, 60, 4, new_rng(3))
    assert len(results) == 60
    assert 0.25 < results.mean() < 0.75


def test_two_rounds_with_the_same_seed_are_the_same_and_saving_between_changes_nothing() -> None:
    whole = AfterstateLearner(GAME, "two", SMALL, 11)
    for _ in range(3):
        whole.learn(0.5)
    first = AfterstateLearner(GAME, "two", SMALL, 11)
    first.learn(0.5)
    kept = {name: array.copy() for name, array in first.save().items()}
    again = AfterstateLearner(GAME, "two", SMALL, 99)
    again.load(kept)
    for _ in range(2):
        again.learn(0.5)
    assert again.decisions == whole.decisions
    assert (again.numbers == whole.numbers).all()


def test_a_little_learning_beats_the_glance() -> None:
    learner = AfterstateLearner(GAME, "two", Afterstates(candidates=6, notes=1024, batch=64, passes=4), 5)
    for _ in range(4):
        learner.learn(0.0)
    assert learner.measure(100).mean() > 0.55


def test_a_network_of_another_shape_is_refused() -> None:
    learner = AfterstateLearner(GAME, "two", SMALL, 1)
    before = learner.numbers.copy()
    with pytest.raises(CannotTrain, match="train-other-network"):
        learner.start({"numbers": np.zeros(3, np.float32)})
    assert (learner.numbers == before).all()


def test_a_game_that_describes_nothing_is_refused() -> None:
    with pytest.raises(CannotTrain, match="train-no-foresight"):
        compiled("geishas_road")
