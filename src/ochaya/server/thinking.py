"""The seam to the bots: Seen in, action out. Thinking runs in other processes and answers at a steady pace."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass

from ochaya.bots import LEVELS, Limit
from ochaya.bots.workers import Workers
from ochaya.core.errors import Wrong
from ochaya.core.secrecy import Seen
from ochaya.games import game as find_game
from ochaya.server.logs import log
from ochaya.server.metrics import metrics
from ochaya.server.settings import Settings

LEVEL_NAMES = tuple(LEVELS)
HINT_SECONDS = 1.0
REVIEW_SECONDS = 0.25
WAITING_LIMIT = 200
"""Hints and reviews waiting at once before more are refused."""


@dataclass(frozen=True)
class Thought:
    """One action with the share of the win it promises its seat and how often it was tried."""

    action: int
    win: float
    visits: int


class Thinking:
    """Asks bots; never lets a bot's failure stop a match."""

    def __init__(self, settings: Settings) -> None:
        self.pace = settings.pace
        self.workers = Workers(settings.bots) if settings.bots else None
        self.waiting = 0

    async def warm(self, *games: str) -> None:
        """Compile the games' search in every worker, game by game, letting questions through in between."""
        if self.workers:
            for game in games:
                try:
                    await self.workers.warm_soon(game)
                except Wrong as wrong:
                    log("bot.failed", level="", game=game, key=wrong.key)

    def close(self) -> None:
        """End the workers."""
        if self.workers:
            self.workers.close()

    async def decide(self, seen: Seen, level: str) -> int:
        """Let a bot choose, and answer after the same time whatever there was to think about."""
        metrics.thoughts.add()
        answer, _ = await asyncio.gather(self._decide(seen, level), asyncio.sleep(self.pace))
        return answer

    async def _decide(self, seen: Seen, level: str) -> int:
        legal = find_game(seen.game).legal_ids(seen.record)
        if self.workers:
            try:
                limit = Limit(seconds=min(1.0, max(0.05, self.pace * 0.8)))
                answer = await self.workers.decide_soon(seen, level, limit)
                if answer.action in legal:
                    return answer.action
                log("bot.illegal", level=level, game=seen.game)
            except Wrong as wrong:
                log("bot.failed", level=level, game=seen.game, key=wrong.key)
        return secrets.choice(legal)

    async def weigh(self, seen: Seen, seconds: float) -> list[Thought]:
        """Weigh the actions open to the Seen's seat, best first; empty when no bot can say."""
        if not self.workers:
            legal = find_game(seen.game).legal_ids(seen.record)
            return [Thought(action, 0.5, 0) for action in legal[:3]]
        self.waiting += 1
        try:
            question = self.workers.question(seen, "master", Limit(seconds=seconds), is_final=False)
            answer = await self.workers.ask_soon(question)
        except Wrong as wrong:
            log("bot.failed", level="master", game=seen.game, key=wrong.key)
            return []
        finally:
            self.waiting -= 1
        return [Thought(advice.action, advice.share, advice.visits) for advice in answer.advice]

    @property
    def is_busy(self) -> bool:
        """Whether too many questions wait already."""
        return self.waiting >= WAITING_LIMIT
