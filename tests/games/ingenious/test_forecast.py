"""What the view tells of a placement before it is made: its points line by line, and where markers would stop."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest

from ochaya.core.secrecy import NOBODY, seen, unveiled
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import PLACEMENTS, Place, decode
from ochaya.games.ingenious.state import ENDED, FINISH, PLACE
from tests.games.ingenious.tables import give, mark, play, put, table
from tests.support import play as play_out

SETUPS = list(GAME.setups)
LARGEST = 16_000
"""Bytes that an update may have when compressed."""


def view_of(block: Any, viewer: int) -> dict[str, Any]:
    return dict(GAME.view(seen(GAME, block, viewer)))


def points(view: dict[str, Any], space: str, colour: str) -> int:
    return sum(view["lines"].get(space, {}).get(colour, ()))


def halt(value: int, gained: int, goal: dict[str, Any]) -> tuple[int, int]:
    """Move a marker as a board does from what it is told: to the next stop at most; gives bonus moves too."""
    ahead = [stop for stop in goal["stops"] if stop > value]
    if not ahead or gained == 0:
        return value, 0
    now = min(ahead[0], value + gained)
    return now, int(now == ahead[0] and goal["is_bonus"])


@pytest.mark.parametrize("setup", SETUPS)
def test_what_is_told_before_a_placement_is_what_happens(setup: str) -> None:
    looked = 0
    for step in play_out(GAME, GAME.setups[setup], "forecast"):
        if step.action >= PLACEMENTS:
            continue
        seat = int(step.before[0].seat)
        view, said = view_of(step.before, seat), decode(step.action)
        assert isinstance(said, Place)
        values, bonus = dict(view["tracks"][seat]), view["bonus"]
        for colour, space in zip(said.tile.split("-"), (said.at, said.to), strict=True):
            values[colour], earned = halt(values[colour], points(view, space, colour), view["goals"][colour])
            bonus += earned
        after = view_of(step.after, seat)
        if after["result"] is None:
            assert after["tracks"][seat] == values
            assert after["is_bonus"] == (bonus > 0)
            assert after["bonus"] == max(0, bonus - 1)
            looked += 1
    assert looked > 20


def test_points_are_told_line_by_line() -> None:
    block = table()
    put(block[0], "G(1,-1) G(0,-1) G(-1,0) G(-1,1) G(0,1) G(0,2) G(0,3)")
    give(block[0], "gg")
    assert view_of(block, 0)["lines"]["h8"] == {"green": [0, 1, 1, 1, 1, 3]}


def test_only_the_player_who_places_is_told_and_only_then() -> None:
    block = table()
    give(block[0], "gg")
    assert view_of(block, 1)["lines"] is view_of(block, NOBODY)["lines"] is None
    block[0].phase = FINISH
    assert view_of(block, 0)["lines"] is None


def test_the_tiles_an_exchange_sends_away_are_told_to_their_owner_alone() -> None:
    block = table("duel")
    mark(block[0], R=-9)
    give(block[0], "rb", "rr", "go")
    play(block[0], "Y(0,0)+P(1,0)")
    assert block[0].phase == FINISH
    assert view_of(block, 0)["exchange"] == ["red-red", "red-blue"]
    assert dict(GAME.view(unveiled(GAME, block)))["exchange"] == ["red-red", "red-blue"]
    assert view_of(block, 1)["exchange"] is view_of(block, NOBODY)["exchange"] is None


def test_a_question_without_a_choice_looks_the_same_from_outside() -> None:
    """§5.3 Two racks, one that may be exchanged and one that may not: the others see no difference."""
    blocks = []
    for tiles in (("bo", "pp"), ("ro", "rr")):
        block = table()
        mark(block[0], R=2, G=2, B=5, O=6, Y=7, P=9)
        give(block[0], *tiles)
        play(block[0], "R(0,0)+G(1,0)")
        blocks.append(block)
    assert [view_of(block, 0)["exchange"] is None for block in blocks] == [False, True]
    for viewer in (1, NOBODY):
        one, other = (view_of(block, viewer) for block in blocks)
        assert one == other
        assert one["phase"] == "finish"


@pytest.mark.parametrize("setup", SETUPS)
def test_the_view_stays_small(setup: str) -> None:
    sizes = []
    for step in play_out(GAME, GAME.setups[setup], "sizes"):
        if step.after[0].phase == PLACE:
            text = json.dumps(view_of(step.after, int(step.after[0].seat)), separators=(",", ":"))
            sizes.append(len(zlib.compress(text.encode(), 6)))
    assert max(sizes) < LARGEST // 4


def test_the_values_of_the_ranking_are_told_lowest_first() -> None:
    block = table()
    mark(block[0], R=9, G=12, B=12, O=15, Y=18, P=18)
    mark(block[0], side=1, R=10, G=11, B=12, O=13, Y=14, P=15)
    block[0].phase = ENDED
    final = view_of(block, 0)["result"]
    assert final["ordered"] == [[9, 12, 12, 15, 18, 18], [10, 11, 12, 13, 14, 15]]
    assert final["places"] == [2, 1]
