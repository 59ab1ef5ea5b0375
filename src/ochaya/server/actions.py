"""Actions as JSON: `id`, `notation`, `kind` and the fields of the game's `decode`; legal lists as compact tables."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable
from typing import Any

from ochaya.core.game import Game
from ochaya.games import game as find_game
from ochaya.server.shapes import Action, LegalGroup


@functools.lru_cache(maxsize=200_000)
def _row(game_name: str, action: int) -> tuple[str, tuple[str, ...], list[Any]]:
    """Give an action's kind, the names of its fields and their values; the same for every state."""
    game = find_game(game_name)
    said = game.decode(action)
    names = tuple(field.name for field in dataclasses.fields(said) if field.name != "kind")
    return said.kind, ("id", "notation", *names), [action, game.notation(action), *(getattr(said, n) for n in names)]


def describe(game: Game, action: int) -> Action:
    """Give one action as JSON."""
    kind, fields, values = _row(game.name, action)
    return {"kind": kind, **dict(zip(fields, values, strict=True))}


def legal_groups(game: Game, actions: Iterable[int]) -> list[LegalGroup]:
    """Give many actions as one table per kind."""
    groups: dict[tuple[str, tuple[str, ...]], list[list[Any]]] = {}
    for action in actions:
        kind, fields, values = _row(game.name, action)
        groups.setdefault((kind, fields), []).append(values)
    return [LegalGroup(kind=kind, fields=list(fields), rows=rows) for (kind, fields), rows in groups.items()]
