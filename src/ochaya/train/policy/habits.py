"""A frozen bot that plays by instinct alone, asked in many matches with one compiled call, on several threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import prange

from ochaya.core.game import Game, Ids, Shares
from ochaya.core.habit import drawn, forget_doubt
from ochaya.core.jit import specialise
from ochaya.core.record import Block
from ochaya.core.rng import Rng, unit
from ochaya.core.sense import Instinct, Weights
from ochaya.envs import Batch

if TYPE_CHECKING:  # the game's own functions, bound by `specialise`
    hide: Callable[[Any, int], None]
    weigh: Callable[[Weights, Any, int, Ids, int, Shares], None]

Places = npt.NDArray[np.int64]


def follow_range(
    first: int, last: int, row: int, weights: Weights, temperature: float, states: Block, matches: Places, now: Batch,
    rngs: Rng, seens: Block, chances: npt.NDArray[np.float64], taken: Places,
) -> None:
    """Decide in some of the matches, each from what its seat to act sees."""
    for at in range(first, last):
        match = matches[at]
        seat, n = int(now.seats[match]), int(now.counts[match])
        seens[row] = states[match]
        hide(seens[row], seat)
        weigh(weights, seens[row], seat, now.legals[match], n, chances[row])
        forget_doubt(chances[row], n)
        taken[at] = drawn(chances[row], n, temperature, unit(rngs[match]))


def follow_together(
    weights: Weights, temperature: float, states: Block, matches: Places, now: Batch, rngs: Rng, seens: Block,
    chances: npt.NDArray[np.float64], taken: Places,
) -> None:
    """Decide in all these matches, a range for each row of the working room."""
    rows, n = len(seens), len(matches)
    for row in prange(rows):
        follow_range(
            row * n // rows, (row + 1) * n // rows, row, weights, temperature, states, matches, now, rngs, seens,
            chances, taken)


class Habits:
    """Plays what an `Instinctive` bot plays, in many matches at once."""

    def __init__(self, game: Game, instinct: Instinct, temperature: float, rows: int, form: str = "") -> None:
        """Make room for so many ranges of matches at the same time; compiles nothing yet. Where a game has several
        instincts, `form` names which it is.
        """
        self.instinct, self.temperature = instinct, temperature
        self._seens, self._chances = game.state.new(rows), np.zeros((rows, game.max_legal))
        rules: dict[str, Any] = {"hide": game.hide, "weigh": instinct.weigh}
        rules["follow_range"] = specialise(follow_range, game.name, form=form, **rules)
        self._follow = specialise(follow_together, game.name, form=form, parallel=True, **rules)

    def choose(self, states: Block, matches: Places, now: Batch, rngs: Rng) -> Places:
        """Give for each of these matches the place of the action taken in the list of legal ones."""
        taken = np.zeros(len(matches), np.int64)
        self._follow(
            self.instinct.load(), self.temperature, states, matches, now, rngs, self._seens, self._chances, taken)
        return taken
