"""A bot that searches with a mind of its own: to measure an idea, or as a Master of another day."""

from __future__ import annotations

from collections.abc import Sequence

from ochaya.bots.limit import Limit
from ochaya.bots.warming import first_decision
from ochaya.core.rng import Rng, new_rng
from ochaya.core.secrecy import Seen
from ochaya.search.mind import Mind
from ochaya.search.think import Thinker


class Minded:
    """Searches as a Master does, with the judgement that it is given (`search.mind.make_mind`)."""

    def __init__(self, name: str, mind: Mind) -> None:
        """Compile before anybody waits for a decision: a mind with a tag is not kept on disk."""
        self.name = name
        self._thinker = Thinker(mind)
        self._thinker.think(first_decision(mind.game.name), new_rng(1), iterations=1)

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Think until the limit, or until it is settled."""
        if len(legal) == 1:
            return legal[0]
        thought = self._thinker.think(
            seen, rng, seconds=limit.seconds, iterations=limit.iterations, may_stop_early=True, clock=limit.clock)
        return thought.best.action
