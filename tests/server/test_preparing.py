"""The first time on a machine: a game that is asked for is compiled next, and its table opens by itself."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ochaya.client import Client, ServerSaysNo
from tests.server.running import Running, hear_until, in_loop, play_random, wait_until

pytestmark = pytest.mark.xdist_group("server")


async def is_ready(client: Client, game: str) -> bool:
    house = await client.get("/api/house")
    return bool(next(one["ready"] for one in house["games"] if one["name"] == game))


@in_loop
async def test_a_table_is_laid_at_once_and_opens_by_itself_when_its_game_is_ready(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    server = start(ready=["hanamikoji"], compiled_once=str(tmp_path))
    async with server.client() as client, server.client() as other:
        assert (await other.play_now("hanamikoji"))["preparing"] is None
        assert await is_ready(client, "hanamikoji")
        assert not await is_ready(client, "_template")
        laid = await client.play_now("_template")
        assert (laid["status"], laid["preparing"]["stage"]) == ("open", "rules")
        async with client.sit(laid["id"]) as table:
            assert table.view is None
            with pytest.raises(ServerSaysNo, match="busy"):
                await table.ask({"type": "resign"})
            seen: list[float] = []
            while len(set(seen)) < 3:
                seen.append((await table.until("room"))["preparing"]["progress"])
            assert seen == sorted(seen)
            assert all(0 <= progress < 1 for progress in seen)
            (tmp_path / "_template-rules").touch()
            await hear_until(table, lambda: table.table["status"] == "playing")
            assert table.table["preparing"] is None
            assert not await table.wait_for_turn()
            await table.act(table.legal[0])
        assert await is_ready(client, "_template")


@in_loop
async def test_what_is_asked_for_is_compiled_before_what_nobody_waits_for(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    server = start(ready=[], compiled_once=str(tmp_path))
    wait_until(lambda: list(tmp_path.glob("*-begun")))
    assert not (tmp_path / "_template-rules-begun").exists(), "it is the last one"
    async with server.client() as client:
        laid = await client.play_now("_template")
        await asyncio.to_thread(wait_until, (tmp_path / "_template-rules-begun").exists)
        (tmp_path / "_template-rules").touch()
        async with client.sit(laid["id"]) as table:
            await hear_until(table, lambda: table.table["status"] == "playing")
        assert not await is_ready(client, "hanamikoji")


@in_loop
async def test_bots_are_waited_for_when_it_is_their_turn(start: Callable[..., Running], tmp_path: Path) -> None:
    server = start(ready=["_template"], compiled_once=str(tmp_path), bots=1, warm_bots=True, pace=0.05)
    async with server.client() as client:
        seats: list[Any] = [{"kind": "bot", "level": "novice"}, {"kind": "me"}]
        laid = await client.new_table("_template", seats)
        assert (laid["status"], laid["preparing"]["stage"]) == ("playing", "bots")
        async with client.sit(laid["id"]) as table:
            await table.until("room")
            assert table.table["actor"] == 0
            (tmp_path / "_template-search").touch()
            (tmp_path / "_template-glance").touch()
            assert not await table.wait_for_turn()
            await hear_until(table, lambda: table.table["preparing"] is None)


@in_loop
async def test_matches_go_on_and_replays_are_shown_once_their_game_is_ready_again(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    server = start()
    async with server.client() as client:
        finished, going_on = await client.play_now("_template"), await client.play_now("_template")
        async with client.sit(finished["id"]) as table:
            await play_random(table, random.Random(1))
        async with client.sit(going_on["id"]) as table:
            assert not await table.wait_for_turn()
            view, legal = table.view, table.legal
        await asyncio.to_thread(server.stop)
        start(ready=[], compiled_once=str(tmp_path), port=server.port)
        lists = await client.get("/api/tables")
        assert [line["id"] for line in lists["mine"]] == [going_on["id"]]
        assert [line["id"] for line in lists["finished"]] == [finished["id"]]
        replay = asyncio.create_task(client.get(f"/api/tables/{finished['id']}/replay"))
        async with client.sit(going_on["id"]) as table:
            assert (table.table["status"], table.view, table.legal) == ("playing", None, [])
            with pytest.raises(ServerSaysNo, match="busy"):
                await table.act(legal[0])
            assert not replay.done()
            (tmp_path / "_template-rules").touch()
            assert not await table.wait_for_turn()
            assert (table.view, table.legal) == (view, legal)
            await table.act(legal[0])
        assert (await replay)["length"] > 0
