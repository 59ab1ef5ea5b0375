"""Hanamikoji's Master as he was before our own trainer had a part in what he knows, to be measured against:

    ochaya arena hanamikoji --bots master@0.1s,bench/frozen/hanamikoji.py:Master --seconds 0.1 --matches 1000

He begins with the older network alone and holds on to it less, and foresees and believes by networks of
his time. All else of him is today's search.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ochaya.bots.minded import Minded
from ochaya.core.curves import exp, logistic
from ochaya.core.game import Shares
from ochaya.core.jit import rule
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.mind.company import against_weak
from ochaya.games.hanamikoji.mind.foresight import asker
from ochaya.games.hanamikoji.mind.sense import LIKELIEST, SENSE, before_the_deal
from ochaya.games.hanamikoji.state import State
from ochaya.search.mind import make_mind

FOLDER = Path(__file__).parent
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
    SENSE, foresee=foresee, believe=believe, advice=against_weak, explore=0.7, hold=0.02, widen=3.0)


class Master(Minded):
    """Searches as a Master does, with what he knew then."""

    def __init__(self) -> None:
        """Get a mind of his own."""
        super().__init__("frozen-master", make_mind(GAME, THEN, "~frozen"))
