"""The two hands that write a transaction: a thread of our own for a file of SQLite, SQLAlchemy for everything else.

Through SQLAlchemy's asynchronous engine every statement, and the beginning and the end of a transaction, is a journey
of its own from the event loop to a thread and back. A file of SQLite is written in one journey a transaction instead.
"""

from __future__ import annotations

import asyncio
import functools
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Protocol, TypeAlias

from sqlalchemy import ClauseElement, Executable
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ochaya.server.store.leases import Fence, check

Rows: TypeAlias = list[dict[str, Any]]
Write: TypeAlias = tuple[Executable, Rows]
"""A statement (one object per kind of write, so that writes of a kind go together) and the rows for it."""
Give: TypeAlias = Callable[[dict[str, Any]], Sequence[Any]]
DIALECT = SQLiteDialect_pysqlite(paramstyle="qmark")


class Fenced(Exception):
    """Some tables have another owner now: nothing was written."""

    def __init__(self, lost: set[Fence]) -> None:
        super().__init__(len(lost))
        self.lost = lost


class Pen(Protocol):
    """Writes one transaction after another."""

    async def write(self, writes: Sequence[Write], late: threading.Event, fences: Sequence[Fence] = ()) -> None:
        """Write in one transaction, all or nothing; raises TimeoutError if it was given up before it was committed.

        Raises Fenced, and writes nothing, if one of the fences under which it is written does not hold any more.
        """

    async def close(self) -> None:
        """Let go of the database. After a failure a pen must be closed and another one taken."""


class EnginePen:
    """Writes through SQLAlchemy: any database it knows."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.connection: AsyncConnection | None = None

    async def write(self, writes: Sequence[Write], late: threading.Event, fences: Sequence[Fence] = ()) -> None:
        """Write in one transaction."""
        if self.connection is None:
            self.connection = await self.engine.connect()
        async with self.connection.begin():
            if lost := await check(self.connection, [*fences]):
                raise Fenced(lost)
            for statement, rows in writes:
                await self.connection.execute(statement, rows)
            if late.is_set():
                raise TimeoutError

    async def close(self) -> None:
        """Give the connection back."""
        if self.connection is not None:
            with suppress(SQLAlchemyError, OSError):
                await self.connection.close()


class FilePen:
    """Writes to a file of SQLite, in a thread of its own. A disk that hangs holds that thread and nothing else."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self.connect = connect
        self.loop = asyncio.get_running_loop()
        self.errands: SimpleQueue[tuple[Sequence[Write], threading.Event, asyncio.Future[None]] | None] = SimpleQueue()
        self.ended: asyncio.Future[None] = self.loop.create_future()
        threading.Thread(target=self._run, name="pen", daemon=True).start()

    async def write(self, writes: Sequence[Write], late: threading.Event, fences: Sequence[Fence] = ()) -> None:
        """Write in one transaction; a file has one server, so there are no fences."""
        done: asyncio.Future[None] = self.loop.create_future()
        self.errands.put((writes, late, done))
        await done

    async def close(self) -> None:
        """Let the thread come to its end."""
        self.errands.put(None)
        await self.ended

    def _run(self) -> None:
        connection: sqlite3.Connection | None = None
        while (errand := self.errands.get()) is not None:
            writes, late, done = errand
            wrong: Exception | None = None
            try:
                connection = connection or self.connect()
                transact(connection, writes, late)
            except Exception as failure:
                wrong = failure
            self._tell(done, wrong)
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()
        self._tell(self.ended, None)

    def _tell(self, done: asyncio.Future[None], wrong: Exception | None) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(_settle, done, wrong)


def _settle(done: asyncio.Future[None], wrong: Exception | None) -> None:
    if done.done():
        return
    if wrong is None:
        done.set_result(None)
    else:
        done.set_exception(wrong)


def transact(connection: sqlite3.Connection, writes: Sequence[Write], late: threading.Event) -> None:
    """Write everything in one transaction, or nothing and raise what went wrong."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement, rows in writes:
            if rows:
                text, give = in_sqlite(statement, tuple(rows[0]))
                connection.executemany(text, [*map(give, rows)])
        if late.is_set():
            raise TimeoutError
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # what went wrong may have rolled back already; closing would too
            connection.execute("ROLLBACK")
        raise


@functools.lru_cache(maxsize=256)
def in_sqlite(statement: ClauseElement, names: tuple[str, ...]) -> tuple[str, Give]:
    """Give a statement as SQLite's text and how its values are taken from a row of these names.

    SQLAlchemy says both, as for its own connections; it is asked once instead of with every write.
    """
    compiled: Any = statement.compile(dialect=DIALECT, column_keys=list(names))
    order: list[str] = compiled.positiontup
    processors = {
        place: processor for place, name in enumerate(order)
        if (processor := compiled.binds[name].type.dialect_impl(DIALECT).bind_processor(DIALECT)) is not None
    }
    fixed = {name: compiled.params[name] for name in order if name not in names}
    """Values that are part of the statement."""

    def give(row: dict[str, Any]) -> Sequence[Any]:
        values = [*map((row | fixed if fixed else row).__getitem__, order)]
        for place, processor in processors.items():
            values[place] = processor(values[place])
        return values

    return str(compiled), give
