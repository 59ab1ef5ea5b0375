"""Batches of matches: what the arrays show is what the rules say, and the same seed gives the same matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ochaya.core.errors import IllegalAction
from ochaya.core.game import CHANCE, OVER, Game
from ochaya.core.jit import rule
from ochaya.core.rng import Rng, pick
from ochaya.core.secrecy import seen
from ochaya.envs import Batch, VectorEnv, new_batch
from ochaya.envs.vector import generators, most_threads
from ochaya.games import game as game_of
from tests.support import Case, each_case, each_game

N = 6


class Chooser:
    """Chooses places at random, for ever the same from a seed."""

    def __init__(self, seed: int = 0) -> None:
        self.dice = np.random.default_rng(seed)

    def places(self, now: Batch) -> npt.NDArray[np.int64]:
        return (self.dice.random(len(now.counts)) * now.counts).astype(np.int64)


def ids_of(now: Batch, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    return now.legals[np.arange(len(places)), places]


def shown(now: Batch) -> list[bytes]:
    """All that the arrays say; of the lists only what counts."""
    lists = [row[:count].tobytes() for row, count in zip(now.legals, now.counts, strict=True)]
    return [now.observations.tobytes(), now.seats.tobytes(), now.rewards.tobytes(), now.dones.tobytes(), *lists]


def check_row(env: VectorEnv, states: Any, at: int) -> None:
    game, now, record = env.game, env.now, states[at]
    seat = int(game.actor(record))
    legal = game.legal_ids(record)
    assert now.seats[at] == seat >= 0
    assert now.legals[at, : now.counts[at]].tolist() == legal
    assert np.flatnonzero(now.masks[at]).tolist() == legal
    expected = game.observation(seen(game, states[at : at + 1], seat))
    np.testing.assert_array_equal(now.observations[at], expected)


def act(game: Game, record: Any, action: int, rng: Rng) -> None:
    """Do an action and let chance deal, without the batch's own code."""
    game.apply(record, action)
    while int(game.actor(record)) == CHANCE:
        if game.stride is not None:
            game.stride(record, rng)
        else:
            outcomes, weights = game.outcome_odds(record)
            game.apply(record, outcomes[pick(rng, np.array(weights, np.int32), len(weights))])


@each_case
def test_arrays_show_what_the_rules_say_and_rewards_are_the_score(case: Case) -> None:
    env, chooser, ended = VectorEnv(case.game, case.options, N, 3, threads=1, masks=True), Chooser(), 0
    for step in range(400):
        expected, rngs = env.states(), env.generators()
        actions = ids_of(env.now, chooser.places(env.now))
        env.step(actions)
        states, watched = env.states(), step // 5 % N
        if step % 5 == 0:
            check_row(env, states, watched)
        for at in {watched, *np.flatnonzero(env.now.dones)}:
            act(case.game, expected[at], int(actions[at]), rngs[at])
            assert (int(case.game.actor(expected[at])) == OVER) == env.now.dones[at]
            if env.now.dones[at]:
                shares = np.array(case.game.shares(expected[at], case.seats), np.float32)
                np.testing.assert_array_equal(env.now.rewards[at], shares)
                ended += 1
            else:
                assert states[at].tobytes() == expected[at].tobytes()
        assert not env.now.rewards[~env.now.dones].any()
        if ended >= 2 and step >= 60:
            return
    raise AssertionError(f"{case}: no match ended")


@each_game
def test_the_same_seed_gives_the_same_matches_whatever_the_number_of_threads(game: Game) -> None:
    counts = sorted({1, 2, most_threads()})
    envs = [VectorEnv(game, n=50, seed=7, threads=threads) for threads in counts]
    chooser = Chooser()
    for _ in range(40):
        places = chooser.places(envs[0].now)
        for at, env in enumerate(envs):
            if at % 2:
                env.step(ids_of(env.now, places))
            else:
                env.step_places(places)
    assert len({env.save() for env in envs}) == 1
    for env in envs[1:]:
        assert shown(env.now) == shown(envs[0].now)
    assert VectorEnv(game, n=50, seed=8, threads=1).save() != VectorEnv(game, n=50, seed=7, threads=1).save()
    envs[0].reset(7)
    assert envs[0].save() == VectorEnv(game, n=50, seed=7, threads=1).save()


