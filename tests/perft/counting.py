"""Perft: leaf counts from fixed states, kept in one text file per game.

Each line of `<game>.txt` names a setup, how many steps of the match with seed `perft <setup>` are played first, a
depth and the number of leaves. A change of the rules that no other test notices changes these numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ochaya.core.game import OVER, Game, Options
from ochaya.core.jit import specialise
from ochaya.core.record import Block
from tests.perft import kernel
from tests.support import play

FOLDER = Path(__file__).parent
MOST_INNER = 20_000
"""Counting goes one step deeper while there are no more leaves than this: each needs a list of legal actions."""
MOST_DEPTH = 12
STARTS = 6
"""Counts begin at so many moments of each setup's match, evenly spread."""


@dataclass(frozen=True)
class Count:
    """One line: from here, so deep, so many leaves."""

    setup: str
    played: int
    depth: int
    leaves: int

    def __str__(self) -> str:
        return f"{self.setup} {self.played} {self.depth} {self.leaves}"


@functools.cache
def compiled(game: Game) -> Callable[..., int]:
    """Compile the counting for one game."""
    return specialise(kernel.perft, game.name, actor=game.actor, legal=game.legal, apply=game.apply)


def leaves(game: Game, state: Block, depth: int) -> int:
    """Count the leaves `depth` steps below a state."""
    stack = game.state.new(depth + 1)
    stack[0] = state[0]
    stack_bytes = stack.view(np.ndarray).view(np.uint8).reshape(depth + 1, game.state.dtype.itemsize)
    ids = np.zeros((depth + 1, game.max_legal), np.int32)
    counts, nexts = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    return int(compiled(game)(stack, stack_bytes, ids, counts, nexts, depth))


def plain_leaves(game: Game, state: Block, depth: int) -> int:
    """Count the same by plain recursion, for comparison."""
    if depth == 0 or int(game.actor(state[0])) == OVER:
        return 1
    total = 0
    for action in game.legal_ids(state[0]):
        after = state.copy()
        game.apply(after[0], action)
        total += plain_leaves(game, after, depth - 1)
    return total


def state_after(game: Game, options: Options, setup: str, played: int) -> Block:
    """Give the state after so many steps of the setup's fixed match."""
    state = game.start(options)
    for step in play(game, options, f"perft {setup}"):
        if step.number == played:
            break
        state = step.after
    return state


def kept(game: Game) -> list[Count]:
    """Read the counts of one game."""
    lines = (FOLDER / f"{game.name}.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return [Count(setup, int(played), int(depth), int(found)) for setup, played, depth, found in rows]


def counted(game: Game) -> Iterator[Count]:
    """Count afresh: for every setup and start, every depth that is quickly counted."""
    for setup, options in game.setups.items():
        length = sum(1 for _ in play(game, options, f"perft {setup}"))
        for played in sorted({length * at // STARTS for at in range(STARTS)} | {max(0, length - 3)}):
            state, last = state_after(game, options, setup, played), 1
            for depth in range(1, MOST_DEPTH + 1):
                found = leaves(game, state, depth)
                if found != last:
                    yield Count(setup, played, depth, found)
                if found > MOST_INNER:
                    break
                last = found
