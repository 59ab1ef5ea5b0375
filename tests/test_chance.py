"""The chi-square test of our own tests: it accepts what chance does and refuses what it does not."""

from __future__ import annotations

import numpy as np

from tests.chance import is_as_expected


def test_many_rare_cells_of_one_expectation_are_not_sorted_into_a_surprise() -> None:
    random = np.random.default_rng(1)
    for _ in range(20):
        counts = random.multinomial(2000, [1 / 1000] * 1000)
        assert is_as_expected(counts.tolist(), [2.0] * 1000)


def test_counts_that_do_not_fit_are_refused() -> None:
    assert not is_as_expected([500, 300, 200], [400, 350, 250])
    assert not is_as_expected([10, 1], [11, 0])
    assert not is_as_expected([4.0, 0.0] * 500, [2.0 + 1e-6, 2.0 - 1e-6] * 500)
