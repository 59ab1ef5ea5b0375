"""What search works on, by name: the tree, the decision, the judgement's numbers and the scratch space.

Each is a plain tuple of arrays and numbers that compiled code takes apart for nothing: no objects, no memory of its
own, so the same functions can stand behind an interface of C. A field keeps one type for good (`float` means a float,
never 1): for a tuple of other types all of search would be compiled again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ochaya.core.game import Ids, Shares
from ochaya.core.record import Block
from ochaya.core.secrecy import Seen
from ochaya.core.sense import Weights

Nodes = npt.NDArray[Any]


def node_dtype(seats: int) -> np.dtype[Any]:
    """Lay out one node: what leads to it, how often it was taken and on offer, its prior and each seat's gains.

    `first` is its latest child, `next` the child of the same parent planted before it (0: none; the root is nobody's);
    `rehearsal` the node that holds how its rehearsals ended, likewise.
    """
    return np.dtype([
        ("name", np.int64), ("visits", np.int32), ("offered", np.int32), ("action", np.int32), ("prior", np.float32),
        ("first", np.int32), ("next", np.int32), ("children", np.int32), ("rehearsal", np.int32),
        ("gains", np.float32, (seats,)),
    ])


class NodeTable(NamedTuple):
    """The tree: a hash table of nodes and a list of those in use."""

    nodes: Nodes
    planted: Ids
    """The places of all nodes but the root, in the order of planting; full, the tree grows no more."""
    room: npt.NDArray[np.int64]
    """Two numbers: how many are planted, and how many worlds are kept."""
    worlds: Block
    """Room for guessed worlds that are kept for this decision; none where each iteration guesses its own."""
    faith: npt.NDArray[np.float64]
    """How believable each kept world and all before it are together."""
    habit: Weights
    """The numbers of the game's instinct, where actions are rehearsed by it; else none."""


class Decision(NamedTuple):
    """What is thought about: who decides, what that seat sees, and between which actions."""

    seen: Block
    seat: int
    legal: Ids
    """The legal actions, ascending."""
    instinct: Shares
    """How likely an experienced player would take each; empty where nobody was asked and the priors decide."""
    is_open: bool
    """Whether `seen` is the whole truth of a finished match and not what the seat could know: nothing is guessed."""


def decision(seen: Seen, legal: Ids, instinct: Shares | None = None) -> Decision:
    """Put a decision of the seat that sees this before the search."""
    return Decision(seen.block, int(seen.seat), legal, np.zeros(0) if instinct is None else instinct, False)


class Numbers(NamedTuple):
    """The numbers of a game's judgement; `core/sense.py` tells what each means."""

    explore: float
    hold: float
    widen: float
    narrow: float
    trust: float
    horizon: int
    has_key: bool
    """Whether the game tells apart more than the actions taken."""
    has_value: bool
    """Whether the game judges at a glance."""
    foresees: bool
    """Whether `foresee` is asked; else `value` in its place."""
    asks_company: bool
    """Whether it is asked who sits opposite, where the game can tell."""
    rehearse: float
    """How often the actions at the root are played on by the instinct."""


class Scratch(NamedTuple):
    """Space to work in; what it holds between two calls means nothing."""

    world: Block
    """Two guessed worlds: the one played on, and a copy of it to try an action in."""
    actions: Ids
    weights: Ids
    places: Ids
    """Where each legal action's node is; below 0: it has none."""
    path: Ids
    """The nodes from the root down."""
    promise: Shares
    """How promising each legal action looks."""
    out: Shares
    """Each seat's share as judged …"""
    glance: Shares
    """… and as judged before the playout, where both are mixed."""
