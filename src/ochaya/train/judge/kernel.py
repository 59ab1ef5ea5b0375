"""What chosen actions leave behind in many matches, seen by every seat with nothing hidden; compiled per game."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import prange

from ochaya.core.game import OVER, Game
from ochaya.core.jit import specialise
from ochaya.core.record import Block

if TYPE_CHECKING:  # bound by `specialise`
    actor: Callable[[Any], int]
    apply: Callable[[Any, int], None]
    observe: Callable[[Any, int, npt.NDArray[np.float32]], None]


def look_after(
    states: Block, chosen: npt.NDArray[np.int32], seats: int, numbers: npt.NDArray[np.float32],
    out: npt.NDArray[np.int16], is_open: npt.NDArray[np.bool_],
) -> None:
    """Do the chosen actions in `states` and write what each seat sees of what they leave, where the match goes on."""
    for at in prange(len(states)):
        s = states[at]
        apply(s, chosen[at])
        is_open[at] = actor(s) != OVER
        if is_open[at]:
            for seat in range(seats):
                observe(s, seat, numbers[at])
                for i in range(numbers.shape[1]):
                    out[at, seat, i] = np.int16(numbers[at, i])


@functools.cache
def looker(game: Game) -> Callable[..., None]:
    """Compile it for a game."""
    return specialise(look_after, game.name, parallel=True, actor=game.actor, apply=game.apply, observe=game.observe)
