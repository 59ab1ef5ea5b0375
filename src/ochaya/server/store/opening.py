"""Opening the database: for its owner's eyes only, by one server at a time, brought up to date."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ochaya.core.errors import Wrong
from ochaya.server.settings import Settings, make_private
from ochaya.server.store.pens import EnginePen, FilePen, Pen

ONE_SERVER, MIGRATING = 0x0C4A7A, 0x0C4A7B
"""The numbers of the locks on a PostgreSQL database: of the house, and of bringing its tables up to date."""
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "journal_size_limit=67108864")
"""How SQLite keeps its file: every commit on disk, readers and the writer side by side."""


def file_of(settings: Settings) -> Path | None:
    """Give the file of an SQLite database; None for another or one in memory."""
    url = make_url(settings.url())
    is_file = url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:"
    return Path(str(url.database)) if is_file else None


def make_engine(settings: Settings) -> AsyncEngine:
    """Open the database; SQLite in WAL mode with every commit on disk, readable by its owner only."""
    url = settings.url()
    if not url.startswith("sqlite"):
        try:
            return create_async_engine(url, pool_pre_ping=True)
        except ImportError:
            raise Wrong("needs-extra", extra="scale") from None
    file = file_of(settings)
    if file:
        _keep_private(file)
    engine = create_async_engine(url, connect_args={"timeout": settings.busy})

    @event.listens_for(engine.sync_engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        # text that is none must not hide the rows beside it: rows.py judges what was read
        connection.driver_connection.text_factory = lambda data: data.decode(errors="replace")
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def make_pen(settings: Settings, engine: AsyncEngine) -> Pen:
    """Take a pen to write to the database with."""
    file = file_of(settings)
    return EnginePen(engine) if file is None else FilePen(lambda: open_to_write(file, settings.busy))


def open_to_write(file: Path, busy: float) -> sqlite3.Connection:
    """Open a file of SQLite for writing, each transaction begun and ended by us."""
    connection = sqlite3.connect(file, timeout=busy, isolation_level=None)
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _keep_private(file: Path) -> None:
    """Let nobody else on this machine read deals and hands: SQLite gives its other files the same rights."""
    if file.exists() or not file.parent.exists():
        make_private(file.parent)  # a folder of ours; one that was somebody's before we came stays as it is
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    for one in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError, PermissionError):
            one.chmod(0o600)


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Hold the database for this server alone; raises Wrong where another one has it."""
    file = file_of(settings)
    if file is None:
        yield  # PostgreSQL: `hold` does it
        return
    if file.exists() or not file.parent.exists():
        make_private(file.parent)
    with open(os.open(file.with_name(file.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600), "r+") as lock:
        try:
            _lock(lock.fileno())
        except OSError:
            raise Wrong("house-in-use", data=str(file.parent)) from None
        yield


def _lock(file: int) -> None:
    """Take the lock of an open file, as long as this process lives; raises OSError where another has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


async def hold(engine: AsyncEngine, *, is_shared: bool = False) -> AsyncConnection | None:
    """Hold a PostgreSQL database for as long as the connection lives, alone or with others that know of each other.

    Raises Wrong where another server has it for itself.
    """
    if engine.dialect.name != "postgresql":
        return None
    connection = await engine.connect()
    kind = "pg_try_advisory_lock_shared" if is_shared else "pg_try_advisory_lock"
    held = (await connection.execute(text(f"SELECT {kind}({ONE_SERVER})"))).scalar()
    await connection.commit()
    if not held:
        await connection.close()
        raise Wrong("house-in-use", data=str(engine.url.database))
    return connection


def migrate(connection: Connection) -> None:
    """Bring the tables up to date; of servers that start together one does it and the others wait."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
