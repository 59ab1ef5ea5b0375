"""Attacks on the house as a whole: its clock, its files, its database."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, event, insert
from sqlalchemy.ext.asyncio import create_async_engine

from ochaya.client import Client, ServerSaysNo
from ochaya.core.errors import Wrong
from ochaya.server.refusal import NotStored
from ochaya.server.settings import Settings
from ochaya.server.store.opening import alone
from ochaya.server.store.pens import EnginePen, FilePen
from ochaya.server.store.writer import Conflict, Writer
from tests.loops import run_apart
from tests.server.running import Running, in_loop, two_people, wait_until

pytestmark = pytest.mark.xdist_group("server")


# -- the clock --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [1e6, -1e6])
@in_loop
async def test_setting_the_machines_clock_makes_nobody_late(
    start: Callable[..., Running], tmp_path: Path, jump: float
) -> None:
    skew = tmp_path / "skew"
    skew.write_text("0")
    server = start(skew=str(skew))
    async with AsyncExitStack() as stack:
        ann, bob, table_id = await two_people(server, stack, clock={"kind": "move", "seconds": 60})
        tables = [await stack.enter_async_context(person.sit(table_id)) for person in (ann, bob)]
        tables.sort(key=lambda table: bool(table.legal))
        waiting, actor = tables
        skew.write_text(str(jump))
        with pytest.raises(ServerSaysNo, match="not-late"):
            await waiting.ask({"type": "claim", "late": actor.you["seats"][0]})
        await actor.act(actor.legal[0])
        told = await actor.ask({"type": "sync"}, "table")
        assert 0 < told["clocks"]["left"][told["clocks"]["running"]] <= 60


# -- files ------------------------------------------------------------------------------------------------------------


@in_loop
async def test_nobody_else_on_the_machine_can_read_deals(start: Callable[..., Running]) -> None:
    server = start()
    await Client(server.address).play_now("_template")
    for path in (server.data, *server.data.iterdir()):
        assert path.stat().st_mode & 0o077 == 0, path.name
    server.stop()
    (server.data / "ochaya.db").chmod(0o644)
    start(port=server.port)
    assert (server.data / "ochaya.db").stat().st_mode & 0o077 == 0


def test_two_servers_on_one_database_are_refused(start: Callable[..., Running]) -> None:
    server = start()
    with pytest.raises(Wrong, match="house-in-use"), alone(Settings(data=server.data)):
        pass
    with pytest.raises(Wrong, match="house-in-use"), alone(
        Settings(data=server.data.parent / "other", database=f"sqlite+aiosqlite:///{server.data / 'ochaya.db'}")
    ):
        pass
    server.kill()
    with alone(Settings(data=server.data)):
        pass


@pytest.mark.parametrize("content", ["", " \n", "short"])
def test_an_empty_secret_signs_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / "secret").write_text(content)
    with pytest.raises(Wrong, match="bad-secret"):
        Settings(data=tmp_path).secret()


# -- the database -----------------------------------------------------------------------------------------------------


async def write_past_what_hangs(writer: Writer, rows: Table) -> None:
    """The second of three rows hangs: it is refused in time, and the third is written."""
    writer.start()
    add = insert(rows)
    await writer.write((add, [{"id": 1}]))
    begun = time.monotonic()
    with pytest.raises(NotStored):
        await writer.write((add, [{"id": 7}]))
    assert time.monotonic() - begun < 1.2
    await asyncio.sleep(1.6)
    await writer.write((add, [{"id": 8}]))
    await writer.stop()


class SlowConnection(sqlite3.Connection):
    """A database that once takes its time: in the statement that writes a 7, or after the commit of it."""

    hangs_in = ""
    is_seven = False

    def executemany(self, sql: str, rows: Any, /) -> sqlite3.Cursor:
        self.is_seven = [7] in rows
        self._perhaps_hang("statement")
        return super().executemany(sql, rows)

    def execute(self, sql: str, rows: Any = (), /) -> sqlite3.Cursor:
        done = super().execute(sql, rows)
        if sql == "COMMIT":
            self._perhaps_hang("commit")
        return done

    def _perhaps_hang(self, where: str) -> None:
        if self.is_seven and self.hangs_in == where:
            time.sleep(1.5)


@pytest.mark.parametrize("hangs_in", ["statement", "commit"])
def test_a_database_that_hangs_refuses_in_time_and_goes_on(tmp_path: Path, hangs_in: str) -> None:
    rows = Table("rows", MetaData(), Column("id", Integer, primary_key=True))

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(tmp_path / "x.db", isolation_level=None, factory=SlowConnection)
        connection.hangs_in = hangs_in
        return connection

    async def run() -> None:
        with closing(connect()) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY)")
        late: list[set[Any]] = []
        writer = Writer(lambda: FilePen(connect), longest=0.4)
        writer.on_late = late.append
        await write_past_what_hangs(writer, rows)
        with closing(connect()) as connection:
            found = [row[0] for row in connection.execute("SELECT id FROM rows ORDER BY id")]
        if hangs_in == "statement":
            assert (found, late) == ([1, 8], []), "what was refused did not happen"
        else:
            assert (found, late) == ([1, 7, 8], [{7}]), "what is stored after all is told"

    run_apart(run())


def test_a_hanging_engine_refuses_in_time_and_goes_on(tmp_path: Path) -> None:
    slept: list[float] = []
    rows = Table("rows", MetaData(), Column("id", Integer, primary_key=True))

    async def run() -> None:
        engine = create_async_engine(f"sqlite+aiosqlite:///{tmp_path / 'x.db'}")

        @event.listens_for(engine.sync_engine, "connect")
        def _prepare(connection: Any, _: Any) -> None:
            raw = connection.driver_connection._conn

            def slow(value: int) -> int:
                if value == 7 and not slept:
                    slept.append(1)
                    time.sleep(1.5)
                return value

            raw.create_function("slow", 1, slow)

        async with engine.begin() as connection:
            await connection.run_sync(rows.metadata.create_all)
            await connection.exec_driver_sql(
                "CREATE TRIGGER slowly AFTER INSERT ON rows BEGIN SELECT slow(new.id); END")
        late: list[set[str]] = []
        writer = Writer(lambda: EnginePen(engine), longest=0.4)
        writer.on_late = late.append
        await write_past_what_hangs(writer, rows)
        async with engine.connect() as connection:
            found = [row[0] for row in await connection.execute(rows.select())]
        assert found == [1, 8], "what was refused did not happen"
        await engine.dispose()

    run_apart(run())


@in_loop
async def test_health_sees_a_full_disk(start: Callable[..., Running]) -> None:
    server = start(file_limit=300_000)
    async with AsyncExitStack() as stack:
        ann, bob, table_id = await two_people(server, stack)
        del bob
        table = await stack.enter_async_context(ann.sit(table_id))
        refused = ""
        while not refused:  # fill the disk with talk
            try:
                await table.ask({"type": "say", "text": "x" * 300})
            except ServerSaysNo as no:
                refused = no.key
        assert refused == "not-stored"

        def is_failing() -> bool:
            try:
                with urlopen(f"{server.address}/health") as answer:
                    return bool(answer.status == 503)
            except OSError as wrong:
                return getattr(wrong, "code", 0) == 503

        await asyncio.to_thread(wait_until, is_failing)


def test_a_write_that_cannot_be_made_refuses_and_the_writer_goes_on(tmp_path: Path) -> None:
    rows = Table("rows", MetaData(), Column("id", Integer, primary_key=True))

    async def run() -> None:
        with closing(sqlite3.connect(tmp_path / "x.db")) as connection:
            connection.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY)")
        writer = Writer(lambda: FilePen(lambda: sqlite3.connect(tmp_path / "x.db", isolation_level=None)))
        writer.start()
        add = insert(rows)
        for wrong in ({"id": 2**70}, {"id": object()}):
            with pytest.raises(NotStored):
                await writer.write((add, [{"id": 1}, wrong]))
        await asyncio.gather(writer.write((add, [{"id": 1}])), writer.write((add, [{"id": 2}])))
        both = await asyncio.gather(
            writer.write((add, [{"id": 3}, {"id": 1}])), writer.write((add, [{"id": 4}])), return_exceptions=True)
        assert isinstance(both[0], Conflict)
        assert both[1] is None
        await writer.stop()
        with closing(sqlite3.connect(tmp_path / "x.db")) as connection:
            assert [row[0] for row in connection.execute("SELECT id FROM rows ORDER BY id")] == [1, 2, 4]

    run_apart(run())
