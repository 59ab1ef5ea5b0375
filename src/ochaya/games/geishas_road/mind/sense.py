"""How a player of Geisha's Road judges: what to try first, how to play on (playout.py), and the whole of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ochaya.core.circle_habit import circle_habit_of
from ochaya.core.curves import exp_each
from ochaya.core.game import Ids, Shares
from ochaya.core.jit import rule
from ochaya.core.scratch import scratch
from ochaya.core.sense import Sense
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.mind.belief import believe
from ochaya.games.geishas_road.mind.description import CIRCLE
from ochaya.games.geishas_road.mind.glance import foresee, is_quiet, value
from ochaya.games.geishas_road.mind.playout import playout
from ochaya.games.geishas_road.mind.promise import NUMBERS, best_answer, markers_used, promise, weigh_hand
from ochaya.games.geishas_road.pieces import CARDS
from ochaya.games.geishas_road.state import ANSWER, DOUBLE, HIDE, TURN, State


@rule
def priors(s: State, actions: Ids, n: int, out: Shares) -> None:
    """Try first what promises most at a glance."""
    if s.phase == TURN:
        weigh_turns(s, actions, n, out)
    elif s.phase == ANSWER:
        weigh_answers(s, n, out)
    elif s.phase == HIDE:
        for at in range(n):
            out[at] = 2.0 if at == 0 else 1.0
    else:
        for at in range(n):
            out[at] = 1.0


@rule
def weigh_turns(s: State, actions: Ids, n: int, out: Shares) -> None:
    """Weigh the uses of markers; what each card of the hand does on either side is worked out once."""
    who = int(s.seat)
    mine, yours, gone = scratch(CARDS, np.float64), scratch(CARDS, np.float64), scratch(CARDS, np.float64)
    weigh_hand(s, who, NUMBERS, mine, yours, gone)
    turn = markers_used(s, who)
    for at in range(n):
        worth = promise(int(actions[at]), turn, NUMBERS, mine, yours, gone)
        out[at] = min(max(0.7 * worth, -8.0), 8.0)
    exp_each(out, n)


@rule
def weigh_answers(s: State, n: int, out: Shares) -> None:
    """Weigh shares by what they bring; a counter-offer is an idea to try now and then."""
    best = best_answer(s, NUMBERS)
    shares = 2 if s.offered == DOUBLE else 3
    for at in range(n):
        if at < shares:
            out[at] = 6.0 if at == best else 2.0
        else:
            out[at] = 0.5


instinct = circle_habit_of(GAME, CIRCLE, Path(__file__).parent / "instinct.npy")
"""What an experienced player does without thinking; its numbers were learned (docs/training.md)."""

SENSE = Sense(
    value=value, foresee=foresee, is_quiet=is_quiet, playout=playout, priors=priors, believe=believe, instinct=instinct,
    trust=0.3, explore=0.8, hold=0.02, rehearse=1.25, widen=3.0, keep=1536,
)
