"""One tree with all the room it needs, allocated once and used for one decision after another."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ochaya.core.rng import Rng
from ochaya.core.secrecy import Seen
from ochaya.search import kernel
from ochaya.search.mind import Mind

DEEPEST = 512
LARGEST = 1 << 20
"""No tree has more nodes; beyond it search goes on without adding any."""


def room_for(iterations: int) -> int:
    """Give the number of nodes to make room for: a power of two with space to spare."""
    size = 1 << 10
    while size < 2 * iterations and size < LARGEST:
        size *= 2
    return size


class Tree:
    """The nodes of one search and its scratch space; one thread works on it at a time."""

    def __init__(self, mind: Mind, size: int) -> None:
        game = mind.game
        self.mind = mind
        self.nodes: npt.NDArray[Any] = np.zeros(size, kernel.node_dtype(mind.seats)).view(np.recarray)
        self.planted = np.zeros(size * 5 // 8, np.int32)
        self.room = np.zeros(1, np.int64)
        self.world = game.state.new(2)
        self.actions = np.zeros(game.max_legal, np.int32)
        self.weights = np.zeros(game.max_legal, np.int32)
        self.places = np.zeros(game.max_legal, np.int32)
        per_action = 2 if mind.has_key else 1
        self.path = np.zeros(min(DEEPEST, per_action * mind.sense.depth) + 2, np.int32)
        self.promise = np.zeros(game.max_legal, np.float64)
        self.out = np.zeros(mind.seats, np.float64)
        self.glance = np.zeros(mind.seats, np.float64)

    def clear(self) -> None:
        """Forget the last decision."""
        self.mind.clear(self.nodes, self.planted, self.room)

    def grow(self, seen: Seen, rng: Rng, iterations: int, instinct: npt.NDArray[np.float64]) -> None:
        """Think on for so many iterations; releases the interpreter's lock."""
        sense = self.mind.sense
        self.mind.grow(
            self.nodes, self.planted, self.room, seen.block, self.world, seen.seat, rng, iterations,
            self.actions, self.weights, self.places, self.path, self.promise, instinct, self.out, self.glance,
            sense.explore, sense.hold, sense.widen, sense.narrow, self.mind.horizon, sense.trust, self.mind.has_key,
        )

    def at_root(self, legal: npt.NDArray[np.int32], seat: int, visits: Any, gains: Any) -> None:
        """Add what this tree knows about each legal action to `visits` and `gains`."""
        self.mind.at_root(self.nodes, legal, len(legal), seat, visits, gains)

    @property
    def iterations(self) -> int:
        """How many iterations this decision has had."""
        return int(self.nodes[kernel.ROOT].visits)
