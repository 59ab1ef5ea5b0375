"""What viewers are told."""

from __future__ import annotations

from typing import Any

import pytest

from ochaya.core.game import Event
from ochaya.core.record import Block
from ochaya.core.secrecy import seen
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import EXCHANGE
from tests.games.ingenious.tables import give, mark, placement, play, put, table


def told(block: Block, action: int, viewer: int = 0) -> list[Event]:
    before = seen(GAME, block, viewer)
    hidden = GAME.hide_action(block[0], action, viewer)
    GAME.apply(block[0], action)
    return GAME.events(before, hidden, seen(GAME, block, viewer))


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def data(event: Event) -> dict[str, Any]:
    return dict(event.data)


def test_a_placement_is_told_with_what_each_half_scored() -> None:
    block = table()
    give(block[0], "rb", "oo")
    events = told(block, placement("B(4,0)+R(3,0)"), viewer=1)
    assert kinds(events) == ["place", "score"]
    assert data(events[0]) == {"who": 0, "tile": "#tile.red-blue", "at": "h11", "to": "h12"}
    assert data(events[1]) == {
        "who": 0, "colour": "#colour.blue", "points": 1, "value": 1, "at": "h12", "runs": [1, 0, 0, 0, 0, 0],
    }


def test_reaching_18_and_the_bonus_move_are_told() -> None:
    block = table()
    mark(block[0], B=17)
    give(block[0], "rb", "oo")
    events = told(block, placement("B(4,0)+R(3,0)"))
    assert kinds(events) == ["place", "score", "ingenious", "bonus"]
    assert data(events[3]) == {"who": 0, "left": 1}


def test_lapsing_bonus_moves_are_told() -> None:
    block = table("team")
    mark(block[0], B=17)
    give(block[0], "rb")
    assert kinds(told(block, placement("B(4,0)+R(3,0)"))) == ["place", "score", "over-the-top", "lapse"]


def test_a_token_taken_is_told() -> None:
    block = table("duel")
    mark(block[0], B=-8)
    give(block[0], "rb", "oo")
    assert kinds(told(block, placement("B(4,0)+R(3,0)"))) == ["place", "pull", "token", "bonus"]


@pytest.mark.parametrize(("before", "value", "side"), [(5, 4, "other"), (1, 0, "middle"), (0, 1, "own")])
def test_the_duel_tells_on_whose_side_a_marker_stands_and_never_a_negative_number(
    before: int, value: int, side: str
) -> None:
    block = table("duel")
    mark(block[0], B=before)
    give(block[0], "rb", "oo")
    told_pull = data(told(block, placement("B(4,0)+R(3,0)"))[1])
    assert (told_pull["value"], told_pull["side"]) == (value, side)


def test_the_end_is_told_with_the_winner() -> None:
    block = table()
    put(block[0], "R(1,0)")
    mark(block[0], R=17, G=18, B=18, O=18, Y=18, P=18)
    give(block[0], "ry")
    events = told(block, placement("R(0,0)+Y(-1,0)"))
    assert kinds(events)[-1] == "end"
    assert data(events[-1]) == {"who": 0, "reason": "#result.at-once"}


def test_an_exchange_is_told_to_all_with_its_tiles() -> None:
    block = table()
    mark(block[0], R=2, G=2, B=5, O=6, Y=7, P=9)
    give(block[0], "bo", "pp")
    play(block[0], "R(0,0)+G(1,0)")
    events = told(block, EXCHANGE, viewer=1)
    assert kinds(events) == ["exchange"]
    assert data(events[0]) == {"who": 0, "tiles": ["#tile.blue-orange", "#tile.purple-purple"]}


def test_each_half_of_a_double_is_told_with_where_the_marker_then_stood() -> None:
    block = table()
    put(block[0], "G(-1,0) G(2,0) G(3,0)")
    give(block[0], "gg", "oo")
    events = told(block, placement("G(0,0)+G(1,0)"))
    assert [(data(event)["points"], data(event)["value"]) for event in events[1:]] == [(1, 1), (2, 3)]


def test_a_half_left_unscored_after_an_instant_win_is_not_told() -> None:
    block = table("duel")
    put(block[0], "R(1,0) Y(-2,0)")
    mark(block[0], R=0, G=-1, B=-1, O=-5, Y=-2, P=-2)
    give(block[0], "ry", "oo")
    events = told(block, placement("R(0,0)+Y(-1,0)"))
    assert kinds(events) == ["place", "pull", "end"]
    assert data(events[1])["colour"] == "#colour.red"
