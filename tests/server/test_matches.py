"""Two people and a spectator play whole matches of every game over real sockets."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest

from ochaya.client import Client
from ochaya.core.record_text import read_match
from ochaya.games import NAMES
from ochaya.games import game as find_game
from tests.server.deals import faults_of
from tests.server.running import Running, in_loop, play_random

pytestmark = pytest.mark.xdist_group("server")

SETUPS = [(name, next(iter(find_game(name).setups))) for name in NAMES]
"""The first set-up of every game; test_leaks.py plays them all."""


@pytest.mark.parametrize(("name", "setup"), SETUPS, ids=[f"{name}-{setup}" for name, setup in SETUPS])
@in_loop
async def test_people_and_a_spectator_play_a_whole_match(server: Running, name: str, setup: str) -> None:
    game = find_game(name)
    options = game.complete(game.setups[setup])
    seats = game.seats(options)
    rng = random.Random(name + setup)
    async with AsyncExitStack() as stack:
        people: list[Client] = [await stack.enter_async_context(server.client(f"P{n}")) for n in range(seats)]
        choices: list[dict[str, Any]] = [{"kind": "me"}, *({"kind": "open"} for _ in range(seats - 1))]
        laid = await people[0].new_table(name, choices, options=dict(options))
        links = await people[0].links(laid["id"])
        for person in people[1:]:
            assert (await person.post(f"/api/links/{links['invite']}"))["kind"] == "invite"
        watcher = await stack.enter_async_context(
            Client(server.address).sit(laid["id"], link=links["watch"]))
        tables = [await stack.enter_async_context(person.sit(laid["id"])) for person in people]

        async def watch() -> None:
            while not watcher.is_over:
                await watcher.hear()

        acted = await asyncio.gather(*(play_random(table, rng) for table in tables), watch())
        assert sum(one or 0 for one in acted) > 0
        everybody = [*tables, watcher]
        assert len({table.version for table in everybody}) == 1
        assert all(table.table["result"] == tables[0].table["result"] for table in everybody)
        assert all(table.table["key"] for table in everybody)
        assert all(table.legal == [] for table in everybody)
        assert [table.you["seat"] for table in everybody] == [*range(seats), None]

        record = read_match(await people[0].get(f"/api/tables/{laid['id']}/record"), find_game)
        assert record.is_over
        assert record.luck
        assert record.luck.house_key.hex() == tables[0].table["key"]
        assert record.differing_outcome(record.luck.deal_key) is None
        assert record.commitment == laid["commitment"], "the commitment was shown before the first deal"
        assert [step["step"] for step in watcher.steps if step["step"] is not None][-1] == len(record.steps) - 1
        assert faults_of(await people[0].get(f"/api/tables/{laid['id']}/deal")) == []
        replay = await Client(server.address).get(f"/api/tables/{laid['id']}/replay")
        assert replay["length"] == len(record.steps)
        views = await people[0].get(f"/api/tables/{laid['id']}/replay/views?first={replay['length']}&count=5")
        assert len(views["views"]) == 1
        assert views["views"][0]["result"]["shares"] == tables[0].table["result"]["shares"]


@in_loop
async def test_play_now_is_one_request_and_bots_answer(server: Running) -> None:
    async with server.client() as client:
        laid = await client.play_now("hanamikoji", level="novice")
        assert laid["status"] == "playing"
        assert sorted(seat["kind"] for seat in laid["seats"]) == ["bot", "person"]
        async with client.sit(laid["id"]) as table:
            await play_random(table, random.Random(1))
            assert table.table["result"]["reason"] == "played"
        lists = await client.get("/api/tables")
        assert [line["id"] for line in lists["finished"]] == [laid["id"]]


@in_loop
async def test_several_people_and_bots_share_a_table(server: Running) -> None:
    wanted = next(
        (name, options) for name in NAMES for options in find_game(name).setups.values()
        if find_game(name).seats(find_game(name).complete(options)) > 2
    )
    name, options = wanted
    seats = find_game(name).seats(find_game(name).complete(options))
    async with server.client("Ann") as ann, server.client("Bob") as bob:
        bots = [{"kind": "bot", "level": "novice"}] * (seats - 2)
        choices = [{"kind": "me"}, {"kind": "open"}, *bots]
        laid = await ann.new_table(name, choices, options=dict(options), is_public=True)
        await bob.join(laid["id"])
        async with ann.sit(laid["id"]) as first, bob.sit(laid["id"]) as second:
            rng = random.Random(5)
            await asyncio.gather(play_random(first, rng), play_random(second, rng))
            assert first.table["result"] == second.table["result"]
