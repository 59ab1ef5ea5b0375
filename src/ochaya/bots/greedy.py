"""The bot that looks one action ahead and takes what its game's judgement likes best."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ochaya.bots.limit import Limit
from ochaya.core.rng import Rng
from ochaya.core.secrecy import Seen
from ochaya.search.glances import any_of_best
from ochaya.search.layout import Scratch, decision
from ochaya.search.mind import mind_of
from ochaya.search.tree import new_scratch

WORLDS = 16
"""Each action is judged in so many guessed worlds, the same for all."""


_own = threading.local()


def _scratch(name: str) -> Scratch:
    """Give this thread's space for glances at a game; compiled code lets other threads run beside it."""
    kept: dict[str, Scratch] = _own.__dict__.setdefault("kept", {})
    if name not in kept:
        kept[name] = new_scratch(mind_of(name))
    return kept[name]


def glances(
    seen: Seen, legal: Sequence[int], rng: Rng, worlds: int = WORLDS, *, by_foresight: bool = False
) -> npt.NDArray[np.float64]:
    """Give the seat's expected share after each legal action, judged at a glance (by playouts without a `value`).

    `by_foresight`: judged by what the game foresees, where it does.
    """
    mind = mind_of(seen.game)
    task = decision(seen, np.array(legal, np.int32))
    gains = np.zeros(len(legal), np.float64)
    numbers = mind.numbers._replace(has_value=False, horizon=0) if by_foresight else mind.numbers
    mind.glance_ahead(task, rng, worlds, gains, numbers, _scratch(seen.game))
    return gains / worlds


class Greedy:
    """Takes the action after which the game's own judgement likes the position best."""

    name = "greedy"

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Give the best action at a glance; among equals any."""
        return legal[any_of_best(glances(seen, legal, rng), rng)]
