"""Where matches are kept: everything the server reads from and writes to its database, by name.

Writes go through the one writer (writer.py); reads use connections of their own.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, bindparam, delete, event, insert, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ochaya.server import tables
from ochaya.server.match import Entry
from ochaya.server.refusal import NotStored, Refused
from ochaya.server.settings import Settings
from ochaya.server.shapes import ChatLine
from ochaya.server.writer import Write, Writer

INSERT_ENTRY = insert(tables.entries)
INSERT_MATCH = insert(tables.matches)
INSERT_SEAT = insert(tables.seats)
INSERT_CHAT = insert(tables.chat)
INSERT_CARRY = insert(tables.carries)
UPDATE_SEAT = (
    update(tables.seats)
    .where(tables.seats.c.table_id == bindparam("at_table"), tables.seats.c.seat == bindparam("at_seat"))
    .values(kind=bindparam("kind"), guest=bindparam("guest"), name=bindparam("name"), level=bindparam("level"))
)
UPDATE_STATUS = (
    update(tables.matches)
    .where(tables.matches.c.id == bindparam("at_table"))
    .values(status=bindparam("status"), result=bindparam("result"), changed_at=bindparam("changed_at"))
)
UPDATE_NEXT = (
    update(tables.matches)
    .where(tables.matches.c.id == bindparam("at_table"))
    .values(next_table=bindparam("next_table"))
)
USE_CARRY = update(tables.carries).where(tables.carries.c.token == bindparam("at_token")).values(is_used=True)


def make_engine(settings: Settings) -> AsyncEngine:
    """Open the database; SQLite in WAL mode with every commit on disk."""
    url = settings.url()
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_pre_ping=True)
    settings.data.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(url, connect_args={"timeout": settings.busy})

    @event.listens_for(engine.sync_engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "journal_size_limit=67108864"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


class Store:
    """The database by its verbs."""

    def __init__(self, settings: Settings) -> None:
        self.engine = make_engine(settings)
        self.writer = Writer(self.engine)
        sync: Engine = self.engine.sync_engine
        dialect_insert: Any = postgres_insert if sync.dialect.name == "postgresql" else sqlite_insert
        name_guest = dialect_insert(tables.guests)
        self.upsert_guest = name_guest.on_conflict_do_update(
            index_elements=["id"], set_={"name": name_guest.excluded.name}
        )
        keep_review = dialect_insert(tables.reviews)
        self.upsert_review = keep_review.on_conflict_do_update(
            index_elements=["table_id"], set_={"review": keep_review.excluded.review}
        )

    async def open(self) -> None:
        """Bring the database up to date and begin to write."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_migrate)
            await connection.execute(delete(tables.carries).where(tables.carries.c.good_until < time.time()))
        self.writer.start()

    async def close(self) -> None:
        """Write what waits and let go of the database."""
        await self.writer.stop()
        await self.engine.dispose()

    async def write(self, *writes: Write) -> None:
        """Store these rows, all or none; raises NotStored."""
        await self.writer.write(*writes)

    async def _read(self, query: Any) -> list[Any]:
        try:
            async with self.engine.connect() as connection:
                return list((await connection.execute(query)).mappings())
        except (SQLAlchemyError, OSError):
            raise NotStored from None

    async def is_well(self) -> bool:
        """Say whether the database answers."""
        try:
            await self._read(text("SELECT 1"))
        except Refused:
            return False
        return True

    # -- rows to write -------------------------------------------------------------

    @staticmethod
    def entries(table_id: str, entries: Iterable[Entry]) -> Write:
        """Prepare log entries."""
        rows = [
            {"table_id": table_id, "version": entry.version, "kind": entry.kind, "actor": entry.actor,
             "action": entry.action, "data": entry.data, "at": entry.at, "digest": entry.digest}
            for entry in entries
        ]
        return INSERT_ENTRY, rows

    @staticmethod
    def status(table_id: str, status: str, result: Any, at: float) -> Write:
        """Prepare a change of status."""
        return UPDATE_STATUS, [{"at_table": table_id, "status": status, "result": result, "changed_at": at}]

    # -- reading -------------------------------------------------------------

    async def unfinished(self) -> list[tuple[str, str]]:
        """Name every table that is open or being played, and its game."""
        going_on = tables.matches.c.status.in_(("open", "playing"))
        found = await self._read(select(tables.matches.c.id, tables.matches.c.game).where(going_on))
        return [(row["id"], row["game"]) for row in found]

    async def match_rows(self, table_id: str) -> tuple[Any, list[Any], list[Entry]] | None:
        """Read one table: its facts, its seats, its log."""
        facts = await self._read(select(tables.matches).where(tables.matches.c.id == table_id))
        if not facts:
            return None
        own_seats = tables.seats.c.table_id == table_id
        sitting = await self._read(select(tables.seats).where(own_seats).order_by(tables.seats.c.seat))
        own_entries = tables.entries.c.table_id == table_id
        columns = [column for column in tables.entries.c if column.name != "table_id"]
        rows = await self._read(select(*columns).where(own_entries).order_by(tables.entries.c.version))
        log = [Entry(**(dict(row) | {"digest": bytes(row["digest"])})) for row in rows]
        return facts[0], sitting, log

    async def chat_lines(self, table_id: str, most: int) -> list[ChatLine]:
        """Read the last lines of a table's chat, oldest first."""
        own = tables.chat.c.table_id == table_id
        rows = await self._read(select(tables.chat).where(own).order_by(tables.chat.c.number.desc()).limit(most))
        return [
            ChatLine(number=row["number"], at=row["at"], name=row["name"], seat=row["seat"], text=row["text"])
            for row in reversed(rows)
        ]

    async def table_of_link(self, token: str) -> tuple[str, str] | None:
        """Find the table an invitation or watching link belongs to: its kind and the table's id."""
        both = or_(tables.matches.c.invite == token, tables.matches.c.watch == token)
        found = await self._read(select(tables.matches.c.id, tables.matches.c.invite).where(both))
        return (("invite" if found[0]["invite"] == token else "watch"), found[0]["id"]) if found else None

    async def carry(self, digest: str) -> Any | None:
        """Find a carrying link by the digest of its secret part."""
        found = await self._read(select(tables.carries).where(tables.carries.c.token == digest))
        return found[0] if found else None

    async def tables_of(self, guest: str, statuses: tuple[str, ...], most: int) -> list[str]:
        """Name a guest's tables, the last changed first."""
        sitting = select(tables.seats.c.table_id).where(tables.seats.c.guest == guest)
        query = (
            select(tables.matches.c.id)
            .where(tables.matches.c.id.in_(sitting), tables.matches.c.status.in_(statuses))
            .order_by(tables.matches.c.changed_at.desc()).limit(most)
        )
        return [row["id"] for row in await self._read(query)]

    async def open_tables(self, most: int) -> list[str]:
        """Name the public tables with an open seat, the newest first."""
        query = (
            select(tables.matches.c.id)
            .where(tables.matches.c.status == "open", tables.matches.c.is_public)
            .order_by(tables.matches.c.made_at.desc()).limit(most)
        )
        return [row["id"] for row in await self._read(query)]

    async def guest_name(self, guest: str) -> str | None:
        """Give a guest's chosen name."""
        found = await self._read(select(tables.guests.c.name).where(tables.guests.c.id == guest))
        return str(found[0]["name"]) if found else None

    async def rename(self, guest: str, name: str) -> None:
        """Keep a guest's name."""
        await self.write((self.upsert_guest, [{"id": guest, "name": name, "made_at": time.time()}]))

    async def review(self, table_id: str) -> bytes | None:
        """Give the kept review of a match."""
        found = await self._read(select(tables.reviews.c.review).where(tables.reviews.c.table_id == table_id))
        return bytes(found[0]["review"]) if found else None

    async def keep_review(self, table_id: str, review: bytes) -> None:
        """Keep a review."""
        await self.write((self.upsert_review, [{"table_id": table_id, "review": review}]))
