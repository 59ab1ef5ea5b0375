"""The fast path takes, from the same generator, the very same steps as the plain path."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.game import OVER
from ochaya.core.jit import is_compiled
from ochaya.core.playouts import playouts
from ochaya.core.rng import new_rng
from ochaya.games.tea_garden import GAME
from ochaya.games.tea_garden.mind.stride import stride

MATCHES = 40 if is_compiled() else 2


@pytest.mark.parametrize("setup", list(GAME.setups))
def test_a_stride_is_what_plain_play_does_with_the_same_random_numbers(setup: str) -> None:
    choose = playouts(GAME).random_action
    out, weights = np.zeros(GAME.max_legal, np.int32), np.zeros(GAME.max_legal, np.int32)
    fast, plain = new_rng(7), new_rng(7)
    for match in range(MATCHES):
        ahead, behind = GAME.start(GAME.setups[setup]), GAME.start(GAME.setups[setup])
        while int(GAME.actor(ahead[0])) != OVER:
            question = int(ahead[0].phase), int(ahead[0].due)
            for _ in range(int(stride(ahead[0], fast))):
                GAME.apply(behind[0], int(choose(behind[0], out, weights, plain)))
            where = f"{setup} match {match}, phase and due {question}"
            assert fast[0] == plain[0], f"{where}: other random numbers"
            assert ahead.tobytes() == behind.tobytes(), f"{where}: another state"
        assert int(GAME.actor(behind[0])) == OVER
