"""A house that outgrows SQLite is moved to PostgreSQL: everybody sits where they sat, and nothing is moved twice."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest

from ochaya.client import Client
from ochaya.core.errors import Wrong
from ochaya.server.store.moving import NotMoved, move
from tests.server.cluster.houses import Engines
from tests.server.running import Zygote, in_loop, two_people

pytestmark = pytest.mark.xdist_group("cluster")


@in_loop
async def test_a_house_goes_on_in_another_database(engines: Engines, zygote: Zygote, tmp_path: Path) -> None:
    data, database = tmp_path / "data", engines.fresh_database()
    server = zygote.start(data)
    async with AsyncExitStack() as stack:
        ann, bob, table_id = await two_people(server, stack)
        tables = [await stack.enter_async_context(person.sit(table_id)) for person in (ann, bob)]
        actor = next(table for table in tables if table.legal)
        await actor.act(actor.legal[0])
        await actor.ask({"type": "say", "text": "moving soon"})
        version = actor.version
        over = (await ann.play_now("_template"))["id"]
        async with ann.sit(over) as table:
            await table.ask({"type": "resign"})
        before = await ann.get(f"/api/tables/{over}/replay")
        with pytest.raises(Wrong, match="house-in-use"):
            await move(data, database)
    server.stop()

    moved = await move(data, database)
    assert moved.left == []
    assert (moved.rows["matches"], moved.rows["chat"]) == (2, 1)
    with pytest.raises(NotMoved, match="already"):
        await move(data, database)

    server = zygote.start(data, database=database)
    try:
        async with AsyncExitStack() as stack:
            people = [Client(server.address, cookie=person.cookie) for person in (ann, bob)]
            tables = [await stack.enter_async_context(person.sit(table_id)) for person in people]
            assert [table.version for table in tables] == [version, version]
            actor = next(table for table in tables if table.legal)
            await actor.act(actor.legal[0])
            assert (await people[0].get(f"/api/tables/{over}/replay"))["steps"] == before["steps"]
    finally:
        server.kill()


@in_loop
async def test_what_is_damaged_stays_behind_and_is_named(engines: Engines, zygote: Zygote, tmp_path: Path) -> None:
    data, database = tmp_path / "data", engines.fresh_database()
    server = zygote.start(data)
    laid = [(await Client(server.address).play_now("_template"))["id"] for _ in range(3)]
    server.stop()
    with closing(sqlite3.connect(data / "ochaya.db")) as file:
        file.execute("UPDATE matches SET game_version = 'seven' WHERE id = ?", [laid[1]])
        file.commit()
    moved = await move(data, database)
    assert moved.left == [f"matches {laid[1]}"]
    assert moved.rows["matches"] == 2


@in_loop
async def test_no_house_and_no_database_are_said_so(engines: Engines, tmp_path: Path) -> None:
    with pytest.raises(NotMoved, match="no house"):
        await move(tmp_path, engines.fresh_database())
    assert not await asyncio.to_thread(os.listdir, tmp_path)
