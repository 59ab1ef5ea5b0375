"""What small networks are made of, compiled: sums in one order, the same to the bit on every machine."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import rule

Singles = npt.NDArray[np.float32]
Places = npt.NDArray[np.int16]


@rule
def list_filled(inputs: Singles, places: Places) -> int:
    """List the inputs that are not 0, which most are; gives how many. Without a branch: they come without a pattern."""
    count = 0
    for i in range(len(inputs)):
        places[count] = i
        count += inputs[i] != 0
    return count


@rule
def add_rows(inputs: Singles, places: Places, count: int, numbers: Singles, start: int, out: Singles) -> None:
    """Add to `out` each listed input times its row of `numbers`, which begin at `start`, in order, four at a time."""
    wide, at = len(out), 0
    while at + 4 <= count:
        a, b, c, d = int(places[at]), int(places[at + 1]), int(places[at + 2]), int(places[at + 3])
        for_a, for_b, for_c, for_d = inputs[a], inputs[b], inputs[c], inputs[d]
        to_a, to_b, to_c, to_d = start + a * wide, start + b * wide, start + c * wide, start + d * wide
        for j in range(wide):
            first = (out[j] + for_a * numbers[to_a + j]) + for_b * numbers[to_b + j]
            out[j] = (first + for_c * numbers[to_c + j]) + for_d * numbers[to_d + j]
        at += 4
    while at < count:
        a = int(places[at])
        for j in range(wide):
            out[j] += inputs[a] * numbers[start + a * wide + j]
        at += 1
