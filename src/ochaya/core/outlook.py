"""A learned outlook: a small network that says from a whole world how each seat stands; any game's `foresee`.

Every seat gets a number from what it would see of the world if nothing were hidden (`observe` of the open record); the
seats share the win in proportion to the exponentials, one who plays alone by the logistic curve. `ochaya train --judge`
learns the numbers, tools/put_learned.py puts them into a game, and a game names it in one line of its mind/:

    foresee = outlook_of(GAME, players, Path(__file__).parent / "outlook.npy", wide=64)
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ochaya.core.curves import exp, logistic
from ochaya.core.game import Game, Shares
from ochaya.core.jit import specialise
from ochaya.core.layers import add_up
from ochaya.core.scratch import scratch

if TYPE_CHECKING:  # the game's own functions, its network and its sizes, bound by `specialise`
    observe: Callable[[Any, int, npt.NDArray[np.float32]], None]
    players: Callable[[Any], int]
    NUMBERS: npt.NDArray[np.float32]
    INPUTS: int
    WIDE: int

NARROW = 32
"""The size of the second layer; that of the first is the game's own."""


def numbers_for(inputs: int, wide: int) -> int:
    """Give how many numbers a network has: two layers input by input, their constants after each, then the last."""
    return (inputs + 1) * wide + (wide + 1) * NARROW + NARROW + 1


def look(s: Any, seat: int) -> float:
    """Give how a seat stands, on the scale of logarithms of chances."""
    seen, one, two = scratch(INPUTS, np.float32), scratch(WIDE, np.float32), scratch(NARROW, np.float32)
    places = scratch(INPUTS, np.int16)
    observe(s, seat, seen)
    second = add_up(seen, places, NUMBERS, 0, one)
    for j in range(WIDE):
        one[j] = max(one[j], np.float32(0.0))
    last = add_up(one, places, NUMBERS, second, two)
    standing = NUMBERS[last + NARROW]
    for k in range(NARROW):
        if two[k] > 0:
            standing += two[k] * NUMBERS[last + k]
    return standing  # type: ignore[no-any-return]


def foresee(s: Any, out: Shares) -> None:
    """Write each seat's expected share."""
    count = players(s)
    if count == 1:
        out[0] = logistic(look(s, 0))
        return
    best = -1e9
    for seat in range(count):
        out[seat] = look(s, seat)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(count):
        out[seat] = exp(out[seat] - best)
        total += out[seat]
    for seat in range(count):
        out[seat] /= total


def outlook_of(
    game: Game, players: Callable[[Any], int], file: Path, wide: int
) -> Callable[[Any, Shares], None]:
    """Make a `foresee` of the numbers in `file`, whose layer is `wide`; `players` says how many seats a match has."""
    numbers, expected = np.load(file).astype(np.float32), numbers_for(game.observation_size, wide)
    if numbers.shape != (expected,):
        raise ValueError(f"{file.name} of {game.name}: {numbers.shape} numbers instead of {expected}")
    compiled = specialise(
        look, game.name, observe=game.observe, NUMBERS=numbers, INPUTS=game.observation_size, WIDE=wide)
    return specialise(foresee, game.name, look=compiled, players=players)
