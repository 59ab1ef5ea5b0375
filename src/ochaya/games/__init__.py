"""The register: one line a game. Games never import each other."""

from __future__ import annotations

import functools
import importlib

from ochaya.core.errors import UnknownGame
from ochaya.core.game import Game

NAMES = (
    "_template",
    "hanamikoji",
    "geishas_road",
    "ingenious",
    "tea_garden",
)


@functools.cache
def game(name: str) -> Game:
    """Give the game of that name; raises UnknownGame."""
    if name not in NAMES:
        raise UnknownGame("unknown-game", name=name, known=", ".join(shown_names()))
    found: Game = importlib.import_module(f"ochaya.games.{name}").GAME
    return found


def games() -> tuple[Game, ...]:
    """Give every game of the register, the template included."""
    return tuple(game(name) for name in NAMES)


@functools.cache
def shown_names() -> tuple[str, ...]:
    """Name the games that players are offered."""
    return tuple(name for name in NAMES if not name.startswith("_"))
