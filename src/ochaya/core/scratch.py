"""Room to work in that a compiled function needs only while it runs: an array on the stack, not on the heap.

    points = scratch((SPACES, COLOURS), np.int16)   # all zero; its shape is constants

An ordinary array would be allocated and counted by Numba's runtime on every call, which costs time and is not there in
the browser. The array is gone when the function that asked for it returns: never return it, never keep it, and keep it
small (some thousand bytes). What is larger is passed in.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
from numba.core import cgutils as numba_cgutils
from numba.core import config as numba_config
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np import arrayobj as numba_arrayobj

config: Any = numba_config
cgutils: Any = numba_cgutils
arrayobj: Any = numba_arrayobj


def _sizes(shape: Any) -> tuple[int, ...]:
    """Read the constants of a shape from its type."""
    parts = getattr(shape, "types", (shape,))
    if not all(isinstance(part, types.IntegerLiteral) for part in parts):
        raise TypingError("the shape of scratch space is made of constants")
    return tuple(part.literal_value for part in parts)


def _typed(typing: Any, shape: Any, kind: Any) -> Any:
    """Say what compiled code makes of `scratch(shape, kind)`; Numba asks this while it finds out the types."""
    sizes = _sizes(shape)
    array: Any = types.Array(kind.dtype, len(sizes), "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        cell = context.get_data_type(array.dtype)
        width = context.get_abi_sizeof(cell)
        steps = [width * math.prod(sizes[at + 1 :]) for at in range(len(sizes))]
        data = cgutils.alloca_once(builder, cell, size=math.prod(sizes))
        cgutils.memset(builder, data, context.get_constant(types.intp, width * math.prod(sizes)), 0)
        made = arrayobj.make_array(array)(context, builder)
        arrayobj.populate_array(
            made, data=data, meminfo=None, itemsize=context.get_constant(types.intp, width),
            shape=[context.get_constant(types.intp, size) for size in sizes],
            strides=[context.get_constant(types.intp, step) for step in steps],
        )
        return made._getvalue()

    return array(shape, kind), generate


def _plain(shape: int | tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
    """Give an array of zeros: what `scratch` is where nothing is compiled."""
    return np.zeros(shape, kind)


scratch: Any = _plain if config.DISABLE_JIT else intrinsic(prefer_literal=True)(_typed)
