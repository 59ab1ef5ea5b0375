"""Modules stay light: what a browser must fetch before it can think is small, and networks travel beside the code."""

from __future__ import annotations

import gzip
import json

import numpy as np
import numpy.typing as npt
import pytest

from ochaya.games import shown_names
from ochaya.wasm.beside import LARGE, Halves, halves_of, take_out, tellers
from tests.wasm.twins import description_of

MOST = 400_000
"""Bytes of a module on the way, compressed."""


def written(numbers: npt.NDArray[np.float32]) -> str:
    """Write a constant as LLVM does."""
    letters = "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\' else "\\\\" if byte == ord("\\") else f"\\{byte:02X}"
        for byte in numbers.tobytes()
    )
    return f'[{numbers.nbytes} x i8] c"{letters}", align 4'


def check_size(game: str) -> None:
    about = description_of(game)
    told = json.loads(about.read_text())
    assert len(gzip.compress((about.parent / told["module"]).read_bytes(), 9)) <= MOST
    beside = (about.parent / told["weights"]).stat().st_size // 2 if told["weights"] else 0
    assert beside >= sum(told["numbers"])


@pytest.mark.xdist_group("hanamikoji")
def test_a_module_with_networks_is_small() -> None:
    check_size("hanamikoji")
    observed = 51968  # observe's table of offers, which the networks that see what a seat sees are shown
    of_company, of_worlds, of_worlds_beside = [70145] * 2, [247296] * 2, [123648] * 3
    numbers = json.loads(description_of("hanamikoji").read_text())["numbers"]
    assert sorted(numbers) == sorted([observed, *of_company, *of_worlds, *of_worlds_beside])


@pytest.mark.deep
@pytest.mark.parametrize("game", shown_names())
def test_every_module_is_small(game: str) -> None:
    check_size(game)


def test_a_large_table_leaves_an_empty_place_that_all_who_read_it_share() -> None:
    numbers = np.random.default_rng(1).standard_normal(LARGE // 4).astype(np.float16).astype(np.float32)
    small = numbers[:8]
    text = "\n".join([
        f"@.const.array.data = internal constant {written(numbers)}",
        f"@.const.array.data.1 = internal constant {written(small)}",
        f'@".const.array.data.2" = internal constant {written(numbers)}',
        'load ptr @.const.array.data, @.const.array.data.1, @".const.array.data.2"',
    ])
    taken: dict[str, Halves] = {}
    left = take_out(text, taken)
    (name,) = taken
    assert np.array_equal(taken[name].astype(np.float32), numbers)
    assert left.count(f"@{name} = weak global [{LARGE} x i8] zeroinitializer") == 1
    assert left.endswith(f"load ptr @{name}, @.const.array.data.1, @{name}")
    assert written(small) in left
    assert f"@{name} to i32" in tellers(taken)["numbers_0"]


def test_numbers_that_half_precision_would_change_stay() -> None:
    numbers = np.full(LARGE // 4, 0.1, np.float32)
    taken: dict[str, Halves] = {}
    text = f"@.const.array.data = internal constant {written(numbers)}"
    assert take_out(text, taken) == text
    assert not taken
    assert halves_of(written(np.array([0.5, 70000], np.float32)).split('"')[1]) is None
