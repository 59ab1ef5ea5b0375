"""A thousand tables fit: an idle one with two open sockets takes less than 50 kB (bench/load.py measures it better)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from ochaya.client import Client
from tests.server.running import Running, in_loop

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
