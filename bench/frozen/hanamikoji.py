"""Hanamikoji's Master as he was before our own trainer had a part in what he knows, to be measured against:

    ochaya arena hanamikoji --bots master@0.1s,bench/frozen/hanamikoji.py:Master --seconds 0.1 --matches 1000

He begins with the older network alone and holds on to it less, and foresees and believes by networks of
his time. All else of him is today's search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ochaya.bots.limit import Limit
from ochaya.core.curves import exp, logistic
from ochaya.core.game import CHANCE, Shares
from ochaya.core.jit import rule
from ochaya.core.rng import Rng, new_rng
from ochaya.core.secrecy import Seen
from ochaya.core.secrecy import seen as seen_by
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.mind.company import against_weak
from ochaya.games.hanamikoji.mind.foresight import asker
from ochaya.games.hanamikoji.mind.sense import LIKELIEST, SENSE, before_the_deal
from ochaya.games.hanamikoji.mind.stride import stride
from ochaya.games.hanamikoji.state import State
from ochaya.search.mind import make_mind
from ochaya.search.think import Thinker

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


class Master:
    """Searches as a Master does, with what he knew then."""

    name = "frozen-master"

    def __init__(self) -> None:
        """Get a mind of his own, compiled before anybody waits for a decision: it is not kept on disk."""
        self._thinker = Thinker(make_mind(GAME, THEN, "~frozen"))
        state, rng = GAME.start(GAME.complete({})), new_rng(1)
        while GAME.actor(state[0]) == CHANCE:
            stride(state[0], rng)
        self._thinker.think(seen_by(GAME, state, int(GAME.actor(state[0]))), rng, iterations=1)

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Think until the limit, or until it is settled."""
        if len(legal) == 1:
            return legal[0]
        thought = self._thinker.think(
            seen, rng, seconds=limit.seconds, iterations=limit.iterations, may_stop_early=True, clock=limit.clock)
        return thought.best.action
