"""The one writer of the database: many matches' writes in one transaction, each told once it is committed.

A match hands in its rows and waits. The writer takes whatever has gathered meanwhile, writes it in a single
transaction and only then lets the matches go on. If the transaction fails nothing of it is there, and every match in
it is told `NotStored`.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

from sqlalchemy.exc import IntegrityError

from ochaya.server.logs import log
from ochaya.server.metrics import metrics
from ochaya.server.refusal import LeaseLost, NotStored
from ochaya.server.store.leases import Fence
from ochaya.server.store.patience import within
from ochaya.server.store.pens import Fenced, Pen, Write
from ochaya.server.traces import span

Job: TypeAlias = tuple[Sequence[Write], Fence | None, "asyncio.Future[None]"]
MAX_BATCH = 500
GATHERING = 0.008
"""Seconds to wait for company while the writer is busy: fewer transactions, each a little later."""
LONGEST = 10.0
"""Seconds the database may take for one transaction or one question: a disk that hangs must not hang the house."""
BUSY = 0.05
"""The writer is busy if its last transaction ended less than this many seconds ago."""


ID_COLUMNS = ("id", "table_id", "at_table")
"""Where the rows to be written name their table."""


class Conflict(Exception):
    """Another hand has written the same version: this match must be read again."""


class Writer:
    """Gathers writes and commits them together."""

    def __init__(self, take_pen: Callable[[], Pen], longest: float = LONGEST) -> None:
        self.take_pen, self.longest = take_pen, longest
        self.on_late: Callable[[set[str]], None] = lambda _: None
        """Told the tables of a transaction that was given up and is stored after all."""
        self.on_fenced: Callable[[set[Fence]], None] = lambda _: None
        """Told the tables that another server has taken over."""
        self.jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None
        self.pen: Pen | None = None
        self.last = 0.0

    def start(self) -> None:
        """Begin to write."""
        self.task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what is still waiting, then stop."""
        if self.task:
            self.jobs.put_nowait(None)
            await self.task
            self.task = None
            pen, self.pen = self.pen, None
            if pen is not None:
                await pen.close()

    async def write(self, *writes: Write, fence: Fence | None = None) -> None:
        """Store these rows, all or none, as long as the fence holds; raises NotStored."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.jobs.put_nowait((writes, fence, done))
        await done

    async def _run(self) -> None:
        is_open = True
        while is_open:
            job = await self.jobs.get()
            batch: list[Job] = []
            if job is not None and time.monotonic() - self.last < BUSY:
                await asyncio.sleep(GATHERING)
            while job is not None:
                batch.append(job)
                if len(batch) >= MAX_BATCH or self.jobs.empty():
                    break
                job = self.jobs.get_nowait()
            is_open = job is not None
            if batch:
                await self._commit_all(batch)

    async def _commit_all(self, batch: list[Job]) -> None:
        """Commit a batch; if it is refused for one match's sake, commit the matches one by one."""
        wrong = await self._commit([writes for writes, _, _ in batch], {fence for _, fence, _ in batch if fence})
        if isinstance(wrong, Fenced):
            self.on_fenced(wrong.lost)
            for _, fence, done in batch:
                if fence in wrong.lost and not done.cancelled():
                    done.set_exception(LeaseLost())
            if rest := [job for job in batch if job[1] not in wrong.lost]:
                await self._commit_all(rest)
            return
        if isinstance(wrong, Conflict) and len(batch) > 1:
            for job in batch:
                await self._commit_all([job])
            return
        for _, _, done in batch:
            if done.cancelled():
                continue
            if wrong is None:
                done.set_result(None)
            else:
                done.set_exception(wrong)

    async def _commit(self, jobs: list[Sequence[Write]], fences: set[Fence]) -> Exception | None:
        """Write everything in one transaction; gives what went wrong."""
        together: dict[int, Write] = {}
        for writes in jobs:
            for statement, rows in writes:
                together.setdefault(id(statement), (statement, []))[1].extend(rows)
        pen, self.pen = self.pen, None
        late = threading.Event()  # set once the transaction has been given up
        try:
            with metrics.commit_seconds.time(), span("commit"):
                self.pen = await within(self.longest, self._transact(pen, [*together.values()], late, [*fences]))
        except Fenced as fenced:
            log("store.fenced", tables=len(fenced.lost))
            return fenced
        except (IntegrityError, sqlite3.IntegrityError):
            log("store.conflict", writes=len(jobs))
            return Conflict()
        except Exception as wrong:  # whatever it is: the next batch must find a writer
            late.set()
            metrics.refused_writes.add(len(jobs))
            log("store.failed", writes=len(jobs), reason=type(wrong).__name__)
            return NotStored()
        finally:
            self.last = time.monotonic()
        metrics.commits.add()
        return None

    async def _transact(
        self, pen: Pen | None, writes: list[Write], late: threading.Event, fences: list[Fence]
    ) -> Pen:
        """Write in one transaction; gives the pen for the next one, which after a failure is a fresh one."""
        pen = pen or self.take_pen()
        try:
            await pen.write(writes, late, fences)
        except BaseException:
            await pen.close()
            raise
        if late.is_set():  # it hung in the very commit: it is stored although its matches were told that it is not
            log("store.late", writes=len(writes))
            self.on_late({one[name] for _, rows in writes for one in rows for name in ID_COLUMNS if name in one})
            await pen.close()
        return pen
