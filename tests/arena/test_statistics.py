"""The arena's statistics on synthetic results whose truth is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ochaya.arena.statistics import MOST_ELO, elo, estimate, is_sure, looks, plain, ratings


def meetings(random: np.random.Generator, count: int, strength: float, luck: float) -> list[float]:
    """Play synthetic pairs: the deal favours a seat, so the two matches of a pair depend on each other."""
    deal = random.normal(0, luck, count)
    first = random.random(count) < 1 / (1 + np.exp(-(strength + deal)))
    second = random.random(count) < 1 / (1 + np.exp(-(strength - deal)))
    return [float(one) for one in (first.astype(float) + second) / 2]


def true_share(strength: float, luck: float) -> float:
    """Give the true expected result by averaging over many deals."""
    deal = np.random.default_rng(0).normal(0, luck, 400_000)
    return float((1 / (1 + np.exp(-(strength + deal)))).mean())


@pytest.mark.parametrize("strength", [0.0, 0.4, 1.5, 4.0])
@pytest.mark.parametrize("luck", [0.0, 3.0])
def test_the_interval_holds_the_truth_in_95_of_100_arenas(strength: float, luck: float) -> None:
    random = np.random.default_rng(1)
    truth = true_share(strength, luck)
    hits = 0
    for _ in range(1000):
        found = estimate(meetings(random, 200, strength, luck))
        hits += found.low <= truth <= found.high
    assert hits >= 930


def test_pairing_makes_the_interval_shorter_where_the_deal_decides() -> None:
    random = np.random.default_rng(2)
    paired = meetings(random, 500, 0.2, 3.0)
    matches = [float(one) for one in random.random(1000) < true_share(0.2, 3.0)]
    close, wide = estimate(paired), estimate(matches)
    assert close.high - close.low < 0.9 * (wide.high - wide.low)


def test_a_clean_sweep_is_not_taken_for_certainty() -> None:
    found = estimate([1.0] * 500)
    assert found.mean == 1.0
    assert 0.99 < found.low < 0.995
    assert found.high == 1.0
    assert estimate([]).low == 0.0
    assert estimate([]).high == 1.0


def test_elo_is_the_usual_formula_and_knows_bigger_tables() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.25, even=0.25) == pytest.approx(0)
    assert elo(0.5, even=0.25) == pytest.approx(400 * math.log10(3))
    assert elo(1.0) == MOST_ELO
    assert elo(0.0) == -MOST_ELO


def test_ratings_find_the_true_differences() -> None:
    random = np.random.default_rng(3)
    truth = np.array([-200.0, 0.0, 50.0, 150.0])
    met = []
    for a in range(4):
        for b in range(a + 1, 4):
            chance = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
            met.append((a, b, [float(one) for one in random.binomial(2, chance, 400) / 2]))
    found = ratings(4, met)
    for bot in range(4):
        assert found[bot].mean == pytest.approx(truth[bot], abs=40)
        assert found[bot].low < found[bot].mean < found[bot].high
        assert found[bot].high - found[bot].low < 100
    assert ratings(4, met) == found, "the same results give the same intervals"


def test_ratings_of_bots_that_have_not_met_are_unknown() -> None:
    assert [one.mean for one in ratings(2, [(0, 1, [])])] == [0.0, 0.0]


@pytest.mark.parametrize("luck", [0.0, 2.0])
def test_equals_are_hardly_ever_called_unequal_however_often_one_looks(luck: float) -> None:
    random = np.random.default_rng(4)
    wrong = 0
    for _ in range(400):
        results = meetings(random, 500, 0.0, luck)
        wrong += any(is_sure(results[:look]) for look in looks(500))
    assert wrong <= 20


def test_a_clear_difference_is_soon_sure() -> None:
    random = np.random.default_rng(5)
    results = meetings(random, 1000, 1.2, 0.5)
    stop = next(look for look in looks(1000) if is_sure(results[:look]))
    assert stop < 100


def test_looks_grow_and_end_at_the_whole() -> None:
    found = looks(300)
    assert found == sorted(set(found))
    assert found[0] == 16
    assert found[-1] == 300
    assert looks(5) == [5]


def test_a_plain_mean_has_a_normal_interval() -> None:
    found = plain([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5
    assert found.high - found.mean == pytest.approx(1.96 * math.sqrt(5 / 3 / 4), rel=1e-3)
