"""Which numbers of an observation mean what: slices by name, and the table of the docs.

A game tells in `games/<game>/layout.py`: LAYOUT is a tuple of (name, shape, what it is), in the order in which
`observe` writes. Where a game tells nothing, its observation is a single piece.
"""

from __future__ import annotations

import functools
import importlib.util
from math import prod
from typing import Any, NamedTuple

import numpy.typing as npt

from ochaya.core.game import Game


class Piece(NamedTuple):
    """A run of numbers that belong together."""

    name: str
    start: int
    shape: tuple[int, ...]
    about: str

    @property
    def where(self) -> slice:
        """The piece as a slice of the observation."""
        return slice(self.start, self.start + prod(self.shape))


@functools.cache
def pieces(game: Game) -> tuple[Piece, ...]:
    """List the pieces of a game's observation, in order."""
    module = f"ochaya.games.{game.name}.layout"
    told = ((("observation", (game.observation_size,), "all that the seat knows"),)
            if importlib.util.find_spec(module) is None else importlib.import_module(module).LAYOUT)
    found, start = [], 0
    for name, shape, about in told:
        found.append(Piece(name, start, shape, about))
        start = found[-1].where.stop
    if start != game.observation_size or len({piece.name for piece in found}) != len(found):
        raise ValueError(f"{game.name}: the layout tells {start} numbers, observe writes {game.observation_size}")
    return tuple(found)


def named(game: Game, observations: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    """Give the pieces of one observation, or of a batch of them, by name and in their shapes, without copying."""
    before = observations.shape[:-1]
    return {piece.name: observations[..., piece.where].reshape(*before, *piece.shape) for piece in pieces(game)}


def table(game: Game) -> str:
    """Give the layout as a Markdown table."""
    rows = ["| from | name | shape | what |", "| ---: | --- | --- | --- |"]
    rows += [
        f"| {piece.start} | `{piece.name}` | {' × '.join(map(str, piece.shape))} | {piece.about} |"
        for piece in pieces(game)
    ]
    return "\n".join(rows)
