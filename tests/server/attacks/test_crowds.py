"""Attacks by numbers: tables by the dozen, rematches without end, lines of log."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress

import pytest

from ochaya.client import ServerSaysNo
from tests.server.running import Running, in_loop

pytestmark = pytest.mark.xdist_group("server")

@in_loop
async def test_resigning_and_asking_for_a_rematch_lays_no_more_tables_than_allowed(
    start: Callable[..., Running]
) -> None:
    server = start(limits=True)
    async with server.client() as client:
        table_id, laid, refused = (await client.play_now("_template"))["id"], 0, ""
        while not refused:
            async with client.sit(table_id) as table:
                await table.ask({"type": "resign"})
                try:
                    await table.ask({"type": "ask", "kind": "rematch"})
                except ServerSaysNo as no:
                    refused = no.key
            table_id, laid = (await client.get(f"/api/tables/{table_id}"))["next_table"], laid + 1
        assert refused == "too-fast"
        assert laid < 25


@in_loop
async def test_many_tables_of_one_guest_or_address_push_nobody_out_of_the_lobby(start: Callable[..., Running]) -> None:
    server = start()
    async with AsyncExitStack() as stack:
        ann, eve, bob = [await stack.enter_async_context(server.client(name)) for name in ("Ann", "Eve", "Bob")]
        seats = [{"kind": "me"}, {"kind": "open"}]
        real = (await ann.new_table("_template", seats, is_public=True))["id"]
        for _ in range(60):
            await eve.new_table("_template", seats, is_public=True)
        shown = [line["id"] for line in (await bob.get("/api/tables"))["open"]]
        assert real in shown
        assert len(shown) == 3
    server.stop()
    strict = start(limits=True)
    keys = set()
    for _ in range(40):
        try:
            await strict.client().new_table("_template", seats, is_public=True)
        except ServerSaysNo as no:
            keys.add(no.key)
    assert keys == {"too-fast"}
    assert len((await strict.client().get("/api/tables"))["open"]) < 25


def test_a_flood_of_complaints_fills_no_disk(start: Callable[..., Running]) -> None:
    server = start()
    for _ in range(1500):
        with suppress(OSError), socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
            line.sendall(b"\x16\x03\x01 this is no HTTP\r\n\r\n")
    server.wait_until_well()
    told = server.log.read_text()
    assert len(told) < 60_000
    assert all(json.loads(line)["event"] for line in told.splitlines()), "every line is one of ours"


def test_no_file_descriptor_left_is_no_flood_of_log_lines(start: Callable[..., Running]) -> None:
    server = start(open_files=280)
    lines = []
    for _ in range(400):
        with suppress(OSError):
            lines.append(socket.create_connection(("127.0.0.1", server.port), timeout=2))
    time.sleep(1.5)  # asyncio tries again once a second
    for line in lines:
        line.close()
    server.wait_until_well()
    assert len(server.log.read_text()) < 100_000
