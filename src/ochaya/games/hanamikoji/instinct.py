"""What an experienced player does without thinking: a network that has learned by playing, from what a seat sees.

It looks at the same rows as foresight.py, but from one seat: whatever that seat has not seen counts as open. The
numbers in instinct.npz are made by bench/hanamikoji_school, where a player learned by playing itself and simple bots.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from ochaya.core.secrecy import Seen
from ochaya.games.hanamikoji.actions import FIRST_SECRET
from ochaya.games.hanamikoji.foresight import MOST, ROWS, rows_of
from ochaya.games.hanamikoji.pieces import GEISHAS

_FILE = np.load(Path(__file__).parent / "instinct.npz")
FIRST, SECOND, LAST = (_FILE[name].astype(np.float32) for name in ("rows", "second", "last"))
SECOND_CONSTANTS, LAST_CONSTANTS = (_FILE[name].astype(np.float32) for name in ("second_bias", "last_bias"))


DOUBT = 0.3
"""So much of the chances is shared out evenly, so that search also tries what was never met while learning."""


def instinct(seen: Seen, legal: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    """Give the chance of each legal action."""
    world = seen.block.copy()
    s, rival = world[0], 1 - seen.seat
    for g in range(GEISHAS):  # all that is not seen counts as the rival's
        s.hands[rival, g] = s.unseen[g]
        s.unseen[g] = 0
    rows = np.empty(MOST, np.int16)
    count = rows_of(s, seen.seat, rows)
    one = np.maximum(FIRST[ROWS] + FIRST[rows[:count]].sum(0), 0)
    two = np.maximum(SECOND_CONSTANTS + one @ SECOND, 0)
    liking = (LAST[legal - FIRST_SECRET] @ two + LAST_CONSTANTS[legal - FIRST_SECRET]).astype(np.float64)
    chances = np.exp(liking - liking.max())
    return (1 - DOUBT) * chances / chances.sum() + DOUBT / len(legal)  # type: ignore[no-any-return]
