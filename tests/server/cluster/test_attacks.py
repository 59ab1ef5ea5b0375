"""Attacks that go through one server to a table at another: nobody else's line is cut, nothing grows."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from ochaya.client import Table
from tests.server.attacks.test_lines import memory_of, open_socket
from tests.server.cluster.houses import Cluster
from tests.server.cluster.test_owners import seated
from tests.server.running import in_loop, metric, wait_until
from tests.server.test_refusals import frame

pytestmark = pytest.mark.xdist_group("cluster")


async def answered(table: Table) -> float:
    """Give the seconds until a table answers."""
    begun = time.monotonic()
    await table.ask({"type": "ping"}, "pong")
    return time.monotonic() - begun


def send_on(line: socket.socket, data: bytes, seconds: float) -> bool:
    """Send for so long, reading nothing; gives whether the line was cut."""
    line.settimeout(0.05)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            line.sendall(data)
        except TimeoutError:
            pass
        except OSError:
            return True
    return False


@pytest.mark.parametrize("words", [
    ['{"type":"hello"}', '{"type":"sync"}'], ['{"type":"hello"}', '{"type":"ping"}'], ["[" * 120], ["x"],
], ids=["everything", "pings", "deep", "nonsense"])
@in_loop
async def test_a_flood_to_a_table_at_another_server_is_cut_off(found: Callable[..., Cluster], words: list[str]) -> None:
    house = found(limits=True, stuck_seconds=2.0, close_seconds=0.5)
    async with AsyncExitStack() as stack:
        people, tables, table_id = await seated(house, stack)
        before, relays = [memory_of(one) for one in house.servers], metric(house.servers[1], "relays")
        with closing(open_socket(house.servers[1], table_id, f"ochaya={people[1].cookie}", room=4096)) as line:
            with suppress(OSError):
                line.sendall(frame(words[0]))
            flooding = asyncio.to_thread(send_on, line, frame(words[-1]) * 2000, 20)
            task = asyncio.create_task(flooding)
            waits = []
            while not task.done():
                waits.append(max([await answered(table) for table in tables]))
                await asyncio.sleep(0.05)
            assert task.result(), "cut off"
        await asyncio.to_thread(wait_until, lambda: metric(house.servers[1], "relays") == relays)
        assert max(waits) < 2, "nobody waits for it, on a busy machine either"
        for running, earlier in zip(house.servers, before, strict=True):
            assert memory_of(running) < earlier + 30
    house.check_and_stop()


@in_loop
async def test_a_message_longer_than_the_bus_takes_cuts_nobodys_line(found: Callable[..., Cluster]) -> None:
    house = found()
    async with AsyncExitStack() as stack:
        people, tables, table_id = await seated(house, stack)
        _, others, _ = await seated(house, stack)
        await tables[0].ask({"type": "resign"})
        for table in tables:
            await table.close()
        await asyncio.to_thread(wait_until, lambda: metric(house.servers[0], "sockets") == 2)
        weighed = {"action": {"id": 1, "kind": "x" * 1500}, "win": 0.5, "visits": 9}
        move = {"step": 0, "actor": 0, "action": weighed["action"], "win": 0.5, "win_after": 0.5, "loss": 0.0,
                "best": [weighed], "chances": [0.5, 0.5]}
        review = json.dumps({"state": "done", "progress": 1.0, "moves": [move] * 700})
        engine = create_async_engine(house.database)
        async with engine.begin() as connection:
            await connection.execute(
                text("INSERT INTO reviews (table_id, review) VALUES (:id, :review)"),
                {"id": table_id, "review": review.encode()})
        await engine.dispose()
        async with people[1].sit(table_id) as table:
            await table.ask({"type": "sync"}, "table")
            told = await table.ask({"type": "review"}, "review")
            assert len(told["review"]["moves"]) == 700
            assert len(json.dumps(told)) > 2_000_000
        for other in others:
            assert await answered(other) < 5, "their lines are whole"
        assert not house.said("post.silent")
    house.check_and_stop()
