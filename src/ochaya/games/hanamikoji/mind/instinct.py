"""What an experienced player of Hanamikoji does without thinking: the mean of two networks that learned by playing.

One (instinct.npy) sees the observation, all that a seat with a perfect memory knows; `ochaya train` made it. The other
(rows.npy) is older (decision 0010): it looks at the same rows as foresight.py, but from one seat, and whatever that
seat has not seen counts as open. The first is stronger against strong players, the second takes more from weak ones,
and their mean does well against both (docs/bots.md).
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np

from ochaya.core.game import Ids, Shares
from ochaya.core.habit import Shape, habit_of, share_out
from ochaya.core.jit import rule
from ochaya.core.layers import aligned
from ochaya.core.scratch import scratch
from ochaya.core.sense import Instinct, Weights
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.actions import ACTIONS, FIRST_SECRET
from ochaya.games.hanamikoji.mind.foresight import MOST, ROWS, rows_of
from ochaya.games.hanamikoji.pieces import GEISHAS
from ochaya.games.hanamikoji.state import State

WIDE = 256
"""The size of both layers of the network that looks at rows."""
CHOICES = ACTIONS - FIRST_SECRET
FIRST_CONSTANTS = ROWS * WIDE
SECOND = FIRST_CONSTANTS + WIDE
SECOND_CONSTANTS = SECOND + WIDE * WIDE
LAST = SECOND_CONSTANTS + WIDE
LAST_CONSTANTS = LAST + CHOICES * WIDE
SIZE = LAST_CONSTANTS + CHOICES
"""Where each part begins among its numbers: a row for each thing seen, two layers, a row for each action."""
MOST_LEGAL = GAME.max_legal

of_observation = habit_of(GAME, Path(__file__).parent / "instinct.npy", Shape(wide=512))
"""The network that sees the observation."""
weigh_observation = of_observation.weigh


@functools.cache
def load_rows() -> Weights:
    """Read the numbers of the network that looks at rows."""
    return np.load(Path(__file__).parent / "rows.npy").astype(np.float32)  # type: ignore[no-any-return]


@rule
def weigh_rows(weights: Weights, s: State, seat: int, actions: Ids, n: int, out: Shares) -> None:
    """Write the chance of each legal action by the rows of what is seen."""
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
    for at in range(n):
        choice = actions[at] - FIRST_SECRET
        liking = weights[LAST_CONSTANTS + choice]
        for k in range(WIDE):
            if two[k] > 0:
                liking += two[k] * weights[LAST + choice * WIDE + k]
        out[at] = liking
    share_out(out, n)


@functools.cache
def load() -> Weights:
    """Read the numbers of both networks, those of the larger one first."""
    return aligned(np.concatenate([of_observation.load(), load_rows()]))


@rule
def weigh(weights: Weights, s: State, seat: int, actions: Ids, n: int, out: Shares) -> None:
    """Write the chance of each legal action, the mean of what both networks say."""
    other = scratch(MOST_LEGAL, np.float64)
    weigh_observation(weights[:-SIZE], s, seat, actions, n, other)
    weigh_rows(weights[-SIZE:], s, seat, actions, n, out)
    for at in range(n):
        out[at] = 0.5 * (out[at] + other[at])


instinct = Instinct(weigh, load)
"""What an experienced player of Hanamikoji does without thinking: chances, from what the seat sees and nothing else."""
