"""Rounds of a policy's matches in shards: each has its own matches, rivals and generators; needs no PyTorch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ochaya.core.game import Game
from ochaya.envs.vector import generators
from ochaya.games import game as game_of
from ochaya.train.learner import Arrays, below
from ochaya.train.policy.compiled import Drawer, net_of
from ochaya.train.policy.credit import credit, new_happened
from ochaya.train.policy.rivals import Rivals
from ochaya.train.policy.tables import Tables
from ochaya.train.recipes import PAST, Policy
from ochaya.train.shards import Played

DRAWS, RIVALS = 1 << 64, 1 << 65
"""Added to a shard's seed: what is drawn and what rivals do has nothing to do with what is dealt."""


@dataclass(frozen=True)
class PolicyJob:
    """What is to be played: set-ups by a recipe, against rivals in their shares of the matches, in so many shards."""

    game: str
    setups: tuple[str, ...]
    recipe: Policy
    shares: Mapping[str, float]
    shards: int

    @property
    def rules(self) -> Game:
        """The game itself."""
        return game_of(self.game)

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """Which of the matches each shard has."""
        return list(pairwise(np.linspace(0, self.recipe.matches, self.shards + 1).astype(int).tolist()))

    def player(self) -> PolicyShardPlayer:
        """Make a player."""
        return PolicyShardPlayer(self)

    def begin(self, seed: int) -> list[Arrays]:
        """Give the states in which the shards begin."""
        states = []
        for shard, (first, last) in enumerate(self.ranges):
            own = seed * self.shards + shard
            tables = Tables(self.rules, self.setups, last - first, own)
            states.append(tables.save() | {
                "draws": generators(own + DRAWS, tables.n), "rivals": generators(own + RIVALS, tables.n)})
        return states


class PolicyShardPlayer:
    """Plays rounds of any shard; the room that each needs is made when it first comes."""

    def __init__(self, job: PolicyJob) -> None:
        """Get ready."""
        self.job, self.game = job, job.rules
        self.drawer = Drawer(self.game, job.recipe.wide, job.recipe.parts + job.recipe.pairs)
        self.seated: dict[int, Rivals] = {}

    def _seat(self, shard: int, state: Arrays) -> Rivals:
        """Give a shard's matches with their rivals, as they stand."""
        if shard not in self.seated:
            first, last = self.job.ranges[shard]
            tables = Tables(self.game, self.job.setups, last - first, 0)
            self.seated[shard] = Rivals(tables, self.job.shares, 0, first, self.job.recipe.matches)
        rivals = self.seated[shard]
        rivals.tables.load(state)
        rivals.rngs[:] = state["rivals"]
        return rivals

    def play(self, shard: int, numbers: Mapping[str, npt.NDArray[Any]], state: Arrays) -> Played:
        """Play so many decisions of every match of a shard, and judge them."""
        rivals, steps = self._seat(shard, state), self.job.recipe.steps
        tables, draws = rivals.tables, state["draws"].copy()
        net, past = net_of(self.game, numbers), None
        if PAST in self.job.shares:
            past = net_of(self.game, below(numbers, f"{PAST}."))
        n, everybody = tables.n, np.arange(tables.n)
        notes: Arrays = {
            "seen": np.zeros((steps + 1, n, self.game.observation_size), np.int16),
            "legal": np.zeros((steps + 1, n, self.game.max_legal), np.int16),
            "counts": np.zeros((steps + 1, n), np.int32), "places": np.zeros((steps + 1, n), np.int64),
            "chances": np.zeros((steps + 1, n), np.float32), "shares": np.zeros((steps + 1, n), np.float32),
        }
        happened, longest = new_happened(steps, n, tables.seats), 1
        for step in range(steps + 1):
            now = tables.now
            width = int(now.counts.max())
            longest = max(longest, width)
            notes["seen"][step], notes["counts"][step] = now.observations, now.counts
            notes["legal"][step, :, :width] = now.legals[:, :width] * (np.arange(width) < now.counts[:, None])
            drawn = self.drawer.draw(net, everybody, now, draws)
            notes["places"][step], notes["chances"][step], notes["shares"][step] = drawn
            happened.seats[step] = now.seats
            if step < steps:
                theirs = None if past is None else self.drawer.draw(past, rivals.past, now, draws).places
                happened.is_own[step] = rivals.is_own()
                after = tables.step_places(rivals.choose(drawn.places, theirs))
                happened.rewards[step], happened.dones[step] = after.rewards, after.dones
        notes["legal"] = notes["legal"][:, :, :longest].copy()
        notes["better"], notes["teaches"] = credit(
            happened.seats, happened.is_own, notes["shares"], happened.rewards, happened.dones, self.job.recipe.trace)
        return Played(notes, tables.save() | {"draws": draws, "rivals": rivals.rngs.copy()})
