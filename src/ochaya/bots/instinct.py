"""The bot that does what its game has learned, without any search: by habit, or by foresight one action ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ochaya.bots.greedy import glances
from ochaya.bots.limit import Limit
from ochaya.core.rng import Rng, unit
from ochaya.core.secrecy import Seen
from ochaya.search.mind import mind_of

SHARPNESS = 40.0
"""How a lead of foresight becomes a chance: so many times the difference of shares, as an exponent."""


@dataclass(frozen=True)
class Instinctive:
    """Takes what an experienced player would most likely do; with temperature, what he might do."""

    temperature: float = 0.0
    """0: always the likeliest action; 1: each as often as its chance says; beyond that the more alike the higher."""
    name: str = "instinct"

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Give an action by its chance."""
        ask = mind_of(seen.game).sense.instinct
        if ask is None:
            shares = glances(seen, legal, rng, by_foresight=True)
            chances = np.exp(SHARPNESS * (shares - shares.max()))
        else:
            chances = ask(seen, np.array(legal, np.int32))
            chances = np.maximum(chances - chances.min(), 1e-6)  # without the doubt that is there for search
        if self.temperature <= 0.0:
            return legal[int(chances.argmax())]
        weights = (chances / chances.max()) ** (1.0 / self.temperature)
        left = unit(rng) * float(weights.sum())
        for action, weight in zip(legal, weights, strict=True):
            left -= float(weight)
            if left < 0:
                return action
        return legal[-1]
