"""The bot that searches: the same thinking at every level, with more or less of it and more or less care."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ochaya.bots.limit import Limit
from ochaya.bots.pace import share_of_careless_decisions
from ochaya.core.rng import Rng, unit
from ochaya.core.secrecy import Seen
from ochaya.search.mind import Tuning
from ochaya.search.think import Thought, thinker


@dataclass(frozen=True)
class Searcher:
    """Searches within a limit and takes the action tried most; a careless one takes another now and then."""

    name: str = "searcher"
    iterations: int | None = None
    """Never thinks longer than this, whatever time it is given."""
    carelessness: float = 0.0
    """How easily it takes an action it has tried less often than another: 0 never, 1 in proportion to how often each
    was tried, and the larger the more alike are all that it has tried at all. In games of many small decisions only a
    part of them is made so (pace.py)."""
    blunders: float = 0.0
    """How often it takes any action at all without thinking."""
    tuning: Tuning = ()
    """Changes to the game's judgement, for measuring what each idea is worth."""
    has_instinct: bool = False
    """Whether it may ask the game's instinct what an experienced player would try first."""

    def limit(self, limit: Limit) -> Limit:
        """Give the limit under which it thinks when it is allowed `limit`."""
        return limit if self.iterations is None else Limit(None, self.iterations)

    def think(
        self, seen: Seen, limit: Limit, rng: Rng, *, is_cancelled: Callable[[], bool] | None = None,
        may_stop_early: bool = True,
    ) -> Thought:
        """Search within the limit."""
        own = self.limit(limit)
        return thinker(seen.game, self.tuning).think(
            seen, rng, seconds=own.seconds, iterations=own.iterations, threads=own.threads,
            may_stop_early=may_stop_early and self.carelessness == 0.0, with_instinct=self.has_instinct,
            is_cancelled=is_cancelled, clock=own.clock,
        )

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Think, then take the action tried most, or with carelessness one of those tried."""
        return self.decide(seen, legal, limit, rng)[0]

    def decide(
        self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng, *,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> tuple[int, Thought | None]:
        """Choose, and also give what was thought, where anything was."""
        if len(legal) == 1:
            return legal[0], None
        share = share_of_careless_decisions(seen.game) if self.carelessness > 0 else 1.0
        if share < 1 and unit(rng) >= share:
            thought = self.think(seen, limit, rng, is_cancelled=is_cancelled)
            return thought.best.action, thought
        if self.blunders > 0 and unit(rng) < self.blunders:
            return legal[min(int(unit(rng) * len(legal)), len(legal) - 1)], None
        thought = self.think(seen, limit, rng, is_cancelled=is_cancelled)
        return self.pick(thought, rng), thought

    def pick(self, thought: Thought, rng: Rng) -> int:
        """Give the action to take after this thought."""
        if self.carelessness == 0.0:
            return thought.best.action
        tried = [judged for judged in thought.actions if judged.visits > 0]
        weights = [(judged.visits / thought.best.visits) ** (1 / self.carelessness) for judged in tried]
        left = unit(rng) * sum(weights)
        for judged, weight in zip(tried, weights, strict=True):
            left -= weight
            if left < 0:
                return judged.action
        return tried[-1].action
