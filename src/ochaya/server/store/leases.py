"""Who has which table, where several servers share a database: leases of servers, and a rising fence for each table.

A server's lease is a row that it renews; a table belongs to a server and carries a fence, which rises with every change
of owner. Time is the database's own. Every write is checked against the fence by the pen, in the same transaction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ARRAY, String, any_, bindparam, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ochaya.server.refusal import NotStored
from ochaya.server.store import tables
from ochaya.server.store.patience import within

LEASE_SECONDS = 3.0
"""How long a server is believed to live after it was last heard of."""
PATIENCE = 4.0
"""Seconds one question here may take."""
FORGET_SECONDS = 86400.0
"""After which a server that is gone is forgotten."""
NOW = func.extract("epoch", func.clock_timestamp())

HELD = (
    select(tables.owners.c.table_id, tables.owners.c.fence)
    .where(tables.owners.c.table_id == any_(bindparam("ids", type_=ARRAY(String))))
    .with_for_update(read=True)
)
"""The fences of some tables; whoever wants to take one of them over waits until this transaction is done."""
INSERT_OWNER = insert(tables.owners)


class Fence(NamedTuple):
    """The right to write to a table, until the table's fence has risen."""

    table_id: str
    number: int


@dataclass(frozen=True)
class Owner:
    """Who has a table."""

    server: str
    fence: int
    gone_for: float
    """Seconds since that server's lease has ended; below zero while it lasts."""


class Leases:
    """Leases by their verbs."""

    def __init__(self, engine: AsyncEngine, server: str) -> None:
        self.engine, self.server = engine, server

    async def _do(self, statement: Any) -> list[Any]:
        async def do() -> list[Any]:
            async with self.engine.begin() as connection:
                done = await connection.execute(statement)
                return list(done.mappings()) if done.returns_rows else []

        try:
            return await within(PATIENCE, do())
        except (SQLAlchemyError, OSError):
            raise NotStored from None

    async def renew(self, connection: AsyncConnection) -> None:
        """Say that this server lives, over the connection that holds the house."""
        alive = insert(tables.servers).values(id=self.server, alive_until=NOW + LEASE_SECONDS)
        again = alive.on_conflict_do_update(index_elements=["id"], set_={"alive_until": alive.excluded.alive_until})
        await connection.execute(again)
        await connection.commit()

    async def leave(self) -> None:
        """Let go of everything at once: this server's lease ends now."""
        await self._do(update(tables.servers).where(tables.servers.c.id == self.server).values(alive_until=NOW))

    async def owner(self, table_id: str) -> tuple[bool, Owner | None]:
        """Say whether there is such a table, and who has it."""
        query = (
            select(tables.owners.c.server, tables.owners.c.fence, (NOW - tables.servers.c.alive_until).label("gone"))
            .select_from(
                tables.matches.outerjoin(tables.owners, tables.owners.c.table_id == tables.matches.c.id)
                .outerjoin(tables.servers, tables.servers.c.id == tables.owners.c.server)
            )
            .where(tables.matches.c.id == table_id)
        )
        found = await self._do(query)
        if not found or found[0]["server"] is None:
            return bool(found), None
        gone = found[0]["gone"]
        return True, Owner(found[0]["server"], found[0]["fence"], FORGET_SECONDS if gone is None else float(gone))

    async def take(self, table_id: str, seen: Owner | None) -> Fence | None:
        """Take a table from the owner that was seen; None if somebody was quicker."""
        first = INSERT_OWNER.values(table_id=table_id, server=self.server, fence=seen.fence + 1 if seen else 1)
        if seen is None:
            taken = first.on_conflict_do_nothing()
        else:
            taken = first.on_conflict_do_update(
                index_elements=["table_id"], set_={"server": first.excluded.server, "fence": first.excluded.fence},
                where=(tables.owners.c.fence == seen.fence) & (tables.owners.c.server == seen.server),
            )
        found = await self._do(taken.returning(tables.owners.c.fence))
        return Fence(table_id, found[0]["fence"]) if found else None

    async def owners(self, table_ids: list[str]) -> dict[str, str]:
        """Name the servers that have some tables, as far as these live."""
        query = (
            select(tables.owners.c.table_id, tables.owners.c.server)
            .join(tables.servers, tables.servers.c.id == tables.owners.c.server)
            .where(tables.owners.c.table_id.in_(table_ids), tables.servers.c.alive_until > NOW)
        )
        return {row["table_id"]: row["server"] for row in await self._do(query)} if table_ids else {}

    async def lost(self, fences: list[Fence]) -> set[Fence]:
        """Give those fences that do not hold any more."""
        owned = tables.owners.c.table_id.in_([fence.table_id for fence in fences])
        query = select(tables.owners.c.table_id, tables.owners.c.fence).where(owned)
        return {*fences} - {Fence(row["table_id"], row["fence"]) for row in await self._do(query)}

    async def orphans(self, most: int) -> list[str]:
        """Name tables in play whose server's lease has ended."""
        query = (
            select(tables.owners.c.table_id)
            .join(tables.matches, tables.matches.c.id == tables.owners.c.table_id)
            .outerjoin(tables.servers, tables.servers.c.id == tables.owners.c.server)
            .where(tables.matches.c.status == "playing", func.coalesce(tables.servers.c.alive_until, 0.0) < NOW)
            .limit(most)
        )
        return [row["table_id"] for row in await self._do(query)]

    async def forget(self) -> None:
        """Forget servers that are long gone, and owners of tables that are no more."""
        await self._do(delete(tables.servers).where(tables.servers.c.alive_until < NOW - FORGET_SECONDS))
        known = select(tables.matches.c.id).where(tables.matches.c.id == tables.owners.c.table_id)
        await self._do(delete(tables.owners).where(~known.exists()))


async def check(connection: AsyncConnection, fences: list[Fence]) -> set[Fence]:
    """Give those fences that do not hold any more; the others hold until the end of this transaction."""
    if not fences:
        return set()
    ids = [fence.table_id for fence in fences]
    rows = (await connection.execute(HELD, {"ids": ids})).all()
    return {*fences} - {Fence(*row) for row in rows}
