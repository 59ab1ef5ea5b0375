"""Damaged rows: whatever stands in any column, the house starts, names what is wrong, and all others play on.

Every column of a played table is overwritten with everything that could stand there by mistake: nothing, numbers too
large or too small, text that is none, JSON that is none, bytes, and values of the right kind that cannot be.
"""

from __future__ import annotations

import asyncio
import gzip
import random
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from ochaya.client import Client, ServerSaysNo
from ochaya.server.store.tables import metadata
from tests.server.attacks.test_lines import open_socket
from tests.server.running import Running, in_loop, play_random, two_people, wait_until

pytestmark = pytest.mark.xdist_group("server")

BAD: dict[str, Any] = {
    "nothing": None, "negative": -7, "huge": 2**62, "endless": float("inf"), "text": "' nonsense <b>", "empty": "",
    "bytes": b"\xff\x00\xfe", "deep bytes": b"[" * 5000, "squeezed": gzip.compress(b'{"steps": 7}'),
    "no JSON": '{"a":', "deep JSON": "[" * 5000 + "]" * 5000, "list": "[1, 2, 99]", "seven": 7,
    "other JSON": '{"length": -3, "level": 7, "kind": [], "shares": "x"}', "no text": "CAST(x'fffefd' AS TEXT)",
}
OF_THE_PAST = {"reviews", "pages"}
"""Tables of the database with rows about finished matches only."""
AT_THE_END = OF_THE_PAST | {"matches"}
"""Those in which a finished match has more columns filled."""
ALLOWED = {
    "table-damaged", "no-such-table", "no-such-link", "outdated", "not-kept", "link-used", "not-over", "not-yours",
}
"""How the server may refuse a table that is damaged."""


@dataclass
class House:
    """What was stored: a house with a table in play and a finished one to be damaged, and one that must go on."""

    file: Path
    cookie: str
    table: str
    over: str
    sound: str
    carry: str


async def furnish(start: Callable[..., Running]) -> tuple[Running, House]:
    """Lay two tables, play a little, talk, take back, make links, and stop the server."""
    server = start()
    async with AsyncExitStack() as stack:
        ann, bob, table = await two_people(server, stack, clock={"kind": "match", "seconds": 500})
        seats = [await stack.enter_async_context(person.sit(table)) for person in (ann, bob)]
        for _ in range(3):
            mover = next(seat for seat in seats if seat.legal)
            await mover.act(mover.legal[0])
            for seat in seats:
                while seat.version < mover.version:
                    await seat.hear()
        await seats[0].ask({"type": "say", "text": "good evening"})
        carry = await ann.post(f"/api/tables/{table}/carry", {"seats": None})
        over, sound = [(await ann.play_now("_template"))["id"] for _ in range(2)]
        async with ann.sit(over) as seat:
            await play_random(seat, random.Random(4))
            await ann.post(f"/api/tables/{over}/review")
        cookie = ann.cookie or ""
    house = House(server.data / "ochaya.db", cookie, table, over, sound, carry["token"])
    await asyncio.to_thread(wait_until, lambda: is_kept(house))
    server.stop()
    return server, house


def is_kept(house: House) -> bool:
    """Say whether the finished match has all its pages, and a review."""
    with closing(sqlite3.connect(house.file)) as database:
        kept = "SELECT count(*) FROM matches JOIN reviews ON table_id = id WHERE id = ? AND is_kept"
        return bool(database.execute(kept, (house.over,)).fetchone()[0])


def copied(database: sqlite3.Connection, number: int, old: str) -> str:
    """Double a table under another id; gives the id."""
    fresh = f"{number:04d}{old[4:]}"
    unique = {("matches", "invite"), ("matches", "watch"), ("matches", "promise"), ("carries", "token")}
    for table in metadata.sorted_tables:
        own = {"matches": "id"}.get(table.name, "table_id")
        if own not in table.columns:
            continue
        values = [
            f"'{fresh}'" if column.name == own
            else f"'{number:04d}' || substr({column.name}, 5)" if (table.name, column.name) in unique else column.name
            for column in table.columns
        ]
        names = ", ".join(column.name for column in table.columns)
        database.execute(
            f"INSERT INTO {table.name} ({names}) SELECT {', '.join(values)} FROM {table.name} WHERE {own} = ?",
            (old,),
        )
    return fresh


def damage(database: sqlite3.Connection, table_id: str | None, table: str, column: str, bad: Any) -> bool:
    """Overwrite one column of a table's rows (of the first row, where rows belong to no table).

    Gives whether anything was there and could be overwritten.
    """
    own, wanted = ("rowid", 1) if table_id is None else ({"matches": "id"}.get(table, "table_id"), table_id)
    value, given = (bad, []) if isinstance(bad, str) and bad.startswith("CAST(") else ("?", [bad])
    try:
        changed = database.execute(f"UPDATE {table} SET {column} = {value} WHERE {own} = ?", [*given, wanted])
    except sqlite3.IntegrityError:  # the database itself refuses
        return False
    return changed.rowcount > 0


