"""One match, one inbox: what is asked of a table is done one thing after another, in the order it came.

The work runs in a task of the table's own, so a client that vanishes half-way cannot leave a thing half done.
An idle table has no task.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")
Job = Callable[[], Awaitable[Any]]


class Inbox:
    """Jobs waiting for one table."""

    __slots__ = ("jobs", "task")

    def __init__(self) -> None:
        self.jobs: list[tuple[Job, asyncio.Future[Any]]] = []
        self.task: asyncio.Task[Any] | None = None

    async def do(self, job: Callable[[], Awaitable[T]]) -> T:
        """Put a job in and wait for its outcome; the job is finished even if the waiting is given up."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.jobs.append((job, done))
        if self.task is None:
            self.task = asyncio.create_task(self._run())
        return await asyncio.shield(done)

    async def do_here(self, job: Callable[[], Awaitable[T]]) -> T:
        """Do a job in the caller's own task, which nobody cancels: an idle table needs no other one."""
        if self.task is not None:
            return await self.do(job)
        self.task = asyncio.current_task()
        try:
            return await job()
        finally:
            self.task = asyncio.create_task(self._run()) if self.jobs else None

    async def _run(self) -> None:
        while self.jobs:
            jobs, self.jobs = self.jobs, []
            for job, done in jobs:
                await self._finish(job, done)
        self.task = None

    async def _finish(self, job: Job, done: asyncio.Future[Any]) -> None:
        try:
            outcome = await job()
        except asyncio.CancelledError:
            done.cancel()
            raise
        except Exception as wrong:
            if not done.cancelled():
                done.set_exception(wrong)
                done.exception()  # whoever waits is told; if nobody does, nobody complains
        else:
            if not done.cancelled():
                done.set_result(outcome)
