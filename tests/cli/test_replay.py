"""`ochaya replay` shows a finished match whole and an unfinished one only as far as the viewer may see."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ochaya.cli.commands.replay import Theatre, viewer_of
from ochaya.cli.keys import split_keys
from ochaya.cli.records import load_match
from ochaya.core.secrecy import EVERYONE, NOBODY
from tests.cli.conftest import Ochaya
from tests.cli.terminal import Screen


def test_a_finished_match_is_shown_to_everyone(ochaya: Ochaya, finished: Path) -> None:
    said = ochaya("replay", finished)
    assert said.code == 0, said.err
    assert viewer_of(load_match(finished), None) == EVERYONE
    assert "1 of " in said.out


def test_an_unfinished_match_shows_only_what_is_public(ochaya: Ochaya, unfinished: Path) -> None:
    from rich.console import Console

    from ochaya.cli.manners import house_texts

    match = load_match(unfinished)
    assert viewer_of(match, None) == NOBODY
    assert viewer_of(match, 1) == 1
    site = house_texts("en")
    for viewer in (NOBODY, 0, 1):
        view = Theatre(Console(), site, match, viewer)._view(len(match.steps))
        assert [seat["hand"] is not None for seat in view["seats"]] == [viewer == 0, viewer == 1]
    assert ochaya("replay", unfinished).out != ochaya("replay", unfinished, "--seat", "0").out


def test_keys_typed_in_a_hurry_are_told_apart() -> None:
    assert split_keys(" n\x1b[C\x1bOD\x1b[1~q") == [" ", "n", "\x1b[C", "\x1bOD", "\x1b[1~", "q"]
    assert split_keys("\x1b") == ["\x1b"]


def test_a_seat_that_is_none_is_told(ochaya: Ochaya, finished: Path) -> None:
    assert ochaya("replay", finished, "--seat", "5").code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of Unix")
def test_keys_lead_through_the_match(finished: Path) -> None:
    with Screen("replay", str(finished)) as screen:
        screen.wait_for("1 of ")
        screen.type(" ")
        screen.wait_for("2 of ")
        screen.type("\x1b[C")
        screen.wait_for("3 of ")
        screen.type("b")
        screen.wait_for("2 of ")
        screen.type("G")
        screen.wait_for("win")
        screen.type("g")
        screen.wait_for("1 of ")
        screen.type("q")
        assert screen.code() == 0
