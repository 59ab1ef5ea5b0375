"""A game's state is one flat NumPy record; this turns a class of annotated fields into its layout.

    class State(Record):
        hands: Table = table(2, 7)   # cards in hand, [seat, geisha]
        seat: int = number()         # whose turn it is

`State.new()` gives a *block*: an array of one record, all zero. `block[0]` is the record the rules work on,
`copied(block)` copies the whole truth, `block.tobytes()` saves it, `State.new(1000)` is a thousand games.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from operator import itemgetter
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt

Table: TypeAlias = npt.NDArray[Any]
"""A field with several cells, or any array of small numbers that a rule reads."""

Block: TypeAlias = Any
"""An array of records; nearly always of one. Typed loosely because NumPy cannot name its fields."""

CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}
"""The number types of fields as the module `struct` writes them."""
FORBIDDEN_NAMES = frozenset(name for name in dir(np.recarray) if not name.startswith("_"))


class _Field:
    """One field as declared: its number type, its shape, and whether it is no more than memory."""

    def __init__(self, kind: type[np.generic], shape: tuple[int, ...], is_memory: bool = False) -> None:
        self.kind, self.shape, self.is_memory = np.dtype(kind), shape, is_memory


def table(*shape: int, kind: type[np.generic] = np.int8) -> Any:
    """Declare a field of several cells, `int8` unless told."""
    return _Field(kind, shape)


def number(kind: type[np.generic] = np.int16) -> Any:
    """Declare a field that is a single number, `int16` unless told."""
    return _Field(kind, ())


def memory(*shape: int, kind: type[np.generic] = np.int8) -> Any:
    """Declare a table that only remembers how things came about: no rule asks it, and what happened gives it again.

    Memory lies after everything else and does not count when two states are compared (`lasting`): a game may remember
    more than it did, and matches that were stored before are still the same.
    """
    return _Field(kind, shape, is_memory=True)


def lasting(block: Block) -> bytes:
    """Give a block's bytes without its memory; only for blocks of one record."""
    return block.tobytes()[: block.dtype.type.lasting]  # type: ignore[no-any-return]


def _fast_record(
    name: str, fields: list[tuple[str, np.dtype[Any], tuple[int, ...]]], lasting_bytes: int
) -> type[np.void]:
    """Make the type of a block's records: fields are attributes, three times as fast as NumPy's own records.

    `data` is what compiled functions ask a record for to find its bytes. NumPy's answer describes every field in text,
    which takes eight times as long as the whole call does otherwise; the record itself gives the same bytes.
    """
    members: dict[str, Any] = {
        "__slots__": (), "data": property(lambda record: record), "lasting": lasting_bytes}
    for field, _, _ in fields:
        members[field] = property(itemgetter(field), _setter(field))
    return type(name, (np.void,), members)


def _setter(field: str) -> Callable[[Any, Any], None]:
    def put(record: Any, value: Any) -> None:
        record[field] = value

    return put


def copied(block: Block) -> Block:
    """Copy a block; by its bytes, which is many times faster than NumPy's copy of records field by field."""
    return np.frombuffer(bytearray(block.tobytes()), block.dtype)


def reader(state: type[Record], *parts: str | tuple[str, int]) -> Callable[[Block], tuple[Any, ...]]:
    """Give a function that reads parts of a block's one record, all at once, as plain numbers and tuples of cells.

    A part is a field, or a field and the number of one of its rows. To show a record, NumPy would have to be asked for
    every field by itself, which takes several times as long.
    """
    spans = []
    for part in parts:
        name, row = part if isinstance(part, tuple) else (part, None)
        kind, first = state.dtype.fields[name][:2]  # type: ignore[index]
        shape = kind.shape if row is None else kind.shape[1:]
        spans.append((first + kind.base.itemsize * math.prod(shape) * (row or 0), kind.base, shape))
    form, at, cells = "=", 0, 0
    places: dict[int, int | slice] = {}
    for first, kind, shape in sorted(spans, key=itemgetter(0)):
        count = math.prod(shape)
        form += f"{first - at}x{count}{CODES[kind.str[1:]]}"
        places[first] = slice(cells, cells + count) if shape else cells
        at, cells = first + count * kind.itemsize, cells + count
    unpack = struct.Struct(f"{form}{state.dtype.itemsize - at}x").unpack
    choose = itemgetter(*(places[first] for first, _, _ in spans))
    return lambda block: choose(unpack(block.tobytes()))


class Record:
    """Base of every State: collects the declared fields into a packed layout, widest fields first, memory last."""

    dtype: np.dtype[Any]

    def __init_subclass__(cls) -> None:
        declared = {name: field for name, field in vars(cls).items() if isinstance(field, _Field)}
        for name in declared:
            if name in FORBIDDEN_NAMES:
                raise TypeError(f"{cls.__name__}.{name}: a NumPy record already has an attribute of that name")
        widest_first = sorted(declared.items(), key=lambda item: (item[1].is_memory, -item[1].kind.itemsize))
        fields = [(name, field.kind, field.shape) for name, field in widest_first]
        size = sum(field.kind.itemsize * math.prod(field.shape) for field in declared.values() if not field.is_memory)
        cls.dtype = np.dtype((_fast_record(cls.__name__, fields, size), fields)) if fields else np.dtype(fields)

    @classmethod
    def new(cls, count: int = 1) -> Block:
        """Give a block of blank records."""
        return np.zeros(count, cls.dtype)

    @classmethod
    def load(cls, data: bytes) -> Block:
        """Give the block that `tobytes` saved."""
        if len(data) == 0 or len(data) % cls.dtype.itemsize:
            raise ValueError(f"{len(data)} bytes are not a whole number of {cls.__name__} records")
        return np.frombuffer(bytearray(data), cls.dtype)

    @classmethod
    def of(cls, record: Any) -> Self:
        """Name the type of a block's record for the type checker; at run time it stays what it was."""
        return record  # type: ignore[no-any-return]
