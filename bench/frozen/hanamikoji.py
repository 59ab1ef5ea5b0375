"""Hanamikoji's Master as he was before our own trainer had a part in his instinct, to be measured against:

    ochaya arena hanamikoji --bots master@0.1s,bench/frozen/hanamikoji.py:Master --seconds 0.1 --matches 1000

He has the older of the two networks alone and holds on to it less. All else of him is today's search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ochaya.bots.limit import Limit
from ochaya.core.rng import Rng
from ochaya.core.secrecy import Seen
from ochaya.core.sense import Instinct
from ochaya.games.hanamikoji.mind.instinct import load_rows, weigh_rows
from ochaya.search.mind import mind_of
from ochaya.search.think import Thinker

HOLD = 0.02


class Master:
    """Searches as a Master does, with that instinct."""

    name = "frozen-master"

    def __init__(self) -> None:
        """Get a mind of his own."""
        mind = mind_of("hanamikoji", (("hold", str(HOLD)),))
        self._thinker = Thinker(replace(mind, sense=replace(mind.sense, instinct=Instinct(weigh_rows, load_rows))))

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Think until the limit, or until it is settled."""
        if len(legal) == 1:
            return legal[0]
        thought = self._thinker.think(
            seen, rng, seconds=limit.seconds, iterations=limit.iterations, may_stop_early=True)
        return thought.best.action
