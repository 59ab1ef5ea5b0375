"""What a batch of matches does in one call, compiled per game: act, let chance deal, begin anew, look.

Every array belongs to the caller. Matches are shared out by ranges: each range has its own row of the working room,
each match its own generator, so the outcome is the same whatever the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import prange

from ochaya.core.game import CHANCE, OVER, Ids, Shares
from ochaya.core.jit import rule
from ochaya.core.record import Block
from ochaya.core.rng import Rng, pick
from ochaya.envs.batch import Batch, Room

if TYPE_CHECKING:  # the game's own functions and the choices below, bound by `specialise`
    actor: Callable[[Any], int]
    legal: Callable[[Any, Ids], int]
    odds: Callable[[Any, Ids], int]
    apply: Callable[[Any, int], None]
    score: Callable[[Any, Shares], None]
    hide: Callable[[Any, int], None]
    observe: Callable[[Any, int, npt.NDArray[np.float32]], None]
    stride: Callable[[Any, Rng], int]
    chance: Callable[[Any, Rng, Ids, Ids], None]
    see: Callable[[Any, int, npt.NDArray[np.float32], npt.NDArray[Any]], bool]

ACT, BEGIN, LOOK = 0, 1, 2
"""What a call is for: do the chosen actions, begin every match anew, or only write down what is to be seen."""


@rule
def choose_range(first: int, last: int, actions: npt.NDArray[Any], by_place: bool, now: Batch, chosen: Ids) -> int:
    """Look chosen actions up among the legal ones, by id or by place in the list; gives the first wrong match or -1."""
    for at in range(first, last):
        action, count = np.int64(actions[at]), np.int64(now.counts[at])
        if by_place:
            if action < 0 or action >= count:
                return at
            chosen[at] = now.legals[at, action]
        else:
            low, high = np.int64(0), count  # the list is ascending
            while low < high:
                middle = (low + high) >> 1
                if now.legals[at, middle] < action:
                    low = middle + 1
                else:
                    high = middle
            if low == count or now.legals[at, low] != action:
                return at
            chosen[at] = action
    return -1


def chance_by_stride(s: Any, rng: Rng, ids: Ids, weights: Ids) -> None:
    """Let chance deal by the game's fast path, whose chance is exact in every game."""
    stride(s, rng)


def chance_by_odds(s: Any, rng: Rng, ids: Ids, weights: Ids) -> None:
    """Let chance deal one outcome by its odds."""
    n = legal(s, ids)
    odds(s, weights)
    apply(s, ids[pick(rng, weights, n)])


def see_as_given(s: Any, seat: int, numbers: npt.NDArray[np.float32], out: npt.NDArray[Any]) -> bool:
    """Write the observation where it belongs."""
    observe(s, seat, out)
    return True


def see_narrowed(s: Any, seat: int, numbers: npt.NDArray[np.float32], out: npt.NDArray[Any]) -> bool:
    """Write the observation as whole numbers; false if some number does not fit."""
    observe(s, seat, numbers)
    lost = 0
    for i in range(len(numbers)):
        out[i] = np.int32(numbers[i])
        lost += np.float32(out[i]) != numbers[i]
    return lost == 0


def run_range(
    first: int, last: int, row: int, what: int, start: Block, states: Block, rngs: Rng, chosen: Ids, batch: Batch,
    room: Room,
) -> bool:
    """Run the matches from `first` up to `last`; false if an observation did not fit."""
    fits = True
    has_masks = batch.masks.shape[1] > 0
    for at in range(first, last):
        s = states[at]
        if what != LOOK:
            for seat in range(batch.rewards.shape[1]):
                batch.rewards[at, seat] = 0.0
            batch.dones[at] = False
        if what == ACT:
            apply(s, chosen[at])
            while actor(s) == CHANCE:
                chance(s, rngs[at], room.ids[row], room.weights[row])
            if actor(s) == OVER:
                score(s, room.shares[row])
                for seat in range(batch.rewards.shape[1]):
                    batch.rewards[at, seat] = room.shares[row, seat]
                batch.dones[at] = True
        if what == BEGIN or (what == ACT and batch.dones[at]):
            states[at] = start[0]
            while actor(s) == CHANCE:
                chance(s, rngs[at], room.ids[row], room.weights[row])
        if has_masks:  # only what was legal in this row needs wiping
            for i in range(batch.counts[at]):
                batch.masks[at, batch.legals[at, i]] = False
        mover = int(actor(s))
        batch.seats[at] = mover
        batch.counts[at] = legal(s, batch.legals[at])
        if has_masks:
            for i in range(batch.counts[at]):
                batch.masks[at, batch.legals[at, i]] = True
        room.seens[row] = s
        hide(room.seens[row], mover)
        fits &= see(room.seens[row], mover, room.numbers[row], batch.observations[at])
    return fits


def run_together(
    what: int, actions: npt.NDArray[Any], by_place: bool, now: Batch, start: Block, states: Block, rngs: Rng,
    chosen: Ids, batch: Batch, room: Room,
) -> bool:
    """Run all matches on several threads, a range for each row of the room; nothing happens if an action is illegal."""
    wrong = room.wrong  # Numba loses what is assigned to an array of a tuple inside a parallel loop
    rows, n = len(wrong), len(states)
    if what == ACT:
        for row in prange(rows):
            wrong[row] = choose_range(row * n // rows, (row + 1) * n // rows, actions, by_place, now, chosen)
        for row in range(rows):
            if wrong[row] >= 0:
                return True
    misfits = 0
    for row in prange(rows):
        first, last = row * n // rows, (row + 1) * n // rows
        misfits += not run_range(first, last, row, what, start, states, rngs, chosen, batch, room)
    return misfits == 0
