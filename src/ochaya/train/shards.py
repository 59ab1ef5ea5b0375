"""A round's matches cut into shards, so that others can play them: who plays a shard, and here, one after the other.

How many shards there are belongs to the run, how many play them does not: what a shard's round brings depends on the
network's numbers and on the shard's state at its beginning alone. So the same is learned whoever plays which shard, in
any order, on one machine or on many (over_ray.py), and what somebody lost is played again from the same state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy.typing as npt

from ochaya.train.errors import CannotTrain
from ochaya.train.learner import Arrays


class Played(NamedTuple):
    """What a shard's round brought."""

    notes: Arrays
    """What is learned from."""
    state: Arrays
    """Where the shard stands now: its matches and generators."""


class Player(Protocol):
    """Somebody who plays rounds of any shard of one run."""

    def play(self, shard: int, numbers: Mapping[str, npt.NDArray[Any]], state: Arrays) -> Played:
        """Play a shard's round from the network's numbers and the shard's state; remembers nothing of it."""


class Job(Protocol):
    """What is to be played in a run, as it travels to other machines."""

    @property
    def game(self) -> str:
        """The game's name."""

    def player(self) -> Player:
        """Make a player, with everything compiled."""


class Crew(Protocol):
    """Those who play the shards of a run."""

    def take(self, job: Job) -> None:
        """Get ready for what is to be played."""

    def play(self, numbers: Arrays, states: Sequence[Arrays]) -> list[Played]:
        """Play a round of every shard; gives what each brought, in the order of the shards."""


class Here:
    """A crew of one: this process."""

    def take(self, job: Job) -> None:
        """Get ready for what is to be played."""
        self.player = job.player()

    def play(self, numbers: Arrays, states: Sequence[Arrays]) -> list[Played]:
        """Play one shard after the other."""
        return [self.player.play(shard, numbers, state) for shard, state in enumerate(states)]


def check_shards(shards: int, most: int) -> None:
    """Raise CannotTrain where a round cannot be cut into so many shards."""
    if not 1 <= shards <= most:
        raise CannotTrain("train-shards", shards=shards, most=most)
