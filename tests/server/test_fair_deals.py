"""Deals by both sides: the house promises its key first, devices add to it, and whoever changes anything is caught."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from ochaya.client import Client, ServerSaysNo
from ochaya.core import dealing
from ochaya.core.record_text import read_match
from ochaya.games import game as find_game
from ochaya.server import moments
from ochaya.server.match import promises
from ochaya.server.refusal import Refused
from tests.server.deals import faults_of
from tests.server.running import Running, in_loop, play_random

pytestmark = pytest.mark.xdist_group("server")
GAME = "_template"


def contribution() -> str:
    return secrets.token_hex(32)


async def lay(client: Client, path: str = "/api/play", **form: Any) -> tuple[dict[str, Any], str, str]:
    """Lay a table as the browser does: gives it with the commitment held before, and what the device sent."""
    promise, sent = (await client.get("/api/me"))["promise"], contribution()
    laid = await client.post(path, {"game": GAME, "promise": promise["number"], "contribution": sent, **form})
    return laid, promise["commitment"], sent


async def resigned(client: Client, table_id: str) -> dict[str, Any]:
    async with client.sit(table_id) as table:
        await table.ask({"type": "resign"})
    deal: dict[str, Any] = await client.get(f"/api/tables/{table_id}/deal")
    return deal


@in_loop
async def test_play_now_keeps_the_promise_in_one_request(server: Running) -> None:
    async with server.client("Ann") as ann:
        laid, promised, sent = await lay(ann)
        assert laid["status"] == "playing"
        assert laid["commitment"] == promised
        async with ann.sit(laid["id"]) as table:
            await play_random(table, random.Random(1))
        deal = await ann.get(f"/api/tables/{laid['id']}/deal")
        assert deal["contributions"] == [sent, *[None] * (len(laid["seats"]) - 1)]
        assert faults_of(deal, promised, {0: sent}) == []
        mine = next(seat["seat"] for seat in laid["seats"] if seat["is_yours"])
        assert deal["seating"][0] == mine
        replay = await ann.get(f"/api/tables/{laid['id']}/replay")
        chances = [(step["step"], step["action"]["id"]) for step in replay["steps"] if step["actor"] == "chance"]
        assert [(one["step"], one["taken"]) for one in deal["draws"]] == chances
        record = read_match(await ann.get(f"/api/tables/{laid['id']}/record"), find_game)
        assert record.luck
        assert record.differing_outcome(record.luck.deal_key) is None
        assert record.is_seated_by_lot()


@in_loop
async def test_seats_are_drawn_from_the_luck(server: Running) -> None:
    async with server.client("Ann") as ann:
        seats = set()
        for _ in range(20):
            laid, _, _ = await lay(ann)
            seats.add(next(seat["seat"] for seat in laid["seats"] if seat["is_yours"]))
        assert seats == {0, 1}


@in_loop
async def test_parts_of_friends_survive_a_restart(start: Callable[..., Running], tmp_path: Path) -> None:
    running = start()
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(running.client("Ann"))
        bob = await stack.enter_async_context(running.client("Bob"))
        seats = [{"kind": "open"}, {"kind": "me"}]
        laid, promised, of_ann = await lay(ann, "/api/tables", seats=seats, shuffle_seats=True, is_public=True)
        lines = (await bob.get("/api/tables"))["open"]
        assert next(line["commitment"] for line in lines if line["id"] == laid["id"]) == promised
        of_bob = contribution()
        shown = await bob.post(f"/api/tables/{laid['id']}/join", {"contribution": of_bob})
        assert shown["status"] == "playing"
        running.stop()
        again = start(data=tmp_path / "data", port=running.port)
        deal = await resigned(ann, laid["id"])
        assert deal["contributions"] == [of_bob, of_ann]
        assert faults_of(deal, promised, {0: of_bob, 1: of_ann}) == []
        after = await ann.get(f"/api/tables/{laid['id']}")
        assert [seat["name"] for seat in after["seats"]] == [["Bob", "Ann"][deal["seating"].index(n)] for n in (0, 1)]
        again.stop()


@in_loop
async def test_who_stands_up_takes_their_part_away(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, bob, eve = [await stack.enter_async_context(server.client(name)) for name in ("Ann", "Bob", "Eve")]
        seats, options = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], {"players": "3"}
        laid, promised, of_ann = await lay(ann, "/api/tables", seats=seats, options=options, is_public=True)
        join = f"/api/tables/{laid['id']}/join"
        await bob.post(join, {"contribution": contribution()})
        await bob.post(f"/api/tables/{laid['id']}/leave")
        await eve.post(join, {})
        links = await ann.links(laid["id"])
        of_bob = contribution()
        assert (await bob.post(f"/api/links/{links['invite']}", {"contribution": of_bob}))["seats"] == [2]
        tables = [await stack.enter_async_context(one.sit(laid["id"])) for one in (ann, eve, bob)]
        await asyncio.gather(*(play_random(table, random.Random(1)) for table in tables))
        deal = await ann.get(f"/api/tables/{laid['id']}/deal")
        assert deal["contributions"] == [of_ann, None, of_bob], "the house adds for a device that sent nothing"
        assert deal["seating"] == "laid"
        assert "\nseating laid\n" in await ann.get(f"/api/tables/{laid['id']}/record")
        assert faults_of(deal, promised, {0: of_ann, 2: of_bob}) == []


@in_loop
async def test_a_promise_is_good_once_and_for_its_guest(server: Running) -> None:
    async with server.client("Ann") as ann, server.client("Bob") as bob:
        promise = (await ann.get("/api/me"))["promise"]
        form = {"game": GAME, "promise": promise["number"], "contribution": contribution()}
        laid = await ann.post("/api/play", form)
        with pytest.raises(ServerSaysNo, match="promise-used"):
            await ann.post("/api/play", form)
        with pytest.raises(ServerSaysNo, match="promise-used"):
            await ann.post("/api/play", {**form, "promise": "0" * 40})
        with pytest.raises(ServerSaysNo, match="malformed"):
            await ann.post("/api/play", {**form, "contribution": "zz"})
        other = (await ann.get("/api/me"))["promise"]
        taken = await bob.post("/api/play", {**form, "promise": other["number"]})
        assert laid["commitment"] == promise["commitment"]
        assert taken["commitment"] not in (promise["commitment"], other["commitment"])


@in_loop
async def test_a_rematch_is_promised_before_anybody_adds_to_it(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, bob = [await stack.enter_async_context(server.client(name)) for name in ("Ann", "Bob")]
        laid, _, _ = await lay(ann, "/api/tables", seats=[{"kind": "me"}, {"kind": "open"}], is_public=True)
        assert laid["rematch_commitment"] is None
        await bob.post(f"/api/tables/{laid['id']}/join", {})
        at_ann = await stack.enter_async_context(ann.sit(laid["id"]))
        at_bob = await stack.enter_async_context(bob.sit(laid["id"]))
        await at_ann.ask({"type": "resign"})
        promised = (await ann.get(f"/api/tables/{laid['id']}"))["rematch_commitment"]
        of_ann, of_bob = contribution(), contribution()
        await at_ann.ask({"type": "ask", "kind": "rematch", "contribution": of_ann})
        await at_bob.ask({"type": "answer", "kind": "rematch", "agree": True, "contribution": of_bob})
        following = (await bob.get(f"/api/tables/{laid['id']}"))["next_table"]
        deal = await resigned(bob, following)
        assert faults_of(deal, promised, {0: of_bob, 1: of_ann}) == []


# -- a house that cheats: each trick as the device finds it ----------------------------------------------------------


def honest() -> tuple[dict[str, Any], str, str]:
    """Give a deal as `…/deal` gives it, what was promised and what the device in the first chair sent."""
    key, sent = dealing.key_from_seed("house"), dealing.key_from_seed("device").hex()
    luck = dealing.Luck(key, (bytes.fromhex(sent), None, None))
    odds = [([3, 5, 9], [1, 2, 4]), ([3, 5, 9, 12], [1, 1, 4, 4])] * 10
    draws = [
        {"step": number, "outcomes": outcomes, "weights": weights,
         "taken": dealing.draw(luck.deal_key, number, outcomes, weights)}
        for number, (outcomes, weights) in enumerate(odds)
    ]
    deal = {
        "version": 2, "lesson": False, "commitment": luck.commitment, "key": key.hex(),
        "contributions": [sent, None, None], "seating": luck.seating(), "draws": draws,
    }
    return deal, luck.commitment, sent


def dealt_anew(deal: dict[str, Any], key: bytes, contributions: list[str | None]) -> dict[str, Any]:
    """Make a deal that is right in itself of another key or other contributions."""
    luck = dealing.Luck(key, tuple(bytes.fromhex(one) if one else None for one in contributions))
    draws = [
        {**one, "taken": dealing.draw(luck.deal_key, number, one["outcomes"], one["weights"])}
        for number, one in enumerate(deal["draws"])
    ]
    return {**deal, "key": key.hex(), "commitment": luck.commitment, "contributions": contributions,
            "seating": luck.seating(), "draws": draws}


def test_an_honest_deal_has_no_fault() -> None:
    assert faults_of(honest()[0], honest()[1], {0: honest()[2]}) == []


def test_a_house_that_tries_keys_is_found_out_by_the_promise() -> None:
    deal, promised, sent = honest()
    tried = [dealt_anew(deal, dealing.key_from_seed(str(n)), deal["contributions"]) for n in range(200)]
    best = max(tried, key=lambda one: sum(draw["taken"] == 3 for draw in one["draws"]))
    assert faults_of(best) == [], "in itself it is a good deal"
    assert faults_of(best, promised, {0: sent}) == ["commitment"]
    assert faults_of({**best, "commitment": promised}, promised, {0: sent}) == ["key"]


def test_a_changed_contribution_is_found_out_by_the_device_that_sent_it() -> None:
    deal, promised, sent = honest()
    cheats: list[list[str | None]] = [[contribution(), None, None], [None, None, None], [None, sent, None]]
    for others in cheats:
        changed = dealt_anew(deal, bytes.fromhex(deal["key"]), others)
        assert faults_of(changed) == []
        assert faults_of(changed, promised, {0: sent}) == ["contribution"]


def test_the_house_cannot_choose_what_it_adds_for_bots() -> None:
    """A house that sees the device's part first has nothing left to try: its own parts follow from its key."""
    deal, promised, sent = honest()
    key = bytes.fromhex(deal["key"])
    assert dealt_anew(deal, key, [sent, None, None]) == deal
    invented = dealt_anew(deal, key, [sent, contribution(), None])
    assert invented["draws"] != deal["draws"]
    assert faults_of(invented, promised, {0: sent, 1: None, 2: None}) == ["contribution"], "no device was in that chair"


def test_a_swapped_draw_and_a_chosen_seat_are_found_out() -> None:
    deal, promised, sent = honest()
    first, *others = deal["draws"]
    swapped = {**first, "taken": next(one for one in first["outcomes"] if one != first["taken"])}
    assert faults_of({**deal, "draws": [swapped, *others]}, promised, {0: sent}) == ["draw"]
    assert faults_of({**deal, "seating": [*reversed(deal["seating"])]}, promised, {0: sent}) == ["seating"]
    assert faults_of({**deal, "seating": None}, promised, {0: sent}) == ["seating"]


def test_a_promise_cannot_be_used_once_its_table_may_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = promises.Promises("s" * 43, 365.0)
    promise = mine.new("ann")
    assert dealing.commitment(mine.key("ann", promise.number)) == promise.commitment
    now = moments.now()
    monkeypatch.setattr(moments, "now", lambda: now + promises.DAY + 60)
    with pytest.raises(Refused, match="promise-used"):
        mine.key("ann", promise.number)
