"""The board in a terminal."""

from __future__ import annotations

import pytest
from rich.console import Console

from ochaya.cli.table.choosing import Chooser, grow
from ochaya.cli.texts import LANGUAGES, Texts
from ochaya.core.record import Block
from ochaya.core.secrecy import NOBODY, seen
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import notation
from ochaya.games.ingenious.board import NAMES, SPACES_WITHIN
from ochaya.games.ingenious.show.terminal import other_path, paint, path, path_at
from tests.games.ingenious.tables import give, put, table
from tests.support import play


def painted(view: dict[str, object], language: str = "en") -> str:
    console = Console(width=100, no_color=True, file=None)
    with console.capture() as capture:
        console.print(paint(view, Texts(language, "ingenious").say))
    return capture.get()


@pytest.mark.parametrize("setup", list(GAME.setups))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_of_a_match_can_be_drawn_in_every_language(setup: str, language: str) -> None:
    steps = list(play(GAME, GAME.setups[setup], f"painted {language}"))
    for step in steps[:: len(steps) // 6]:
        for viewer in (0, NOBODY):
            text = painted(GAME.view(seen(GAME, step.after, viewer)), language)
            assert "table." not in text
            assert "colour." not in text


@pytest.mark.parametrize(("seats", "radius"), [("2", 5), ("3", 6), ("4", 7)])
def test_every_free_space_shows_the_name_that_is_typed_and_every_symbol_its_letter(seats: str, radius: int) -> None:
    text = painted(GAME.view(seen(GAME, table(seats=seats), 0)))
    words = text.replace("[", " ").replace("]", " ").split()
    printed = {"c8", "c13", "h13", "m8", "m3", "h3"}
    for name in NAMES[: int(SPACES_WITHIN[radius])]:
        assert (words.count(name) == 1) == (name not in printed)
    for name in NAMES[int(SPACES_WITHIN[radius]) :]:
        assert name not in words
    for letter in ("R✸]", "G●]", "B✶]", "O⬢]", "Y✺]", "P○]"):
        assert letter in text


def test_a_tile_is_chosen_by_its_letters_then_by_the_names_of_two_spaces() -> None:
    block = table()
    give(block[0], "rb", "gg")
    say = Texts("en", "ingenious").say
    chooser = Chooser(grow((path(action, say), action) for action in GAME.legal_ids(block[0])))
    for typed in ("rb", "h8", "h9"):
        found = chooser.matching(typed)
        assert len(found) == 1, (typed, found)
        chooser.pick(found[0])
    assert chooser.action is not None
    assert notation(chooser.action) == "rb:h8-h9"


def ways(block: Block) -> list[tuple[tuple[str, ...], int]]:
    """The labels that lead to the legal actions, as the table in the terminal asks for them."""
    view, say = GAME.view(seen(GAME, block, 0)), Texts("en", "ingenious").say
    legal = GAME.legal_ids(block[0])
    return [(path_at(action, view, say), action) for action in legal] + [
        (other, action) for action in legal if (other := other_path(action, view, say))]


@pytest.mark.parametrize(("first", "then"), [("a8", "b8"), ("b8", "a8")])
def test_either_space_of_a_double_may_be_named_first(first: str, then: str) -> None:
    block = table(seats="4")
    give(block[0], "rb", "gg")
    chooser = Chooser(grow(ways(block)))
    for typed in ("gg", first, then):
        found = chooser.matching(typed)
        assert len(found) == 1, (typed, found)
        chooser.pick(found[0])
    assert chooser.action is not None
    assert notation(chooser.action) == "gg:b8-a8"


def test_the_last_space_is_asked_for_with_the_points_it_would_bring() -> None:
    block = table()
    put(block[0], "R(1,-1) R(2,-2)")
    give(block[0], "rb", "gg")
    chooser = Chooser(grow(ways(block)))
    for typed in ("rb", "h8"):
        chooser.pick(chooser.matching(typed)[0])
    assert "h9 — red +2, blue +0" in chooser.labels


def test_a_single_tile_is_told_in_the_question() -> None:
    block = table("solo")
    give(block[0], "rb")
    assert Chooser(grow(ways(block))).chosen == ["RB: red, then blue"]
