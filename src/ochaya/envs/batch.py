"""The arrays of a batch of matches: one row a match, owned by whoever made them, filled in place by every step."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ochaya.core.game import Game, Options
from ochaya.core.record import Block

NUMBERS = (np.float32, np.int16, np.int8)
"""What observations may be written as; whole numbers only where every number of the game's observation is one."""


class Batch(NamedTuple):
    """What learners see of n matches. Read them; a step looks the legal actions up in `legals` and `counts` again."""

    observations: npt.NDArray[Any]
    """[n, observation_size] what the seat to act knows, as numbers."""
    legals: npt.NDArray[np.int32]
    """[n, max_legal] the ids of the legal actions, ascending; only the first `counts` of a row count."""
    counts: npt.NDArray[np.int32]
    """[n] how many actions are legal."""
    masks: npt.NDArray[np.bool_]
    """[n, max_actions] whether each action is legal; or [n, 0]: not wanted."""
    seats: npt.NDArray[np.int8]
    """[n] the seat to act."""
    rewards: npt.NDArray[np.float32]
    """[n, seats] each seat's share of the win where a match has just ended, else 0."""
    dones: npt.NDArray[np.bool_]
    """[n] whether a match has just ended; the other arrays then show the next one already."""


class Room(NamedTuple):
    """Working room, one row for each range of matches that runs at the same time."""

    seens: Block
    ids: npt.NDArray[np.int32]
    weights: npt.NDArray[np.int32]
    shares: npt.NDArray[np.float64]
    numbers: npt.NDArray[np.float32]
    wrong: npt.NDArray[np.int64]


def _layout(game: Game, options: Options, n: int) -> dict[str, tuple[tuple[int, ...], type[np.generic]]]:
    """Say which shape and kind each array must have; the observations' kind and the masks' width are free."""
    return {
        "observations": ((n, game.observation_size), np.float32),
        "legals": ((n, game.max_legal), np.int32),
        "counts": ((n,), np.int32),
        "masks": ((n, game.max_actions), np.bool_),
        "seats": ((n,), np.int8),
        "rewards": ((n, game.seats(game.complete(options))), np.float32),
        "dones": ((n,), np.bool_),
    }


def new_batch(
    game: Game, options: Options, n: int, *, masks: bool = False, numbers: npt.DTypeLike = np.float32
) -> Batch:
    """Make the arrays for n matches."""
    layout = _layout(game, options, n)
    made = {name: np.zeros(shape, kind) for name, (shape, kind) in layout.items()}
    made["observations"] = np.zeros(layout["observations"][0], numbers)
    if not masks:
        made["masks"] = np.zeros((n, 0), np.bool_)
    batch = Batch(**made)
    check_batch(batch, game, options, n)
    return batch


def check_batch(batch: Batch, game: Game, options: Options, n: int) -> None:
    """Refuse arrays that compiled code would write past the end of, or could not write at all."""
    for name, (shape, kind) in _layout(game, options, n).items():
        array: npt.NDArray[Any] = getattr(batch, name)
        kinds = NUMBERS if name == "observations" else (kind,)
        shapes = (shape, (n, 0)) if name == "masks" else (shape,)
        if array.dtype not in [np.dtype(one) for one in kinds] or array.shape not in shapes:
            known = ", ".join(np.dtype(one).name for one in kinds)
            raise ValueError(f"{name}: {array.dtype} {array.shape} instead of {known} {shape}")
        if not (array.flags.c_contiguous and array.flags.writeable):
            raise ValueError(f"{name}: an array that can be written in place, row by row, is needed")


def new_room(game: Game, seats: int, rows: int) -> Room:
    """Make working room of so many rows."""
    return Room(
        game.state.new(rows), np.zeros((rows, game.max_legal), np.int32), np.zeros((rows, game.max_legal), np.int32),
        np.zeros((rows, seats)), np.zeros((rows, game.observation_size), np.float32), np.zeros(rows, np.int64),
    )
