"""The greedy bot's whole thought, for one decision or for many with one call, compiled per game.

Many decisions are shared out by ranges: each has its own row of the working space and each match its own generator, so
the outcome is the same whatever the number of threads.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import prange

from ochaya.core.game import Game, Ids, Shares
from ochaya.core.jit import rule, specialise
from ochaya.core.record import Block
from ochaya.core.rng import Rng, below
from ochaya.search.layout import Decision, Numbers, Scratch
from ochaya.search.mind import mind_of
from ochaya.search.tree import new_scratch

if TYPE_CHECKING:  # the game's own functions, bound by `specialise`
    hide: Callable[[Any, int], None]
    glance_ahead: Callable[[Decision, Rng, int, Shares, Numbers, Scratch], None]

ALIKE = 1e-9
"""Shares that differ by no more are equal."""
Places = npt.NDArray[np.int64]


@rule
def any_of_best(shares: Shares, rng: Rng) -> int:
    """Give the place of the largest number; among equals any."""
    highest, equals = shares.max(), 0
    for at in range(len(shares)):
        equals += shares[at] >= highest - ALIKE
    left = below(rng, equals)
    for at in range(len(shares)):
        if shares[at] >= highest - ALIKE:
            if left == 0:
                return at
            left -= 1
    return 0


def decide_range(
    first: int, last: int, row: int, states: Block, matches: Places, seats: npt.NDArray[np.int8],
    legals: npt.NDArray[np.int32], counts: Ids, worlds: int, rngs: Rng, seens: Block, gains: npt.NDArray[np.float64],
    nobody: Shares, numbers: Numbers, scratch: Scratch, taken: Places,
) -> None:
    """Decide in some of the matches, one after the other."""
    own = Scratch(
        scratch.world[2 * row : 2 * row + 2], scratch.actions[row], scratch.weights[row], scratch.places[row],
        scratch.path[row], scratch.promise[row], scratch.out[row], scratch.glance[row])
    for at in range(first, last):
        match = matches[at]
        seat, n = int(seats[match]), int(counts[match])
        seens[row] = states[match]
        hide(seens[row], seat)
        shares = gains[row, :n]
        for i in range(n):
            shares[i] = 0.0
        thought = Decision(seens[row : row + 1], seat, legals[match, :n], nobody, False)
        glance_ahead(thought, rngs[match], worlds, shares, numbers, own)
        for i in range(n):
            shares[i] /= worlds
        taken[at] = any_of_best(shares, rngs[match])


def decide_together(
    states: Block, matches: Places, seats: npt.NDArray[np.int8], legals: npt.NDArray[np.int32], counts: Ids,
    worlds: int, rngs: Rng, seens: Block, gains: npt.NDArray[np.float64], nobody: Shares, numbers: Numbers,
    scratch: Scratch, taken: Places,
) -> None:
    """Decide in all these matches on several threads, a range for each row of the space."""
    rows, n = len(seens), len(matches)
    for row in prange(rows):
        decide_range(
            row * n // rows, (row + 1) * n // rows, row, states, matches, seats, legals, counts, worlds, rngs, seens,
            gains, nobody, numbers, scratch, taken)


@functools.cache
def _decider(game: Game) -> Callable[..., None]:
    """Compile the call for a game, or load it from the cache."""
    rules: dict[str, Any] = {"hide": game.hide, "glance_ahead": mind_of(game.name).glance_ahead}
    rules["decide_range"] = specialise(decide_range, game.name, **rules)
    return specialise(decide_together, game.name, parallel=True, **rules)


class Glances:
    """Decides in many matches of a game at once, as the greedy bot does in each."""

    def __init__(self, game: Game, rows: int) -> None:
        """Make space for so many ranges at the same time; compiles nothing yet."""
        self.game, self.mind = game, mind_of(game.name)
        spaces = [new_scratch(self.mind) for _ in range(rows)]
        self._scratch = Scratch(
            game.state.new(2 * rows), *(np.stack(arrays) for arrays in list(zip(*spaces, strict=True))[1:]))
        self._seens, self._gains = game.state.new(rows), np.zeros((rows, game.max_legal))

    def choose(
        self, states: Block, matches: Places, seats: npt.NDArray[np.int8], legals: npt.NDArray[np.int32], counts: Ids,
        rngs: Rng, worlds: int,
    ) -> Places:
        """Give for each of these matches the place of the action taken among the legal ones; a generator a match."""
        taken = np.zeros(len(matches), np.int64)
        _decider(self.game)(
            states, matches, seats, legals, counts, worlds, rngs, self._seens, self._gains, np.zeros(0),
            self.mind.numbers, self._scratch, taken)
        return taken
