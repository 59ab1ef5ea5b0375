"""Hanamikoji's Master as he was before our own trainer made his instinct, to be measured against:

    ochaya arena hanamikoji --bots master@0.1s,bench/frozen/hanamikoji.py:Master --seconds 0.1 --matches 1000

His instinct is a network that looks at the same rows as the game's foresight, but from one seat: whatever that seat has
not seen counts as open. Its numbers were made in CUDA (decision 0010). All else of him is today's search.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ochaya.bots.limit import Limit
from ochaya.core.curves import exp
from ochaya.core.game import Ids, Shares
from ochaya.core.jit import rule
from ochaya.core.rng import Rng
from ochaya.core.scratch import scratch
from ochaya.core.secrecy import Seen
from ochaya.core.sense import Instinct, Weights
from ochaya.games.hanamikoji.actions import ACTIONS, FIRST_SECRET
from ochaya.games.hanamikoji.mind.foresight import MOST, ROWS, rows_of
from ochaya.games.hanamikoji.pieces import GEISHAS
from ochaya.games.hanamikoji.state import State
from ochaya.search.mind import mind_of
from ochaya.search.think import Thinker

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
    with np.load(Path(__file__).parent / "hanamikoji.npz") as file:
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
"""What he would do without thinking: chances, from what the seat sees and nothing else."""

HOLD = 0.02


class Master:
    """Searches as a Master does, with that instinct."""

    name = "frozen-master"

    def __init__(self) -> None:
        """Get a mind of his own."""
        mind = mind_of("hanamikoji", (("hold", str(HOLD)),))
        self._thinker = Thinker(replace(mind, sense=replace(mind.sense, instinct=instinct)))

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Think until the limit, or until it is settled."""
        if len(legal) == 1:
            return legal[0]
        thought = self._thinker.think(
            seen, rng, seconds=limit.seconds, iterations=limit.iterations, may_stop_early=True)
        return thought.best.action
