"""The seam to the bots: Seen in, action out. Thinking runs in other processes and answers at a steady pace.

`asker` is for whose sake a thought is thought: turns are fair among them (turns.py).
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass

from ochaya.bots import LEVELS
from ochaya.core.errors import Wrong
from ochaya.core.secrecy import Seen
from ochaya.games import game as find_game
from ochaya.server.logs import log
from ochaya.server.metrics import metrics
from ochaya.server.minds.readiness import Readiness
from ochaya.server.minds.thinkers import FarThinkers, NearThinkers, Thinkers
from ochaya.server.minds.turns import Rank
from ochaya.server.settings import Settings

LEVEL_NAMES = tuple(LEVELS)
HINT_SECONDS = 1.0
REVIEW_SECONDS = 0.25
WAITING_LIMIT = 200
"""Hints and decisions of reviews waiting at once before more are refused."""
WAITING_EACH = 4
"""The same, for one who asks: hints that wait; a review asks for two decisions at a time."""


@dataclass(frozen=True)
class Thought:
    """One action with the share of the win it promises its seat and how often it was tried."""

    action: int
    win: float
    visits: int


@dataclass(frozen=True)
class Weighing:
    """What a bot thinks of a moment: of each action, best first, and of every seat's chances with the best."""

    thoughts: list[Thought]
    shares: tuple[float, ...]


class Thinking:
    """Asks bots; never lets a bot's failure stop a match."""

    def __init__(self, settings: Settings, readiness: Readiness, far: FarThinkers | None = None) -> None:
        self.readiness = readiness
        self.pace = settings.pace
        near = NearThinkers(settings.bots) if settings.bots and not far else None
        self.thinkers: Thinkers | None = far or near
        self.may_guess = settings.bots == 0
        """Where nobody can think, bots play at random."""

    def close(self) -> None:
        """End the workers."""
        if self.thinkers:
            self.thinkers.close()

    def _who(self, game: str) -> Thinkers | None:
        """Give whoever thinks about a game; None where bots play at random."""
        thinkers = self.thinkers
        return None if thinkers is None or (self.may_guess and not thinkers.knows(game)) else thinkers

    async def decide(self, seen: Seen, level: str, asker: str) -> int:
        """Let a bot choose, and answer after the same time whatever there was to think about."""
        metrics.thoughts.add()
        answer, _ = await asyncio.gather(self._decide(seen, level, asker), asyncio.sleep(self.pace))
        return answer

    async def _decide(self, seen: Seen, level: str, asker: str) -> int:
        legal = find_game(seen.game).legal_ids(seen.record)
        if thinkers := self._who(seen.game):
            await self.readiness.wait(seen.game, "bots")  # else the worker would compile what is being compiled beside
            try:
                longest = min(1.0, max(0.05, self.pace * 0.8))
                answer = await thinkers.think(seen, level, longest, rank=Rank.MOVE, asker=asker)
                if answer.action in legal:
                    return answer.action
                log("bot.illegal", level=level, game=seen.game)
            except Wrong as wrong:
                log("bot.failed", level=level, game=seen.game, key=wrong.key)
        return secrets.choice(legal)

    async def weigh(self, seen: Seen, seconds: float, rank: Rank, asker: str) -> Weighing:
        """Weigh the actions open to the Seen's seat; without thoughts when no bot can say."""
        metrics.weighings.add()
        thinkers = self._who(seen.game)
        if thinkers is None:
            legal = find_game(seen.game).legal_ids(seen.record)
            return Weighing([Thought(action, 0.5, 0) for action in legal[:3]], ())
        try:
            await self.readiness.wait(seen.game, "bots")
            answer = await thinkers.think(seen, "master", seconds, rank=rank, asker=asker)
        except Wrong as wrong:
            log("bot.failed", level="master", game=seen.game, key=wrong.key)
            return Weighing([], ())
        thoughts = [Thought(advice.action, advice.share, advice.visits) for advice in answer.advice]
        return Weighing(thoughts, answer.shares)

    def is_busy(self, rank: Rank, asker: str) -> bool:
        """Whether too many questions of this rank wait already, of this asker or of all together."""
        if self.thinkers is None:
            return False
        turns = self.thinkers.turns
        return turns.waiting(rank, asker) >= WAITING_EACH or turns.waiting(rank) >= WAITING_LIMIT
