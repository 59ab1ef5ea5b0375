"""The past: finished matches outlive their rules, old ones are cleared away, and a long past delays no start."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any
from urllib.request import Request, urlopen

import pytest

from ochaya.client import Client, ServerSaysNo
from tests.server.deals import faults_of
from tests.server.running import Running, in_loop, play_random, wait_until

pytestmark = pytest.mark.xdist_group("server")


def change(server: Running, statement: str, *values: Any) -> int:
    """Change a stopped server's database."""
    with closing(sqlite3.connect(server.data / "ochaya.db")) as database:
        changed = database.execute(statement, values).rowcount
        database.commit()
        return changed


def asked(server: Running, question: str, *values: Any) -> list[Any]:
    with closing(sqlite3.connect(server.data / "ochaya.db")) as database:
        return database.execute(question, values).fetchall()


async def finished(server: Running) -> tuple[Client, str, Any, Any]:
    """Play a match to its end; gives who played, the table, its replay and its first pictures."""
    client = server.client("Ann")
    laid = await client.new_table("hanamikoji", [{"kind": "me"}, {"kind": "bot", "level": "novice"}])
    async with client.sit(laid["id"]) as table:
        await play_random(table, random.Random(9))
    replay = await client.get(f"/api/tables/{laid['id']}/replay")
    return client, laid["id"], replay, await client.get(f"/api/tables/{laid['id']}/replay/views?first=0&count=64")


@in_loop
async def test_a_finished_match_outlives_its_rules_and_an_unfinished_one_ends_with_a_word(
    start: Callable[..., Running]
) -> None:
    server = start()
    client, over, replay, views = await finished(server)
    going_on = (await client.play_now("hanamikoji"))["id"]
    wait_until(lambda: asked(server, "SELECT is_kept FROM matches WHERE id = ?", over) == [(1,)])
    record = await client.get(f"/api/tables/{over}/record")
    server.stop()
    assert change(server, "UPDATE matches SET game_version = 99, options = '{\"gone\": \"yes\"}'") == 2
    start(port=server.port)
    again = await client.get(f"/api/tables/{over}/replay")
    assert again["steps"] == replay["steps"]
    assert again["table"]["result"] == replay["table"]["result"]
    assert await client.get(f"/api/tables/{over}/replay/views?first=0&count=64") == views
    part = await client.get(f"/api/tables/{over}/replay/views?first=3&count=5")
    assert part == {"first": 3, "views": views["views"][3:8]}
    assert await client.get(f"/api/tables/{over}/record") == record
    assert faults_of(await client.get(f"/api/tables/{over}/deal")) == []
    ended = await client.get(f"/api/tables/{going_on}")
    assert (ended["status"], ended["result"]["reason"]) == ("over", "outdated")
    with pytest.raises(ServerSaysNo, match="outdated"):
        async with client.sit(going_on):
            pass
    with pytest.raises(ServerSaysNo, match="not-kept"):
        await client.get(f"/api/tables/{going_on}/replay")
    lists = await client.get("/api/tables")
    assert {line["id"] for line in lists["finished"]} == {over, going_on}
    assert lists["mine"] == []


@in_loop
async def test_pictures_are_given_in_compressed_pages_and_nobody_waits_for_them(start: Callable[..., Running]) -> None:
    server = start()
    client, over, replay, views = await finished(server)
    address = f"{server.address}/api/tables/{over}/replay/views?first=0&count=64"

    def fetch() -> tuple[int, Any]:
        with urlopen(Request(address, headers={"accept-encoding": "gzip"})) as answer:
            data = answer.read()
            return len(data), json.loads(gzip.decompress(data))

    size, got = await asyncio.to_thread(fetch)
    assert got == views
    assert size < len(json.dumps(views)) / 4
    last = await client.get(f"/api/tables/{over}/replay/views?first=100000&count=64")
    assert last["first"] <= replay["length"]
    tail = await client.get(f"/api/tables/{over}/replay/views?first={replay['length']}&count=2")
    assert (tail["first"], len(tail["views"])) == (replay["length"], 1)


@in_loop
async def test_damaged_pages_are_made_again(start: Callable[..., Running]) -> None:
    server = start()
    client, over, replay, views = await finished(server)
    wait_until(lambda: asked(server, "SELECT is_kept FROM matches WHERE id = ?", over) == [(1,)])
    server.stop()
    assert change(server, "UPDATE pages SET page = x'1f8b00112233'") >= 2
    start(port=server.port)
    assert (await client.get(f"/api/tables/{over}/replay"))["steps"] == replay["steps"]
    assert await client.get(f"/api/tables/{over}/replay/views?first=0&count=64") == views


@in_loop
async def test_what_is_too_old_is_cleared_away_and_nothing_else(start: Callable[..., Running]) -> None:
    server = start()
    client, over, _, _ = await finished(server)
    old, fresh, waiting, slow = [
        (await client.new_table("_template", [{"kind": "me"}, {"kind": other}]))["id"]
        for other in ("me", "me", "open", "me")
    ]
    server.stop()
    day = 86400
    now = time.time()
    for table, days in ((old, 91), (over, 366), (waiting, 8), (slow, 91)):
        change(server, "UPDATE matches SET changed_at = ? WHERE id = ?", now - days * day, table)
        if table != slow:
            change(server, "UPDATE entries SET at = ? WHERE table_id = ?", now - days * day, table)
    start(port=server.port, sweep_seconds=0.2)
    wait_until(lambda: {row[0] for row in asked(server, "SELECT id FROM matches")} == {fresh, slow})
    assert not asked(server, "SELECT 1 FROM entries WHERE table_id IN (?, ?, ?)", old, over, waiting)
    assert not asked(server, "SELECT 1 FROM pages")
    assert (await client.get(f"/api/tables/{slow}"))["status"] == "playing", "somebody has acted at it since"


@in_loop
async def test_the_house_listens_at_once_however_many_tables_wait(start: Callable[..., Running]) -> None:
    server = start()
    client = server.client()
    laid = (await client.new_table("hanamikoji", [{"kind": "me"}, {"kind": "me"}], clock={
        "kind": "match", "seconds": 100}))["id"]
    async with client.sit(laid, seat=0) as table:
        del table
    server.stop()
    with closing(sqlite3.connect(server.data / "ochaya.db")) as database:
        names = [row[1] for row in database.execute("PRAGMA table_info(matches)")]
        fresh = "printf('%06d', n) || substr(id, 7)"
        values = ", ".join({"id": fresh, "invite": "printf('%06d', n) || substr(invite, 7)",
                            "watch": "printf('%06d', n) || substr(watch, 7)"}.get(name, name) for name in names)
        numbers = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20000)"
        database.execute(f"INSERT INTO matches ({', '.join(names)}) {numbers} SELECT {values} FROM matches, c")
        database.execute(
            "INSERT INTO seats (table_id, seat, kind, guest, name, level, is_put_away) "
            f"{numbers} SELECT printf('%06d', n) || substr(table_id, 7), seat, kind, guest, name, level, 0 "
            "FROM seats, c")
        database.execute(
            "INSERT INTO entries (table_id, version, kind, actor, action, data, at, digest) "
            f"{numbers} SELECT printf('%06d', n) || substr(table_id, 7), version, kind, actor, action, data, at, "
            "digest FROM entries, c WHERE n < 100")
        database.commit()
    begun = time.monotonic()
    server = start(port=server.port)
    assert time.monotonic() - begun < 5
    shown = await client.get(f"/api/tables/000042{laid[6:]}")
    assert shown["status"] == "playing"
