"""Small compiled functions for the tests of `core`; in a file of their own because Numba caches by file."""

from __future__ import annotations

from typing import Any

import numpy as np

from ochaya.core.jit import rule
from ochaya.core.rng import Rng, below, next_word, pick, take, unit

step: Any = None
"""Bound by `specialise`."""


@rule
def fill(tray: Any) -> None:
    """Count through the cups."""
    total = np.int64(0)
    for row in range(2):
        for column in range(3):
            tray.cups[row, column] = row * 3 + column
            total += row * 3 + column
    tray.total = total


def twice(start: int) -> int:
    """Apply the game's step two times: an algorithm over any game."""
    return int(step(step(start)))


def four_times(start: int) -> int:
    """Call a function of the same family."""
    return twice(twice(start))


@rule
def words(rng: Rng, out: Any) -> None:
    """Write fresh words."""
    for i in range(len(out)):
        out[i] = next_word(rng)


@rule
def numbers_below(rng: Rng, n: int, out: Any) -> None:
    """Write numbers below n."""
    for i in range(len(out)):
        out[i] = below(rng, n)


@rule
def units(rng: Rng, out: Any) -> None:
    """Write numbers from 0 to 1."""
    for i in range(len(out)):
        out[i] = unit(rng)


@rule
def picks(rng: Rng, weights: Any, out: Any) -> None:
    """Write weighted choices."""
    for i in range(len(out)):
        out[i] = pick(rng, weights, len(weights))


@rule
def takes(rng: Rng, pool: Any, out: Any) -> None:
    """Write items drawn from a pool without putting back."""
    for i in range(len(out)):
        out[i] = take(rng, pool)
