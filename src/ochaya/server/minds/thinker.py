"""A thinker: a process on any machine that answers questions from the bus, `ochaya think --bus … --processes N`.

It gets what one seat may know, a bot's name, a limit and a seed, and nothing else; it has no database and no secret.
Moves go before hints, hints before reviews; among servers everybody has their turn.
"""

from __future__ import annotations

import asyncio
import secrets
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from ochaya.bots.questions import Answer, Question, Stop, encode, read_message
from ochaya.core.errors import Wrong
from ochaya.server.bus.bus import Bus
from ochaya.server.bus.forms import STOP_THINKING, THINKERS, Here
from ochaya.server.logs import log, log_failure, set_up_logs
from ochaya.server.minds.thinkers import NearThinkers, think_subject
from ochaya.server.minds.turns import Rank
from ochaya.server.traces import set_up_traces, span

if TYPE_CHECKING:
    from nats.aio.msg import Msg

GROUP = "thinkers"
HERE_SECONDS = 0.5
"""How often a thinker says that it is there."""


class Thinker:
    """Answers questions until it is told to stop."""

    def __init__(self, bus: str, processes: int, games: Sequence[str]) -> None:
        self.id, self.processes, self.games = secrets.token_hex(8), processes, games
        self.bus = Bus(bus, f"thinker {self.id}")
        self.near = NearThinkers(processes)
        self.known: list[str] = []
        self.lines: list[Any] = []
        self.running: dict[int, int] = {}
        """The numbers that questions have here, by the numbers they came with."""
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Learn the games one by one, and answer what is asked about those that are known."""
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, stop.set)
        await self.bus.open()
        await self.bus.listen(STOP_THINKING, self._stop_one)
        log("thinker.open", thinker=self.id, processes=self.processes)
        work = [asyncio.create_task(self._learn()), asyncio.create_task(self._say_here())]
        await stop.wait()
        for task in work:
            task.cancel()
        for line in self.lines:  # no new questions; those begun are answered
            await line.unsubscribe()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=10)
        await self.bus.close()
        await asyncio.to_thread(self.near.close)
        log("thinker.closed", thinker=self.id)

    async def _learn(self) -> None:
        for game in self.games:
            try:
                await self.near.workers.warm_soon(game)
            except Wrong as wrong:
                log("thinker.cannot", game=game, key=wrong.key)
                continue
            for rank in Rank:
                self.lines.append(await self.bus.listen(think_subject(rank, game), self._hear(rank), GROUP))
            self.known.append(game)
            log("thinker.knows", game=game)

    async def _say_here(self) -> None:
        while True:
            await self.bus.tell(THINKERS, encode(Here(self.id, self.processes, self.known)))
            await asyncio.sleep(HERE_SECONDS)

    def _hear(self, rank: Rank) -> Any:
        async def heard(message: Msg) -> None:
            task = asyncio.create_task(self._answer(message, rank))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

        return heard

    async def _answer(self, message: Msg, rank: Rank) -> None:
        """Answer one question; its asker is the server it comes from."""
        try:
            asked = read_message(message.data)
        except (msgspec.DecodeError, msgspec.ValidationError):
            log("thinker.unreadable")
            return
        if not isinstance(asked, Question):
            return
        own = self.near.workers.renumbered(asked)
        self.running[asked.number] = own.number
        try:
            with span("thinking"):
                answer = await self.near.answer(own, rank, message.reply.split(".")[1])
        except Wrong as wrong:
            answer = Answer(asked.number, error=str(wrong.details.get("reason", wrong.key)))
        except Exception as wrong:
            log_failure("thinker.failed", wrong)
            answer = Answer(asked.number, error="failed")
        finally:
            self.running.pop(asked.number, None)
        await self.bus.tell(message.reply, encode(msgspec.structs.replace(answer, number=asked.number)))

    async def _stop_one(self, message: Msg) -> None:
        told = read_message(message.data)
        if isinstance(told, Stop) and told.number in self.running:
            self.near.workers.cut_short(self.running[told.number])


def run_thinker(bus: str, processes: int, games: Sequence[str], log_level: str = "INFO") -> None:
    """Think until told to stop (Ctrl-C or SIGTERM); what was begun is answered first."""
    set_up_logs(log_level)
    set_up_traces("thinker")
    asyncio.run(Thinker(bus, processes, games).run())
