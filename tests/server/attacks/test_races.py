"""Races and refusals: whoever comes at the wrong moment, or with nonsense, is told so and harms nobody."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress

import pytest

from ochaya.client import ServerSaysNo, Table
from ochaya.server.protocol import messages
from tests.server.attacks.test_lines import open_socket
from tests.server.running import Running, in_loop, metric, wait_until

pytestmark = pytest.mark.xdist_group("server")


@in_loop
async def test_nobody_sits_down_at_a_table_that_the_last_one_has_just_left(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, bob = [await stack.enter_async_context(server.client()) for _ in range(2)]
        for _ in range(20):
            seats = [{"kind": "me"}, {"kind": "open"}]
            laid = (await ann.new_table("_template", seats, is_public=True))["id"]
            _, joined = await asyncio.gather(
                ann.post(f"/api/tables/{laid}/leave"), bob.join(laid), return_exceptions=True)
            if isinstance(joined, BaseException):
                assert str(joined).startswith("no-such-table")
            else:
                assert (await bob.get(f"/api/tables/{laid}"))["id"] == laid, "whoever sits has a table"


@in_loop
async def test_talk_at_a_finished_table_is_for_those_who_were_there(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, eve = [await stack.enter_async_context(server.client()) for _ in range(2)]
        laid = (await ann.new_table("_template", [{"kind": "me"}, {"kind": "bot"}]))["id"]
        table = await stack.enter_async_context(ann.sit(laid))
        await table.ask({"type": "say", "text": "between us"})
        await table.ask({"type": "resign"})
        outsider = await stack.enter_async_context(eve.sit(laid))
        assert (await outsider.ask({"type": "sync"}, "table"))["chat"] == []
        with pytest.raises(ServerSaysNo, match="not-seated"):
            await outsider.ask({"type": "say", "text": "hello from nowhere"})
        assert [line["text"] for line in (await table.ask({"type": "sync"}, "table"))["chat"]] == ["between us"]


@in_loop
async def test_a_hello_refused_for_a_moment_is_not_refused_for_good(start: Callable[..., Running]) -> None:
    server = start(limits=True)
    async with server.client() as client:
        laid = (await client.play_now("_template"))["id"]
        async with client.sit(laid) as table:
            flood = asyncio.create_task(keep_syncing(table))
            await asyncio.to_thread(wait_until, lambda: metric(server, "refusals_total") > 0)
            code = await asyncio.to_thread(hello_refused_with, server, laid, f"ochaya={client.cookie}")
            flood.cancel()
            await asyncio.wait([flood])
        assert code == messages.NOT_NOW


async def keep_syncing(table: Table) -> None:
    """Ask for everything, faster than anybody may."""
    while True:
        for _ in range(10):
            await table.send({"type": "sync"})
        with suppress(TimeoutError):
            async with asyncio.timeout(0.2):
                while True:
                    await table.hear()


def hello_refused_with(server: Running, table: str, cookie: str) -> int:
    """Say hello until it is refused; gives what the socket is closed with."""
    for _ in range(50):
        with closing(open_socket(server, table, cookie)) as line:
            line.settimeout(5)
            line.sendall(b"\x81\x90\x00\x00\x00\x00" + b'{"type":"hello"}')
            heard = b""
            while piece := line.recv(4096):
                heard += piece
                if b"too-fast" in heard and (at := heard.find(b"\x88\x02")) >= 0:
                    return int.from_bytes(heard[at + 2 : at + 4], "big")
                if b'"type":"table"' in heard:
                    break
    return 0


@pytest.mark.parametrize("body", [
    b'{"name": "\xff\xfe"}', b"[" * 8000 + b"]" * 8000, b'{"name":' + b"[" * 4000, b"\xff", b"", b"null",
], ids=["no text", "deep", "open", "byte", "nothing", "null"])
def test_bodies_that_are_no_text_or_too_deep_are_malformed(server: Running, body: bytes) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)) as line:
        line.request("PUT", "/api/me", body, {"x-ochaya": "1", "content-type": "application/json"})
        with line.getresponse() as answer:
            assert (answer.status, json.loads(answer.read())["key"]) == (400, "malformed")
