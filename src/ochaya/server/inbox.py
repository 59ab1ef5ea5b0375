"""One match, one inbox: what is asked of a table is done one thing after another, in the order it came.

The work runs in a task of the table's own, so a client that vanishes half-way cannot leave a thing half done.
An idle table has no task.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")
Job = Callable[[], Awaitable[Any]]


class Inbox:
    """Jobs waiting for one table."""

    __slots__ = ("jobs", "task")

    def __init__(self) -> None:
        self.jobs: deque[tuple[Job, asyncio.Future[Any]]] = deque()
        self.task: asyncio.Task[None] | None = None

    def post(self, job: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Put a job in; the future tells its outcome. Whoever does not care must still take its exception."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.jobs.append((job, done))
        if self.task is None:
            self.task = asyncio.create_task(self._run())
        return done

    async def do(self, job: Callable[[], Awaitable[T]]) -> T:
        """Put a job in and wait for its outcome; the job is finished even if the waiting is given up."""
        return await asyncio.shield(self.post(job))

    async def _run(self) -> None:
        while self.jobs:
            job, done = self.jobs.popleft()
            try:
                outcome = await job()
            except asyncio.CancelledError:
                done.cancel()
                raise
            except BaseException as wrong:
                if not done.cancelled():
                    done.set_exception(wrong)
                    done.exception()
            else:
                if not done.cancelled():
                    done.set_result(outcome)
        self.task = None
