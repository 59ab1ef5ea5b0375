"""The bot that looks one action ahead and takes what its game's judgement likes best."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ochaya.bots.limit import Limit
from ochaya.core.rng import Rng, below
from ochaya.core.secrecy import Seen
from ochaya.search.mind import mind_of

WORLDS = 16
"""Each action is judged in so many guessed worlds, the same for all."""


@functools.cache
def _room(name: str) -> tuple[npt.NDArray[np.float64], ...]:
    seats = mind_of(name).seats
    return np.zeros(seats, np.float64), np.zeros(seats, np.float64)


def glances(seen: Seen, legal: Sequence[int], rng: Rng, worlds: int = WORLDS) -> npt.NDArray[np.float64]:
    """Give the seat's expected share after each legal action, judged at a glance (by playouts without a `value`)."""
    mind = mind_of(seen.game)
    out, glance = _room(seen.game)
    scratch = np.zeros((3, max(mind.game.max_legal, len(legal))), np.int32)
    scratch[0, : len(legal)] = legal
    gains = np.zeros(len(legal), np.float64)
    mind.glance_ahead(
        seen.block, mind.game.state.new(2), seen.seat, rng, worlds, scratch[0], len(legal), scratch[1], scratch[2],
        gains, out, glance, mind.has_value, mind.horizon,
    )
    return gains / worlds


class Greedy:
    """Takes the action after which the game's own judgement likes the position best."""

    name = "greedy"

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Give the best action at a glance; among equals any."""
        shares = glances(seen, legal, rng)
        best = np.flatnonzero(shares >= shares.max() - 1e-9)
        return legal[int(best[below(rng, len(best))])]
