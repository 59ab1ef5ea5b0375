"""Every action as a number, as a small dataclass and as text."""

from __future__ import annotations

from dataclasses import dataclass

from ochaya.core.errors import UnreadableAction
from ochaya.games._template.state import CUPS

FIRST_DRAW = 0
KEEP, POUR = CUPS, CUPS + 1
ACTIONS = CUPS + 2
HIDDEN_DRAW = ACTIONS


@dataclass(frozen=True)
class Action:
    """One action in words."""

    kind: str
    cup: int | None = None
    """What the drawn cup is worth; None where it is hidden or there is none."""


def decode(action: int) -> Action:
    """Say what an action is."""
    if FIRST_DRAW <= action < CUPS:
        return Action("draw", action + 1)
    named = {KEEP: "keep", POUR: "pour", HIDDEN_DRAW: "draw"}.get(action)
    if named is None:
        raise UnreadableAction("unreadable-action", text=str(action))
    return Action(named)


def notation(action: int) -> str:
    """Write an action: `draw:4`, `keep`, `pour`; a hidden draw is `draw:?`."""
    said = decode(action)
    return f"draw:{said.cup or '?'}" if said.kind == "draw" else said.kind


_BY_NOTATION = {notation(action): action for action in range(ACTIONS)}


def read(text: str) -> int:
    """Read an action."""
    if text not in _BY_NOTATION:
        raise UnreadableAction("unreadable-action", text=text[:80])
    return _BY_NOTATION[text]
