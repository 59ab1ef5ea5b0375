"""A thousand tables fit: an idle one with two open sockets takes less than 50 kB (bench/load.py measures it better).

What is over is freed at once, without Python having to look for cycles: in a full house it does that seldom.
"""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from ochaya.client import Client
from ochaya.games import game as find_game
from ochaya.server.sockets.wire import Wire
from tests.server.running import Running, in_loop
from tests.server.twins import Parlour

pytestmark = pytest.mark.xdist_group("server")

TABLES = 120


def memory_of(server: Running) -> float:
    """Give a server's resident memory in kB."""
    return float(Path(f"/proc/{server.pid}/status").read_text().split("VmRSS:")[1].split()[0])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="resident memory is read from /proc")
@in_loop
async def test_an_idle_table_with_two_sockets_takes_less_than_50_kb(start: Callable[..., Running]) -> None:
    server = start()
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(server.client())
        await open_tables(client, stack, 20)
        before = memory_of(server)
        await open_tables(client, stack, TABLES)
        assert (memory_of(server) - before) / TABLES < 50


async def open_tables(client: Client, stack: AsyncExitStack, count: int) -> None:
    for _ in range(count):
        laid = await client.new_table("hanamikoji", [{"kind": "me"}, {"kind": "me"}])
        for seat in (0, 1):
            await stack.enter_async_context(client.sit(laid["id"], seat=seat))


# -- what is over is freed at once ------------------------------------------------------------------------------------


@pytest.fixture
def without_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_collector")
@in_loop
async def test_a_table_nobody_has_any_more_is_freed() -> None:
    game = find_game("hanamikoji")
    parlour: Any = Parlour(game, game.complete())
    await parlour.arrive()
    table = weakref.ref(parlour.room)
    parlour.room.stop()
    parlour.room = None
    await asyncio.sleep(0)
    assert table() is None


class Ear:
    """Listens to a wire and holds it, as a visit does."""

    def __init__(self, wire: Wire) -> None:
        self.wire, self.is_lost = wire, False

    def heard(self, data: bytes) -> None:
        pass

    def lost(self) -> None:
        self.is_lost = True


class Cut(asyncio.Transport):
    """A line that is cut."""

    def close(self) -> None:
        pass


@pytest.mark.usefixtures("without_collector")
@in_loop
async def test_a_lost_socket_is_freed() -> None:
    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        pass

    wire = Wire(uvicorn.Config(nothing, log_config=None), ServerState(), {})
    wire.connection_made(Cut())
    wire.listener = ear = Ear(wire)
    freed = weakref.ref(wire), weakref.ref(wire.conn)
    wire.connection_lost(None)
    assert ear.is_lost
    del wire, ear
    await asyncio.sleep(0)
    assert [one() for one in freed] == [None, None]
