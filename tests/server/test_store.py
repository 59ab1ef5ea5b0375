"""What is stored: a locked database or a full disk refuses and loses nothing; backup, restore, damage, migrations."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest

from ochaya.client import Client, ServerSaysNo, Table
from ochaya.server.store.backup import back_up
from tests.server.running import Running, in_loop, metric, two_people, wait_until

pytestmark = pytest.mark.xdist_group("server")


async def actor_of(server: Running, stack: AsyncExitStack) -> tuple[Table, Table]:
    ann, bob, table_id = await two_people(server, stack)
    tables = [await stack.enter_async_context(person.sit(table_id)) for person in (ann, bob)]
    tables.sort(key=lambda table: not table.legal)
    return tables[0], tables[1]


async def refused_action(table: Table) -> str:
    with pytest.raises(ServerSaysNo) as refused:
        await table.act(table.legal[0])
    return refused.value.key


@in_loop
async def test_a_locked_database_refuses_the_action_and_loses_nothing(start: Callable[..., Running]) -> None:
    server = start(busy=0.3)
    async with AsyncExitStack() as stack:
        actor, other = await actor_of(server, stack)
        version = actor.version
        with closing(sqlite3.connect(server.data / "ochaya.db", isolation_level=None)) as lock:
            lock.execute("BEGIN IMMEDIATE")
            assert await refused_action(actor) == "not-stored"
            await actor.ask({"type": "sync"}, "table")
            assert actor.version == version
            with pytest.raises(ServerSaysNo, match="not-stored"):
                await Client(server.address).play_now("hanamikoji")
            lock.execute("ROLLBACK")
        await actor.act(actor.legal[0])
        while other.version < actor.version:
            await other.hear()
        assert [step["version"] for step in actor.steps] == list(range(1, actor.version + 1))


@in_loop
async def test_a_full_disk_refuses_the_action_says_so_and_loses_nothing(start: Callable[..., Running]) -> None:
    server = start(file_limit=300_000)
    async with AsyncExitStack() as stack:
        actor, other = await actor_of(server, stack)
        refused = ""
        for _ in range(4000):  # fill the disk with talk
            try:
                await actor.ask({"type": "say", "text": "x" * 300})
            except ServerSaysNo as full:
                refused = full.key
                break
        assert refused == "not-stored"
        keys = set()
        for _ in range(30):
            mover = actor if actor.legal else other
            try:
                await mover.act(mover.legal[0])
            except ServerSaysNo as full:
                keys.add(full.key)
                break
            watcher = other if mover is actor else actor
            while watcher.version < mover.version:
                await watcher.hear()
        version, cookie, table_id = max(actor.version, other.version), None, actor.table["id"]
        assert server.is_alive()
    server.stop()
    again = start(port=server.port)
    shown = await Client(again.address, cookie=cookie).get(f"/api/tables/{table_id}")
    assert shown["version"] == version, "what was acknowledged is there, what was refused is not"
    assert keys <= {"not-stored"}


@in_loop
async def test_a_backup_made_under_play_is_restored_with_its_seats(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    server = start()
    async with AsyncExitStack() as stack:
        actor, _ = await actor_of(server, stack)
        await actor.act(actor.legal[0])
        copy = await asyncio.to_thread(back_up, server.data, tmp_path / "copy")
        version, table_id = actor.version, actor.table["id"]
        ann = next(one for one in (await two_people(server, stack))[:1])
        with pytest.raises(FileExistsError):
            back_up(server.data, tmp_path / "copy")
        del ann
    cookies = [actor.socket.request.headers["cookie"].partition("=")[2]]  # type: ignore[union-attr]
    server.kill()
    restored = start(data=copy)
    async with Client(restored.address, cookie=cookies[0]).sit(table_id) as again:
        assert again.version == version
        assert again.you["seats"] == actor.you["seats"]


@in_loop
async def test_a_log_that_was_tampered_with_is_noticed_and_left_alone(start: Callable[..., Running]) -> None:
    server = start()
    async with AsyncExitStack() as stack:
        actor, _ = await actor_of(server, stack)
        spoilt, sound = actor.table["id"], (await two_people(server, stack))[2]
    server.stop()
    with closing(sqlite3.connect(server.data / "ochaya.db")) as database:
        changed = database.execute(
            "UPDATE entries SET action = CASE action WHEN 2 THEN 3 ELSE 2 END WHERE table_id = ? AND version = 3",
            (spoilt,))
        assert changed.rowcount == 1
        before = database.execute("SELECT count(*) FROM entries").fetchone()
        database.commit()
    again = start(port=server.port)
    with pytest.raises(ServerSaysNo, match="table-damaged"):
        await Client(again.address).get(f"/api/tables/{spoilt}")
    assert (await Client(again.address).get(f"/api/tables/{sound}"))["status"] == "playing"
    assert "table.damaged" in again.log.read_text()
    with closing(sqlite3.connect(server.data / "ochaya.db")) as database:
        assert database.execute("SELECT count(*) FROM entries").fetchone() == before


def test_the_migrations_make_the_tables_the_code_expects(start: Callable[..., Running]) -> None:
    from ochaya.server.store.tables import metadata

    server = start()
    with closing(sqlite3.connect(server.data / "ochaya.db")) as database:
        for table in metadata.sorted_tables:
            columns = {row[1] for row in database.execute(f"PRAGMA table_info({table.name})")}
            assert columns == {column.name for column in table.columns}
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("0005",)
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert (server.data / "secret").stat().st_mode & 0o077 == 0


@in_loop
async def test_a_table_that_left_memory_comes_back_and_goes_on(start: Callable[..., Running]) -> None:
    server = start(most_in_memory=3, forget_seconds=0.0)
    async with AsyncExitStack() as stack:
        ann, bob, table_id = await two_people(server, stack)
        async with ann.sit(table_id) as first, bob.sit(table_id) as second:
            actor = first if first.legal else second
            await actor.act(actor.legal[0])
            version = actor.version
        wait_until(lambda: metric(server, "sockets") == 0)
        for _ in range(4):
            await ann.new_table("hanamikoji", [{"kind": "me"}, {"kind": "open"}])
        assert metric(server, "tables") < 5, "some have left"
        again = [await stack.enter_async_context(person.sit(table_id)) for person in (ann, bob)]
        assert {table.version for table in again} == {version}
        actor = again[0] if again[0].legal else again[1]
        await actor.act(actor.legal[0])
        bots = await ann.play_now("hanamikoji", level="novice")
        table = await stack.enter_async_context(ann.sit(bots["id"]))
        assert not await table.wait_for_turn()
