"""Sets as the bits of one number."""

from __future__ import annotations

import numba
import pytest

from ochaya.core.bits import count, lowest, nth
from ochaya.core.jit import is_compiled

MEMBERS = ((0,), (3,), (0, 1, 2), (5, 17, 40, 62), tuple(range(63)))


@pytest.mark.parametrize("members", MEMBERS)
def test_a_set_knows_its_size_and_each_of_its_members(members: tuple[int, ...]) -> None:
    bits = sum(1 << member for member in members)
    if is_compiled():
        asked = numba.njit(lambda bits: (count(bits), lowest(bits)))(bits)
    else:
        asked = count(bits), lowest(bits)
    assert tuple(map(int, asked)) == (len(members), members[0])
    assert tuple(int(nth(bits, n)) for n in range(len(members))) == members
