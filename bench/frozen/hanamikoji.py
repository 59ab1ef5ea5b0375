"""Hanamikoji's Master as he was before our own trainer had a part in what he knows, to be measured against:

    ochaya arena hanamikoji --bots master@0.1s,bench/frozen/hanamikoji.py:Master --seconds 0.1 --matches 1000

He begins with a network of his time (decision 0010) and holds on to it less, takes everybody for an equal, and foresees
and believes by networks of his time. All else of him is today's search.

That network looks at the same rows as mind/foresight.py, but from one seat, and counts whatever that seat has not seen
as open.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

import numpy as np

from ochaya.bots.minded import Minded
from ochaya.core.curves import exp, logistic
from ochaya.core.game import Ids, Shares
from ochaya.core.habit import share_out
from ochaya.core.jit import rule
from ochaya.core.scratch import scratch
from ochaya.core.sense import Instinct, Weights
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.actions import ACTIONS, FIRST_SECRET
from ochaya.games.hanamikoji.mind.foresight import LIKELIEST, MOST, ROWS, asker, rows_of
from ochaya.games.hanamikoji.mind.sense import SENSE, before_the_deal
from ochaya.games.hanamikoji.pieces import GEISHAS
from ochaya.games.hanamikoji.state import State
from ochaya.search.mind import make_mind

FOLDER = Path(__file__).parent

# -- what he begins with ----------------------------------------------------------------------------------------------

WIDE = 256
"""The size of both layers of the network that looks at rows."""
CHOICES = ACTIONS - FIRST_SECRET
FIRST_CONSTANTS = ROWS * WIDE
SECOND = FIRST_CONSTANTS + WIDE
SECOND_CONSTANTS = SECOND + WIDE * WIDE
LAST = SECOND_CONSTANTS + WIDE
LAST_CONSTANTS = LAST + CHOICES * WIDE
"""Where each part begins among its numbers: a row for each thing seen, two layers, a row for each action."""


@functools.cache
def load_rows() -> Weights:
    """Read the numbers of the network that looks at rows."""
    return np.load(FOLDER / "hanamikoji_rows.npy").astype(np.float32)  # type: ignore[no-any-return]


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


older = Instinct(weigh_rows, load_rows)

# -- what he foresees and believes ------------------------------------------------------------------------------------

ask_outcome = asker(FOLDER / "hanamikoji_outcome.npy", "frozen-outcome.")
ask_belief = asker(FOLDER / "hanamikoji_belief.npy", "frozen-belief.")


@rule
def foresee(s: State, out: Shares) -> None:
    """Each player's share as learned from many rounds."""
    share = before_the_deal(s)
    if share < 0:
        share = logistic(ask_outcome(s, s.seat))
        share = share if s.seat == 0 else 1.0 - share
    out[0] = share
    out[1] = 1.0 - share


@rule
def believe(s: State, seat: int) -> float:
    """Believe in worlds as often as they came about by the play of his time."""
    return min(1.0, exp(ask_belief(s, seat)) / LIKELIEST)


THEN = replace(
    SENSE, foresee=foresee, believe=believe, advice=older, company=None, explore=0.7, hold=0.02,
    widen=3.0)


class Master(Minded):
    """Searches as a Master does, with what he knew then."""

    def __init__(self) -> None:
        """Get a mind of his own."""
        super().__init__("frozen-master", make_mind(GAME, THEN, "~frozen"))
