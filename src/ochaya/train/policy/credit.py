"""How much better each decision of a round went than was expected.

Each seat's decisions form a line of their own. At the end of a match everybody learns the result; before it, what a
seat expects at its next decision stands for it. Decisions whose seat does not decide again within the round teach
nothing, nor do those of rivals.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import rule

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]


class Happened(NamedTuple):
    """What a round brought to matches, at hand: arrays of [steps, n], seats with one row more."""

    seats: npt.NDArray[np.int8]
    is_own: Flags
    rewards: npt.NDArray[np.float32]
    dones: Flags


def new_happened(steps: int, n: int, seats: int) -> Happened:
    """Make the arrays."""
    return Happened(
        np.zeros((steps + 1, n), np.int8), np.zeros((steps, n), np.bool_), np.zeros((steps, n, seats), np.float32),
        np.zeros((steps, n), np.bool_))


@rule
def _credit(
    seats: npt.NDArray[np.int8], is_own: Flags, shares: Floats, rewards: Floats, dones: Flags, trace: float,
    expected: Floats, beyond: Floats, is_known: Flags, better: Floats, teaches: Flags,
) -> None:
    """Go back through every match; the arrays of one number a seat are room to work in."""
    steps, n = dones.shape
    for at in range(n):
        is_known[:] = False
        beyond[:] = 0.0
        expected[seats[steps, at]] = shares[steps, at]
        is_known[seats[steps, at]] = True
        for back in range(steps):
            step = steps - 1 - back
            if dones[step, at]:
                for seat in range(len(expected)):
                    expected[seat] = rewards[step, at, seat]
                    beyond[seat] = 0.0
                    is_known[seat] = True
            seat, share = seats[step, at], shares[step, at]
            if is_known[seat] and is_own[step, at]:
                gain = np.float32(expected[seat] - share + trace * beyond[seat])
                better[step, at], teaches[step, at] = gain, True
                beyond[seat] = gain
            else:
                better[step, at], teaches[step, at] = 0.0, False
                beyond[seat] = 0.0
            expected[seat] = share
            is_known[seat] = True


def credit(
    seats: npt.NDArray[np.int8], is_own: Flags, shares: Floats, rewards: Floats, dones: Flags, trace: float
) -> tuple[Floats, Flags]:
    """Give how much better each decision went than expected, and whether it teaches anything: [steps, n].

    `seats` and `shares` have one row more: who is to decide after the last step, and what that seat expects.
    """
    each = rewards.shape[2]
    better, teaches = np.zeros(dones.shape, np.float32), np.zeros(dones.shape, np.bool_)
    _credit(
        seats, is_own, shares, rewards, dones, trace, np.zeros(each, np.float32), np.zeros(each, np.float32),
        np.zeros(each, np.bool_), better, teaches)
    return better, teaches
