"""Seen: a copy, hidden, that says whose it is."""

from __future__ import annotations

import pytest

from ochaya.core.secrecy import EVERYONE, NOBODY, Seen, seen, unveiled
from ochaya.games import game
from tests.support import play

TEMPLATE = game("_template")
STATE = list(play(TEMPLATE, {}, "secrecy"))[2].before


@pytest.mark.parametrize("viewer", [0, 1, NOBODY])
def test_seeing_copies_and_leaves_the_truth_alone(viewer: int) -> None:
    before = STATE.tobytes()
    knowledge = seen(TEMPLATE, STATE, viewer)
    knowledge.block.view("u1")[:] = 0
    assert STATE.tobytes() == before


def test_a_seen_names_its_game_and_viewer_and_cannot_be_rebound() -> None:
    knowledge = seen(TEMPLATE, STATE, 1)
    assert (knowledge.game, knowledge.seat) == ("_template", 1)
    with pytest.raises(AttributeError):
        knowledge.seat = 0  # type: ignore[misc]


def test_each_viewer_knows_something_else() -> None:
    known = {seen(TEMPLATE, STATE, viewer).tobytes() for viewer in (0, 1, NOBODY)}
    assert len(known) == 3
    assert STATE.tobytes() not in known


def test_unveiled_is_the_whole_truth_as_a_copy() -> None:
    knowledge = unveiled(TEMPLATE, STATE)
    assert isinstance(knowledge, Seen)
    assert (knowledge.seat, knowledge.tobytes()) == (EVERYONE, STATE.tobytes())
    assert knowledge.block is not STATE


def test_no_viewer_is_mistaken_for_a_seat_or_an_actor() -> None:
    from ochaya.core.game import CHANCE, OVER

    assert len({CHANCE, OVER, NOBODY, EVERYONE}) == 4
    assert max(CHANCE, OVER, NOBODY, EVERYONE) < 0
