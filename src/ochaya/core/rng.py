"""A tiny compiled generator for search, guesses and playouts; never for dealing real cards (see dealing.py).

The state is an array of one unsigned word that the caller owns, so every use is reproducible and nothing is
shared between threads. Only shifts and exclusive-ors are used: they give the same numbers compiled and not.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import rule
from ochaya.core.record import Table

Rng: TypeAlias = npt.NDArray[np.uint64]

_MASK = (1 << 64) - 1


def new_rng(seed: int) -> Rng:
    """Start a generator; nearby seeds give unrelated sequences (the seed is scrambled by splitmix64)."""
    word = (seed + 0x9E3779B97F4A7C15) & _MASK
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    word ^= word >> 31
    return np.array([word or 1], np.uint64)


@rule
def next_word(rng: Rng) -> int:
    """Advance the generator and give 32 fresh random bits."""
    word = rng[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    rng[0] = word
    return np.int64(word >> np.uint64(32))  # type: ignore[return-value]


@rule
def part(word: int, n: int) -> int:
    """Turn 32 random bits into a number from 0 to n - 1, each as likely."""
    return (word * n) >> 32


@rule
def below(rng: Rng, n: int) -> int:
    """Give a number from 0 to n - 1, each as likely (n below 2**31; the bias is under n / 2**32)."""
    return part(next_word(rng), n)


@rule
def unit(rng: Rng) -> float:
    """Give a number from 0 up to, not including, 1."""
    return next_word(rng) / 4294967296.0


@rule
def pick(rng: Rng, weights: Table, n: int) -> int:
    """Choose an index below n with odds proportional to its whole-number weight."""
    total = np.int64(0)
    for i in range(n):
        total += weights[i]
    left = below(rng, total)  # type: ignore[arg-type]
    for i in range(n):
        left -= weights[i]
        if left < 0:
            return i
    return n - 1


@rule
def take(rng: Rng, pool: Table) -> int:
    """Draw one item from a table of counts, each single item as likely, and remove it."""
    n = len(pool)
    item = pick(rng, pool, n)
    pool[item] -= 1
    return item
