"""A learned hunch over a circle (circle.py): one chance, told from a whole table as a seat would describe it.

What it is the chance of lies in its numbers: that a table came about by play and was not guessed, say
(bench/learned/belief.py).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ochaya.core.circle import Circle, Rounds, thinker
from ochaya.core.curves import logistic
from ochaya.core.game import Game
from ochaya.core.jit import specialise
from ochaya.core.layers import Places, Singles
from ochaya.core.scratch import scratch

if TYPE_CHECKING:  # the game's own function, its network and its sizes, bound by `specialise`
    describe: Callable[[Any, int, Singles], None]
    think: Callable[[Singles, Singles, npt.NDArray[np.float32], Singles, Places], None]
    NUMBERS: Singles
    MEMBERS: int
    SIZE: int
    WIDE: int
    ROOM: int
    SHARE: int


def look(s: Any, seat: int) -> float:
    """Give the chance, as the table looks from a seat."""
    seen, members = scratch(SIZE, np.float32), scratch((MEMBERS, WIDE), np.float32)
    world, places = scratch(WIDE, np.float32), scratch(ROOM, np.int16)
    describe(s, seat, seen)
    think(NUMBERS, seen, members, world, places)
    odds = NUMBERS[SHARE + 2 * WIDE]
    for j in range(WIDE):
        total = np.float32(0.0)
        for one in range(MEMBERS):
            total += members[one, j]
        odds += total / np.float32(MEMBERS) * NUMBERS[SHARE + j] + world[j] * NUMBERS[SHARE + WIDE + j]
    return logistic(float(odds))


def circle_hunch_of(game: Game, circle: Circle, file: Path, rounds: Rounds) -> Callable[[Any, int], float]:
    """Make a hunch of the numbers in `file`, whose layers have these sizes."""
    numbers, share = np.load(file).astype(np.float32), sum(rounds.sizes(circle).values())
    expected = share + 2 * rounds.wide + 1
    if numbers.shape != (expected,):
        raise ValueError(f"{file.name} of {game.name}: {numbers.shape} numbers instead of {expected}")
    return specialise(
        look, game.name, form="hunch.", describe=circle.describe,
        think=thinker(game.name, circle, rounds, "hunch."), NUMBERS=numbers, MEMBERS=circle.members, SIZE=circle.size,
        WIDE=rounds.wide, ROOM=rounds.room(circle), SHARE=share)
