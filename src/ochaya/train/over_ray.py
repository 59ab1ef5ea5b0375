"""A run's shards played on all machines of a Ray cluster. What is learned does not depend on which there are.

The learner holds every shard's state at the beginning of the round. Whoever is free gets a shard with it, and the
network's numbers; if he is lost, somebody else plays the same round.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ochaya.arena.cluster import Workers, connect, digest_of_all
from ochaya.core.jit import config
from ochaya.train.learner import Arrays
from ochaya.train.shards import Job, Played


def code_of(game: str) -> str:
    """Give a digest of all the code that a shard's round depends on."""
    return digest_of_all(("core", f"games/{game}", "search", "bots", "envs", "train"))


def _own(arrays: Mapping[str, npt.NDArray[Any]]) -> Arrays:
    """Give copies that may be written to; what Ray brings may not."""
    return {name: np.array(array) for name, array in arrays.items()}


class RemotePlayer:
    """A player on a machine of the cluster; lives there as long as the run."""

    def __init__(self, job: Job) -> None:
        """Compile everything, for the one core that he has."""
        config.NUMBA_NUM_THREADS = 1
        self.game, self.player = job.game, job.player()

    def greet(self) -> tuple[str, str]:
        """Say where he is and by which code he plays."""
        return socket.gethostname(), code_of(self.game)

    def play(self, numbers: Arrays, shards: list[tuple[int, Arrays]]) -> list[tuple[int, Played]]:
        """Play a round of some shards, each given with its state."""
        numbers = _own(numbers)
        return [(shard, self.player.play(shard, numbers, _own(state))) for shard, state in shards]

    def stop(self) -> None:
        """Nothing of his needs ending; a round under way is ended with his process."""


class OverRay:
    """A crew on a Ray cluster: at most so many players, if told, else one on each core."""

    def __init__(self, address: str, most: int | None = None) -> None:
        """Nobody is asked yet."""
        self.address, self.most = address, most
        self.workers: Workers[int, tuple[int, Played]] | None = None

    def take(self, job: Job) -> None:
        """Join the cluster, or raise a Wrong that says why not; players are set up when there is something to play."""
        self.workers = Workers(connect(self.address), RemotePlayer, (job,), code_of(job.game), self.most)

    def play(self, numbers: Arrays, states: Sequence[Arrays]) -> list[Played]:
        """Play a round of every shard, whoever is free."""
        assert self.workers is not None, "nothing was taken on"
        workers, played = self.workers, dict[int, Played]()
        shared = workers.ray.put(numbers)
        while len(played) < len(states):
            under_way = workers.under_way
            waiting = [shard for shard in range(len(states)) if shard not in played and shard not in under_way]
            workers.seat(waiting, lambda shards: (shared, [(shard, states[shard]) for shard in shards]))
            played |= dict(workers.hear())
        return [played[shard] for shard in range(len(states))]

    def close(self) -> None:
        """End the players and leave the cluster."""
        if self.workers is not None:
            self.workers.close()
            self.workers.ray.shutdown()
            self.workers = None
