"""Geisha's Road's Master as he was before he learned anything, to be measured against:

    ochaya arena geishas_road --bots master,bench/frozen/geishas_road.py:Master --seconds 0.1 --matches 1000

He has neither instinct nor belief: hand-written priors, and every world that fits is as likely. All else of him is
today's search.
"""

from __future__ import annotations

from collections.abc import Sequence

from ochaya.bots.limit import Limit
from ochaya.core.rng import Rng
from ochaya.core.secrecy import Seen
from ochaya.search.mind import mind_of
from ochaya.search.think import Thinker


class Master:
    """Searches as that Master did."""

    name = "frozen-master"

    def __init__(self) -> None:
        """Get a mind of his own."""
        self._thinker = Thinker(mind_of("geishas_road", (("without", "believe&instinct"),)))

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Think until the limit, or until it is settled."""
        if len(legal) == 1:
            return legal[0]
        thought = self._thinker.think(
            seen, rng, seconds=limit.seconds, iterations=limit.iterations, may_stop_early=True)
        return thought.best.action
