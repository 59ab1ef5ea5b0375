"""The adapters pass the conformance suites of PettingZoo, Gymnasium and OpenSpiel for every game and set-up."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from ochaya.core.errors import IllegalAction
from ochaya.core.game import Game
from ochaya.envs.aec import TableEnv
from ochaya.envs.gym import SeatEnv, name_of
from ochaya.envs.play import Play
from tests.support import Case, each_case, each_game


def act_at_random(play: Play, count: int, seed: int = 0) -> None:
    dice = np.random.default_rng(seed)
    for _ in range(count):
        if play.is_over:
            return
        play.act(int(dice.choice(play.legal())))


@each_case
@pytest.mark.filterwarnings("ignore:Observation (space for each agent|is not a NumPy array)")  # it holds the mask too
def test_pettingzoo_finds_nothing_wrong(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(TableEnv(case.game, case.options), num_cycles=15)
    seed_test(lambda: TableEnv(case.game, case.options), num_cycles=10)
    assert "Passed" in capsys.readouterr().out


@each_case
def test_gymnasium_finds_nothing_wrong(case: Case) -> None:
    for seat in {0, case.seats - 1}:
        env = gymnasium.make(name_of(case.game), options=case.options, seat=seat, render_mode="ansi")
        check_env(env.unwrapped)


@each_game
def test_a_whole_match_gives_each_agent_its_share(game: Game) -> None:
    env = TableEnv(game, render_mode="ansi")
    env.reset(seed=3)
    dice, total = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
    shares: list[float] = []
    for agent in env.agent_iter():
        observation, reward, is_over, _, _ = env.last()
        total[agent] += reward
        if is_over and not shares:
            shares = env.play.shares()
        env.step(None if is_over else int(dice.choice(np.flatnonzero(observation["action_mask"]))))
    assert list(total.values()) == shares
    assert sum(shares) > 0
    assert not env.agents


def test_pettingzoo_saves_restores_and_refuses() -> None:
    env = TableEnv("hanamikoji", render_mode="ansi")
    env.reset(seed=1)
    act = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
    twin, kept = env.clone(), env.save()
    env.step(act)
    twin.step(act)
    assert env.save() == twin.save() != kept
    assert twin.agent_selection == env.agent_selection
    with pytest.raises(IllegalAction):
        env.step(-1)
    assert env.save() == twin.save()
    env.restore(kept)
    assert env.save() == kept
    assert '"phase"' in str(env.render())


def play_on(env: SeatEnv, seed: int) -> tuple[list[Any], float]:
    dice, told, reward, is_over = np.random.default_rng(seed), [], 0.0, env.play.is_over
    while not is_over:
        observation, reward, is_over, _, _ = env.step(int(dice.choice(env.play.legal())))
        told.append(observation["observation"].tobytes())
    return told, reward


def test_a_seat_against_bots_can_be_cloned_saved_and_restored() -> None:
    env = SeatEnv("ingenious", {"seats": "3"}, seat=1, bots=["greedy", "uniform"])
    env.reset(seed=5)
    kept, twin = env.save(), env.clone()
    first = play_on(env, 2)
    assert play_on(twin, 2) == first
    env.restore(kept)
    assert play_on(env, 2) == first
    assert first[1] == env.play.shares()[1]
    assert env.step(0)[4] == {"illegal": True}, "nothing may be done once it is over"


def test_a_seat_that_is_not_there_and_bots_too_many_are_refused() -> None:
    with pytest.raises(ValueError, match="seat: 2 of 2"):
        SeatEnv("hanamikoji", seat=2)
    with pytest.raises(ValueError, match="zip"):
        SeatEnv("hanamikoji", bots=["uniform", "uniform"])


@each_game
def test_a_match_can_be_cloned_copied_pickled_saved_and_restored(game: Game) -> None:
    play = Play(game, seed=2)
    act_at_random(play, 5)
    kept = play.save()
    twins = [play.clone(), copy.deepcopy(play), pickle.loads(pickle.dumps(play))]
    act_at_random(play, 20, 4)
    for twin in twins:
        assert twin.save() == kept
        act_at_random(twin, 20, 4)
        assert twin.save() == play.save()
    play.restore(kept)
    assert play.save() == kept
    with pytest.raises(ValueError, match="saved"):
        Play("_template", {"first": "1"}).restore(Play("_template").save())
