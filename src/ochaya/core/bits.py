"""Small sets as the bits of one number: how many are in it, which is the lowest, which is the n-th.

Compiled, each question is one or two instructions of the processor; a set has at most 63 members, so that the number is
never negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import cgutils as numba_cgutils
from numba.core import config as numba_config
from numba.core import types
from numba.extending import intrinsic as numba_intrinsic

from ochaya.core.jit import rule

config: Any = numba_config
cgutils: Any = numba_cgutils
intrinsic: Any = numba_intrinsic


def _typed_count(typing: Any, bits: Any) -> Any:
    """Say what compiled code makes of `count(bits)`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _typed_lowest(typing: Any, bits: Any) -> Any:
    """Say what compiled code makes of `lowest(bits)`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.false_bit)

    return types.int64(types.int64), generate


def _plain_count(bits: int) -> int:
    return int(bits).bit_count()


def _plain_lowest(bits: int) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1 if bits else 64


count: Callable[[int], int] = _plain_count if config.DISABLE_JIT else intrinsic(_typed_count)
"""`count(bits)`: how many members a set has."""
lowest: Callable[[int], int] = _plain_lowest if config.DISABLE_JIT else intrinsic(_typed_lowest)
"""`lowest(bits)`: the first member of a set; 64 if it is empty."""


@rule
def nth(bits: int, n: int) -> int:
    """Give the n-th member of a set, counted from 0."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)
