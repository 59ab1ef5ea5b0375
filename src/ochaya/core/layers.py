"""What small networks are made of, compiled: sums in one order, the same to the bit on every machine."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import inner_rule, rule

Singles = npt.NDArray[np.float32]
Places = npt.NDArray[np.int16]
LINE = 64
"""A processor fetches so many bytes at once, from a multiple of them."""


def aligned(numbers: npt.ArrayLike) -> Singles:
    """Copy numbers to where a line begins: sums over rows that all lie across two lines take up to a fifth longer."""
    given = np.asarray(numbers, np.float32)
    room = np.zeros(len(given) + LINE // given.itemsize, np.float32)
    start = -room.ctypes.data % LINE // given.itemsize
    room[start : start + len(given)] = given
    return room[start : start + len(given)]


@inner_rule
def list_filled(inputs: Singles, places: Places) -> int:
    """Most inputs are 0: list the others and give how many. Without a branch: they come without a pattern."""
    count = 0
    for i in range(len(inputs)):
        places[count] = i
        count += inputs[i] != 0
    return count


@inner_rule
def row(numbers: Singles, start: int, at: int, wide: int) -> Singles:
    """Give one row; compiled loops over a row of its own are several times faster than over places in all numbers."""
    return numbers[start + at * wide : start + (at + 1) * wide]


@inner_rule
def add_rows(inputs: Singles, places: Places, count: int, numbers: Singles, start: int, out: Singles) -> None:
    """Add to `out` each listed input times its row of `numbers`, which begin at `start`, in order, four at a time."""
    wide, at = len(out), 0
    while at + 4 <= count:
        a, b, c, d = int(places[at]), int(places[at + 1]), int(places[at + 2]), int(places[at + 3])
        for_a, for_b, for_c, for_d = inputs[a], inputs[b], inputs[c], inputs[d]
        row_a, row_b = row(numbers, start, a, wide), row(numbers, start, b, wide)
        row_c, row_d = row(numbers, start, c, wide), row(numbers, start, d, wide)
        for j in range(wide):
            out[j] = (((out[j] + for_a * row_a[j]) + for_b * row_b[j]) + for_c * row_c[j]) + for_d * row_d[j]
        at += 4
    while at < count:
        a = int(places[at])
        for_a, row_a = inputs[a], row(numbers, start, a, wide)
        for j in range(wide):
            out[j] += for_a * row_a[j]
        at += 1


@inner_rule
def add_up(inputs: Singles, places: Places, numbers: Singles, start: int, out: Singles) -> int:
    """Write a layer's sums. Its numbers begin at `start`, input by input, its constants after them; gives their end."""
    constants = start + len(inputs) * len(out)
    for k in range(len(out)):
        out[k] = numbers[constants + k]
    add_rows(inputs, places, list_filled(inputs, places), numbers, start, out)
    return constants + len(out)


@rule
def ask(
    seen: Singles, numbers: Singles, later: int, one: Singles, two: Singles, asked: Singles, places: Places
) -> None:
    """Write into `asked` what a network makes of what is seen, and into `one` its last layer but that.

    Its layers lie one after the other: the first, then `later` ones, each of which adds to what it is given, then the
    question. There is room in `two` for a layer, in `places` for the inputs of any.
    """
    end = add_up(seen, places, numbers, 0, one)
    for k in range(len(one)):
        one[k] = max(one[k], np.float32(0.0))
    for _ in range(later):
        end = add_up(one, places, numbers, end, two)
        for k in range(len(one)):
            one[k] += max(two[k], np.float32(0.0))
    add_up(one, places, numbers, end, asked)
