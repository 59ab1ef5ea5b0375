"""A learned habit and a learned outlook as compiled code: parts, chances, and the same numbers as plain NumPy."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from ochaya.core.game import Game
from ochaya.core.habit import DOUBT, MOST_PARTS, Shape, habit_of, parts_of, table_of_parts
from ochaya.core.jit import rule
from ochaya.core.outlook import NARROW, numbers_for, outlook_of
from ochaya.core.secrecy import seen
from ochaya.envs import VectorEnv
from ochaya.games import game as game_of
from ochaya.games import shown_names

PLAIN = Shape(wide=16, layers=3, length=8)
PAIRED = replace(PLAIN, pairs=5)


@rule
def two_players(s: object) -> int:
    return 2


@rule
def one_player(s: object) -> int:
    return 1


def relu(numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.maximum(numbers, 0.0, dtype=np.float64)


@pytest.fixture
def game() -> Game:
    """Not of the house: compiled code is kept for games of the house, each with one network; these here are many."""
    return replace(game_of("_template"), name="nowhere")


def test_actions_share_their_parts_and_differ_as_a_whole() -> None:
    game = game_of("geishas_road")
    table, count = table_of_parts(game.decode, game.max_actions)
    assert len(table) == game.max_actions
    assert count < 1000
    assert len({tuple(sorted(row.tolist())) for row in table}) > 0.99 * game.max_actions
    assert parts_of(game.decode, game.max_actions - 1)[0] == ("tokens",)


@pytest.mark.parametrize("name", shown_names())
def test_every_games_parts_can_travel_with_half_precision(name: str) -> None:
    game = game_of(name)
    assert table_of_parts(game.decode, game.max_actions)[1] <= MOST_PARTS


@pytest.mark.parametrize("shape", [PLAIN, PAIRED])
def test_a_habit_weighs_as_its_network_says(game: Game, tmp_path: Path, shape: Shape) -> None:
    table, parts = table_of_parts(game.decode, game.max_actions)
    inputs, random = game.observation_size, np.random.default_rng(1)
    sizes = shape.sizes(inputs, parts)
    numbers = random.normal(0, 0.3, sum(sizes.values())).astype(np.float16)
    np.save(tmp_path / "habit.npy", numbers)
    habit = habit_of(game, tmp_path / "habit.npy", shape)
    first, later, query, likings, vectors, mates = np.split(
        numbers.astype(np.float64), np.cumsum(list(sizes.values()))[:-1])
    env = VectorEnv(game, n=16, seed=3)
    for at in range(env.n):
        legal = env.now.legals[at, : env.now.counts[at]].copy()
        chances = habit(seen(game, env.states()[at : at + 1], int(env.now.seats[at])), legal)
        rows = first.reshape(inputs + 1, 16)
        deep = relu(env.now.observations[at] @ rows[:-1] + rows[-1])
        for layer in later.reshape(2, 17, 16):
            deep = deep + relu(deep @ layer[:-1] + layer[-1])
        ask = query.reshape(17, 8 + shape.pairs)
        asked = deep @ ask[:-1] + ask[-1]
        likes = asked[:8] @ vectors.reshape(parts, 8).T + likings
        likes[0] = 0.0  # no part
        mate = mates.reshape(parts, shape.pairs)
        together = [
            sum((mate[one] * mate[two] for one, two in combinations([p for p in table[action] if p], 2)),
                np.zeros(shape.pairs))
            for action in legal]
        found = np.exp(likes[table[legal]].sum(1) + np.array(together) @ asked[8:])
        assert chances == pytest.approx((1 - DOUBT) * found / found.sum() + DOUBT / len(legal), abs=1e-5)


@pytest.mark.parametrize("is_alone", [False, True])
def test_an_outlook_shares_the_win_as_its_network_says(game: Game, tmp_path: Path, is_alone: bool) -> None:
    inputs, wide = game.observation_size, 8
    numbers = np.random.default_rng(2).normal(0, 0.3, numbers_for(inputs, wide)).astype(np.float16)
    np.save(tmp_path / "outlook.npy", numbers)
    foresee = outlook_of(game, one_player if is_alone else two_players, tmp_path / "outlook.npy", wide)
    one, two, three = np.split(numbers.astype(np.float64), np.cumsum([(inputs + 1) * wide, (wide + 1) * NARROW]))
    one, two = one.reshape(inputs + 1, wide), two.reshape(wide + 1, NARROW)
    env, shares = VectorEnv(game, n=8, seed=4), np.zeros(1 if is_alone else 2)
    for state in env.states():
        standing, numbers_seen = [], np.zeros(inputs, np.float32)
        for seat in range(len(shares)):
            game.observe(state, seat, numbers_seen)
            deep = relu(relu(numbers_seen @ one[:-1] + one[-1]) @ two[:-1] + two[-1])
            standing.append(deep @ three[:-1] + three[-1])
        foresee(state, shares)
        chances = np.exp([*standing, 0.0] if is_alone else standing)
        assert shares == pytest.approx((chances / chances.sum())[: len(shares)], abs=1e-5)


def test_numbers_of_another_shape_are_refused(game: Game, tmp_path: Path) -> None:
    np.save(tmp_path / "odd.npy", np.zeros(10, np.float16))
    with pytest.raises(ValueError, match="instead of"):
        outlook_of(game, two_players, tmp_path / "odd.npy", 8)
    habit = habit_of(game, tmp_path / "odd.npy")
    with pytest.raises(ValueError, match="instead of"):
        habit.load()
