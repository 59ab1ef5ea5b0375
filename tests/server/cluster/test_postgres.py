"""One server on PostgreSQL: what holds on SQLite holds there too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect
from sqlalchemy.ext.asyncio import create_async_engine

from ochaya.client import Client, ServerSaysNo
from ochaya.core.errors import Wrong
from ochaya.server.store.opening import hold
from ochaya.server.store.tables import metadata
from tests.server.cluster.houses import Engines
from tests.server.running import Running, Zygote, in_loop, wait_until
from tests.server.test_kill import (  # noqa: F401
    kill_again_and_again,
    test_a_bots_turn_and_an_open_table_go_on_after_a_restart,
)
from tests.server.test_store import (  # noqa: F401
    actor_of,
    refused_action,
    test_a_table_that_left_memory_comes_back_and_goes_on,
)

pytestmark = pytest.mark.xdist_group("cluster")


@pytest.fixture
def start(engines: Engines, zygote: Zygote, tmp_path: Path) -> Iterator[Callable[..., Running]]:
    started: list[Running] = []
    database = engines.fresh_database()

    def make(**settings: Any) -> Running:
        data = settings.pop("data", tmp_path / "data")
        started.append(zygote.start(data, **{"database": database, **settings}))
        return started[-1]

    make.database = database  # type: ignore[attr-defined]
    yield make
    for running in started:
        running.kill()


@in_loop
async def test_kills_lose_nothing(start: Callable[..., Running]) -> None:
    await kill_again_and_again(start, 3, 7, (0.3, 0.8))


@in_loop
async def test_the_migrations_make_the_tables_the_code_expects(start: Callable[..., Running]) -> None:
    start()
    engine = create_async_engine(start.database)  # type: ignore[attr-defined]
    try:
        async with engine.connect() as connection:
            for table in metadata.sorted_tables:
                columns = await connection.run_sync(
                    lambda sync, name=table.name: {one["name"] for one in inspect(sync).get_columns(name)})  # type: ignore[misc]
                assert columns == {column.name for column in table.columns}
    finally:
        await engine.dispose()


@in_loop
async def test_a_second_server_without_a_bus_is_refused(start: Callable[..., Running]) -> None:
    start()
    engine = create_async_engine(start.database)  # type: ignore[attr-defined]
    try:
        for is_shared in (False, True):
            with pytest.raises(Wrong, match="house-in-use"):
                await hold(engine, is_shared=is_shared)
    finally:
        await engine.dispose()


@in_loop
async def test_what_is_too_old_is_cleared_away(start: Callable[..., Running]) -> None:
    server = start(sweep_seconds=0.2, keep_days=0.0)
    async with server.client() as client:
        laid = await client.play_now("_template")
        async with client.sit(laid["id"]) as table:
            await table.ask({"type": "resign"})
        wait_until(lambda: "keeping.cleared" in server.log.read_text(), 10)
    assert "keeping.failed" not in server.log.read_text()


@pytest.mark.deep
@in_loop
async def test_a_database_that_is_gone_for_a_while_refuses_and_loses_nothing(
    start: Callable[..., Running], engines: Engines
) -> None:
    server = start()
    async with AsyncExitStack() as stack:
        actor, other = await actor_of(server, stack)
        version = actor.version
        engines.postgres.kill()
        assert await refused_action(actor) == "not-stored"
        with pytest.raises(ServerSaysNo, match="not-stored"):
            await Client(server.address).play_now("hanamikoji")
        engines.postgres.start()
        await actor.ask({"type": "sync"}, "table")
        assert actor.version == version
        await actor.act(actor.legal[0])
        while other.version < actor.version:
            await other.hear()
        assert [step["version"] for step in actor.steps] == list(range(1, actor.version + 1))
