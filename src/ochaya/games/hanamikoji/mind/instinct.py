"""What an experienced player does without thinking: a network that has learned by playing, from what a seat sees.

It looks at the same rows as foresight.py, but from one seat: whatever that seat has not seen counts as open. The
numbers in instinct.npz are made by bench/hanamikoji_school, where a player learned by playing itself and simple bots.
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np

from ochaya.core.curves import exp
from ochaya.core.game import Ids, Shares
from ochaya.core.jit import rule
from ochaya.core.scratch import scratch
from ochaya.core.sense import Instinct, Weights
from ochaya.games.hanamikoji.actions import ACTIONS, FIRST_SECRET
from ochaya.games.hanamikoji.mind.foresight import MOST, ROWS, rows_of
from ochaya.games.hanamikoji.pieces import GEISHAS
from ochaya.games.hanamikoji.state import State

WIDE = 256
"""The size of both layers."""
CHOICES = ACTIONS - FIRST_SECRET
FIRST_CONSTANTS = ROWS * WIDE
SECOND = FIRST_CONSTANTS + WIDE
SECOND_CONSTANTS = SECOND + WIDE * WIDE
LAST = SECOND_CONSTANTS + WIDE
LAST_CONSTANTS = LAST + CHOICES * WIDE
"""Where each part begins among the numbers: a row for each thing seen, two layers, a row for each action."""
DOUBT = 0.3
"""So much of the chances is shared out evenly, so that search also tries what was never met while learning."""


@functools.cache
def load() -> Weights:
    """Read the network's numbers."""
    with np.load(Path(__file__).parent / "instinct.npz") as file:
        parts = [file[name].ravel() for name in ("rows", "second", "second_bias", "last", "last_bias")]
    return np.concatenate(parts).astype(np.float32)


@rule
def weigh(weights: Weights, s: State, seat: int, actions: Ids, n: int, out: Shares) -> None:
    """Write the chance of each legal action."""
    rows, one, two = scratch(MOST, np.int16), scratch(WIDE, np.float32), scratch(WIDE, np.float32)
    for g in range(GEISHAS):  # all that is not seen counts as the rival's
        s.hands[1 - seat, g] = s.unseen[g]
        s.unseen[g] = 0
    for j in range(WIDE):
        one[j] = weights[FIRST_CONSTANTS + j]
        two[j] = weights[SECOND_CONSTANTS + j]
    for at in range(rows_of(s, seat, rows)):
        start = WIDE * np.int64(rows[at])
        for j in range(WIDE):
            one[j] += weights[start + j]
    for j in range(WIDE):
        if one[j] > 0:
            for k in range(WIDE):
                two[k] += one[j] * weights[SECOND + j * WIDE + k]
    highest = -1e9
    for at in range(n):
        choice = actions[at] - FIRST_SECRET
        liking = weights[LAST_CONSTANTS + choice]
        for k in range(WIDE):
            if two[k] > 0:
                liking += two[k] * weights[LAST + choice * WIDE + k]
        out[at] = liking
        highest = max(highest, out[at])
    total = 0.0
    for at in range(n):
        out[at] = exp(out[at] - highest)
        total += out[at]
    for at in range(n):
        out[at] = (1.0 - DOUBT) * out[at] / total + DOUBT / n


instinct = Instinct(weigh, load)
