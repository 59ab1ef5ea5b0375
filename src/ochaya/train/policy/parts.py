"""An action's parts: what `decode` names, as numbers. An action's vector is the sum of its parts' vectors.

So a game with thousands of actions needs vectors for some hundred parts only, and what is learned about a card in one
offer serves in all of them. Where there are few actions each has a part of its own besides.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import numpy as np
import numpy.typing as npt

from ochaya.core.game import Game

FEW = 2048
"""Up to so many actions each gets a part of its own."""


def _walk(path: tuple[Any, ...], value: Any) -> Iterator[tuple[Any, ...]]:
    """Name the parts of a value: itself, or in a list each element with its place."""
    if isinstance(value, list | tuple):
        for place, element in enumerate(value):
            yield from _walk((*path, place), element)
    elif isinstance(value, dict):
        for name, element in value.items():
            yield from _walk((*path, name), element)
    elif value is not None:
        yield (*path, value)


def parts_of(game: Game, action: int) -> list[tuple[Any, ...]]:
    """Name an action's parts: its kind, and each thing that it names, by kind and field."""
    named: dict[str, Any] = asdict(game.decode(action))
    kind = named.pop("kind")
    return [(kind,), *_walk((kind,), named)]


@functools.cache
def table_of_parts(game: Game) -> tuple[npt.NDArray[np.int64], int]:
    """Give the parts of every action, [action, place], 0 for none, and how many different ones there are with that."""
    lists = [parts_of(game, action) for action in range(game.max_actions)]
    if game.max_actions <= FEW:
        lists = [[*parts, (action,)] for action, parts in enumerate(lists)]
    numbers: dict[tuple[Any, ...], int] = {}
    table = np.zeros((game.max_actions, max(len(parts) for parts in lists)), np.int64)
    for action, parts in enumerate(lists):
        for place, part in enumerate(parts):
            table[action, place] = numbers.setdefault(part, len(numbers) + 1)
    return table, len(numbers) + 1
