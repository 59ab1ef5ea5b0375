"""Half a million random matches over the six set-ups, every state looked at; run by `make test-deep`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ochaya.core.game import OVER
from ochaya.core.jit import specialise
from ochaya.core.record import Block
from ochaya.core.rng import Rng, new_rng
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.rules import actor, apply, conserved, legal, odds, setup
from ochaya.games.ingenious.stride import stride

MATCHES = 500_000
ROOM = GAME.max_legal


def sweep(block: Block, options: Any, matches: int, rng: Rng, ids: Any, weights: Any, most: int, every: int) -> int:
    """Play matches by strides; give 0 when all was well, else what was wrong (1 pieces, 2 moves, 3 length, 4 odds)."""
    for match in range(matches):
        block[0] = block[1]
        s = block[0]
        setup(s, options)
        steps = 0
        while actor(s) != OVER:
            if not conserved(s):
                return 1
            if match % every == 0:
                n = legal(s, ids)
                if n < 1 or n > len(ids):
                    return 2
                for at in range(1, n):
                    if ids[at] <= ids[at - 1]:
                        return 2
                if actor(s) == -1 and odds(s, weights) < 1:
                    return 4
            bag = np.int64(0)
            for kind in range(21):
                bag += s.bag[kind]
            if bag < 15 - 6:
                return 1
            steps += stride(s, rng)
            if steps > most:
                return 3
        if not conserved(s):
            return 1
    return 0


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", list(GAME.setups))
def test_random_matches_keep_every_invariant(name: str) -> None:
    full = GAME.complete(GAME.setups[name])
    options = np.array([option.values.index(full[option.name]) for option in GAME.options], np.int16)
    run = specialise(sweep, "ingenious", setup=setup, actor=actor, legal=legal, odds=odds, conserved=conserved,
                     stride=stride, apply=apply)
    ids, weights = np.zeros(ROOM, np.int32), np.zeros(ROOM, np.int32)
    matches = -(-MATCHES // len(GAME.setups))
    fault = run(GAME.state.new(2), options, matches, new_rng(sum(map(ord, name))), ids, weights, GAME.max_length, 20)
    assert fault == 0