@each_game
def test_a_clone_and_a_restored_moment_go_on_alike(game: Game) -> None:
    env = VectorEnv(game, n=N, seed=1, threads=1, masks=True)
    first, again, third = Chooser(1), Chooser(2), Chooser(2)
    for _ in range(30):
        env.step_places(first.places(env.now))
    kept, moment = env.save(), shown(env.now)
    twin = env.clone()
    assert shown(twin.now) == moment
    for _ in range(30):
        env.step_places(again.places(env.now))
    assert twin.save() == kept, "a clone moves by itself"
    for _ in range(30):
        twin.step_places(third.places(twin.now))
    assert shown(twin.now) == shown(env.now)
    env.restore(kept)
    assert shown(env.now) == moment
    check_row(env, env.states(), N - 1)
    assert VectorEnv.load(kept, threads=1).save() == kept


def template(n: int = N, **settings: Any) -> VectorEnv:
    return VectorEnv("_template", n=n, **{"threads": 1, **settings})


@pytest.mark.parametrize("threads", [1, 2])
def test_an_illegal_action_is_refused_and_nothing_has_happened(threads: int) -> None:
    env = template(threads=threads)
    before = env.save()
    places, actions = np.zeros(N, np.int64), env.now.legals[:, 0].astype(np.int64)
    places[4] = env.now.counts[4]
    with pytest.raises(IllegalAction, match="match=4"):
        env.step_places(places)
    actions[2] = -1
    with pytest.raises(IllegalAction, match="match=2"):
        env.step(actions)
    assert env.save() == before


def test_a_step_fills_the_arrays_it_is_given() -> None:
    env, twin = template(masks=True), template(masks=True)
    rollout = [new_batch(env.game, env.options, N, masks=True) for _ in range(3)]
    chooser = Chooser()
    for step in range(12):
        places = chooser.places(env.now)
        now = env.step_places(places, into=rollout[step % 3])
        twin.step_places(places)
        assert now is env.now is rollout[step % 3]
        assert shown(now) == shown(twin.now)
        np.testing.assert_array_equal(now.masks, twin.now.masks)


def test_arrays_that_do_not_fit_are_refused() -> None:
    env = template()
    with pytest.raises(ValueError, match="rewards"):
        env.step_places(np.zeros(N, int), into=env.now._replace(rewards=np.zeros((N, 3), np.float32)))
    with pytest.raises(ValueError, match="legals"):
        VectorEnv("_template", n=N, into=env.now._replace(legals=np.asfortranarray(env.now.legals)))
    with pytest.raises(ValueError, match="observations"):
        template(numbers=np.float64)
    with pytest.raises(ValueError, match="actions"):
        env.step(np.zeros(N + 1, int))
    with pytest.raises(ValueError, match="actions"):
        env.step(np.zeros(N))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="saved"):
        env.restore(template(n=N + 1).save())


def test_whole_numbers_are_the_same_numbers() -> None:
    env, narrow = template(), template(numbers=np.int8)
    for _ in range(10):
        places = np.zeros(N, int)
        env.step_places(places)
        narrow.step_places(places)
        np.testing.assert_array_equal(env.now.observations, narrow.now.observations)
    assert narrow.clone().now.observations.dtype == np.int8


@rule
def observe_in_halves(s: Any, seat: int, out: npt.NDArray[np.float32]) -> None:
    for i in range(len(out)):
        out[i] = 0.5 * i


def test_numbers_that_do_not_fit_are_not_rounded_but_refused() -> None:
    game = replace(game_of("_template"), name="_template~halves", observe=observe_in_halves)
    with pytest.raises(ValueError, match="int8 cannot hold"):
        VectorEnv(game, n=2, threads=1, numbers=np.int8)


def test_generators_differ_and_do_not_depend_on_how_many_there_are() -> None:
    many = generators(1, 1000)
    assert len(np.unique(many)) == 1000
    np.testing.assert_array_equal(generators(1, 10), many[:10])
    assert not np.isin(generators(2, 1000), many).any()
