"""Errors have kinds, and each carries a text key with parameters."""

from __future__ import annotations

import pickle

import pytest

from ochaya.core import errors
from ochaya.games import game

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.Wrong)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_keeps_its_key_and_details(kind: type[errors.Wrong]) -> None:
    wrong = kind("some-key", line=3, found="tea")
    assert (wrong.key, wrong.details) == ("some-key", {"line": 3, "found": "tea"})
    assert str(wrong) == "some-key(line=3, found='tea')"
    assert isinstance(wrong, errors.Wrong)


def test_the_named_kinds_are_there() -> None:
    assert {kind.__name__ for kind in KINDS} >= {
        "UnknownGame", "BadOptions", "UnreadableAction", "IllegalAction", "NotYourTurn", "StaleAction", "BadRecord",
    }


def test_no_kind_is_caught_as_another() -> None:
    for kind in KINDS:
        for other in KINDS:
            assert kind is other or errors.Wrong in (kind, other) or not issubclass(kind, other)


def test_an_error_survives_the_way_between_processes() -> None:
    wrong = errors.BadRecord("record-line", line=4)
    again = pickle.loads(pickle.dumps(wrong))
    assert (type(again), again.key, again.details) == (errors.BadRecord, "record-line", {"line": 4})


def test_an_unknown_game_is_named_with_those_that_exist() -> None:
    with pytest.raises(errors.UnknownGame) as caught:
        game("chess")
    assert caught.value.details["name"] == "chess"
    assert "hanamikoji" in caught.value.details["known"]
    assert "_template" not in caught.value.details["known"]
