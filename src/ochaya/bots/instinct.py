"""The bot that does what its game has learned, without any search: by habit, or by foresight one action ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ochaya.bots.greedy import glances
from ochaya.bots.limit import Limit
from ochaya.core.habit import DOUBT
from ochaya.core.rng import Rng, unit
from ochaya.core.secrecy import Seen
from ochaya.search.mind import mind_of

SHARPNESS = 40.0
"""How a lead of foresight becomes a chance: so many times the difference of shares, as an exponent."""
HARDLY_EVER = 0.03
"""What would be done so much less often than the likeliest action is not done at all: errors come from what an
experienced player would at least think of, the more of it the warmer, and not from a long tail of anything."""


def drawn(chances: npt.NDArray[np.float64], temperature: float, draws: npt.NDArray[np.float64]) -> npt.NDArray[np.intp]:
    """Give the place of one action for each row of chances, by numbers drawn from 0 up to, not including, 1."""
    if temperature <= 0.0:
        return np.asarray(chances.argmax(axis=1))
    weights = (chances / chances.max(axis=1, keepdims=True)) ** (1.0 / temperature)
    ends = np.where(weights >= HARDLY_EVER, weights, 0.0).cumsum(axis=1)
    return np.asarray((ends <= draws[:, None] * ends[:, -1:]).sum(axis=1))


def without_doubt(chances: npt.NDArray[np.float64], counts: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    """Give an instinct's chances, a row for each decision, without the doubt that is there for search."""
    return np.asarray(np.maximum(chances - DOUBT / counts[:, None], 0.0))


@dataclass(frozen=True)
class Instinctive:
    """Takes what an experienced player would most likely do; with temperature, what he might do."""

    temperature: float = 0.0
    """0: always the likeliest action; 1: each as often as its chance says; beyond that the more alike the higher. What
    he would hardly ever do it never does, however warm."""
    name: str = "instinct"

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Give an action by its chance."""
        if len(legal) == 1:
            return legal[0]
        ask = mind_of(seen.game).sense.instinct
        if ask is None:
            shares = glances(seen, legal, rng, by_foresight=True)
            chances = np.exp(SHARPNESS * (shares - shares.max()))[None]
        else:
            chances = without_doubt(ask(seen, np.array(legal, np.int32))[None], np.array([len(legal)], np.int32))
        return legal[int(drawn(chances, self.temperature, np.array([unit(rng)]))[0])]
