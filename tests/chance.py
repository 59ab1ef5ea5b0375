"""How surprising are these counts? A chi-square test without further libraries."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping


def _quantile(freedom: int, sigmas: float) -> float:
    """Give the chi-square value that is `sigmas` normal deviations out (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + sigmas * math.sqrt(spread)) ** 3)


SURPRISE = 5.2
"""How many deviations count as a failure: one false alarm in ten million comparisons."""


def is_as_expected(counts: Iterable[float], expected: Iterable[float], sigmas: float = SURPRISE) -> bool:
    """Say whether counts fit their expectation (same total) by chi-square.

    Rare cells are put together, rarest first by expectation alone: the counts must have no say in it.
    """
    pairs = sorted(zip(expected, counts, strict=True), key=lambda pair: pair[0])
    total, freedom, rare_expected, rare_counted = 0.0, -1, 0.0, 0.0
    for wanted, got in pairs:
        if wanted == 0 and got:
            return False
        rare_expected, rare_counted = rare_expected + wanted, rare_counted + got
        if rare_expected >= 8:
            total += (rare_counted - rare_expected) ** 2 / rare_expected
            freedom += 1
            rare_expected = rare_counted = 0.0
    return freedom <= 0 or total <= _quantile(freedom, sigmas)


def are_alike(one: Mapping[int, int], other: Mapping[int, int], sigmas: float = SURPRISE) -> bool:
    """Say whether two samples could come from one distribution (two-sample chi-square, rare cells together)."""
    size_one, size_other = sum(one.values()), sum(other.values())
    cells = sorted((one.get(key, 0) + other.get(key, 0), key) for key in {*one, *other})
    total, freedom, a, b = 0.0, -1, 0, 0
    for both, key in cells:
        a, b = a + one.get(key, 0), b + other.get(key, 0)
        if a + b >= 16 or (both, key) == cells[-1]:
            ratio = math.sqrt(size_other / size_one)
            total += (a * ratio - b / ratio) ** 2 / (a + b)
            freedom += 1
            a = b = 0
    return freedom <= 0 or total <= _quantile(freedom, sigmas)
