"""What is refused, and that a refusal changes nothing."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ochaya.client import Client, ServerSaysNo, Table
from tests.server.attacks.test_lines import open_socket
from tests.server.running import Running, hear_all, in_loop, metric, play_random, play_some, two_people, wait_until

pytestmark = pytest.mark.xdist_group("server")


async def error_key(table: Table, message: dict[str, Any]) -> str:
    """Send a message that must be refused; gives the key."""
    with pytest.raises(ServerSaysNo) as refused:
        await table.ask(message, "saved", "hinted", "review", "pong")
    return refused.value.key


async def actor_and_other(first: Table, second: Table) -> tuple[Table, Table]:
    await asyncio.sleep(0)
    return (first, second) if first.legal else (second, first)


@in_loop
async def test_out_of_turn_illegal_stale_and_doubled_actions_are_refused(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, bob, table_id = await two_people(server, stack)
        first = await stack.enter_async_context(ann.sit(table_id))
        second = await stack.enter_async_context(bob.sit(table_id))
        actor, other = await actor_and_other(first, second)
        version, chosen = actor.version, actor.legal[0]["id"]
        act = {"type": "act", "version": version, "action": chosen}
        assert await error_key(other, act) == "not-your-turn"
        assert await error_key(actor, {**act, "action": 2**31 - 1}) == "illegal-action"
        assert await error_key(actor, {**act, "version": version - 1}) == "stale"
        assert await error_key(actor, {**act, "version": version + 1}) == "stale"
        assert await error_key(actor, {**act, "seat": other.you["seat"]}) == "not-yours"
        await actor.send({"type": "sync"})
        assert (await actor.until("table"))["version"] == version, "nothing was changed"
        refs = [await actor.send(act) for _ in range(3)]
        heard = await hear_all(actor)
        answers = {one["ref"]: one for one in heard if one["type"] in ("saved", "error")}
        assert [answers[ref]["type"] for ref in refs] == ["saved", "error", "error"]
        assert {answers[ref]["key"] for ref in refs[1:]} == {"stale"}
        own = [step for step in actor.steps if step["version"] > version and step["actor"] == actor.you["seat"]]
        assert len(own) == 1, "applied once"


@in_loop
async def test_a_stranger_or_spectator_cannot_act_and_a_stranger_cannot_watch(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, bob, table_id = await two_people(server, stack)
        first = await stack.enter_async_context(ann.sit(table_id))
        with pytest.raises((ServerSaysNo, ConnectionClosed)):
            async with server.client("Eve").sit(table_id):
                pass
        with pytest.raises((ServerSaysNo, ConnectionClosed)):
            async with server.client("Eve").sit(table_id, link="wrong-link-wrong-link-"):
                pass
        links = await ann.links(table_id)
        watcher = await stack.enter_async_context(server.client("Eve").sit(table_id, link=links["watch"]))
        second = await stack.enter_async_context(bob.sit(table_id))
        actor, _ = await actor_and_other(first, second)
        act = {"type": "act", "version": actor.version, "action": actor.legal[0]["id"]}
        assert await error_key(watcher, act) == "not-seated"
        assert await error_key(watcher, {**act, "seat": actor.you["seat"]}) == "not-seated"
        assert await error_key(watcher, {"type": "look", "seat": 0}) == "not-yours"
        others: list[dict[str, Any]] = [
            {"type": "resign"}, {"type": "hint", "version": actor.version}, {"type": "claim", "late": 0},
            {"type": "hand_over", "late": 0}, {"type": "ask", "kind": "takeback"},
            {"type": "answer", "kind": "takeback", "agree": True},
        ]
        for message in others:
            assert await error_key(watcher, message) == "not-seated"
        assert await error_key(first, {"type": "look", "seat": second.you["seat"]}) == "not-yours"
        with pytest.raises(ServerSaysNo, match="not-seated"):
            await server.client("Eve").get(f"/api/tables/{table_id}/links")


@in_loop
async def test_malformed_oversized_and_binary_messages_are_answered_and_harmless(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, _, table_id = await two_people(server, stack)
        table = await stack.enter_async_context(ann.sit(table_id))
        version = table.version
        bad: list[str | bytes] = [
            "", "{", "[]", "null", "1", '"act"', "{}", '{"type":"nope"}', '{"type":"act"}',
            '{"type":"act","version":"1"}',
            '{"type":"act","version":0,"action":0,"extra":1}', '{"type":"act","version":-1,"action":0}',
            '{"type":"act","version":0,"action":1e99}', '{"type":"look","seat":99}', '{"type":"say","text":""}',
            '{"type":"ask","kind":"money"}', "[" * 3000, '{"type":"say","text":"' + "x" * 5000 + '"}', b"\xff\xfe\x00",
            '{"type":"say","text":"\\ud800"}',
        ]
        for message in bad:
            await table.socket.send(message)
            while True:
                heard = json.loads(await table.socket.recv())
                if heard["type"] == "error":
                    break
            assert heard["key"] in ("malformed", "too-large", "bad-text")
            assert heard["details"] == {}, "what was wrong with it is not echoed"
        await table.send({"type": "sync"})
        assert (await table.until("table"))["version"] == version
        with pytest.raises(ConnectionClosed):
            await _shout(table)
        assert server.is_alive()


async def _shout(table: Table) -> None:
    await table.socket.send("x" * 100_000)
    while True:
        await table.socket.recv()


@in_loop
async def test_hello_comes_first_and_the_origin_must_be_ours(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, _, table_id = await two_people(server, stack)
        where = f"ws://127.0.0.1:{server.port}/api/tables/{table_id}/socket"
        cookie = {"cookie": f"ochaya={ann.cookie}"}
        async with connect(where, additional_headers=cookie) as socket:
            await socket.send('{"type":"sync","ref":4}')
            assert json.loads(await socket.recv()) == {"type": "error", "ref": 4, "key": "hello-first", "details": {}}
        for origin in ("https://evil.example", "http://127.0.0.1:1", "null", "http://127.0.0.1"):
            with pytest.raises(InvalidStatus) as refused:
                async with connect(where, additional_headers=cookie, origin=origin):  # type: ignore[arg-type]
                    pass
            assert refused.value.response.status_code == 403
        async with connect(where, additional_headers=cookie, origin=server.address) as socket:  # type: ignore[arg-type]
            await socket.send('{"type":"hello"}')
            assert json.loads(await socket.recv())["type"] == "table"
        async with connect(where.replace(table_id, "A" * 22), additional_headers=cookie) as socket:
            assert json.loads(await socket.recv())["key"] == "no-such-table"


@in_loop
async def test_a_forged_cookie_owns_nothing(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, _, table_id = await two_people(server, stack)
        assert ann.cookie
        guest, _, signature = ann.cookie.rpartition(".")
        changed = ("B" if signature[0] == "A" else "A") + signature[1:]
        for forged in (guest, f"{guest}.", f"{guest}.{changed}", f"{'A' * 22}.{signature}", "", "x" * 3000):
            with pytest.raises((ServerSaysNo, ConnectionClosed, InvalidStatus)):
                async with Client(server.address, cookie=forged).sit(table_id):
                    pass
            if len(forged) < 1000:
                shown = await Client(server.address, cookie=forged).get(f"/api/tables/{table_id}")
                assert not any(seat["is_yours"] for seat in shown["seats"])


@in_loop
async def test_nothing_can_be_done_after_the_end_or_before_the_beginning(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(server.client("Ann"))
        laid = await ann.new_table("hanamikoji", [{"kind": "me"}, {"kind": "open"}])
        table = await stack.enter_async_context(ann.sit(laid["id"]))
        assert table.view is None
        act = {"type": "act", "version": table.version, "action": 1}
        assert await error_key(table, act) == "not-begun"
        assert await error_key(table, {"type": "resign"}) == "not-begun"
        assert await error_key(table, {"type": "ask", "kind": "rematch"}) == "not-over"
        assert await error_key(table, {"type": "review"}) == "not-over"
        played = await ann.play_now("hanamikoji")
        over = await stack.enter_async_context(ann.sit(played["id"]))
        await play_random(over, random.Random(3), 2)
        await over.ask({"type": "resign"})
        assert over.is_over
        assert over.table["result"]["reason"] == "resigned"
        assert over.table["result"]["shares"][over.you["seat"]] == 0.0
        assert await error_key(over, {"type": "act", "version": over.version, "action": 1}) == "over"
        assert await error_key(over, {"type": "resign"}) == "over"
        assert await error_key(over, {"type": "ask", "kind": "takeback"}) == "over"
        assert await error_key(over, {"type": "hint", "version": over.version}) == "over"


@in_loop
async def test_a_client_that_does_not_read_is_cut_off_and_nobody_else_notices(start: Callable[..., Running]) -> None:
    server = start(stuck_seconds=1.0)
    async with AsyncExitStack() as stack:
        ann, bob, table_id = await two_people(server, stack)
        tables = [await stack.enter_async_context(person.sit(table_id)) for person in (ann, bob)]
        await play_some(tables, 4, 10)
        wanted = metric(server, "sockets")
        with closing(open_socket(server, table_id, f"ochaya={ann.cookie}", room=4096)) as deaf:
            assert metric(server, "sockets") == wanted + 1
            deaf.sendall(frame('{"type":"hello"}') + frame('{"type":"sync"}') * 1500)
            begun = time.monotonic()
            await asyncio.gather(*(table.ask({"type": "sync"}, "table") for table in tables))
            await asyncio.to_thread(wait_until, lambda: metric(server, "sockets") == wanted, 40)
            assert time.monotonic() - begun < 20, "not only when pings stay unanswered"
        assert server.is_alive()


@in_loop
async def test_a_client_that_reads_slowly_is_waited_for(start: Callable[..., Running]) -> None:
    server = start(stuck_seconds=1.0)
    async with AsyncExitStack() as stack:
        ann, bob, table_id = await two_people(server, stack)
        tables = [await stack.enter_async_context(person.sit(table_id)) for person in (ann, bob)]
        await play_some(tables, 4, 10)
        with closing(open_socket(server, table_id, f"ochaya={ann.cookie}", room=4096)) as slow:
            slow.sendall(frame('{"type":"hello"}') + frame('{"type":"sync"}') * 150 + frame('{"type":"ping","ref":77}'))
            read, paused = b"", 0
            while b'"ref":77' not in read:
                piece = await asyncio.to_thread(slow.recv, 4096)
                assert piece, "not cut off"
                read += piece
                if len(read) // 8192 > paused and paused < 40:
                    paused += 1
                    await asyncio.sleep(0.1)
            assert paused == 40, "four seconds went by, and much waited all the time"


@in_loop
async def test_a_client_that_pauses_while_little_waits_is_waited_for(start: Callable[..., Running]) -> None:
    server = start(stuck_seconds=0.5)
    async with AsyncExitStack() as stack:
        ann, _, table_id = await two_people(server, stack)
        with closing(open_socket(server, table_id, f"ochaya={ann.cookie}", room=4096)) as slow:
            slow.sendall(frame('{"type":"hello"}') + frame('{"type":"sync"}') * 4 + frame('{"type":"ping","ref":77}'))
            await asyncio.sleep(3)
            read = b""
            while b'"ref":77' not in read:
                piece = await asyncio.to_thread(slow.recv, 65536)
                assert piece, "not cut off"
                read += piece


def frame(text: str) -> bytes:
    """Make a masked text frame as a client would, with a mask of zeros."""
    data = text.encode()
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data
