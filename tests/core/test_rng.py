"""The generator for search and playouts: even, reproducible, the same compiled and not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ochaya.core.jit import is_compiled
from ochaya.core.rng import new_rng
from tests.chance import is_as_expected
from tests.core import kernels

DRAWS = 200_000


def filled(kernel: Any, *arguments: Any, kind: Any = np.int64, count: int = DRAWS) -> Any:
    out = np.zeros(count, kind)
    kernel(*arguments, out)
    return out


@pytest.mark.parametrize("n", [2, 3, 7, 21, 120])
def test_numbers_below_n_are_evenly_likely(n: int) -> None:
    counts = np.bincount(filled(kernels.numbers_below, new_rng(1), n), minlength=n)
    assert len(counts) == n
    assert is_as_expected(counts, [DRAWS / n] * n)


def test_pairs_of_numbers_are_evenly_likely() -> None:
    drawn = filled(kernels.numbers_below, new_rng(2), 13)
    counts = np.bincount(drawn[:-1] * 13 + drawn[1:], minlength=169)
    assert is_as_expected(counts, [(DRAWS - 1) / 169] * 169)


def test_units_fill_the_interval_evenly_and_never_reach_one() -> None:
    drawn = filled(kernels.units, new_rng(3), kind=np.float64)
    assert drawn.min() >= 0
    assert drawn.max() < 1
    counts = np.bincount((drawn * 50).astype(int), minlength=50)
    assert is_as_expected(counts, [DRAWS / 50] * 50)


def test_every_bit_of_a_word_is_set_half_the_time() -> None:
    drawn = filled(kernels.words, new_rng(4))
    assert drawn.min() >= 0
    assert drawn.max() < 1 << 32
    for bit in range(32):
        ones = int(((drawn >> bit) & 1).sum())
        assert is_as_expected([ones, DRAWS - ones], [DRAWS / 2] * 2), bit


def test_pick_follows_the_weights_and_never_gives_a_weight_of_zero() -> None:
    weights = np.array([0, 1, 2, 0, 5, 30, 2], np.int8)
    counts = np.bincount(filled(kernels.picks, new_rng(5), weights), minlength=7)
    assert is_as_expected(counts, weights / weights.sum() * DRAWS)


def test_take_empties_a_pool_item_by_item() -> None:
    pool = np.array([3, 0, 2, 100], np.int8)
    drawn = filled(kernels.takes, new_rng(6), pool, count=105)
    assert np.bincount(drawn, minlength=4).tolist() == [3, 0, 2, 100]
    assert pool.tolist() == [0, 0, 0, 0]


def test_take_makes_every_single_item_as_likely() -> None:
    counts = np.zeros(4)
    rng = new_rng(7)
    for _ in range(3000):
        pool = np.array([3, 0, 2, 100], np.int8)
        counts += np.bincount(filled(kernels.takes, rng, pool, count=2), minlength=4)
    assert is_as_expected(counts, np.array([3, 0, 2, 100]) / 105 * 6000)


def test_the_same_seed_gives_the_same_sequence_and_nearby_seeds_unrelated_ones() -> None:
    one, again, other = (filled(kernels.words, new_rng(seed), count=1000) for seed in (8, 8, 9))
    assert (one == again).all()
    assert (one != other).sum() > 990
    changed = sum(int(a ^ b).bit_count() for a, b in zip(one, other, strict=True))
    assert 15_000 < changed < 17_000


def test_no_seed_gives_the_dead_state_zero() -> None:
    assert all(new_rng(seed)[0] for seed in (0, 1, -1, (1 << 64) - 0x9E3779B97F4A7C15, 1 << 70))


@pytest.mark.skipif(not is_compiled(), reason="needs both ways to compare")
@pytest.mark.parametrize("seed", [0, 1, 12345, (1 << 63) + 5])
def test_compiled_and_uncompiled_give_the_same_numbers(seed: int) -> None:
    weights = np.array([1, 2, 0, 100, 27], np.int8)
    for kernel, arguments, kind in [
        (kernels.words, (), np.int64), (kernels.numbers_below, (21,), np.int64), (kernels.units, (), np.float64),
        (kernels.picks, (weights,), np.int64),
    ]:
        plain = kernel.py_func  # type: ignore[attr-defined]
        compiled = filled(kernel, new_rng(seed), *arguments, kind=kind, count=500)
        assert (filled(plain, new_rng(seed), *arguments, kind=kind, count=500) == compiled).all()
