"""A Seen as numbers for a learner, own side first. The layout is a table in docs/games/hanamikoji.md."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.games.hanamikoji.pieces import DRAWN_IN_ALL, GEISHAS, MOST_ROUNDS
from ochaya.games.hanamikoji.rules import actor
from ochaya.games.hanamikoji.state import FINISHED, State

Numbers = npt.NDArray[np.float32]
SIZE = 8 * GEISHAS + 2 * GEISHAS + 8 + 2 + 1 + FINISHED + 1 + 1 + 1 + 1 + 1 + 1


@rule
def _row(counts: Table, out: Numbers, at: int) -> int:
    """Write one row of counts."""
    for g in range(GEISHAS):
        out[at + g] = counts[g]
    return at + GEISHAS


@rule
def observe(s: State, seat: int, out: Numbers) -> None:
    """Write what `seat` knows; a spectator sees the table from seat 0 with both hands hidden."""
    me = 1 if seat == 1 else 0
    rival = 1 - me
    at = _row(s.hands[me], out, 0)
    at = _row(s.secret[me], out, at)
    at = _row(s.discarded[me], out, at)
    at = _row(s.placed[me], out, at)
    at = _row(s.placed[rival], out, at)
    at = _row(s.offer[0], out, at)
    at = _row(s.offer[1], out, at)
    at = _row(s.unseen, out, at)
    for g in range(GEISHAS):
        out[at + g] = 1.0 if s.favour[g] == me else 0.0
        out[at + GEISHAS + g] = 1.0 if s.favour[g] == rival else 0.0
    at += 2 * GEISHAS
    for marker in range(4):
        out[at + marker] = s.used[me, marker]
        out[at + 4 + marker] = s.used[rival, marker]
    at += 8
    out[at] = s.hand_size[me]
    out[at + 1] = s.hand_size[rival]
    out[at + 2] = DRAWN_IN_ALL - s.drawn
    at += 3
    for phase in range(FINISHED + 1):
        out[at + phase] = 1.0 if s.phase == phase else 0.0
    at += FINISHED + 1
    out[at] = 1.0 if actor(s) == me else 0.0
    out[at + 1] = 1.0 if s.starter == me else 0.0
    out[at + 2] = s.round_number
    out[at + 3] = 0.0 if s.round_limit == MOST_ROUNDS else s.round_limit
    out[at + 4] = s.geishas_first
