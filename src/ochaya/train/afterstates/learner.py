"""The learner of what actions leave behind: rounds of self-play, each learned from a few times and forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ochaya.core.game import Game
from ochaya.core.rng import new_rng
from ochaya.train.afterstates.network import Adam, gradient
from ochaya.train.afterstates.play import Table
from ochaya.train.afterstates.shards import AfterstateJob
from ochaya.train.errors import CannotTrain
from ochaya.train.learner import Arrays
from ochaya.train.recipes import Afterstates, between
from ochaya.train.shards import Crew, Here, check_shards

POOL_SEED = 2026
"""Measuring always happens on the same deals."""


class AfterstateLearner:
    """Learns a network that judges described positions; its pool is the same player judging at a glance."""

    def __init__(
        self, game: Game, setup: str, recipe: Afterstates, seed: int, shards: int = 1, crew: Crew | None = None
    ) -> None:
        """Begin with a network that adds nothing to the glance; this process plays unless there is another crew."""
        check_shards(shards, recipe.notes)
        self.recipe, self.seed, self.crew = recipe, seed, crew or Here()
        self.table = Table(game, setup, 1)
        job = AfterstateJob(game.name, setup, recipe, shards)
        self.states = job.begin(seed)
        """Where each shard of self-play stands."""
        self.numbers = self.table.shape.begin(np.random.default_rng(seed))
        self.adam = Adam.of(len(self.numbers))
        self.rounds = self.decisions = 0
        self.crew.take(job)

    def learn(self, part: float) -> Mapping[str, float]:
        """Play, then learn from what was noted."""
        recipe = self.recipe
        played = self.crew.play({"numbers": self.numbers}, self.states)
        self.states = [one.state for one in played]
        rows, targets = (np.concatenate([one.notes[name] for one in played]) for name in ("rows", "targets"))
        if len(rows) == 0:
            raise CannotTrain("train-no-room", notes=recipe.notes, shards=len(played))
        rate, losses = between(recipe.rate, part), []
        shuffle = np.random.default_rng((self.seed, self.rounds))
        for _ in range(recipe.passes):
            order = shuffle.permutation(len(rows))
            for first in range(0, len(rows), recipe.batch):
                chosen = order[first : first + recipe.batch]
                slope, loss = gradient(self.table.shape, self.numbers, rows[chosen], targets[chosen])
                self.adam.step(self.numbers, slope, rate)
                losses.append(loss)
        self.rounds += 1
        self.decisions += len(rows)
        return {"value loss": float(np.mean(losses))}

    def measure(self, matches: int) -> npt.NDArray[np.float64]:
        """Meet a player who judges at a glance; alone, both play by themselves and the results are compared."""
        glance, candidates = np.zeros_like(self.numbers), self.recipe.candidates
        own = self.table.meet(self.numbers, glance, matches, candidates, new_rng(POOL_SEED))
        if self.table.sides > 1:
            return own
        other = self.table.meet(glance, glance, matches, candidates, new_rng(POOL_SEED))
        return np.asarray((1.0 + own - other) / 2.0)

    def even(self) -> float:
        """Give the share that the glance would have against itself."""
        return 0.5 if self.table.sides == 1 else 1.0 / self.table.sides

    def save(self) -> Arrays:
        """Give the network, Adam's memory and every shard's generator."""
        counts = np.array([self.rounds, self.decisions, self.adam.steps, self.seed], np.int64)
        return {
            "numbers": self.numbers, "mean": self.adam.mean, "square": self.adam.square,
            "rng": np.concatenate([state["rng"] for state in self.states]), "counts": counts,
        }

    def start(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Begin with the network of another run, and nothing else of it."""
        if "numbers" not in arrays or arrays["numbers"].shape != self.numbers.shape:
            raise CannotTrain("train-other-network", expected=len(self.numbers))
        self.numbers = arrays["numbers"].astype(np.float32)

    def load(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from what `save` gave."""
        self.start(arrays)
        self.rounds, self.decisions, steps, self.seed = (int(count) for count in arrays["counts"])
        self.adam = Adam(arrays["mean"].astype(np.float32), arrays["square"].astype(np.float32), steps)
        self.states = [{"rng": rng} for rng in arrays["rng"].astype(np.uint64).reshape(-1, 1)]
