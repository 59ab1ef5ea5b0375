"""How a Hanamikoji player judges: what a standing between rounds is worth, and which geishas are still open.

Between rounds a table knows (continuation.csv, made by bench/hanamikoji_table.py); within a round `value` is a glance
at who leads with which geisha (glance.py), good enough for the greedy bot, and search asks the networks of
foresight.py.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ochaya.core.curves import exp, logistic
from ochaya.core.game import Ids, Shares
from ochaya.core.jit import rule
from ochaya.core.sense import Sense
from ochaya.games.hanamikoji.mind.company import COMPANY, advice
from ochaya.games.hanamikoji.mind.foresight import LIKELIEST, ask_belief, ask_outcome
from ochaya.games.hanamikoji.mind.glance import promise, table_leans
from ochaya.games.hanamikoji.mind.instinct import instinct
from ochaya.games.hanamikoji.pieces import CHARM, GEISHAS, MARKERS, MOST_ROUNDS, NO_FAVOUR
from ochaya.games.hanamikoji.state import CHOOSE, DRAW, PICK_FIRST, State

WORTH = np.loadtxt(Path(__file__).parent / "continuation.csv", np.float64, delimiter=",", skiprows=1) / 1000
"""The first player's share at the start of a round, [favour vector, rounds left and tie-break]."""
ONE_LEFT, TWO_LEFT, ONE_LEFT_GEISHAS, TWO_LEFT_GEISHAS, ENDLESS = range(5)


@rule
def is_quiet(s: State) -> bool:
    """A new round is about to be dealt."""
    return s.phase == DRAW and s.drawn == 0


@rule
def column_of(s: State) -> int:
    """Which column of the table this match is in at the start of a round."""
    if s.round_limit == MOST_ROUNDS:
        return ENDLESS
    left = s.round_limit - s.round_number
    return (TWO_LEFT if left > 0 else ONE_LEFT) + (ONE_LEFT_GEISHAS if s.geishas_first else 0)


@rule
def between_rounds(s: State) -> float:
    """What the favours are worth to seat 0 before the next deal."""
    index, power = 0, 1
    for g in range(GEISHAS):
        if s.favour[g] != NO_FAVOUR:
            index += power * (1 + (s.favour[g] ^ s.starter))
        power *= 3
    worth = WORTH[index, column_of(s)]
    return worth if s.starter == 0 else 1.0 - worth  # type: ignore[no-any-return]


# -- within a round ---------------------------------------------------------------------------------------------------


@rule
def before_the_deal(s: State) -> float:
    """Seat 0's share while no cards are dealt; -1 within a round."""
    if s.phase == PICK_FIRST:
        return 0.5
    return between_rounds(s) if is_quiet(s) else -1.0


@rule
def value(s: State, out: Shares) -> None:
    """Each player's share at a glance."""
    share = before_the_deal(s)
    out[0] = share if share >= 0 else logistic(table_leans(s))
    out[1] = 1.0 - out[0]


@rule
def foresee(s: State, out: Shares) -> None:
    """Each player's share as learned from many rounds."""
    share = before_the_deal(s)
    if share < 0:
        share = logistic(ask_outcome(s, s.seat))
        share = share if s.seat == 0 else 1.0 - share
    out[0] = share
    out[1] = 1.0 - share


# -- what an action promises ----------------------------------------------------------------------------------------


@rule
def ahead(s: State, actions: Ids, n: int, seat: int, out: Shares) -> bool:
    """Say what `value` gives the one who uses a marker, for each use; not on the last turn, which ends the round."""
    left = np.int64(0)
    for marker in range(len(MARKERS)):
        left += 2 - s.used[0, marker] - s.used[1, marker]
    if s.phase != CHOOSE or seat != s.seat or left == 1:
        return False
    sign = 1.0 if seat == 0 else -1.0
    leans = sign * table_leans(s)
    for at in range(n):
        out[at] = logistic(leans + promise(s, actions[at]))
    return True


@rule
def priors(s: State, actions: Ids, n: int, out: Shares) -> None:
    """Try first what promises most at a glance."""
    if s.phase != CHOOSE:
        for at in range(n):
            out[at] = 1.0
        return
    for at in range(n):
        out[at] = exp(2.0 * promise(s, actions[at]))


KEPT = np.array([0.3, 0.3, 1.0, 0.8])
"""How readily a card of charm 2, 3, 4, 5 is kept secret, counted in bots' matches against what they held."""


@rule
def plausible(s: State, seat: int) -> float:
    """Believe rather in worlds where the rival's secret is a card worth keeping."""
    for g in range(GEISHAS):
        if s.secret[1 - seat, g] > 0:
            return KEPT[CHARM[g] - 2]  # type: ignore[no-any-return]
    return 1.0


@rule
def believe(s: State, seat: int) -> float:
    """Believe in worlds as often as they come about by play, compared with a random deal of what is hidden."""
    return min(1.0, exp(ask_belief(s, seat)) / LIKELIEST)


SENSE = Sense(
    value=value, foresee=foresee, ahead=ahead, is_quiet=is_quiet, priors=priors, plausible=plausible,
    believe=believe, instinct=instinct, advice=advice, company=COMPANY, trust=1.0, explore=1.2,
    hold=0.1, widen=3.0,
)
