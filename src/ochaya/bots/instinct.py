"""The bot that does what its game has learned, without any search: by habit, or by foresight one action ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ochaya.bots.greedy import glances
from ochaya.bots.limit import Limit
from ochaya.core.habit import drawn, forget_doubt
from ochaya.core.rng import Rng, unit
from ochaya.core.secrecy import Seen
from ochaya.search.mind import mind_of

SHARPNESS = 40.0
"""How a lead of foresight becomes a chance: so many times the difference of shares, as an exponent."""


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
            chances = np.exp(SHARPNESS * (shares - shares.max()))
        else:
            chances = ask(seen, np.array(legal, np.int32))
            forget_doubt(chances, len(legal))
        return legal[drawn(chances, len(legal), self.temperature, unit(rng))]
