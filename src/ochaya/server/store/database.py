"""Where matches are kept: everything the server reads from and writes to its database, by name.

Writes go through the one writer (writer.py); reads use connections of their own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from sqlalchemy import Engine, Float, bindparam, case, delete, func, insert, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ochaya.server import moments
from ochaya.server.logs import log
from ochaya.server.match.match import Damaged, Entry
from ochaya.server.protocol.shapes import ChatLine
from ochaya.server.refusal import NotStored, Refused
from ochaya.server.settings import Settings
from ochaya.server.slices import Slices
from ochaya.server.store import tables
from ochaya.server.store.leases import Fence
from ochaya.server.store.opening import hold, make_engine, make_pen, migrate
from ochaya.server.store.patience import within
from ochaya.server.store.pens import Write
from ochaya.server.store.rows import CarryRow, GuestRow, MatchRow, SeatRow, read_entry, read_line, read_row
from ochaya.server.store.writer import LONGEST, Writer

T = TypeVar("T")
AT_ONCE = 200
"""Entries of a log that are read in one go."""
PULSE_SECONDS = 5.0
"""How often, when asked, we look whether writing works."""
INSERT_ENTRY = insert(tables.entries)
INSERT_MATCH = insert(tables.matches)
INSERT_SEAT = insert(tables.seats)
INSERT_CHAT = insert(tables.chat)
INSERT_CARRY = insert(tables.carries)
UPDATE_SEAT = (
    update(tables.seats)
    .where(tables.seats.c.table_id == bindparam("at_table"), tables.seats.c.seat == bindparam("at_seat"))
    .values(kind=bindparam("kind"), guest=bindparam("guest"), name=bindparam("name"), level=bindparam("level"),
            is_put_away=False)
)
UPDATE_STATUS = (
    update(tables.matches)
    .where(tables.matches.c.id == bindparam("at_table"))
    .values(status=bindparam("status"), result=bindparam("result"), changed_at=bindparam("changed_at"))
)
SET_CONTRIBUTION = (
    update(tables.seats)
    .where(tables.seats.c.table_id == bindparam("at_table"), tables.seats.c.seat == bindparam("at_seat"))
    .values(contribution=bindparam("contribution"))
)
UPDATE_SEATING = (
    update(tables.matches)
    .where(tables.matches.c.id == bindparam("at_table"))
    .values(seating=bindparam("seating"))
)
UPDATE_NEXT = (
    update(tables.matches)
    .where(tables.matches.c.id == bindparam("at_table"))
    .values(next_table=bindparam("next_table"))
)
PUT_AWAY = (
    update(tables.seats)
    .where(tables.seats.c.table_id == bindparam("at_table"), tables.seats.c.guest == bindparam("at_guest"))
    .values(is_put_away=bindparam("is_put_away"))
)
KEEP_MATCH = update(tables.matches).where(tables.matches.c.id == bindparam("at_table")).values(is_kept=True)
USE_CARRY = update(tables.carries).where(tables.carries.c.token == bindparam("at_token")).values(is_used=True)

CLEAR_TABLE = [
    *(delete(one).where(one.c.table_id == bindparam("at_table"))
      for one in (tables.entries, tables.seats, tables.chat, tables.carries, tables.reviews, tables.pages)),
    delete(tables.matches).where(tables.matches.c.id == bindparam("at_table")),
]
CLEAR_CARRIES = delete(tables.carries).where(
    tables.carries.c.good_until
    < case((tables.carries.c.is_used, bindparam("used", type_=Float)), else_=bindparam("unused", type_=Float))
)
CLEAR_GUESTS = delete(tables.guests).where(
    tables.guests.c.made_at < bindparam("before"),
    ~select(tables.seats.c.seat).where(tables.seats.c.guest == tables.guests.c.id).exists(),
)


@dataclass(frozen=True)
class Stored:
    """One table as it was read back."""

    facts: MatchRow
    seats: list[SeatRow]
    entries: list[Entry]


class Store:
    """The database by its verbs."""

    def __init__(self, settings: Settings) -> None:
        self.engine = make_engine(settings)
        self.writer = Writer(lambda: make_pen(settings, self.engine))
        self.held: AsyncConnection | None = None
        self.is_shared = bool(settings.bus)
        self.slices = Slices()
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

        pulse = dialect_insert(tables.pulse)
        self.beat = pulse.on_conflict_do_update(index_elements=["id"], set_={"at": pulse.excluded.at})
        self.beat_at, self.is_writing = -PULSE_SECONDS, True
        keep_page = dialect_insert(tables.pages)
        self.upsert_page = keep_page.on_conflict_do_update(
            index_elements=["table_id", "number"], set_={"page": keep_page.excluded.page}
        )

    async def open(self) -> None:
        """Bring the database up to date and begin to write."""
        self.held = await hold(self.engine, is_shared=self.is_shared)
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)
        self.writer.start()

    async def close(self) -> None:
        """Write what waits and let go of the database."""
        await self.writer.stop()
        if self.held:
            await self.held.close()
        await self.engine.dispose()

    async def write(self, *writes: Write, fence: Fence | None = None) -> None:
        """Store these rows, all or none, as long as the fence holds; raises NotStored."""
        await self.writer.write(*writes, fence=fence)

    async def _read(self, query: Any) -> list[Any]:
        async def read() -> list[Any]:
            async with self.engine.connect() as connection:
                return list((await connection.execute(query)).mappings())

        try:
            return await within(LONGEST, read())
        except (SQLAlchemyError, OSError):  # a TimeoutError is one too
            raise NotStored from None

    async def _ids(self, query: Any) -> list[str]:
        """Read the ids of tables; what cannot be one is left out."""
        return [row["id"] for row in await self._read(query) if isinstance(row["id"], str)]

    async def is_well(self) -> bool:
        """Say whether the database answers and can be written to (tried once in a while: a disk may be full)."""
        if time.monotonic() - self.beat_at >= PULSE_SECONDS:
            self.beat_at = time.monotonic()
            try:
                await self.write((self.beat, [{"id": 1, "at": moments.now()}]))
                self.is_writing = True
            except Refused:
                self.is_writing = False
        try:
            await self._read(text("SELECT 1"))
        except Refused:
            return False
        return self.is_writing

    # -- rows to write -------------------------------------------------------------

    @staticmethod
    def entries(table_id: str, entries: Iterable[Entry], fence: int = 0) -> Write:
        """Prepare log entries, written under this fence."""
        rows = [
            {"table_id": table_id, "version": entry.version, "kind": entry.kind, "actor": entry.actor,
             "action": entry.action, "data": entry.data, "at": entry.at, "digest": entry.digest,
             "fence": fence}
            for entry in entries
        ]
        return INSERT_ENTRY, rows

    @staticmethod
    def status(table_id: str, status: str, result: Any, at: float) -> Write:
        """Prepare a change of status."""
        return UPDATE_STATUS, [{"at_table": table_id, "status": status, "result": result, "changed_at": at}]

    # -- reading -------------------------------------------------------------

    async def with_bots(self, most: int) -> list[str]:
        """Name the tables in play at which a bot sits, the newest first."""
        bots = select(tables.seats.c.table_id).where(tables.seats.c.kind == "bot")
        query = (
            select(tables.matches.c.id).where(tables.matches.c.status == "playing", tables.matches.c.id.in_(bots))
            .order_by(tables.matches.c.made_at.desc()).limit(most)
        )
        return await self._ids(query)

    async def stored(self, table_id: str) -> Stored | None:
        """Read one table: its facts, its seats, its log; raises Damaged."""
        facts = await self._read(select(tables.matches).where(tables.matches.c.id == table_id))
        if not facts:
            return None
        own_seats = tables.seats.c.table_id == table_id
        sitting = await self._read(select(tables.seats).where(own_seats).order_by(tables.seats.c.seat))
        return Stored(
            read_row(facts[0], MatchRow), [read_row(row, SeatRow) for row in sitting], await self._log_of(table_id)
        )

    async def _log_of(self, table_id: str) -> list[Entry]:
        """Read a table's log, so many entries at a time; raises Damaged."""
        columns = [column for column in tables.entries.c if column.name not in ("table_id", "fence")]
        query = select(*columns).where(tables.entries.c.table_id == table_id)
        query = query.order_by(tables.entries.c.version).limit(AT_ONCE)
        entries = [read_entry(row) for row in await self._read(query)]
        is_all = len(entries) < AT_ONCE
        while not is_all:
            await self.slices.turn()
            more = await self._read(query.where(tables.entries.c.version > entries[-1].version))
            entries += [read_entry(row) for row in more]
            is_all = len(more) < AT_ONCE
        return entries

    async def rows_of(self, ids: list[str]) -> dict[str, tuple[MatchRow, list[SeatRow]]]:
        """Read tables without their logs; damaged ones are left out."""
        facts = await self._read(select(tables.matches).where(tables.matches.c.id.in_(ids))) if ids else []
        own_seats = tables.seats.c.table_id.in_(ids)
        sitting = await self._read(select(tables.seats).where(own_seats).order_by(tables.seats.c.seat)) if ids else []
        seats: dict[str, list[SeatRow]] = {}
        for seat in _sound(sitting, lambda row: read_row(row, SeatRow)):
            seats.setdefault(seat.table_id, []).append(seat)
        return {
            row.id: (row, seats.get(row.id, [])) for row in _sound(facts, lambda row: read_row(row, MatchRow))
        }

    async def hosts(self, ids: list[str]) -> dict[str, str]:
        """Name the guest in the first person's seat of each table."""
        people = (tables.seats.c.table_id.in_(ids), tables.seats.c.kind == "person")
        columns = (tables.seats.c.table_id, tables.seats.c.guest)
        query = select(*columns).where(*people).order_by(tables.seats.c.seat.desc())
        return {row["table_id"]: str(row["guest"]) for row in await self._read(query)} if ids else {}

    async def chat_lines(self, table_id: str, most: int) -> list[ChatLine]:
        """Read the last lines of a table's chat, oldest first; a damaged line is left out."""
        own = tables.chat.c.table_id == table_id
        rows = await self._read(select(tables.chat).where(own).order_by(tables.chat.c.number.desc()).limit(most))
        return [*_sound(reversed(rows), read_line)]

    async def last_line(self, table_id: str) -> int:
        """Give the number of the last line of a table's chat, be it damaged or not."""
        own = (tables.chat.c.table_id == table_id, tables.chat.c.number < 2**31 - 1)
        last = (await self._read(select(func.max(tables.chat.c.number).label("last")).where(*own)))[0]["last"]
        return max(0, last) if isinstance(last, int) else 0

    async def was_carried(self, table_id: str, guest: str) -> bool:
        """Say whether a guest's seats at a table were carried to another device."""
        own = (tables.carries.c.table_id == table_id) & (tables.carries.c.guest == guest) & tables.carries.c.is_used
        return bool(await self._read(select(tables.carries.c.token).where(own).limit(1)))

    async def table_of_link(self, token: str) -> tuple[Literal["invite", "watch"], str] | None:
        """Find the table an invitation or watching link belongs to: its kind and the table's id."""
        both = or_(tables.matches.c.invite == token, tables.matches.c.watch == token)
        found = await self._read(select(tables.matches.c.id, tables.matches.c.invite).where(both))
        return (("invite" if found[0]["invite"] == token else "watch"), str(found[0]["id"])) if found else None

    async def table_of_promise(self, promise: str) -> str | None:
        """Find the table that was laid under a promise."""
        found = await self._ids(select(tables.matches.c.id).where(tables.matches.c.promise == promise))
        return found[0] if found else None

    async def carry(self, digest: str) -> CarryRow | None:
        """Find a carrying link by the digest of its secret part."""
        found = await self._read(select(tables.carries).where(tables.carries.c.token == digest))
        return next(_sound(found, lambda row: read_row(row, CarryRow)), None)

    async def tables_of(
        self, guest: str, statuses: tuple[str, ...], most: int, *, with_put_away: bool = True
    ) -> list[str]:
        """Name a guest's tables, the last changed first."""
        sitting = select(tables.seats.c.table_id).where(tables.seats.c.guest == guest)
        if not with_put_away:
            sitting = sitting.where(~tables.seats.c.is_put_away)
        query = (
            select(tables.matches.c.id)
            .where(tables.matches.c.id.in_(sitting), tables.matches.c.status.in_(statuses))
            .order_by(tables.matches.c.changed_at.desc()).limit(most)
        )
        return await self._ids(query)

    async def open_tables(self, most: int) -> list[str]:
        """Name the public tables with an open seat, the newest first."""
        query = (
            select(tables.matches.c.id)
            .where(tables.matches.c.status == "open", tables.matches.c.is_public)
            .order_by(tables.matches.c.made_at.desc()).limit(most)
        )
        return await self._ids(query)

    async def watched_tables(self, most: int) -> list[str]:
        """Name the public tables in play, the last changed first."""
        query = (
            select(tables.matches.c.id)
            .where(tables.matches.c.status == "playing", tables.matches.c.is_public)
            .order_by(tables.matches.c.made_at.desc()).limit(most)
        )
        return await self._ids(query)

    async def guest_name(self, guest: str) -> str | None:
        """Give a guest's chosen name."""
        found = await self._read(select(tables.guests.c.name).where(tables.guests.c.id == guest))
        named = next(_sound(found, lambda row: read_row(row, GuestRow)), None)
        return named.name if named else None

    async def rename(self, guest: str, name: str) -> None:
        """Keep a guest's name."""
        await self.write((self.upsert_guest, [{"id": guest, "name": name, "made_at": moments.now()}]))

    async def review(self, table_id: str) -> bytes | None:
        """Give the kept review of a match."""
        found = await self._read(select(tables.reviews.c.review).where(tables.reviews.c.table_id == table_id))
        review = found[0]["review"] if found else None
        return review if isinstance(review, bytes) else None

    async def keep_review(self, table_id: str, review: bytes, fence: Fence | None) -> None:
        """Keep a review."""
        await self.write((self.upsert_review, [{"table_id": table_id, "review": review}]), fence=fence)

    # -- finished matches, as they were shown ---------------------------------------------------------------------

    async def unkept(self, most: int) -> list[str]:
        """Name finished matches whose pages have not all been made."""
        query = select(tables.matches.c.id).where(tables.matches.c.status == "over", ~tables.matches.c.is_kept)
        return await self._ids(query.limit(most))

    async def page(self, table_id: str, number: int) -> bytes | None:
        """Give one page of a finished match."""
        own = (tables.pages.c.table_id == table_id, tables.pages.c.number == number)
        found = await self._read(select(tables.pages.c.page).where(*own))
        page = found[0]["page"] if found else None
        return page if isinstance(page, bytes) else None

    async def keep_pages(self, table_id: str, pages: dict[int, bytes], *, is_all: bool) -> None:
        """Keep pages of a finished match."""
        rows = [{"table_id": table_id, "number": number, "page": page} for number, page in pages.items()]
        all_there: list[Write] = [(KEEP_MATCH, [{"at_table": table_id}])] if is_all else []
        await self.write((self.upsert_page, rows), *all_there)

    # -- clearing away --------------------------------------------------------------------------------------------

    async def old_tables(self, status: str, before: float) -> list[str]:
        """Name the tables of a status in which nothing has happened since a moment."""
        own = tables.entries.c.table_id == tables.matches.c.id
        is_still = ~select(tables.entries.c.version).where(own, tables.entries.c.at >= before).exists()
        query = select(tables.matches.c.id).where(
            tables.matches.c.status == status, tables.matches.c.changed_at < before, is_still
        )
        return await self._ids(query)

    async def clear_tables(self, table_ids: list[str]) -> None:
        """Remove tables and all that belongs to them."""
        rows = [{"at_table": table_id} for table_id in table_ids]
        await self.write(*((statement, rows) for statement in CLEAR_TABLE))

    async def clear_others(self, *, carries_before: float, used_before: float, guests_before: float) -> None:
        """Remove links and names that nobody needs any more."""
        await self.write(
            (CLEAR_CARRIES, [{"unused": carries_before, "used": used_before}]),
            (CLEAR_GUESTS, [{"before": guests_before}]),
        )


def _sound(rows: Iterable[Any], read: Callable[[Any], T]) -> Iterator[T]:
    """Give those of some rows that can be read."""
    for row in rows:
        try:
            yield read(row)
        except Damaged as damaged:
            log("row.damaged", column=str(damaged))
