"""Who sits opposite, and what a search begins with in such company.

Against a strong player it begins with the instinct. A weak one is better met otherwise: an older network (rows.npy,
decision 0010) learned against weak players too, looks at the same rows as foresight.py, but from one seat, and counts
whatever that seat has not seen as open. A third network (company.npy, bench/learned/company.py) tells from what the
rival has done in this round how likely he is a weak one; the chances of both are mixed by that.
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np

from ochaya.core.curves import logistic
from ochaya.core.game import Ids, Shares
from ochaya.core.habit import share_out
from ochaya.core.jit import rule, specialise
from ochaya.core.layers import aligned
from ochaya.core.outlook import look
from ochaya.core.scratch import scratch
from ochaya.core.sense import Instinct, Weights
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.actions import ACTIONS, FIRST_SECRET
from ochaya.games.hanamikoji.mind.foresight import MOST, ROWS, rows_of
from ochaya.games.hanamikoji.mind.instinct import instinct
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
FOLDER = Path(__file__).parent

WIDE_COMPANY = 64
"""The size of the first layer of the network that tells who sits opposite."""
ask_company = specialise(
    look, GAME.name, form="company.", observe=GAME.observe, INPUTS=GAME.observation_size, WIDE=WIDE_COMPANY,
    NUMBERS=np.load(FOLDER / "company.npy").astype(np.float32))
weigh_instinct = instinct.weigh
SHARPNESS, READINESS = 1.5, 0.3
"""How far the odds of a weak rival are trusted, and how readily he is taken for one: measured against both kinds."""


@functools.cache
def load_rows() -> Weights:
    """Read the numbers of the network that looks at rows."""
    return np.load(FOLDER / "rows.npy").astype(np.float32)  # type: ignore[no-any-return]


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


against_weak = Instinct(weigh_rows, load_rows)
"""What the older network does."""


@functools.cache
def load() -> Weights:
    """Read the numbers of the instinct and of the older network, in this order."""
    return aligned(np.concatenate([instinct.load(), load_rows()]))


@rule
def chance_of_weak(s: State, seat: int) -> float:
    """Say how likely a weak player sits opposite, from what this seat sees."""
    return logistic(SHARPNESS * (float(ask_company(s, seat)) + READINESS))


@rule
def weigh(weights: Weights, s: State, seat: int, actions: Ids, n: int, out: Shares) -> None:
    """Write the chance of each legal action, mixed by who seems to sit opposite."""
    other = scratch(MOST_LEGAL, np.float64)
    weak = chance_of_weak(s, seat)
    weigh_instinct(weights[:-SIZE], s, seat, actions, n, other)
    weigh_rows(weights[-SIZE:], s, seat, actions, n, out)
    for at in range(n):
        out[at] = weak * out[at] + (1.0 - weak) * other[at]


advice = Instinct(weigh, load)
"""What a search begins with: chances, from what the seat sees and nothing else."""