async def look_at(server: Running, house: House, table: str) -> set[str]:
    """Ask for everything that could meet the damage; gives the refusals."""
    keys: set[str] = set()
    client = Client(server.address, cookie=house.cookie)
    parts = ("", "/replay", "/replay/views?first=0&count=64", "/record", "/deal", "/review")
    for path in (*(f"/api/tables/{table}{part}" for part in parts), f"/api/links/{table[:4]}{house.carry[4:]}"):
        try:
            await client.get(path)
        except ServerSaysNo as no:
            keys.add(no.key)
    with suppress(ConnectionClosed):  # before our hello
        try:
            async with asyncio.timeout(5), client.sit(table) as seat:
                await seat.ask({"type": "sync"}, "table")
                await seat.ask({"type": "say", "text": "still here"})
        except ServerSaysNo as no:
            keys.add(no.key)
    return keys


async def damage_all(start: Callable[..., Running], name: str) -> None:
    """Damage a copy of the table for each column, start the server, and look at all of them."""
    bad = BAD[name]
    server, house = await furnish(start)
    damaged: dict[str, str] = {}
    with closing(sqlite3.connect(house.file)) as database:
        for table in metadata.sorted_tables:
            for column in table.columns:
                if table.name != "matches" and "table_id" not in table.columns:
                    damage(database, None, table.name, column.name, bad)
                    continue
                for old in [house.table] * (table.name not in OF_THE_PAST) + [house.over] * (table.name in AT_THE_END):
                    fresh = copied(database, len(damaged), old)
                    if damage(database, fresh, table.name, column.name, bad):
                        damaged[fresh] = f"{table.name}.{column.name} = {name}"
                    else:
                        database.execute("UPDATE matches SET status = 'closed' WHERE id = ?", (fresh,))
                        damaged[fresh] = ""
        database.commit()
    server = start(port=server.port)
    noticed = 0
    for table_id, where in damaged.items():
        if where:
            keys = await look_at(server, house, table_id)
            assert keys <= ALLOWED, f"{where}: {keys}"
            noticed += "table-damaged" in keys
    client = Client(server.address, cookie=house.cookie)
    assert (await client.get("/api/me"))["name"]
    await client.put("/api/me", {"name": "Ann again"})
    server.wait_until_well()
    assert len((await client.get("/api/tables"))["mine"]) >= 1
    for sound in (house.table, house.sound):
        assert (await client.get(f"/api/tables/{sound}"))["status"] == "playing", "the others go on"
    told = server.log.read_text()
    assert '"kind": ' not in told, told[-2000:]
    assert noticed > (1 if bad is None else 10), "damage is noticed"  # most columns refuse nothing by themselves


@in_loop
async def test_no_damaged_column_stops_the_house(start: Callable[..., Running]) -> None:
    await damage_all(start, "no JSON")


@pytest.mark.deep
@pytest.mark.parametrize("name", BAD)
@in_loop
async def test_whatever_stands_in_any_column_the_house_goes_on(start: Callable[..., Running], name: str) -> None:
    await damage_all(start, name)


@pytest.mark.parametrize("action", [2**31 - 1, 5000, 999, -1])
@in_loop
async def test_an_action_out_of_range_is_no_crash(start: Callable[..., Running], action: int) -> None:
    server = start()
    async with AsyncExitStack() as stack:
        ann, bob, table = await two_people(server, stack)
        del bob
        sound = (await ann.play_now("hanamikoji"))["id"]
    server.stop()
    with closing(sqlite3.connect(server.data / "ochaya.db")) as database:
        database.execute("UPDATE entries SET action = ? WHERE table_id = ? AND version = 2", (action, table))
        database.commit()
    again = start(port=server.port)
    with pytest.raises(ServerSaysNo, match="table-damaged"):
        await Client(again.address).get(f"/api/tables/{table}")
    assert (await Client(again.address).get(f"/api/tables/{sound}"))["status"] == "playing"
    assert "table.damaged" in again.log.read_text()


@in_loop
async def test_the_players_of_a_damaged_table_are_told(start: Callable[..., Running]) -> None:
    server, house = await furnish(start)
    with closing(sqlite3.connect(house.file)) as database:
        assert damage(database, house.table, "entries", "digest", b"12345678")
        database.commit()
    again = start(port=server.port)
    client = Client(again.address, cookie=house.cookie)
    with closing(open_socket(again, house.table, f"ochaya={house.cookie}")) as line:
        assert b"table-damaged" in line.recv(4096)
    with pytest.raises(ServerSaysNo, match="table-damaged"):
        await client.get(f"/api/tables/{house.table}")
    lists = await client.get("/api/tables")
    assert lists["damaged"] == [house.table], "it has not vanished without a word"
    assert [one["id"] for one in lists["mine"]].count(house.sound) == 1
    async with client.sit(house.sound) as seat:
        assert await play_random(seat, random.Random(1), 2)
