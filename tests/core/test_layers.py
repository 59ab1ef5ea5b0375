"""Sums of small networks: every listed row is added, in the order of the inputs, whatever their number."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.layers import add_rows, list_filled


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
