"""The fast path plays as the plain path does: the same distribution of lengths, results and choices."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ochaya.core.game import OVER
from ochaya.core.jit import is_compiled, specialise_all
from ochaya.core.playouts import playouts
from ochaya.core.rng import new_rng
from ochaya.games.geishas_road import GAME
from tests.chance import are_alike
from tests.games.geishas_road.kernels import fast_ends, plain_ends

MATCHES = 20_000 if is_compiled() else 60


@pytest.mark.parametrize("setup", ["basic", "harder-destiny", "advanced"])
def test_the_fast_path_has_the_distribution_of_plain_random_play(setup: str) -> None:
    assert GAME.stride is not None
    bound = {
        "actor": GAME.actor, "legal": GAME.legal, "odds": GAME.odds, "apply": GAME.apply, "stride": GAME.stride,
        "random_action": playouts(GAME).random_action,
    }
    made = specialise_all([plain_ends, fast_ends], GAME.name, **bound)
    start, ends, length = GAME.start(GAME.setups[setup]), GAME.state.new(MATCHES), np.zeros(MATCHES, np.int32)
    table = ends.view(np.recarray)
    rooms = np.zeros(GAME.max_legal, np.int32), np.zeros(GAME.max_legal, np.int32)
    samples = []
    for path in ("plain", "fast"):
        if path == "plain":
            made["plain_ends"](ends, start, *rooms, new_rng(1), length)
        else:
            made["fast_ends"](ends, start, new_rng(2), length)
        assert all(GAME.actor(ends[i]) == OVER for i in range(50))
        samples.append({
            "length": Counter(length.tolist()),
            "result": Counter((table.reason * 4 + table.winner).tolist()),
            "points": Counter((table.points[:, 0, 0] * 40 + table.points[:, 0, 1]).tolist()),
            "side": Counter((table.side[:, 0] & 1023).tolist()),
            "specials": Counter(table.special.reshape(MATCHES, 4).dot([1, 2, 4, 8]).tolist()),
            "guests": Counter(table.guests[:, 0].astype(int).dot([1, 4, 16, 64, 256]).tolist()),
            "pawns": Counter(table.pawn.astype(int).dot([1, 5, 25, 125, 625]).tolist()),
            "right": Counter((table.right[:, 0].astype(int) * 32 + table.right[:, 1]).tolist()),
        })
    for what in samples[0]:
        assert are_alike(samples[0][what], samples[1][what]), what
