"""Scratch space of compiled functions: zero at each asking, a function's own, without Numba's runtime."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from ochaya.core.jit import is_compiled
from ochaya.core.scratch import scratch

ROWS = 5


def fill(times: int) -> float:
    total = 0.0
    for at in range(times):
        wide, long = scratch((ROWS, 3), np.float64), scratch(7, np.int16)
        wide[at % ROWS, at % 3] += 1.5
        long[at % 7] += 1
        for row in range(ROWS):
            for column in range(3):
                total += wide[row, column]
        for place in range(7):
            total += long[place]
    return total


def test_every_asking_gives_zeros() -> None:
    ready: Any = numba.njit(fill)
    assert ready(100) == 250.0


@pytest.mark.skipif(not is_compiled(), reason="looks at compiled code")
def test_nothing_is_allocated_and_a_shape_that_varies_is_refused() -> None:
    ready: Any = numba.njit(fill)
    ready(1)
    assert "NRT_MemInfo_alloc" not in next(iter(ready.inspect_llvm().values()))
    varying: Any = numba.njit(lambda n: scratch(n, np.int16)[0])
    with pytest.raises(numba.TypingError, match="constants"):
        varying(3)
