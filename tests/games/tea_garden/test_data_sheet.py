"""The data sheet shows every component as the data files have it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ochaya.games.tea_garden import GAME, load

SHEET = (Path(__file__).parents[3] / "docs/games/tea_garden.md").read_text("utf-8").splitlines()


def lines(name: str) -> Iterator[str]:
    """Give the lines of a data file's table."""
    rows = load.rows(name)
    yield "| " + " | ".join(rows[0]) + " |"
    for row in rows:
        yield "| " + " | ".join(value or "–" for value in row.values()) + " |"


@pytest.mark.parametrize("name", sorted(path.stem for path in load.DATA.glob("*.csv")))
def test_every_component_stands_in_the_data_sheet(name: str) -> None:
    start = next(i for i, line in enumerate(SHEET) if f"(`data/{name}.csv`)" in line)
    wanted = list(lines(name))
    shown = SHEET[start + 2 : start + 3 + len(wanted)]
    del shown[1]
    assert shown == wanted


def test_every_number_stands_in_the_data_sheet() -> None:
    for table, numbers in load.numbers().items():
        for number, value in numbers.items():
            if number != "source":
                assert f"| {table} | {number} | {value} | {numbers['source']} |" in SHEET


def test_the_data_sheet_tells_the_version() -> None:
    assert any(line.startswith(f"Version {GAME.version}.") for line in SHEET)
