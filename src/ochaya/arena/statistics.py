"""What results tell, and how sure it is: means, intervals that respect pairing, Elo, and when to stop.

The unit is a *meeting*: the same chance outcomes played with the seats exchanged. Its matches are not independent of
each other (a lucky deal is lucky for both), meetings are; so every interval is made from one number per meeting.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

SURE = 1.959964
"""Normal deviations of a 95 % interval."""
SURE_AT_ANY_LOOK = 3.0
"""Deviations asked of each look when stopping as soon as one is sure: with looks at `LOOKS` growing sizes the chance
that equal bots are ever called unequal stays under 5 % (tested on synthetic results)."""
FIRST_LOOK, LOOK_GROWTH = 16, 1.25
MOST_ELO = 1600.0


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval."""

    mean: float
    low: float
    high: float
    count: int
    """How many independent results it is made from."""


def estimate(results: Sequence[float], deviations: float = SURE, *, even: float = 0.5) -> Estimate:
    """Give the mean result from 0 to 1 with its interval (Wilson's, with the sample size the variance implies).

    Results all alike tell nothing of their variance; each then counts as one toss that could have gone otherwise.
    """
    count = len(results)
    if count == 0:
        return Estimate(even, 0.0, 1.0, 0)
    values = np.asarray(results, np.float64)
    mean = float(values.mean())
    size = float(count)
    spread = float(values.var(ddof=1)) if count > 1 else 0.0
    if spread > 0 and 0 < mean < 1:
        size = mean * (1 - mean) / spread * count
    square = deviations * deviations
    centre = (mean + square / (2 * size)) / (1 + square / size)
    half = deviations / (1 + square / size) * math.sqrt(mean * (1 - mean) / size + square / (4 * size * size))
    return Estimate(mean, max(0.0, centre - half), min(1.0, centre + half), count)


def plain(results: Sequence[float], deviations: float = SURE) -> Estimate:
    """Give the mean of any numbers with its normal interval (a mean score, say)."""
    values = np.asarray(results, np.float64)
    mean = float(values.mean()) if len(values) else math.nan
    half = deviations * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Estimate(mean, mean - half, mean + half, len(values))


def elo(mean: float, even: float = 0.5) -> float:
    """Give the Elo difference that makes this mean result expected, where `even` is the result of equals."""
    if mean <= 0 or mean >= 1:
        return math.copysign(MOST_ELO, mean - even)
    odds = mean / (1 - mean) * (1 - even) / even
    return max(-MOST_ELO, min(MOST_ELO, 400 * math.log10(odds)))


def looks(most: int) -> list[int]:
    """List after how many meetings one looks whether it is sure: ever more, up to `most`."""
    found, at = [], float(FIRST_LOOK)
    while at < most:
        found.append(int(at))
        at *= LOOK_GROWTH
    return [*found, most]


def is_sure(results: Sequence[float], even: float = 0.5) -> bool:
    """Say whether the stronger one is known, when looking again and again."""
    if len(results) < FIRST_LOOK:
        return False
    found = estimate(results, SURE_AT_ANY_LOOK, even=even)
    return found.low > even or found.high < even


def ratings(
    bots: int, meetings: Sequence[tuple[int, int, Sequence[float]]], even: float = 0.5, rounds: int = 200, seed: int = 1
) -> list[Estimate]:
    """Rate all bots together (Bradley and Terry), the mean rating being 0; intervals by drawing meetings again.

    `meetings` holds, for each two bots that met, the results of the first.
    """
    if not any(len(results) for _, _, results in meetings):
        return [Estimate(0.0, -MOST_ELO, MOST_ELO, 0) for _ in range(bots)]
    pairs = [(a, b) for a, b, _ in meetings]
    values = [np.asarray(results, np.float64) for _, _, results in meetings]
    found = _fit(bots, pairs, [_gently(one, even) for one in values], [len(one) for one in values], even)
    random = np.random.default_rng(seed)
    again = np.zeros((rounds, bots))
    for at in range(rounds):
        drawn = [one[random.integers(0, len(one), len(one))] if len(one) else one for one in values]
        means = [_gently(one, even) for one in drawn]
        again[at] = _fit(bots, pairs, means, [len(one) for one in values], even)
    low, high = np.quantile(again, [0.025, 0.975], axis=0)
    counts = [sum(len(one) for pair, one in zip(pairs, values, strict=True) if bot in pair) for bot in range(bots)]
    return [Estimate(float(found[bot]), float(low[bot]), float(high[bot]), counts[bot]) for bot in range(bots)]


def _gently(results: np.ndarray, even: float) -> float:
    """Give the mean with half an even meeting added, so that a clean sweep has a finite rating."""
    return float((results.sum() + even * 0.5) / (len(results) + 0.5)) if len(results) else even


def _fit(bots: int, pairs: list[tuple[int, int]], means: list[float], counts: list[int], even: float) -> np.ndarray:
    """Find the ratings under which the expected results are the means (Newton steps on the log-likelihood)."""
    strength = np.zeros(bots)
    tilt = math.log((1 - even) / even)
    for _ in range(60):
        slope, curve = np.zeros(bots), np.eye(bots) * 1e-6
        for (a, b), mean, count in zip(pairs, means, counts, strict=True):
            expected = 1 / (1 + math.exp(strength[b] - strength[a] + tilt))
            slope[a] += count * (mean - expected)
            slope[b] -= count * (mean - expected)
            weight = count * expected * (1 - expected) + 1e-9
            curve[a, a] += weight
            curve[b, b] += weight
            curve[a, b] -= weight
            curve[b, a] -= weight
        step = np.clip(np.linalg.solve(curve, slope), -1, 1)
        strength += step
        strength -= strength.mean()
        if np.abs(step).max() < 1e-9:
            break
    return np.asarray(strength * 400 / math.log(10))
