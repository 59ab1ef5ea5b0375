"""`ochaya review` looks back at a finished match; `ochaya arena` lets bots play each other."""

from __future__ import annotations

import json
import time
from pathlib import Path

from ochaya.cli.commands.review import chart
from tests.cli.conftest import Ochaya
from tests.cli.terminal import Screen


def test_a_review_draws_the_chances_and_names_mistakes(ochaya: Ochaya, finished: Path) -> None:
    said = ochaya("review", finished, "--seconds", "0.02")
    assert said.code == 0, said.err
    assert "chance to win before each decision" in said.out
    assert "100 %" in said.out
    assert ("What cost most:" in said.out) or ("No decision cost much." in said.out)


def test_a_review_for_programs_judges_every_decision(ochaya: Ochaya, finished: Path) -> None:
    said = ochaya("review", finished, "--seconds", "0.01", "--seat", "1", "--json")
    assert said.code == 0, said.err
    told = json.loads(said.out)
    assert told
    assert {one["seat"] for one in told} == {1}
    assert all(0 <= one["loss"] <= 1 and one["best"]["visits"] > 0 for one in told)


def test_an_unfinished_match_is_not_reviewed(ochaya: Ochaya, unfinished: Path) -> None:
    said = ochaya("review", unfinished)
    assert said.code == 2
    assert "not over" in said.err


def test_a_chart_has_full_and_empty_columns() -> None:
    assert chart([0.0, 0.5, 1.0], 2) == ["  █", " ██"]
    assert chart([0.25], 1) == ["▂"]


def test_an_arena_shows_a_table_and_keeps_its_matches(ochaya: Ochaya, tmp_path: Path) -> None:
    arguments = ("arena", "_template", "--bots", "uniform,greedy", "--matches", "4", "--iterations", "10",
                 "--processes", "1", "--out", tmp_path / "x")
    said = ochaya(*arguments)
    assert said.code == 0, said.err
    assert "greedy" in said.out
    assert sorted(path.suffix for path in tmp_path.glob("x.*")) == [".json", ".jsonl", ".md", ".svg"]
    again = ochaya(*arguments, "--json")
    assert json.loads(again.out)["duels"][0]["matches"] == 4
    other = ochaya("arena", "_template", "--bots", "uniform,novice", "--out", tmp_path / "x")
    assert other.code == 2
    assert "another arena" in other.err


def test_bad_arenas_are_refused_before_they_start(ochaya: Ochaya) -> None:
    assert "uniform" in ochaya("arena", "_template", "--bots", "nobody,uniform").err
    assert ochaya("arena", "_template", "--setup", "nothing").code == 2
    assert ochaya("arena", "go").code == 2


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    with Screen("arena", "_template", "--bots", "uniform,master", "--seconds", "0.05", "--matches", "4000",
                "--processes", "1", "--out", str(tmp_path / "y")) as screen:
        kept = tmp_path / "y.jsonl"
        screen.wait_for("meetings")
        for _ in range(600):
            if kept.exists() and kept.read_text().count("\n") >= 3:
                break
            time.sleep(0.1)
        screen.interrupt()
        screen.wait_for("Stopped")
    assert kept.read_text().count("\n") >= 3
    assert (tmp_path / "y.md").exists()
