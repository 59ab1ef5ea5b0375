"""What a learner is: something that learns a little each round, can be measured, saved and set up again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Arrays = dict[str, npt.NDArray[Any]]


def below(arrays: Mapping[str, npt.NDArray[Any]], start: str) -> Arrays:
    """Give the arrays whose names begin so, without that beginning."""
    return {name.removeprefix(start): array for name, array in arrays.items() if name.startswith(start)}


def without_critic(arrays: Mapping[str, npt.NDArray[Any]]) -> Arrays:
    """Give the numbers of a run's policy by the names that they have without a critic."""
    own = below(arrays, "numbers.policy.") or below(arrays, "numbers.")
    return {f"numbers.{name}": array for name, array in own.items()}


class Learner(Protocol):
    """Learns one set-up of one game. Given its recipe and seed, every round depends on the rounds before alone."""

    decisions: int
    """How many decisions it has learned from."""

    def learn(self, part: float) -> Mapping[str, float]:
        """Learn for one round, `part` of the whole run being over (0 to 1); gives what is worth watching."""

    def measure(self, matches: int) -> npt.NDArray[np.float64]:
        """Play against the fixed pool; gives what each match brought, always on the same deals."""

    def even(self) -> float:
        """Give the mean that an equal of the pool would reach."""

    def save(self) -> Arrays:
        """Give all that is needed to go on."""

    def start(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Begin with the network of another run, and nothing else of it."""

    def load(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from what `save` gave."""
