"""Long-lived processes that think for others: for a server, a terminal, a review.

    with Workers(2) as workers:
        workers.warm("hanamikoji")
        answer = workers.decide(seen, "adept", Limit(seconds=0.5))       # from ordinary code
        answer = await workers.decide_soon(seen, "adept", …)             # from asyncio; cancelling it stops the thought
        three = workers.hint(seen, Limit(seconds=1))

A process gets a Question (questions.py) and never a state. One that crashes or hangs is replaced and the
question asked once more; then `BotFailed` tells the asker, who decides what the seat does instead.
"""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import os
import queue
import secrets
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import msgspec

from ochaya.bots.levels import USUAL_LIMIT
from ochaya.bots.limit import Limit
from ochaya.bots.questions import Advice, Answer, Question, Stop, Warm, about, encode, read_answer
from ochaya.core.errors import Wrong
from ochaya.core.secrecy import Seen

GRACE_SECONDS = 20.0
"""How much longer than its limit an answer may take before its process is given up."""
WARM_SECONDS = 600.0
ITERATION_SECONDS = 0.01
"""The slowest iteration we allow for when there is no limit by time."""


class BotFailed(Wrong):
    """The bot crashed, hung or could not be asked."""


class Worker:
    """One thinking process, started when first needed and again after a crash."""

    def __init__(self) -> None:
        self._process: Any = None
        self._line: Any = None
        self._warmed: set[str] = set()
        self._sending = threading.Lock()
        self._asking = threading.Lock()
        """One question at a time: whoever warms a worker holds it like whoever asks it."""
        self._is_ended = False

    def _start(self) -> None:
        from ochaya.bots.worker import serve

        context = multiprocessing.get_context("spawn")
        self._line, other = context.Pipe()
        self._process = context.Process(target=serve, args=(other,), daemon=True, name="ochaya thinker")
        self._process.start()
        other.close()
        self._warmed = set()

    @property
    def pid(self) -> int | None:
        """The number of its process, if there is one."""
        return self._process.pid if self._process is not None else None

    def end(self) -> None:
        """End the process for good, whatever it is doing; whoever waits for it is told at once."""
        self._is_ended = True
        process = self._process
        if process is not None:
            with suppress(ValueError):  # it has just ended by itself
                process.kill()

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._line.close()
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._line = None

    def _exchange(self, message: Question | Warm, seconds: float) -> Answer:
        """Send one message and wait for its answer; raises EOFError or TimeoutError when none comes."""
        with self._sending:
            self._line.send_bytes(encode(message))
        while True:
            if not self._line.poll(seconds):
                raise TimeoutError
            answer: Answer = read_answer(self._line.recv_bytes())
            if answer.number == message.number:
                return answer

    def ask(self, message: Question | Warm) -> Answer:
        """Ask, with a second try in a fresh process; raises BotFailed."""
        with self._asking:
            return self._ask(message)

    def _ask(self, message: Question | Warm) -> Answer:
        failure = "crashed"
        for _ in range(2):
            if self._is_ended:
                break
            try:
                if self._process is None or not self._process.is_alive():
                    self.stop()
                    self._start()
                if message.game not in self._warmed:
                    self._exchange(Warm(-message.number - 1, message.game), WARM_SECONDS)
                    self._warmed.add(message.game)
                if isinstance(message, Warm):
                    return Answer(message.number)
                answer = self._exchange(message, longest(message) + GRACE_SECONDS)
            except (EOFError, OSError, TimeoutError) as error:
                failure = "hung" if isinstance(error, TimeoutError) else "crashed"
                self.stop()
                continue
            if answer.error:
                raise BotFailed("bot-failed", bot=message.bot, game=message.game, reason=answer.error)
            return answer
        bot = message.bot if isinstance(message, Question) else ""
        raise BotFailed("bot-failed", bot=bot, game=message.game, reason=failure)

    def cut_short(self, number: int) -> None:
        """Let a running thought answer now."""
        line = self._line
        if line is not None:
            with self._sending:
                try:
                    line.send_bytes(encode(Stop(number)))
                except OSError:
                    return


