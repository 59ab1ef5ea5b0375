"""One tree with all the room it needs, allocated once and used for one decision after another."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.game import Shares
from ochaya.core.rng import Rng
from ochaya.search import kernel
from ochaya.search.layout import Decision, NodeTable, Numbers, Scratch, node_dtype
from ochaya.search.mind import Mind

DEEPEST = 512
PLANTED_PART = 5
"""So many eighths of the places may be planted: fuller, a hash table gets slow."""
LARGEST = 1 << 20
"""No tree has more nodes; beyond it search goes on without adding any."""


def room_for(iterations: int) -> int:
    """Give the number of nodes to make room for: a power of two with space to spare."""
    size = 1 << 10
    while size < 2 * iterations and size < LARGEST:
        size *= 2
    return size


def kept_worlds(mind: Mind) -> int:
    """Give how many guessed worlds are kept for a decision: none where there is no belief that takes its time."""
    return mind.sense.keep if mind.has_belief else 0


def new_scratch(mind: Mind) -> Scratch:
    """Make the space in which one thread thinks about a game."""
    most = mind.game.max_legal
    per_action = 2 if mind.has_key else 1
    return Scratch(
        world=mind.game.state.new(2),
        actions=np.zeros(most, np.int32),
        weights=np.zeros(most, np.int32),
        places=np.zeros(most, np.int32),
        path=np.zeros(min(DEEPEST, per_action * mind.sense.depth) + 2, np.int32),
        promise=np.zeros(most, np.float64),
        out=np.zeros(mind.seats, np.float64),
        glance=np.zeros(mind.seats, np.float64),
    )


class Tree:
    """The nodes of one search and its scratch space; one thread works on it at a time."""

    def __init__(self, mind: Mind, size: int) -> None:
        self.mind = mind
        self.table = NodeTable(
            nodes=np.zeros(size, node_dtype(mind.seats)).view(np.recarray),
            planted=np.zeros(size * PLANTED_PART // 8, np.int32),
            room=np.zeros(2, np.int64),
            worlds=mind.game.state.new(kept_worlds(mind)),
            faith=np.zeros(kept_worlds(mind)),
            habit=np.zeros(0, np.float32) if mind.habit is None else mind.habit,
        )
        self.scratch = new_scratch(mind)

    def clear(self) -> None:
        """Forget the last decision."""
        self.mind.clear(self.table)

    def grow(self, decision: Decision, rng: Rng, iterations: int, numbers: Numbers | None = None) -> None:
        """Think on for so many iterations, by the mind's numbers or by others; releases the interpreter's lock."""
        self.mind.grow(self.table, decision, rng, iterations, numbers or self.mind.numbers, self.scratch)

    def at_root(self, decision: Decision, visits: npt.NDArray[np.int64], gains: Shares) -> None:
        """Add what this tree knows about each legal action to `visits` and `gains`."""
        self.mind.at_root(self.table, decision, visits, gains)

    def gains_of(self, action: int) -> tuple[int, npt.NDArray[np.float64]]:
        """Give how often an action was taken at the root and what that brought to each seat, all together."""
        gains = np.zeros(self.mind.seats)
        return int(self.mind.gains_of(self.table, action, gains)), gains

    @property
    def iterations(self) -> int:
        """How many iterations this decision has had."""
        return int(self.table.nodes[kernel.ROOT].visits)
