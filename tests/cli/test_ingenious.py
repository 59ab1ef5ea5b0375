"""Ingenious at the terminal: placements in one go, doubles from either end, points before placing, few tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from ochaya.cli.records import load_match
from tests.cli.conftest import Ochaya

TWO = ("play", "ingenious", "--bot", "uniform", "--seed", "tea", "-o", "first=0")


def first_tile(out: str) -> str:
    """The letters of the first tile that can be chosen."""
    (line,) = (line for line in out.splitlines() if line.strip().startswith("1  "))
    return line.split()[1].rstrip(":").lower()


def test_a_placement_written_in_full_is_understood(ochaya: Ochaya, tmp_path: Path) -> None:
    tile = first_tile(ochaya(*TWO, typed="q\n").out)
    path = tmp_path / "kept.ochaya"
    said = ochaya(*TWO, "--save", path, typed=f"{tile.upper()}:c9-d8\nq\n")
    assert said.code == 0, said.err
    match = load_match(path)
    placed = [match.game.notation(step.action) for step in match.steps if step.actor == 0]
    assert f"{tile}:c9-d8" in placed or f"{tile}:d8-c9" in placed


def test_asking_for_help_in_mid_choice_keeps_the_tile(ochaya: Ochaya) -> None:
    said = ochaya(*TWO, typed="1\n?\nq\n")
    headings = [line for line in said.out.splitlines() if line.startswith("Your turn")]
    assert "›" not in headings[0]
    assert headings[1] == headings[2]
    assert "›" in headings[2]


def test_the_points_stand_beside_the_last_space(ochaya: Ochaya) -> None:
    said = ochaya(*TWO, typed="1\nd8\nq\n")
    assert " +0" in said.out or " +1" in said.out


def test_the_table_is_not_printed_where_nothing_is_asked(ochaya: Ochaya) -> None:
    """One table for each question: the end of a turn without a choice prints none."""
    said = ochaya(*TWO, typed="1\n1\n1\n" * 3 + "q\n")
    tables = said.out.count("[ ] printed symbol")
    asked = sum(line == "Your turn" for line in said.out.splitlines())
    assert tables == asked


@pytest.mark.parametrize(("mode", "hidden"), [("solo", "Players"), ("team", "Players"), ("duel", "Players")])
def test_options_without_meaning_are_not_named(ochaya: Ochaya, mode: str, hidden: str) -> None:
    said = ochaya("play", "ingenious", "--bot", "uniform", "--seed", "tea", "-o", f"mode={mode}", typed="q\n")
    assert said.code == 0, said.err
    assert f"{hidden}:" not in said.out


def test_solo_says_which_half_the_first_space_takes(ochaya: Ochaya) -> None:
    said = ochaya("play", "ingenious", "--seed", "tea", "-o", "mode=solo", typed="q\n")
    (asked,) = (line for line in said.out.splitlines() if line.startswith("Your turn"))
    assert ", then " in asked or " twice" in asked