def longest(question: Question) -> float:
    """Give how many seconds an honest answer can take."""
    by_iterations = (question.iterations or 100_000) * ITERATION_SECONDS
    return question.seconds if question.seconds is not None else by_iterations


class Workers:
    """A few thinking processes behind one face, for threads and for asyncio."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self._all = [Worker() for _ in range(self.count)]
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._all:
            self._idle.put(worker)
        self._numbers = itertools.count(1)
        self._busy: dict[int, Worker] = {}
        self._waiting = ThreadPoolExecutor(self.count, thread_name_prefix="asking")

    # -- ordinary code --

    def ask(self, message: Question | Warm) -> Answer:
        """Ask whichever process is free; raises BotFailed."""
        worker = self._idle.get()
        self._busy[message.number] = worker
        try:
            return worker.ask(message)
        finally:
            del self._busy[message.number]
            self._idle.put(worker)

    def question(
        self, seen: Seen, bot: str, limit: Limit | None = None, seed: int | None = None, *, is_final: bool = True
    ) -> Question:
        """Put together what is asked; without a seed the randomness is fresh."""
        fresh = secrets.randbits(63) if seed is None else seed
        return about(seen, bot, limit or USUAL_LIMIT, next(self._numbers), fresh, is_final=is_final)

    def renumbered(self, question: Question) -> Question:
        """Give a question that comes from elsewhere a number of ours."""
        return msgspec.structs.replace(question, number=next(self._numbers))

    def decide(self, seen: Seen, bot: str, limit: Limit | None = None, seed: int | None = None) -> Answer:
        """Let a bot decide."""
        return self.ask(self.question(seen, bot, limit, seed))

    def hint(
        self, seen: Seen, limit: Limit | None = None, best: int = 3, seed: int | None = None
    ) -> tuple[Advice, ...]:
        """Give the best actions with the share of the win they promise and how often each was tried."""
        return self.ask(self.question(seen, "master", limit, seed, is_final=False)).advice[:best]

    def weigh(self, moments: Sequence[Seen], limit: Limit | None = None, seed: int = 0) -> list[Answer]:
        """Think about many moments at once, as many in parallel as there are processes (for a review)."""
        asked = [self.question(moment, "master", limit, seed + at, is_final=False) for at, moment in enumerate(moments)]
        return list(self._waiting.map(self.ask, asked))

    def warm(self, *games: str) -> None:
        """Compile these games' search in every process, so that no first decision is late."""
        jobs = [self._waiting.submit(self._warm_one, worker, games) for worker in self._all]
        for job in jobs:
            job.result()

    def _warm_one(self, worker: Worker, games: Sequence[str]) -> None:
        for game in games:
            worker.ask(Warm(next(self._numbers), game))

    # -- asyncio --

    async def ask_soon(self, question: Question) -> Answer:
        """Ask without blocking; cancelling the task stops the thought."""
        job = self._waiting.submit(self.ask, question)
        try:
            return await asyncio.wrap_future(job)
        except asyncio.CancelledError:
            job.cancel()
            self.cut_short(question.number)
            raise

    def cut_short(self, number: int) -> None:
        """Let a question that is being thought about be answered now, with what has been found so far."""
        worker = self._busy.get(number)
        if worker is not None:
            worker.cut_short(number)

    async def decide_soon(self, seen: Seen, bot: str, limit: Limit | None = None, seed: int | None = None) -> Answer:
        """Let a bot decide, from asyncio."""
        return await self.ask_soon(self.question(seen, bot, limit, seed))

    async def warm_soon(self, *games: str) -> None:
        """Compile these games' search in every process, from asyncio."""
        await asyncio.to_thread(self.warm, *games)

    def pids(self) -> list[int]:
        """Name the processes that run now, for whoever measures them."""
        return [worker.pid for worker in self._all if worker.pid]

    # -- end --

    def close(self) -> None:
        """End all processes, at once."""
        for worker in self._all:
            worker.end()
        self._waiting.shutdown(wait=True, cancel_futures=True)
        for worker in self._all:
            worker.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
