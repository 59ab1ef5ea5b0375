"""Actions as JSON: `id`, `notation`, `kind` and the fields of the game's `decode`; legal lists as compact tables."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter, sub
from typing import Any, TypeAlias

import msgspec

from ochaya.core.game import Game
from ochaya.games import game as find_game
from ochaya.server.protocol.shapes import Action, LegalColumn, LegalGroup

MOST_ROWS = 100_000
"""Actions of one game that are kept."""
SHORT, MOST_LISTS = 128, 5_000
"""Legal lists of no more actions than this are kept as text, and how many of them: some ten megabytes."""


class _Kind:
    """One kind of action with the fields it has; each is made once, so that they are told apart by being themselves."""

    __slots__ = ("kind", "names")

    def __init__(self, kind: str, names: tuple[str, ...]) -> None:
        self.kind, self.names = kind, names


_kind = functools.cache(_Kind)


Row: TypeAlias = tuple[_Kind, int, tuple[Any, ...]]
"""An action's kind, its id and the values of its fields: the same for every state."""


class _Rows(dict[int, Row]):
    """The rows of a game's actions, each worked out when it is first asked for."""

    def __init__(self, game_name: str) -> None:
        super().__init__()
        self.decode = find_game(game_name).decode

    def __missing__(self, action: int) -> Row:
        if len(self) >= MOST_ROWS:
            self.clear()
        said = self.decode(action)
        names = tuple(field.name for field in dataclasses.fields(said) if field.name != "kind")
        row = self[action] = _kind(said.kind, names), action, tuple(_frozen(getattr(said, name)) for name in names)
        return row


_rows = functools.cache(_Rows)


def _frozen(value: Any) -> Any:
    """Make tuples of lists, which are the same JSON and can be told apart quickly."""
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


@functools.lru_cache(maxsize=20_000)
def describe(game: Game, action: int) -> Action:
    """Give one action as JSON: the same for every state, made once and not to be changed."""
    kind, _, values = _rows(game.name)[action]
    return {
        "kind": kind.kind, "id": action, "notation": game.notation(action),
        **dict(zip(kind.names, values, strict=True)),
    }


def legal_groups(game: Game, actions: Iterable[int]) -> list[LegalGroup]:
    """Give many actions as one table per kind. They are hundreds, so each is looked up and all else is done in rows."""
    groups: dict[_Kind, list[Row]] = {}
    for kind, run in groupby(map(_rows(game.name).__getitem__, actions), itemgetter(0)):
        groups.setdefault(kind, []).extend(run)
    return [_group(kind, rows) for kind, rows in groups.items()]


def legal_text(game: Game, actions: Iterable[int]) -> msgspec.Raw:
    """Give a legal list as encoded JSON; short ones come again and again at many tables, and are kept."""
    ids = tuple(actions)
    return _kept_text(game, ids) if len(ids) <= SHORT else _text(game, ids)


def _text(game: Game, actions: tuple[int, ...]) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(legal_groups(game, actions)))


_kept_text = functools.lru_cache(maxsize=MOST_LISTS)(_text)


def _group(kind: _Kind, rows: list[Row]) -> LegalGroup:
    _, ids, values = zip(*rows, strict=True)
    columns = zip(kind.names, zip(*values, strict=True), strict=True)
    return LegalGroup(
        kind=kind.kind, ids=[ids[0], *map(sub, ids[1:], ids)],
        fields={name: _column(column) for name, column in columns},
    )


def _column(values: Sequence[Any]) -> LegalColumn:
    """Write a column, each value once if most repeat."""
    places = dict.fromkeys(values, 0)
    if 2 * len(places) > len(values):
        return LegalColumn(values=list(values), at=None)
    places = {value: place for place, value in enumerate(places)}
    return LegalColumn(values=list(places), at=[*map(places.__getitem__, values)])
