"""Checks of how a game writes, names and hides its actions."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from typing import Any

import pytest

from ochaya.core.errors import UnreadableAction
from ochaya.core.game import Game, Options
from tests.support import steps, viewers

MOST_IDS = 4000
"""A game with more action ids than this has its text forms checked on a sample."""


def check_notation(game: Game, actions: Iterable[int]) -> None:
    """Each id has its own short text that reads back, and its own plain data."""
    texts: dict[str, int] = {}
    datas: dict[str, int] = {}
    for action in actions:
        text = game.notation(action)
        assert text.isascii(), f"{action}: notation {text!r}"
        assert [text.lower()] == text.split(), f"{action}: notation {text!r}"
        assert "?" not in text, f"{action}: {text!r} looks hidden"
        assert game.read(text) == action, f"{action}: {text!r} reads back as {game.read(text)}"
        assert texts.setdefault(text, action) == action, f"{text!r} is both {texts[text]} and {action}"
        data = _plain(game.decode(action))
        assert datas.setdefault(data, action) == action, f"{data} is both {datas[data]} and {action}"


def _plain(decoded: Any) -> str:
    """Give a decoded action as JSON; fails unless it is a frozen dataclass of plain values with a kind."""
    assert dataclasses.is_dataclass(decoded)
    assert not isinstance(decoded, type)
    assert type(decoded).__dataclass_params__.frozen  # type: ignore[attr-defined]
    data = dataclasses.asdict(decoded)
    assert isinstance(data["kind"], str)
    assert data["kind"]
    return json.dumps(data, allow_nan=False, sort_keys=True)


def check_hidden_ids(game: Game, options: Options, seed: str, count: int = 200) -> None:
    """What others may know of an action is an action, or an id beyond all actions that shows a question mark."""
    seats = game.seats(game.complete(options))
    hidden: set[int] = set()
    for step in steps(game, options, count, seed, matches=4):
        before = step.before.tobytes()
        for viewer in viewers(seats):
            told = int(game.hide_action(step.before[0], step.action, viewer))
            if told >= game.max_actions:
                hidden.add(told)
            elif told != step.action:
                raise AssertionError(f"{game.notation(step.action)} is told as another action {game.notation(told)}")
        assert step.before.tobytes() == before, "hide_action changed the state"
        if step.actor >= 0:
            own = int(game.hide_action(step.before[0], step.action, step.actor))
            assert own == step.action, f"who plays {game.notation(step.action)} is told {game.notation(own)}"
    for told in hidden:
        text = game.notation(told)
        assert "?" in text, f"hidden {told}: {text!r}"
        _plain(game.decode(told))
        with pytest.raises(UnreadableAction):
            game.read(text)


def check_unreadable(game: Game, text: str) -> None:
    """A text that is no action is refused as unreadable; another spelling of an action is that very action."""
    try:
        action = game.read(text)
    except UnreadableAction:
        return
    assert 0 <= action < game.max_actions, f"{text!r} reads as {action}"
    assert game.read(game.notation(action)) == action, f"{text!r} reads as {game.notation(action)!r}"
