"""Sums of small networks: every listed row is added, in the order of the inputs, whatever their number."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.layers import LINE, add_rows, add_up, aligned, list_filled


@pytest.mark.parametrize("filled", range(11))
def test_rows_are_added_in_the_order_of_the_inputs(filled: int) -> None:
    dice = np.random.default_rng(filled)
    inputs = np.zeros(40, np.float32)
    chosen = np.sort(dice.choice(40, filled, replace=False))
    inputs[chosen] = dice.standard_normal(filled)
    numbers, places = dice.standard_normal(5 + 40 * 7).astype(np.float32), np.zeros(40, np.int16)
    out = dice.standard_normal(7).astype(np.float32)
    expected = out.copy()
    for at in chosen:
        expected = expected + inputs[at] * numbers[5 + 7 * at : 12 + 7 * at]
    count = list_filled(inputs, places)
    assert places[:count].tolist() == chosen.tolist()
    add_rows(inputs, places, count, numbers, 5, out)
    assert out.tobytes() == expected.tobytes()


def test_numbers_are_laid_where_a_line_of_memory_begins() -> None:
    for length in range(1, 40):
        given = np.arange(length, dtype=np.float16)
        laid = aligned(given)
        assert laid.tolist() == given.tolist()
        assert laid.dtype == np.float32
        assert laid.ctypes.data % LINE == 0


def test_a_layers_constants_lie_after_its_numbers_and_the_next_layer_after_them() -> None:
    inputs, out = np.array([2.0, 0.0, -1.0], np.float32), np.zeros(2, np.float32)
    numbers = np.array([9, 1, 2, 3, 4, 5, 6, 100, 200, 9], np.float32)
    assert add_up(inputs, np.zeros(3, np.int16), numbers, 1, out) == 9
    assert out.tolist() == [100 + 2 * 1 - 5, 200 + 2 * 2 - 6]
