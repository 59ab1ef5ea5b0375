"""Self-play and meetings of networks, made ready for one game and one of its set-ups."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ochaya.core.game import Game
from ochaya.core.jit import specialise, specialise_all
from ochaya.core.rng import Rng
from ochaya.envs import kernel as envs_kernel
from ochaya.games import game as game_of
from ochaya.search.mind import mind_of
from ochaya.train.afterstates import kernel
from ochaya.train.afterstates.kernel import Desk, Manner, Notes
from ochaya.train.afterstates.network import Floats, Shape
from ochaya.train.errors import CannotTrain


@dataclass(frozen=True)
class Compiled:
    """The functions of kernel.py for one game, with the shape of its network."""

    shape: Shape
    setups: tuple[str, ...]
    """The set-ups that have a network, in the order of the rows of the game's file."""
    collect: Callable[..., int]
    meet: Callable[..., None]


@functools.cache
def compiled(name: str) -> Compiled:
    """Compile a game's self-play, or load it from the cache; the game tells how positions are described."""
    game = game_of(name)
    try:
        told: Any = importlib.import_module(f"ochaya.games.{name}.mind.foresight")
        shape, setups = Shape(told.FEATURES, told.WIDE, told.NARROW), tuple(told.SETUPS)
    except (ImportError, AttributeError) as error:
        raise CannotTrain("train-no-foresight", game=name) from error
    rules: dict[str, Any] = {
        "actor": game.actor, "legal": game.legal, "odds": game.odds, "apply": game.apply, "score": game.score,
        "hide": game.hide, "guess": game.guess, "priors": mind_of(name).sense.priors,
        "describe": told.describe, "ask": told.ask,
    }
    if game.stride is not None:
        rules["stride"] = game.stride
    deal = envs_kernel.chance_by_odds if game.stride is None else envs_kernel.chance_by_stride
    rules["chance"] = specialise(deal, name, **rules)
    made = specialise_all(
        (kernel.judge_sides, kernel.settle, kernel.pick_candidates, kernel.decide, kernel.play_match, kernel.collect,
         kernel.meet),
        name, **rules,
    )
    return Compiled(shape, setups, made["collect"], made["meet"])


class Table:
    """Where networks play one set-up of a game."""

    def __init__(self, game: Game, setup: str, room: int) -> None:
        """Make room for so many notes."""
        made = compiled(game.name)
        options = game.complete(game.setups[setup])
        seats = game.seats(options)
        self.made, self.shape = made, made.shape
        self.team = np.array(game.teams(options) if game.teams is not None else range(seats), np.int64)
        self.sides = int(self.team.max()) + 1
        self.start = game.start(options)
        width, most = made.shape.features + 1, game.max_legal
        self.desk = Desk(
            game.state.new(3), np.zeros(most, np.int32), np.zeros(most, np.int32), np.zeros(most),
            np.zeros(most, np.int32), np.zeros((seats, width), np.float32), np.zeros(self.sides),
            np.zeros(self.sides), np.zeros(seats),
        )
        self.notes = Notes(
            np.zeros((room, self.sides, width), np.float32), np.zeros((room, self.sides)),
            np.zeros((room, self.sides)), np.zeros(room, np.int8), np.zeros((room, self.sides), np.float32),
        )

    def collect(self, numbers: Floats, manner: Manner, rng: Rng) -> tuple[Floats, Floats]:
        """Let a network play itself until the notes are full; gives the rows and their targets."""
        who = np.zeros(len(self.team), np.int64)
        filled = self.made.collect(self.start, self.desk, self.team, numbers[None], who, manner, rng, self.notes)
        return self.notes.rows[:filled], self.notes.targets[:filled]

    def meet(self, one: Floats, other: Floats, matches: int, candidates: int, rng: Rng) -> npt.NDArray[np.float64]:
        """Let two networks meet, the first on each side in turn; gives what each match brought to its side."""
        nets, manner = np.stack([one, other]), Manner(candidates, 0.0, -1.0)
        found = []
        for side in range(self.sides):
            who = (self.team != side).astype(np.int64)
            results = np.zeros((-(-matches // self.sides), self.sides))
            self.made.meet(self.start, self.desk, self.team, nets, who, manner, rng, self.notes, len(results), results)
            found.append(results[:, side])
        return np.concatenate(found)[:matches]
