"""The judgement of bots: sound numbers everywhere, and a playout policy that beats random play."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.game import OVER
from ochaya.core.jit import is_compiled
from ochaya.core.rng import new_rng
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.mind.glance import value
from ochaya.games.geishas_road.mind.sense import playout, priors

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
            value(state[0], out)
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
    assert won / MATCHES > 0.62, f"won {won} of {MATCHES}"
