"""A whole house into another database: `python -m ochaya.server.store.moving --data DIR --database postgresql+asyncpg://…`.

For a house that outgrows SQLite. Its server is stopped and the other database is empty; everything goes over in one
transaction, or nothing does, and the old file stays as it is. A row that the other database does not take (damaged: it
could not be played on either) is left behind and named.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Table, func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ochaya.core.errors import Wrong
from ochaya.server.settings import Settings, default_data
from ochaya.server.store import tables
from ochaya.server.store.opening import alone, file_of, hold, make_engine, migrate

MOVED = (
    tables.guests, tables.matches, tables.seats, tables.entries, tables.chat, tables.carries, tables.reviews,
    tables.pages,
)
"""What belongs to a house; pulse, servers and owners are of those who serve it."""
BATCH = 500


class NotMoved(Exception):
    """Nothing was moved."""


@dataclass
class Moved:
    """How many rows of each table went over, and which stayed."""

    rows: dict[str, int] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    """The table and the key of each row that the other database did not take."""


async def move(data: Path, database: str, tell: Callable[[str], None] = lambda _: None) -> Moved:
    """Copy a stopped house into another, empty database, which is brought up to date; raises NotMoved or Wrong."""
    source, target = Settings(data=data), Settings(data=data, database=database)
    file = file_of(source)
    if file is None or not file.exists():
        raise NotMoved(f"there is no house in {data}")
    with alone(source):
        here, there = make_engine(source), make_engine(target)
        held = None
        try:
            held = await hold(there)
            async with here.begin() as old:
                await old.run_sync(migrate)
            async with here.connect() as old, there.begin() as new:
                await new.run_sync(migrate)
                for table in MOVED:
                    if (await new.execute(select(func.count()).select_from(table))).scalar_one():
                        raise NotMoved("the other database has a house in it already")
                moved = Moved()
                for table in MOVED:
                    moved.rows[table.name] = await _move_table(table, old, new, moved.left)
                    tell(f"{table.name}: {moved.rows[table.name]:,}")
            return moved
        except (SQLAlchemyError, OSError) as wrong:
            raise NotMoved(str(wrong).splitlines()[0]) from wrong
        finally:
            with suppress(SQLAlchemyError, OSError):
                if held is not None:
                    await held.close()
            await here.dispose()
            await there.dispose()


async def _move_table(table: Table, old: AsyncConnection, new: AsyncConnection, left: list[str]) -> int:
    """Copy one table; gives how many rows went over."""
    count = 0
    found = await old.stream(select(table).order_by(*table.primary_key))
    async for part in found.mappings().partitions(BATCH):
        rows = [dict(row) for row in part]
        if await _put(table, rows, new):
            count += len(rows)
            continue
        for row in rows:  # one of them is damaged
            if await _put(table, [row], new):
                count += 1
            else:
                left.append(f"{table.name} {' '.join(str(row[column.name]) for column in table.primary_key)}")
    return count


async def _put(table: Table, rows: list[dict[str, Any]], new: AsyncConnection) -> bool:
    """Write some rows, all or none; says whether the other database took them."""
    try:
        async with new.begin_nested():
            await new.execute(insert(table), rows)
    except (SQLAlchemyError, ValueError, TypeError, OverflowError):
        if not new.in_transaction() or new.invalidated:
            raise
        return False
    return True


def main() -> None:
    """Move as told by the command line."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--data", type=Path, default=default_data(), help="the folder of the house as it is")
    parser.add_argument("--database", required=True, help="where it goes: postgresql+asyncpg://user:password@host/name")
    chosen = parser.parse_args()
    try:
        moved = asyncio.run(move(chosen.data, chosen.database, lambda line: print(line, flush=True)))
    except NotMoved as wrong:
        sys.exit(f"nothing was moved: {wrong}")
    except Wrong as wrong:
        sys.exit(f"nothing was moved: {wrong.key} {wrong.details}")
    except KeyboardInterrupt:
        sys.exit("nothing was moved")
    for row in moved.left:
        print(f"left behind, because it is damaged: {row}")
    print(f"moved; start the servers with --database and --secret-file {chosen.data / 'secret'}")


if __name__ == "__main__":
    main()
