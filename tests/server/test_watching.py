"""Watching: public tables from a list, bots among themselves, and what a link is good for once the seats are taken."""

from __future__ import annotations

import asyncio
import functools
from contextlib import AsyncExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from ochaya.client import ServerSaysNo, Table
from tests.server.running import Running, hear_all, hear_until, in_loop, two_people

pytestmark = pytest.mark.xdist_group("server")
BOTS = [{"kind": "bot", "level": "novice"}] * 2


@in_loop
async def test_public_tables_in_play_are_listed_and_watched_by_anybody(server: Running) -> None:
    clock = {"kind": "move", "seconds": 60}
    async with AsyncExitStack() as stack:
        ann, _, table_id = await two_people(server, stack, is_public=True, clock=clock)
        carl = await stack.enter_async_context(server.client("Carl"))
        line = next(line for line in (await carl.get("/api/tables"))["watch"] if line["id"] == table_id)
        assert (line["clock"]["seconds"], line["status"]) == (60, "playing")
        assert line["options"]
        assert table_id not in [line["id"] for line in (await ann.get("/api/tables"))["watch"]], "it is hers"
        async with carl.sit(table_id) as watching:
            assert watching.you["is_watching"]
            assert watching.view["viewer"] is None
            assert watching.legal == []
            with pytest.raises(ServerSaysNo, match="not-seated"):
                await watching.ask({"type": "resign"})


@in_loop
async def test_a_table_among_friends_is_not_watched_without_a_link(server: Running) -> None:
    async with server.client("Ann") as ann, server.client("Bob") as bob, server.client("Carl") as carl:
        laid = await ann.post("/api/tables", {"game": "hanamikoji"})
        assert [seat["kind"] for seat in laid["seats"]] == ["person", "open"], "I and a friend, in one request"
        invite = laid["links"]["invite"]
        assert (await bob.get(f"/api/links/{invite}"))["gives"] == "seat"
        assert (await bob.post(f"/api/links/{invite}"))["gives"] == "seat"
        assert (await bob.get(f"/api/links/{invite}"))["gives"] == "yours"
        assert (await carl.get(f"/api/tables/{laid['id']}"))["links"] is None
        with pytest.raises((ServerSaysNo, ConnectionClosed)):
            async with carl.sit(laid["id"]):
                pass
        shown = await carl.get(f"/api/links/{invite}")
        assert (shown["kind"], shown["gives"]) == ("invite", "watch"), "it is full"
        assert (await carl.post(f"/api/links/{invite}"))["seats"] == []
        async with carl.sit(laid["id"], link=invite) as watching:
            assert watching.you["is_watching"]
        async with ann.sit(laid["id"]) as table:
            await table.ask({"type": "resign"})
        assert (await carl.get(f"/api/links/{invite}"))["gives"] == "replay"
        assert (await carl.get(f"/api/links/{laid['links']['watch']}"))["gives"] == "replay"


@in_loop
async def test_bots_among_themselves_play_while_somebody_watches(server: Running) -> None:
    async with server.client("Ann") as ann:
        laid = await ann.new_table("_template", BOTS)
        assert laid["status"] == "playing"
        await asyncio.sleep(0.2)
        version = (await ann.get(f"/api/tables/{laid['id']}"))["version"]
        assert version == laid["version"], "nobody is there"
        async with ann.sit(laid["id"]) as table:
            assert table.you["is_watching"]
            await hear_until(table, lambda: table.is_over)
        with pytest.raises(ServerSaysNo, match="not-seated"):
            await ann.new_table("_template", [BOTS[0], {"kind": "open"}])


@in_loop
async def test_an_unfinished_match_is_put_away_and_found_again(server: Running) -> None:
    async with server.client("Ann") as ann, server.client("Bob") as bob:
        laid = await ann.play_now("hanamikoji")
        where = f"/api/tables/{laid['id']}/put-away"
        with pytest.raises(ServerSaysNo, match="not-seated"):
            await bob.post(where)
        assert (await ann.post(where))["status"] == "playing", "no resignation"
        assert (await ann.get("/api/tables"))["mine"] == []
        async with ann.sit(laid["id"]) as table:
            assert table.you["seats"], "the seat is still hers"
        await ann.post(where, {"is_away": False})
        assert [line["id"] for line in (await ann.get("/api/tables"))["mine"]] == [laid["id"]]


@in_loop
async def test_a_no_is_told_to_the_one_who_asked(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, bob, table_id = await two_people(server, stack)
        first = await stack.enter_async_context(ann.sit(table_id))
        second = await stack.enter_async_context(bob.sit(table_id))
        await first.ask({"type": "resign"})
        await first.ask({"type": "ask", "kind": "rematch"})
        await hear_until(second, lambda: second.heard and second.heard[-1].get("offers"))
        await second.ask({"type": "answer", "kind": "rematch", "agree": False})
        assert await first.until("declined") == {"type": "declined", "kind": "rematch", "by": 0, "who": 1}
        await first.ask({"type": "ask", "kind": "rematch"})
        await first.ask({"type": "answer", "kind": "rematch", "agree": False})
        heard = [message for message in await hear_all(second) if message["type"] == "declined"]
        assert heard[-1] == {"type": "declined", "kind": "rematch", "by": 0, "who": 0}, "withdrawn"


@in_loop
async def test_the_old_device_is_told_that_its_seat_was_carried_away(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(server.client("Ann"))
        phone = await stack.enter_async_context(server.client())
        laid = await ann.play_now("hanamikoji")
        old = await stack.enter_async_context(ann.sit(laid["id"]))
        link = await ann.post(f"/api/tables/{laid['id']}/carry")
        await phone.post(f"/api/links/{link['token']}")
        with pytest.raises(ServerSaysNo, match="carried-away"):
            await old.until("saved")
        with pytest.raises(ServerSaysNo, match="carried-away"):
            await stack.enter_async_context(ann.sit(laid["id"]))
        with pytest.raises(ServerSaysNo, match="carried-away"):
            await ann.join(laid["id"])


def is_late(table: Table, seat: int) -> bool:
    return bool(table.table["seats"][seat]["is_late"])


@in_loop
async def test_a_player_at_the_table_whose_time_is_up_is_late_but_here(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, bob, table_id = await two_people(server, stack, clock={"kind": "move", "seconds": 1})
        tables = [await stack.enter_async_context(one.sit(table_id)) for one in (ann, bob)]
        actor = tables[0].table["actor"]
        for table in tables:
            await hear_until(table, functools.partial(is_late, table, actor))
            assert table.table["seats"][actor]["is_here"], "out of time, not away"
            assert table.heard[-1]["clocks"]["left"][actor] <= 0
