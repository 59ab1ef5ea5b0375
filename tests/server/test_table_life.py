"""Life at a table: takeback, draw, resignation, rematch, chat, leavers, clocks, hot-seat, links, hints, review."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from ochaya.client import Client, ServerSaysNo, Table
from tests.server.running import (
    Running,
    hear_all,
    hear_until,
    in_loop,
    metric,
    play_random,
    two_people,
    wait_until,
)

pytestmark = pytest.mark.xdist_group("server")


async def seated(stack: AsyncExitStack, server: Running, **more: Any) -> tuple[Table, Table]:
    """Seat two people and give the one whose turn it is first."""
    ann, bob, table_id = await two_people(server, stack, **more)
    tables = [await stack.enter_async_context(person.sit(table_id)) for person in (ann, bob)]
    tables.sort(key=lambda table: not table.legal)
    return tables[0], tables[1]


def gift(table: Table) -> dict[str, Any]:
    """Choose an action that stops at the other player's answer, before anything is drawn.

    Three cards of one kind leave nothing to choose: nobody is asked, and the match goes on.
    """
    return next(action for action in table.legal if action["kind"] == "gift" and len(set(action["cards"])) > 1)


@in_loop
async def test_takeback_needs_the_others_consent_and_deals_the_same_again(server: Running) -> None:
    async with AsyncExitStack() as stack:
        actor, other = await seated(stack, server)
        view, legal = actor.view, actor.legal
        assert not actor.you["can_takeback"]
        await actor.act(gift(actor))
        assert actor.you["can_takeback"]
        await actor.ask({"type": "ask", "kind": "takeback"})
        await hear_until(other, lambda: any(m["type"] == "room" and m["offers"] for m in other.heard))
        assert await refused(actor, {"type": "ask", "kind": "takeback"}) == "already-asked"
        assert await refused(actor, {"type": "answer", "kind": "takeback", "agree": True}) == "already-asked"
        await other.ask({"type": "answer", "kind": "takeback", "agree": False})
        assert await refused(other, {"type": "answer", "kind": "takeback", "agree": True}) == "nothing-asked"
        version = actor.version
        await actor.ask({"type": "ask", "kind": "takeback"})
        await hear_until(other, lambda: other.heard[-1].get("offers"))
        await other.ask({"type": "answer", "kind": "takeback", "agree": True})
        await hear_until(actor, lambda: actor.version == version + 1)
        assert actor.view == view
        assert actor.legal == legal
        assert [step["events"][0]["kind"] for step in actor.steps if step["actor"] == "table"] == ["table.takeback"]
        secret = next(action for action in actor.legal if action["kind"] == "secret")
        await actor.act(secret)
        await hear_until(other, lambda: other.legal)
        drawn = other.view["seats"][other.you["seat"]]["hand"]
        await actor.ask({"type": "ask", "kind": "takeback"})
        await other.ask({"type": "answer", "kind": "takeback", "agree": True})
        await hear_until(actor, lambda: actor.legal)
        await actor.act(secret["id"])
        await hear_until(other, lambda: other.legal)
        assert other.view["seats"][other.you["seat"]]["hand"] == drawn, "the same card is drawn again"


async def refused(table: Table, message: dict[str, Any]) -> str:
    with pytest.raises(ServerSaysNo) as no:
        await table.ask(message)
    return no.value.key


@in_loop
async def test_nothing_is_taken_back_past_something_revealed(server: Running) -> None:
    async with AsyncExitStack() as stack:
        actor, other = await seated(stack, server)
        await actor.act(gift(actor))
        await hear_until(other, lambda: other.legal)
        await other.act(other.legal[0])  # an answer tells nothing hidden; the card drawn next is hidden from the actor
        await hear_until(other, lambda: other.legal)
        await hear_until(actor, lambda: actor.version == other.version and actor.you["can_takeback"])
        shown = next(action for action in other.legal if action["kind"] == "competition")
        await other.act(shown)  # shows four cards of the hand
        await hear_until(actor, lambda: actor.legal)
        assert not actor.you["can_takeback"]
        assert await refused(actor, {"type": "ask", "kind": "takeback"}) == "no-takeback"


@in_loop
async def test_takeback_is_free_against_bots(start: Callable[..., Running]) -> None:
    server = start(pace=5.0)
    async with server.client() as client:
        laid = await client.play_now("hanamikoji", first="0")
        seat = next(seat["seat"] for seat in laid["seats"] if seat["is_yours"])
        laid = await client.play_now("hanamikoji", first=str(seat)) if seat else laid
        while not laid["seats"][int(laid["options"]["first"])]["is_yours"]:
            laid = await client.play_now("hanamikoji", first=laid["options"]["first"])
        async with client.sit(laid["id"]) as table:
            before = table.view
            await table.act(table.legal[0])
            await table.ask({"type": "ask", "kind": "takeback"})
            assert table.view == before


@in_loop
async def test_a_draw_is_agreed_and_ends_the_match(server: Running) -> None:
    async with AsyncExitStack() as stack:
        actor, other = await seated(stack, server)
        await other.ask({"type": "ask", "kind": "draw"})
        await actor.ask({"type": "ask", "kind": "draw"})  # asking the same is agreeing
        assert actor.table["result"] == {"shares": [0.5, 0.5], "reason": "agreed", "seat": None}
        bot = await Client(server.address).play_now("hanamikoji")
        assert bot["status"] == "playing"


@in_loop
async def test_a_rematch_turns_the_seats(server: Running) -> None:
    async with AsyncExitStack() as stack:
        actor, other = await seated(stack, server)
        names = [seat["name"] for seat in actor.table["seats"]]
        await other.ask({"type": "resign"})
        await hear_until(actor, lambda: actor.is_over)
        assert actor.table["result"]["shares"][actor.you["seat"]] == 1.0
        await actor.ask({"type": "ask", "kind": "rematch"})
        await other.ask({"type": "answer", "kind": "rematch", "agree": True})
        await hear_until(actor, lambda: actor.heard[-1].get("next_table"))
        shown = await Client(server.address).get(f"/api/tables/{actor.heard[-1]['next_table']}")
        assert shown["status"] == "playing"
        assert [seat["name"] for seat in shown["seats"]] == names[::-1]
        assert shown["commitment"] != actor.table["commitment"]


@in_loop
async def test_chat_reaches_everybody_cleaned_and_stays(server: Running) -> None:
    async with AsyncExitStack() as stack:
        actor, other = await seated(stack, server)
        said = "  <b>hi</b>\u202e  there\n\x07ü "
        await actor.ask({"type": "say", "text": said})
        await hear_until(other, lambda: any(m["type"] == "chat" for m in other.heard))
        line = next(m["line"] for m in other.heard if m["type"] == "chat")
        assert line["text"] == "<b>hi</b> there ü"
        assert line["seat"] == actor.you["seat"]
        await other.send({"type": "sync"})
        assert (await other.until("table"))["chat"] == [line]


@pytest.mark.parametrize("kind", ["hand_over", "claim"])
@in_loop
async def test_a_leavers_seat_can_be_given_to_a_bot_or_the_match_claimed(server: Running, kind: str) -> None:
    async with AsyncExitStack() as stack:
        actor, other = await seated(stack, server)
        late = actor.you["seat"]
        assert await refused(other, {"type": kind, "late": late}) == "not-late"
        await actor.close()
        await hear_until(other, lambda: other.table["seats"][late]["is_late"])
        assert await refused(other, {"type": kind, "late": other.you["seat"]}) == "not-late"
        await other.ask({"type": kind, "late": late})
        if kind == "hand_over":
            assert other.table["seats"][late]["kind"] == "bot"
            await play_random(other, random.Random(1))
            assert other.table["result"]["reason"] == "played"
        else:
            shares = [0.0, 1.0] if late == 0 else [1.0, 0.0]
            assert other.table["result"] == {"shares": shares, "reason": "late", "seat": late}


@in_loop
async def test_the_clock_runs_for_the_actor_and_makes_late(server: Running) -> None:
    async with AsyncExitStack() as stack:
        clock = {"kind": "match", "seconds": 2, "added": 1}
        actor, other = await seated(stack, server, clock=clock)
        seat = actor.you["seat"]
        await asyncio.sleep(0.6)
        ref = await actor.send({"type": "act", "version": actor.version, "action": gift(actor)["id"]})
        update = await actor.until("update")
        assert 2.0 < update["clocks"]["left"][seat] < 2.5, "what was used is gone, what is added is there"
        assert update["clocks"]["running"] == other.you["seat"]
        await actor.until("saved", ref=ref)
        await hear_until(actor, lambda: actor.table["seats"][other.you["seat"]]["is_late"])
        await actor.ask({"type": "claim", "late": other.you["seat"]})
        assert actor.table["result"]["reason"] == "late"


@in_loop
async def test_hot_seat_shows_one_seat_at_a_time_and_only_when_asked(server: Running) -> None:
    async with server.client() as client:
        seats = [{"kind": "me", "name": "Ala"}, {"kind": "me", "name": "Ola"}]
        laid = await client.new_table("hanamikoji", seats)
        assert [seat["name"] for seat in laid["seats"]] == ["Ala", "Ola"]
        async with client.sit(laid["id"]) as table:
            assert table.you["seats"] == [0, 1]
            assert table.you["seat"] is None
            assert table.legal == []
            assert all(seat["hand"] is None for seat in table.view["seats"])
            actor = table.view["actor"]
            assert await refused(table, {"type": "act", "version": table.version, "action": 20}) == "not-yours"
            await table.ask({"type": "look", "seat": 1 - actor}, "table")
            assert table.legal == []
            assert table.view["seats"][1 - actor]["hand"]
            assert table.view["seats"][actor]["hand"] is None
            while not table.is_over:
                actor = table.view["actor"]
                await table.ask({"type": "look", "seat": actor}, "table")
                assert table.view["seats"][1 - actor]["hand"] is None
                await table.act(random.choice(table.legal))
                assert table.view["viewer"] == actor, "the curtain stays until the next player asks"
                await table.ask({"type": "look", "seat": None}, "table")
                assert all(seat["hand"] is None for seat in table.view["seats"])


@in_loop
async def test_a_seat_is_carried_to_another_device_once(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, _, table_id = await two_people(server, stack)
        old = await stack.enter_async_context(ann.sit(table_id))
        with pytest.raises(ServerSaysNo, match="not-yours"):
            await ann.post(f"/api/tables/{table_id}/carry", {"seats": [1]})
        token = (await ann.post(f"/api/tables/{table_id}/carry", {}))["token"]
        phone = await stack.enter_async_context(server.client())
        assert (await phone.get(f"/api/links/{token}"))["kind"] == "carry"
        used = await phone.post(f"/api/links/{token}")
        assert used["seats"] == [0]
        with pytest.raises(ConnectionClosed):
            await hear_all(old, 5)
        with pytest.raises(ServerSaysNo, match="link-used"):
            await ann.post(f"/api/links/{token}")
        with pytest.raises((ServerSaysNo, ConnectionClosed)):
            async with ann.sit(table_id):
                pass
        new = await stack.enter_async_context(phone.sit(table_id))
        assert new.you["seats"] == [0]
        assert new.table["seats"][0]["name"] == "Ann"


@in_loop
async def test_lobby_lists_options_and_leaving(server: Running) -> None:
    async with server.client("Ann") as ann, server.client("Bob") as bob:
        house = await ann.get("/api/house")
        assert house["levels"] == ["novice", "apprentice", "adept", "master"]
        checked = await ann.post("/api/games/hanamikoji/check", {"options": {"rounds": "none"}})
        assert checked["seats"] == 2
        for wrong in ({"rounds": "77"}, {"colour": "red"}):
            with pytest.raises(ServerSaysNo, match="option-"):
                await ann.post("/api/games/hanamikoji/check", {"options": wrong})
        laid = await ann.new_table("hanamikoji", [{"kind": "me"}, {"kind": "open"}], is_public=True)
        hidden = await ann.new_table("hanamikoji", [{"kind": "me"}, {"kind": "open"}])
        assert laid["id"] in [line["id"] for line in (await bob.get("/api/tables"))["open"]]
        assert hidden["id"] not in [line["id"] for line in (await bob.get("/api/tables"))["open"]]
        mine = await ann.get("/api/tables")
        assert {laid["id"], hidden["id"]} <= {line["id"] for line in mine["mine"]}
        with pytest.raises(ServerSaysNo, match="needs-invitation"):
            await bob.join(hidden["id"])
        with pytest.raises(ServerSaysNo, match="seats-wrong"):
            await ann.new_table("hanamikoji", [{"kind": "me"}])
        with pytest.raises(ServerSaysNo, match="no-such-level"):
            await ann.new_table("hanamikoji", [{"kind": "me"}, {"kind": "bot", "level": "god"}])
        with pytest.raises(ServerSaysNo, match="no-such-game"):
            await ann.play_now("chess")
        await ann.post(f"/api/tables/{hidden['id']}/leave")
        with pytest.raises(ServerSaysNo, match="no-such-table"):
            await ann.get(f"/api/tables/{hidden['id']}")
        await bob.join(laid["id"])
        with pytest.raises(ServerSaysNo, match=r"seat-taken|no-open-seat"):
            await bob.join(laid["id"])
        with pytest.raises(ServerSaysNo, match="not-open"):
            await ann.post(f"/api/tables/{laid['id']}/leave")


@in_loop
async def test_a_reconnecting_player_finds_the_offer_still_there(server: Running) -> None:
    async with AsyncExitStack() as stack:
        ann, bob, table_id = await two_people(server, stack)
        people = {0: ann, 1: bob}
        first = await stack.enter_async_context(ann.sit(table_id))
        second = await stack.enter_async_context(bob.sit(table_id))
        actor, other = (first, second) if first.legal else (second, first)
        await actor.act(gift(actor))
        await hear_until(other, lambda: other.legal)
        view, legal, seat = other.view, other.legal, other.you["seat"]
        await actor.ask({"type": "ask", "kind": "takeback"})
        await other.close()
        again = await stack.enter_async_context(people[seat].sit(table_id))
        assert again.view == view
        assert again.legal == legal
        assert [step["version"] for step in again.steps] == [step["version"] for step in other.steps]
        assert again.steps == other.steps
        await again.ask({"type": "answer", "kind": "takeback", "agree": False})
        await again.act(again.legal[0])
        await hear_until(actor, lambda: actor.version == again.version)


@in_loop
async def test_hints_are_given_to_the_actor_of_a_friendly_table_and_marked(server: Running) -> None:
    async with AsyncExitStack() as stack:
        actor, other = await seated(stack, server)
        assert await refused(other, {"type": "hint", "version": other.version}) == "not-your-turn"
        hinted = await actor.ask({"type": "hint", "version": actor.version}, "hinted")
        assert {one["action"]["id"] for one in hinted["best"]} <= {action["id"] for action in actor.legal}
        await hear_until(other, lambda: other.version == actor.version)
        assert other.steps[-1]["events"][0] == {"kind": "table.hint", "data": {"who": actor.you["seat"]}}
        assert not any(message["type"] == "hinted" for message in other.heard)
        await actor.act(actor.legal[0])
        await other.ask({"type": "resign"})
        replay = await Client(server.address).get(f"/api/tables/{actor.table['id']}/replay")
        assert next(step["hinted"] for step in replay["steps"] if step["actor"] != "chance")
        stern, _ = await seated(stack, server, is_friendly=False)
        assert await refused(stern, {"type": "hint", "version": stern.version}) == "not-friendly"


@in_loop
async def test_bots_think_in_workers_and_review_is_kept(start: Callable[..., Running]) -> None:
    server = start(bots=1, pace=0.05)
    async with server.client() as client:
        laid = await client.play_now("_template", level="adept")
        async with client.sit(laid["id"]) as table:
            await play_random(table, random.Random(2), 3)
            await table.ask({"type": "resign"}) if not table.is_over else None
            await table.send({"type": "review"})
            while not (table.heard and table.heard[-1]["type"] == "review"
                       and table.heard[-1]["review"]["state"] in ("done", "failed")):
                await table.hear()
            review = table.heard[-1]["review"]
            assert review["state"] == "done"
            assert review["moves"]
            assert all(0 <= move["loss"] <= 1 and move["best"] for move in review["moves"])
            told = [m["review"] for m in table.heard if m["type"] == "review"]
            assert [one["progress"] for one in told] == sorted(one["progress"] for one in told)
            news = [move for one in told if one["state"] == "working" for move in one["moves"]]
            assert sorted(news, key=lambda move: move["step"]) == review["moves"], "each told once while it works"
            assert all(sum(move["chances"]) == pytest.approx(1, abs=0.01) for move in news)
        where = f"/api/tables/{laid['id']}/review"
        wait_until(lambda: metric(server, "sockets") == 0)  # the table is let go of once nobody is there
        assert await client.get(where) == review, "kept, and found again"
        server.stop()
        again = start(port=server.port)
        assert await client.get(where) == review, "also after a restart, without asking for it anew"
        async with client.sit(laid["id"]) as table:
            assert (await table.ask({"type": "sync"}, "table"))["review"] == review
        assert await client.post(where) == review
        assert metric(again, "thoughts_total") == 0
