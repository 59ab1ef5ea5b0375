"""Who thinks: processes beside this server, or thinkers anywhere on the bus. Both get a Question and nothing else."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from ochaya.bots import Limit
from ochaya.bots.questions import Answer, Question, Stop, about, encode, read_answer
from ochaya.bots.workers import BotFailed, Workers
from ochaya.core.secrecy import Seen
from ochaya.server.bus.bus import Bus, NoAnswer, Nobody
from ochaya.server.bus.forms import STOP_THINKING, THINKERS, read_here
from ochaya.server.logs import log
from ochaya.server.minds.turns import Rank, Turns
from ochaya.server.traces import span

if TYPE_CHECKING:
    from nats.aio.msg import Msg

GRACE_SECONDS = 3.0
"""How much longer than its limit a thinker's answer may take before another one is asked."""
TRIES = 3
WAIT_SECONDS = 0.25
"""How soon the bus is asked again after it knew no thinker."""
PATIENCE_SECONDS = 30.0
"""How long a question waits for a thinker to come (back)."""
HERE_SECONDS = 3.0
"""How long a thinker counts after it was last heard of."""


def think_subject(rank: Rank, game: str) -> str:
    """Give the subject under which questions of one rank about one game are asked."""
    return f"ochaya.think.{rank.name.lower()}.{game}"


class Thinkers(Protocol):
    """Whoever answers questions."""

    turns: Turns

    async def think(
        self, seen: Seen, bot: str, seconds: float, *, rank: Rank, asker: str
    ) -> Answer:
        """Think about a moment no longer than this; raises BotFailed."""

    def knows(self, game: str) -> bool:
        """Say whether anybody can think about a game now."""

    def close(self) -> None:
        """End it."""


class NearThinkers:
    """Processes beside us."""

    def __init__(self, processes: int) -> None:
        self.workers = Workers(processes)
        self.turns = Turns(processes)

    async def think(self, seen: Seen, bot: str, seconds: float, *, rank: Rank, asker: str) -> Answer:
        """Think about a moment."""
        return await self.answer(self.workers.question(seen, bot, Limit(seconds=seconds), is_final=rank == Rank.MOVE),
                                 rank, asker)

    async def answer(self, question: Question, rank: Rank, asker: str) -> Answer:
        """Wait for a turn, then think no longer than those who wait allow."""
        async with self.turns.take(rank, asker) as turn:
            limited = question.within(turn.seconds)
            turn.hurry = lambda: self.workers.cut_short(limited.number)
            return await self.workers.ask_soon(limited)

    def knows(self, game: str) -> bool:
        """Say whether anybody can think about a game: minds/readiness.py sees to it."""
        return True

    def close(self) -> None:
        """End the processes."""
        self.workers.close()


class FarThinkers:
    """Thinkers on the bus. Turns are taken here first, so that a server's own questions keep their order."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.turns = Turns(1)
        self.here: dict[str, tuple[float, int, frozenset[str]]] = {}
        """When each thinker was last heard of, how many it can think of at once, which games it knows."""
        self.on_news: Callable[[set[str]], None] = lambda _: None
        """Told the games that somebody thinks about now, or nobody any more."""
        self.background: set[asyncio.Task[bool]] = set()

    async def open(self) -> None:
        """Begin to listen who is there."""
        await self.bus.listen(THINKERS, self._heard)

    async def _heard(self, message: Msg) -> None:
        told, before = read_here(message.data), self._games()
        self.here[told.thinker] = time.monotonic(), told.places, frozenset(told.games)
        self._note(before)

    def look(self) -> None:
        """Notice who has not been heard of for long."""
        now, before = time.monotonic(), self._games()
        for gone in [one for one, (at, _, _) in self.here.items() if now - at > HERE_SECONDS]:
            del self.here[gone]
        self._note(before)

    def _note(self, before: set[str]) -> None:
        self.turns.set_places(max(1, sum(places for _, places, _ in self.here.values())))
        if changed := before ^ self._games():
            self.on_news(changed)

    def _games(self) -> set[str]:
        return {game for _, _, games in self.here.values() for game in games}

    def knows(self, game: str) -> bool:
        """Say whether a thinker that knows a game was heard of."""
        return game in self._games()

    async def think(self, seen: Seen, bot: str, seconds: float, *, rank: Rank, asker: str) -> Answer:
        """Think about a moment."""
        async with self.turns.take(rank, asker) as turn:
            limit = Limit(seconds=min(seconds, turn.seconds))
            question = about(seen, bot, limit, secrets.randbits(62), secrets.randbits(63), is_final=rank == Rank.MOVE)
            turn.hurry = lambda: self._stop(question)
            try:
                return await self._ask(question, rank)
            except asyncio.CancelledError:
                self._stop(question)
                raise

    async def _ask(self, question: Question, rank: Rank) -> Answer:
        subject, data = think_subject(rank, question.game), encode(question)
        deadline, tries = time.monotonic() + PATIENCE_SECONDS, 0
        while tries < TRIES and time.monotonic() < deadline:
            try:
                longest = (question.seconds or 1.0) + GRACE_SECONDS
                with span("thought"):
                    answer = read_answer(await self.bus.ask(subject, data, longest))
            except Nobody:
                await asyncio.sleep(WAIT_SECONDS)
                continue
            except NoAnswer:
                if self.bus.is_there:
                    tries += 1
                    log("thinker.silent", game=question.game)
                await asyncio.sleep(WAIT_SECONDS)
                continue
            if answer.error:
                raise BotFailed("bot-failed", bot=question.bot, game=question.game, reason=answer.error)
            return answer
        raise BotFailed("bot-failed", bot=question.bot, game=question.game, reason="nobody")

    def _stop(self, question: Question) -> None:
        task = asyncio.create_task(self.bus.tell(STOP_THINKING, encode(Stop(question.number))))
        self.background.add(task)
        task.add_done_callback(self.background.discard)

    def close(self) -> None:
        """There is nothing of ours to end."""
