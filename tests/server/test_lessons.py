"""Lessons: ordinary friendly tables against novices on a deal that is the same for everybody, and said to be so."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from ochaya.client import Table
from ochaya.games import shown_names
from tests.server.deals import faults_of
from tests.server.running import Running, in_loop, two_people

pytestmark = pytest.mark.xdist_group("server")


async def opening(server: Running, name: str, **form: object) -> tuple[Table, dict[str, object]]:
    async with server.client(name) as client:
        laid = await client.post("/api/play", {"game": "hanamikoji", "level": "master", **form})
        async with client.sit(laid["id"]) as table:
            return table, laid


@pytest.mark.parametrize("game", shown_names())
@in_loop
async def test_the_learner_begins_every_lesson(server: Running, game: str) -> None:
    table, _ = await opening(server, "Ann", game=game, lesson=True)
    assert table.legal
    assert [step["actor"] for step in table.steps if step["actor"] != "chance"] == []


@in_loop
async def test_a_lesson_is_dealt_the_same_to_everybody_against_novices(server: Running) -> None:
    (one, laid), (two, _) = await opening(server, "Ann", lesson=True), await opening(server, "Bob", lesson=True)
    assert laid["lesson"] is True
    assert laid["is_friendly"] is True
    assert one.view == two.view
    assert one.you["seat"] == two.you["seat"] == 0
    assert [seat["level"] for seat in one.table["seats"]] == [None, "novice"]
    usual, laid = await opening(server, "Ann")
    assert laid["lesson"] is False
    assert usual.table["commitment"] != one.table["commitment"]


@in_loop
async def test_a_lesson_takes_options_and_its_deal_is_said_to_be_one(server: Running) -> None:
    async with server.client("Ann") as ann:
        laid = await ann.post("/api/play", {"game": "hanamikoji", "lesson": True, "options": {"rounds": "none"}})
        assert laid["options"]["rounds"] == "none"
        async with ann.sit(laid["id"]) as table:
            await table.ask({"type": "resign"})
            deal = await ann.get(f"/api/tables/{laid['id']}/deal")
            assert (deal["lesson"], deal["version"], faults_of(deal)) == (True, 1, [])
            await table.ask({"type": "ask", "kind": "rematch"})
            again = await ann.get(f"/api/tables/{table.table['next_table']}")
            assert again["lesson"] is False
            assert again["commitment"] != laid["commitment"]


@in_loop
async def test_an_ordinary_deal_is_made_by_both_sides(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, _, table_id = await two_people(server, stack)
        async with ann.sit(table_id) as table:
            await table.ask({"type": "resign"})
        deal = await ann.get(f"/api/tables/{table_id}/deal")
        assert (deal["lesson"], deal["version"], faults_of(deal)) == (False, 2, [])
