"""Looking back at a match: what each decision was worth, and which ones cost most.

Every decision is judged from what its player could see, by a Master that knows no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ochaya.bots.levels import MASTER
from ochaya.bots.limit import Limit
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import Seen
from ochaya.search.think import Judged, Thought

REVIEW_LIMIT = Limit(seconds=0.3)
ENOUGH = 0.05
"""A share of the win below which a difference is not called a mistake."""


@dataclass(frozen=True)
class Verdict:
    """One decision of a match, judged."""

    step: int
    """Its place in the log."""
    seat: int
    taken: Judged
    """The action that was taken, and the share of the win a Master then expected …"""
    best: Judged
    """… and the one a Master would have taken."""
    thought: tuple[Judged, ...]
    """All that was tried, best first."""

    @property
    def loss(self) -> float:
        """The share of the win that the action gave away."""
        return max(0.0, self.best.share - self.taken.share)

    @property
    def is_mistake(self) -> bool:
        """Whether it gave away enough to be worth a word."""
        return self.taken.action != self.best.action and self.loss >= ENOUGH


def judge(step: int, moment: Seen, action: int, thought: Thought) -> Verdict:
    """Judge one decision by what was thought about it; an action hardly tried counts as the worst one tried."""
    tried = [judged for judged in thought.actions if judged.visits > 0]
    taken = thought.of(action)
    if taken is None or taken.visits == 0:
        taken = Judged(action, min(judged.share for judged in tried), 0)
    return Verdict(step, moment.seat, taken, thought.best, tuple(tried))


def review(
    decisions: Sequence[tuple[int, Seen, int]], limit: Limit = REVIEW_LIMIT, seed: int = 1
) -> Iterator[Verdict]:
    """Judge decisions, (step, what its player saw, action taken), one after the other."""
    for step, moment, action in decisions:
        thought = MASTER.think(moment, limit, new_rng(seed + step), may_stop_early=False)
        if sum(judged.visits > 0 for judged in thought.actions) > 1:
            yield judge(step, moment, action, thought)


def mistakes(verdicts: Sequence[Verdict], most: int = 3) -> list[Verdict]:
    """Give the decisions that gave away most, the worst first."""
    return sorted((one for one in verdicts if one.is_mistake), key=lambda one: -one.loss)[:most]
