"""The judgement of bots: sound numbers everywhere, and a playout policy that beats random play and older numbers."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from bench.learned.promise import FIRST, MODES, flat, share_of, written
from ochaya.core.game import CHANCE, OVER
from ochaya.core.jit import is_compiled
from ochaya.core.rng import new_rng
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.actions import FIRST_COMPROMISE, FIRST_DOUBLE, PAIRED, THREES
from ochaya.games.geishas_road.mind.glance import foresee, is_quiet, value
from ochaya.games.geishas_road.mind.playout import best_idea, playout, use_of
from ochaya.games.geishas_road.mind.promise import NUMBERS, read
from ochaya.games.geishas_road.mind.sense import priors
from ochaya.games.geishas_road.state import TURN

SETUPS = sorted(GAME.setups)
MATCHES = 300 if is_compiled() else 60


@pytest.mark.parametrize("setup", SETUPS)
def test_values_are_shares_and_priors_are_positive(setup: str) -> None:
    assert GAME.stride is not None
    rng, out, weights = new_rng(5), np.zeros(2), np.zeros(GAME.max_legal)
    actions = np.zeros(GAME.max_legal, np.int32)
    for _ in range(3):
        state = GAME.start(GAME.setups[setup])
        while GAME.actor(state[0]) != OVER:
            before = state.tobytes()
            for judge in (value, foresee):
                judge(state[0], out)
                assert out.min() >= 0
                assert abs(out.sum() - 1) < 1e-9
            if GAME.actor(state[0]) >= 0:
                n = GAME.legal(state[0], actions)
                priors(state[0], actions, n, weights)
                assert (weights[:n] > 0).all()
                assert np.isfinite(weights[:n]).all()
            assert state.tobytes() == before
            GAME.stride(state[0], rng)


@pytest.mark.parametrize("setup", SETUPS)
def test_the_playout_policy_beats_random_play(setup: str) -> None:
    assert GAME.stride is not None
    rng, won = new_rng(7), 0.0
    for match in range(MATCHES):
        state, seat = GAME.start(GAME.setups[setup]), match % 2
        while GAME.actor(state[0]) != OVER:
            move = playout if GAME.actor(state[0]) == seat else GAME.stride
            move(state[0], rng)
        won += GAME.shares(state[0], 2)[seat]
    assert won / MATCHES > 0.8, f"won {won} of {MATCHES}"


@pytest.mark.parametrize("setup", SETUPS)
def test_an_idea_of_a_playout_can_be_done(setup: str) -> None:
    assert GAME.stride is not None
    rng, actions, asked = new_rng(9), np.zeros(GAME.max_legal, np.int32), 0
    for _ in range(3):
        state = GAME.start(GAME.setups[setup])
        while GAME.actor(state[0]) != OVER:
            if GAME.actor(state[0]) != CHANCE and state[0].phase == TURN:
                n = GAME.legal(state[0], actions)
                assert best_idea(state[0], rng, NUMBERS) in actions[:n]
                asked += 1
            GAME.stride(state[0], rng)
    assert asked > 0


def test_the_use_of_a_marker_names_its_cards_and_their_pairs() -> None:
    for cards in permutations((3, 7, 8, 15)):
        drawn = np.array(cards, np.int64)
        assert set(THREES[use_of(2, drawn) - FIRST_COMPROMISE].tolist()) == set(cards[:3])
        four = PAIRED[use_of(3, drawn) - FIRST_DOUBLE].tolist()
        assert {frozenset(four[:2]), frozenset(four[2:])} == {frozenset(cards[:2]), frozenset(cards[2:])}


@pytest.mark.parametrize("setup", ["harder", "advanced"])
def test_a_favour_token_counts_between_the_rounds(setup: str) -> None:
    assert GAME.stride is not None
    rng, out, before = new_rng(11), np.zeros(2), np.zeros(2)
    state = GAME.start(GAME.setups[setup])
    while not is_quiet(state[0]):
        state = state if GAME.actor(state[0]) != OVER else GAME.start(GAME.setups[setup])
        GAME.stride(state[0], rng)
    state[0].favour[0] = 0
    foresee(state[0], before)
    state[0].favour[0] = 1
    foresee(state[0], out)
    assert out[0] > before[0]


@pytest.mark.skipif(not is_compiled(), reason="thousands of matches")
def test_evolved_numbers_beat_those_of_the_glance() -> None:
    for mode in MODES:
        assert share_of(NUMBERS, flat(FIRST), (mode,), 4000, 1) > 0.72


def test_numbers_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "promise.toml"
    file.write_text(written(NUMBERS), "utf-8")
    assert np.array_equal(read(file), NUMBERS)
