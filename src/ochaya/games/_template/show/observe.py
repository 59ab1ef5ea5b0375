"""A Seen as numbers for a learner."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import rule
from ochaya.games._template.rules import actor
from ochaya.games._template.state import MOST, State

SIZE = 2 * MOST + 2


@rule
def observe(s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write every cup and who poured, from one's own seat on; then the own poured cup, and whether it is one's turn."""
    me = seat if 0 <= seat < s.seats else 0
    for p in range(MOST):
        other = (me + p) % s.seats
        out[p] = s.held[other] + 1 if p < s.seats else 0
        out[MOST + p] = s.has_poured[other] if p < s.seats else 0
    out[2 * MOST] = s.poured[me] + 1
    out[2 * MOST + 1] = 1.0 if actor(s) == me else 0.0
