"""OpenSpiel's own checks and algorithms run on every game and set-up."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.observation import make_observation

from ochaya.core.game import Game
from ochaya.envs import spiel
from ochaya.envs.layout import pieces
from tests.support import Case, each_case, each_game


def load(game: Game, setup: str = "") -> Any:
    return pyspiel.load_game(f"{spiel.PREFIX}{game.name}" + (f"(setup={setup})" if setup else ""))


def advance(state: Any, decisions: int, seed: int = 0) -> Any:
    """Play on at random until so many decisions are made and another is due."""
    dice = np.random.default_rng(seed)
    while not state.is_terminal() and (state.is_chance_node() or decisions > 0):
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(dice.choice(outcomes, p=odds)))
        else:
            state.apply_action(int(dice.choice(state.legal_actions())))
            decisions -= 1
    return state


@each_case
def test_openspiel_finds_nothing_wrong(case: Case) -> None:
    game = load(case.game, case.setup)
    assert game.num_players() == case.seats
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@each_case
def test_a_resampled_world_is_the_same_to_its_viewer(case: Case) -> None:
    state = advance(load(case.game, case.setup).new_initial_state(), 6)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for player in range(case.seats):
        world = state.resample_from_infostate(player, sampler)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.current_player() == state.current_player()
        if player == state.current_player():
            assert world.legal_actions() == state.legal_actions()
        advance(world, 10**6)
        assert world.is_terminal()


@each_game
def test_observers_give_the_pieces_by_name(game: Game) -> None:
    spiel_game = load(game)
    state, observer = advance(spiel_game.new_initial_state(), 3), make_observation(spiel_game)
    observer.set_from(state, 1)
    assert list(observer.dict) == [piece.name for piece in pieces(game)]
    assert observer.tensor.tolist() == state.observation_tensor(1)
    assert observer.string_from(state, 1) == state.observation_string(1) != state.observation_string(0)


@each_game
def test_openspiels_tree_search_plays(game: Game) -> None:
    spiel_game, dice = load(game), np.random.RandomState(1)
    state = advance(spiel_game.new_initial_state(), 2)
    bot = ismcts.ISMCTSBot(spiel_game, FlatEvaluator(), 1.4, 12, random_state=dice)
    for _ in range(2):
        if not state.is_terminal():
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            advance(state, 0)


class FlatEvaluator(mcts.Evaluator):  # type: ignore[misc]
    """Thinks every position even: whole random matches would take long."""

    def evaluate(self, state: Any) -> Any:
        return np.full(state.num_players(), 0.5)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def test_regret_minimisation_comes_near_the_equilibrium_of_the_smallest_game() -> None:
    game = pyspiel.load_game("ochaya__template")
    solver = cfr.CFRSolver(game)
    for _ in range(8):
        solver.evaluate_and_update_policy()
    at_random = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert at_random == pytest.approx(0.15)
    assert exploitability.exploitability(game, solver.average_policy()) < at_random / 5


def test_options_are_read_and_wrong_ones_refused() -> None:
    game = pyspiel.load_game("ochaya_hanamikoji(setup=endless,options=first:0+tie-break:geishas)")
    assert game.options == {"rounds": "none", "tie-break": "geishas", "first": "0"}
    assert re.search("first:0", str(game))
    hanamikoji = game.rules
    with pytest.raises(ValueError, match="setup: nonsense"):
        spiel.read_options(hanamikoji, {"setup": "nonsense"})
    with pytest.raises(Exception, match="option-value"):
        spiel.read_options(hanamikoji, {"options": "first:9"})
