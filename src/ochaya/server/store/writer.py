"""The one writer of the database: many matches' writes in one transaction, each told once it is committed.

A match hands in its rows and waits. The writer takes whatever has gathered meanwhile, writes it in a single
transaction and only then lets the matches go on. If the transaction fails nothing of it is there, and every match in
it is told `NotStored`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from sqlalchemy import Executable
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ochaya.server.logs import log
from ochaya.server.metrics import metrics
from ochaya.server.refusal import NotStored

Rows: TypeAlias = list[dict[str, Any]]
Write: TypeAlias = tuple[Executable, Rows]
"""A statement (one object per kind of write, so that writes of a kind go together) and the rows for it."""
Job: TypeAlias = tuple[Sequence[Write], "asyncio.Future[None]"]
MAX_BATCH = 500
GATHERING = 0.003
"""Seconds to wait for company while the writer is busy: fewer transactions, each a little later."""
BUSY = 0.05
"""The writer is busy if its last transaction ended less than this many seconds ago."""


class Conflict(Exception):
    """Another hand has written the same version: this match must be read again."""


class Writer:
    """Gathers writes and commits them together."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None
        self.connection: AsyncConnection | None = None
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
            await self._let_go()

    async def write(self, *writes: Write) -> None:
        """Store these rows, all or none; raises NotStored."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.jobs.put_nowait((writes, done))
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
        wrong = await self._commit([writes for writes, _ in batch])
        if isinstance(wrong, Conflict) and len(batch) > 1:
            for job in batch:
                await self._commit_all([job])
            return
        for _, done in batch:
            if done.cancelled():
                continue
            if wrong is None:
                done.set_result(None)
            else:
                done.set_exception(wrong)

    async def _commit(self, jobs: list[Sequence[Write]]) -> Exception | None:
        """Write everything in one transaction; gives what went wrong."""
        together: dict[int, Write] = {}
        for writes in jobs:
            for statement, rows in writes:
                together.setdefault(id(statement), (statement, []))[1].extend(rows)
        try:
            with metrics.commit_seconds.time():
                if self.connection is None:
                    self.connection = await self.engine.connect()
                async with self.connection.begin():
                    for statement, rows in together.values():
                        await self.connection.execute(statement, rows)
        except IntegrityError:
            log("store.conflict", writes=len(jobs))
            await self._let_go()
            return Conflict()
        except (SQLAlchemyError, OSError) as wrong:
            metrics.refused_writes.add(len(jobs))
            log("store.failed", writes=len(jobs), reason=type(wrong).__name__)
            await self._let_go()
            return NotStored()
        finally:
            self.last = time.monotonic()
        metrics.commits.add()
        return None

    async def _let_go(self) -> None:
        """Give the connection back: after a failure the next transaction begins with a fresh one."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                await connection.close()
