"""What a learner's network is shown of each match: what the seat sees, and behind it what only a critic may know.

A critic is asked while learning and never while playing. So it may see every card and know who the rival is: what it
expects then hangs less on luck, and how much better a decision went than expected says more about the decision.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import prange

from ochaya.core.circle import Circle
from ochaya.core.game import Game
from ochaya.core.jit import specialise
from ochaya.core.record import Block
from ochaya.envs.vector import RANGES_PER_THREAD, most_threads
from ochaya.train.errors import CannotTrain
from ochaya.train.recipes import Policy

if TYPE_CHECKING:  # the game's own functions, bound by `specialise`
    hide: Callable[[Any, int], None]
    describe: Callable[[Any, int, npt.NDArray[np.float32]], None]

MOST_RIVALS = 6
"""So many rivals a critic tells apart, nobody among them."""


def look_range(
    first: int, last: int, row: int, states: Block, seats: npt.NDArray[np.int8], seens: Block,
    numbers: npt.NDArray[np.float32], is_open: bool, out: npt.NDArray[np.int16],
) -> None:
    """Describe some matches, each to its seat to act, then perhaps the whole truth; what follows is left alone."""
    size = numbers.shape[1]
    for at in range(first, last):
        seens[row] = states[at]
        seat = int(seats[at])
        if is_open:
            describe(seens[row], seat, numbers[row])
            for i in range(size):
                out[at, size + i] = np.int16(numbers[row, i])
        hide(seens[row], seat)
        describe(seens[row], seat, numbers[row])
        for i in range(size):
            out[at, i] = np.int16(numbers[row, i])


def look_together(
    states: Block, seats: npt.NDArray[np.int8], seens: Block, numbers: npt.NDArray[np.float32], is_open: bool,
    out: npt.NDArray[np.int16],
) -> None:
    """Describe all these matches, a range for each row of the working room."""
    rows, n = len(seens), len(states)
    for row in prange(rows):
        look_range(row * n // rows, (row + 1) * n // rows, row, states, seats, seens, numbers, is_open, out)


def circle_of(game: Game) -> Circle:
    """Give how a game is described in a circle; raises CannotTrain where it is not."""
    name = f"ochaya.games.{game.name}.mind.description"
    try:
        found: Circle = importlib.import_module(name).CIRCLE
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise CannotTrain("train-no-circle", game=game.name) from error
    return found


@functools.cache
def looker(game: Game, is_circle: bool) -> Callable[..., None]:
    """Compile the looks of a game."""
    describe = circle_of(game).describe if is_circle else game.observe
    rules: dict[str, Any] = {"hide": game.hide, "describe": describe}
    form = "circle." if is_circle else ""
    rules["look_range"] = specialise(look_range, game.name, form=form, **rules)
    return specialise(look_together, game.name, parallel=True, form=form, **rules)


class Eyes:
    """Shows matches to a network as its recipe asks."""

    def __init__(self, game: Game, recipe: Policy) -> None:
        """Compiles nothing yet."""
        self.game, self.is_circle, self.is_open = game, recipe.circle, recipe.critic > 0
        self.size = circle_of(game).size if recipe.circle else game.observation_size
        """How many numbers are seen by the seat."""
        self.width = 2 * self.size + 1 if self.is_open else self.size
        """How many are shown: for a critic as many again and the rival's number."""
        rows = RANGES_PER_THREAD * most_threads()
        self._seens, self._numbers = game.state.new(rows), np.zeros((rows, self.size), np.float32)

    @property
    def are_plain(self) -> bool:
        """Whether the observation is all that is shown."""
        return not self.is_circle and not self.is_open

    def look(self, states: Block, seats: npt.NDArray[np.int8], out: npt.NDArray[np.int16]) -> None:
        """Write what is shown of each match, but for the rival's number."""
        looker(self.game, self.is_circle)(states, seats, self._seens, self._numbers, self.is_open, out)
