"""Rounds of self-play in shards: each has its share of the notes and a generator of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ochaya.core.rng import new_rng
from ochaya.games import game as game_of
from ochaya.train.afterstates.kernel import Manner
from ochaya.train.afterstates.play import Table
from ochaya.train.learner import Arrays
from ochaya.train.recipes import Afterstates
from ochaya.train.shards import Played


@dataclass(frozen=True)
class AfterstateJob:
    """What is to be played: one set-up by a recipe, as many notes in each of so many shards."""

    game: str
    setup: str
    recipe: Afterstates
    shards: int

    def player(self) -> AfterstatePlayer:
        """Make a player, with everything compiled."""
        return AfterstatePlayer(self)

    def begin(self, seed: int) -> list[Arrays]:
        """Give the states in which the shards begin."""
        return [{"rng": new_rng(seed * self.shards + shard)} for shard in range(self.shards)]


class AfterstatePlayer:
    """Plays rounds of any shard."""

    def __init__(self, job: AfterstateJob) -> None:
        """Make room for a shard's notes."""
        recipe, game = job.recipe, game_of(job.game)
        self.manner = Manner(recipe.candidates, recipe.explore, recipe.trace)
        self.table = Table(game, job.setup, recipe.notes // job.shards)
        glance = np.zeros(self.table.shape.size, np.float32)
        Table(game, job.setup, 1).collect(glance, Manner(1, 0.0, 0.0), new_rng(1))  # compiled before a clock runs

    def play(self, shard: int, numbers: Mapping[str, npt.NDArray[Any]], state: Arrays) -> Played:
        """Let the network play itself until the shard's notes are full."""
        rng = state["rng"].copy()
        rows, targets = self.table.collect(numbers["numbers"], self.manner, rng)
        return Played({"rows": rows.copy(), "targets": targets.copy()}, {"rng": rng})
