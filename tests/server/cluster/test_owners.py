"""Every match lives at exactly one server: killed, stopped, believed dead or drained, play goes on at another."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from ochaya.client import Client, ServerSaysNo, Table
from ochaya.server.logs import short
from tests.server.cluster.houses import Cluster
from tests.server.running import hear_all, in_loop, wait_until

pytestmark = pytest.mark.xdist_group("cluster")


async def seated(house: Cluster, stack: AsyncExitStack, **more: Any) -> tuple[list[Client], list[Table], str]:
    """Seat Ann at the first server, where the table is laid, and Bob at the second."""
    one, two = house.servers[:2]
    ann, bob = one.client("Ann"), two.client("Bob")
    for person in (ann, bob):
        await stack.enter_async_context(person)
    laid = await ann.new_table("hanamikoji", [{"kind": "me"}, {"kind": "open"}], **more)
    await bob.join(laid["id"], laid["links"]["invite"])
    tables = [await stack.enter_async_context(person.sit(laid["id"])) for person in (ann, bob)]
    return [ann, bob], tables, laid["id"]


async def come_again(person: Client, address: str, table_id: str, stack: AsyncExitStack, seconds: float = 9.0) -> Table:
    """Come back to one's seat at a server, as browsers do: again and again until one is let in."""
    again = Client(address, cookie=person.cookie)
    deadline = time.monotonic() + seconds
    while True:
        try:
            return await stack.enter_async_context(again.sit(table_id))
        except (ServerSaysNo, ConnectionClosed, OSError):
            assert time.monotonic() < deadline, "the match does not go on"
            await asyncio.sleep(0.1)


async def act_once(tables: list[Table]) -> int:
    """Let whoever's turn it is act, and everybody hear of it."""
    mover = next(table for table in tables if table.legal)
    await mover.act(mover.legal[0])
    for table in tables:
        while table.version < mover.version:
            await table.hear()
    return mover.version


@in_loop
async def test_a_killed_owners_match_goes_on_at_the_other_server(found: Callable[..., Cluster]) -> None:
    house = found(away=60.0, pace=1.5)
    async with AsyncExitStack() as stack:
        people, tables, table_id = await seated(house, stack, clock={"kind": "match", "seconds": 100})
        for _ in range(3):
            version = await act_once(tables)
        alone = await people[0].play_now("hanamikoji", level="novice")  # nobody will ask for this one
        async with people[0].sit(alone["id"]) as against_bot:
            await against_bot.wait_for_turn()
            await against_bot.act(against_bot.legal[0])
        house.servers[0].kill()
        two = house.servers[1].address
        begun = time.monotonic()
        with pytest.raises(ConnectionClosed) as closed:
            await hear_all(tables[1], 10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013, "one moment"
        again = [await come_again(person, two, table_id, stack) for person in people]
        assert time.monotonic() - begun < 10  # a second, where nobody shares the machine; test_chaos.py asks for 5
        assert again[0].version in (version, version + 1), "nothing is lost; a clock that stood still is noted"
        await act_once(again)
        wait_until(lambda: short(alone["id"]) in {line["table"] for line in house.said("table.taken")})
        async with Client(two, cookie=people[0].cookie).sit(alone["id"]) as against_bot:
            assert not await against_bot.wait_for_turn(), "adopted: the bot has answered"
        assert await house.check_fences() >= 2


@in_loop
async def test_a_server_believed_dead_can_never_write_again(found: Callable[..., Cluster]) -> None:
    house = found()
    one, two = house.servers
    async with AsyncExitStack() as stack:
        people, tables, table_id = await seated(house, stack)
        version = await act_once(tables)
        late = next((person, table) for person, table in zip(people, tables, strict=True) if table.legal)
        watching = await stack.enter_async_context(Client(one.address, cookie=late[0].cookie).sit(table_id))
        action = watching.legal[0]
        os.kill(one.pid, signal.SIGSTOP)
        try:
            ref = await watching.send({"type": "act", "version": version, "action": action["id"]})
            again = [await come_again(person, two.address, table_id, stack, 12) for person in people]
            other = next(table for table in again if table.legal)
            await other.act(other.legal[-1])
        finally:
            os.kill(one.pid, signal.SIGCONT)
        heard: list[Any] = []
        with pytest.raises(ConnectionClosed):
            heard += await hear_all(watching, 10)
        assert not [message for message in heard if message["type"] == "saved" and message["ref"] == ref]
        shown = await Client(one.address).get(f"/api/tables/{table_id}")
        assert shown["version"] == other.version, "what the old owner was told meanwhile has not happened"
        await house.check_fences()


@in_loop
async def test_a_rolling_restart_under_play_is_a_reconnect_and_no_more(found: Callable[..., Cluster]) -> None:
    house = found()
    async with AsyncExitStack() as stack:
        people, tables, table_id = await seated(house, stack, clock={"kind": "match", "seconds": 100})
        for number in range(2):
            version = await act_once(tables)
            leaving, staying = house.servers[0], house.servers[1]
            stopping = asyncio.create_task(asyncio.to_thread(leaving.stop))
            codes = set()
            for table in tables:
                with pytest.raises(ConnectionClosed) as closed:
                    await hear_all(table, 10)
                assert closed.value.rcvd is not None
                codes.add(closed.value.rcvd.code)
            assert codes <= {1001, 1013}
            begun = time.monotonic()
            tables = [await come_again(person, staying.address, table_id, stack) for person in people]
            assert time.monotonic() - begun < 5, f"after {number} restarts"
            noted = {table.version for table in tables}
            assert noted in ({version}, {version + 1}), "nothing lost; a clock that stood still is noted"
            await stopping
            await asyncio.to_thread(house.start, leaving.port)
        await act_once(tables)
        assert await house.check_fences() == 2
    house.check_and_stop()


@in_loop
async def test_names_and_rates_hold_at_all_servers(found: Callable[..., Cluster]) -> None:
    house = found(limits=True)
    one, two = house.servers
    ann = await one.client("Ann").__aenter__()
    same = Client(two.address, cookie=ann.cookie)
    assert (await same.get("/api/me"))["name"] == "Ann"
    await ann.put("/api/me", {"name": "Anna"})
    await asyncio.sleep(0.2)
    assert (await same.get("/api/me"))["name"] == "Anna"
    for _ in range(20):
        await ann.play_now("_template")
    await asyncio.sleep(1.3)

    async def play_on() -> None:
        for _ in range(15):  # a burst of one's own here would be 20
            await same.play_now("_template")

    with pytest.raises(ServerSaysNo, match="too-fast"):
        await play_on()
    lists = await same.get("/api/tables")
    assert len(lists["mine"]) >= 20, "the other server has them, and says whose turn it is"
    assert any(line["is_your_turn"] for line in lists["mine"])
