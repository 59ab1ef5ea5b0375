"""The record: a class of annotated fields becomes one packed block of bytes."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.record import Record, Table, number, reader, table


class Tray(Record):
    cups: Table = table(2, 3)
    total: int = number(np.int64)
    seat: int = number()


def test_fields_are_packed_widest_first_without_gaps() -> None:
    assert Tray.dtype.names == ("total", "seat", "cups")
    assert Tray.dtype.itemsize == 8 + 2 + 6
    assert not Tray.dtype.isalignedstruct


def test_a_new_record_is_blank_and_of_the_asked_count() -> None:
    block = Tray.new(5)
    assert len(block) == 5
    assert not any(block.tobytes())


def test_cells_are_bytes_and_numbers_have_two_unless_told() -> None:
    assert Tray.dtype["cups"].base == np.int8
    assert Tray.dtype["seat"] == np.int16
    assert Tray.dtype["total"] == np.int64


def test_saved_bytes_load_back_and_the_loaded_block_can_be_changed() -> None:
    block = Tray.new()
    block[0].cups[1, 2] = 4
    block[0].total = 1 << 40
    again = Tray.load(block.tobytes())
    assert again.tobytes() == block.tobytes()
    again[0].seat = 1
    assert block[0].seat == 0


def test_a_copy_does_not_share_its_cells() -> None:
    block = Tray.new()
    other = block.copy()
    other[0].cups[0, 0] = 1
    assert block[0].cups[0, 0] == 0


@pytest.mark.parametrize("length", [0, 1, 15, 17])
def test_a_broken_length_of_bytes_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="not a whole number of Tray records"):
        Tray.load(bytes(length))


@pytest.mark.parametrize("name", ["all", "round", "copy", "size", "shape"])
def test_a_field_named_like_an_array_method_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        type("Bad", (Record,), {name: number()})


def test_a_record_works_compiled_and_uncompiled() -> None:
    from ochaya.core.jit import is_compiled
    from tests.core.kernels import fill

    block = Tray.new()
    fill(block[0])
    assert block[0].cups.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert block[0].total == 15
    if is_compiled():
        plain = Tray.new()
        fill.py_func(plain[0])  # type: ignore[attr-defined]
        assert plain.tobytes() == block.tobytes()


def test_a_compiled_function_writes_to_the_record_it_is_given_and_no_other() -> None:
    from tests.core.kernels import fill

    block = Tray.new(3)
    fill(block[1])
    assert [record.total for record in block] == [0, 15, 0]
    part = block[2:]
    fill(part[0])
    assert [record.total for record in block] == [0, 15, 15]


def test_a_reader_gives_the_parts_it_was_asked_for_in_that_order_as_plain_numbers() -> None:
    block = Tray.new()
    block[0].cups[:] = [[1, 2, 3], [4, -5, 6]]
    block[0].total, block[0].seat = 1 << 40, -3
    assert reader(Tray, "cups", "seat", "total")(block) == ((1, 2, 3, 4, -5, 6), -3, 1 << 40)
    assert reader(Tray, ("cups", 1), "total", ("cups", 0))(block) == ((4, -5, 6), 1 << 40, (1, 2, 3))
    assert {type(cell) for cell in reader(Tray, "seat", "total")(block)} == {int}
