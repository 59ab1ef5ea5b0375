"""The side doors through which other servers have leaked (STACK.md §2), each tried here. And bots keep their pace."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ochaya.client import Table
from ochaya.core.secrecy import seen
from ochaya.games import game as find_game
from ochaya.server.minds.readiness import Readiness
from ochaya.server.minds.thinking import Thinking
from ochaya.server.settings import Settings
from tests.server.running import Running, hear_until, in_loop, two_people
from tests.server.test_leaks import Tap

pytestmark = pytest.mark.xdist_group("server")


async def seated(server: Running, stack: AsyncExitStack) -> tuple[Table, Table, str]:
    ann, bob, table_id = await two_people(server, stack)
    tables = [await stack.enter_async_context(person.sit(table_id)) for person in (ann, bob)]
    tables.sort(key=lambda table: not table.legal)
    return tables[0], tables[1], table_id


@in_loop
async def test_undo_history_tells_the_others_nothing(server: Running) -> None:
    """boardgame.io #399, #1159: a hidden card laid and taken back must not show in what the other is sent."""
    async with AsyncExitStack() as stack:
        actor, other, _ = await seated(server, stack)
        tap = Tap(other)
        card = next(action for action in actor.legal if action["kind"] == "secret")
        await actor.act(card)
        await actor.ask({"type": "ask", "kind": "takeback"})
        await other.ask({"type": "answer", "kind": "takeback", "agree": True})
        await other.ask({"type": "sync"}, "table")
        for data in tap.raw:
            message = json.loads(data)
            for step in message.get("steps", []):
                if step["actor"] == actor.you["seat"]:
                    assert step["action"]["cards"] == ["?"]
            assert find_game("hanamikoji").notation(card["id"]) not in json.dumps(message.get("steps", []))
        assert [step for step in other.steps if step["actor"] == actor.you["seat"]] == [], "undone, not told again"


@in_loop
async def test_the_beginning_is_told_as_hidden_as_the_rest(server: Running) -> None:
    """boardgame.io #227: the initial state and the deal in the log must be hidden too."""
    async with AsyncExitStack() as stack:
        actor, other, _ = await seated(server, stack)
        for table in (actor, other):
            drawn = [step["action"] for step in table.steps if step["actor"] == "chance"]
            hidden = [action for action in drawn if action.get("cards") == ["?"]]
            assert len(hidden) >= 6
        for mine, theirs in zip(actor.steps, other.steps, strict=True):
            if mine["action"]["kind"] == "draw":
                assert "?" in mine["action"]["cards"] or "?" in theirs["action"]["cards"], "nobody shares a draw"


@in_loop
async def test_no_sync_without_credentials(server: Running) -> None:
    """boardgame.io #840, #889; FreeBoardGames #768: a socket without a cookie gets nothing, whatever it asks."""
    async with AsyncExitStack() as stack:
        _, _, table_id = await seated(server, stack)
        where = f"ws://127.0.0.1:{server.port}/api/tables/{table_id}/socket"
        asked = ['{"type":"sync"}', '{"type":"look","seat":0}', '{"type":"hello"}', '{"type":"hello","seat":0}']
        for first in asked:
            heard = []
            async with connect(where) as socket:
                await socket.send(first)
                await socket.send('{"type":"sync"}')
                try:
                    for _ in range(2):
                        heard.append(json.loads(await asyncio.wait_for(socket.recv(), 2)))
                except (ConnectionClosed, TimeoutError):
                    pass
            assert heard
            assert all(message["type"] == "error" and message["details"] == {} for message in heard)


@in_loop
async def test_a_seat_given_away_is_blind_at_once(server: Running) -> None:
    """Going offline, or carrying a seat away: the old screen gets no more of it."""
    async with AsyncExitStack() as stack:
        ann, _, table_id = await two_people(server, stack)
        old = await stack.enter_async_context(ann.sit(table_id))
        links = await ann.links(table_id)
        watching = await stack.enter_async_context(ann.sit(table_id, link=links["watch"]))
        assert watching.you["seat"] == 0, "an owner with the watching link is still the owner"
        token = (await ann.post(f"/api/tables/{table_id}/carry", {}))["token"]
        phone = await stack.enter_async_context(server.client())
        await phone.post(f"/api/links/{token}")
        await hear_until(watching, lambda: watching.you["seat"] is None)
        assert watching.view["viewer"] is None
        assert all(seat["hand"] is None for seat in watching.view["seats"])
        with pytest.raises(ConnectionClosed):
            await hear_until(old, lambda: False)


@in_loop
async def test_a_bot_takes_the_same_time_whatever_it_has_to_think_about(tmp_path: Path) -> None:
    """Thinking time tells nothing."""
    settings = Settings(data=tmp_path, bots=0, pace=0.15)
    thinking = Thinking(settings, Readiness([], ready=[], with_bots=False))
    game = find_game("_template")
    block = game.start()
    while int(game.actor(block[0])) < 0:
        outcomes, _ = game.outcome_odds(block[0])
        game.apply(block[0], outcomes[0])
    times = []
    for _ in range(4):
        begun = time.perf_counter()
        await thinking.decide(seen(game, block, int(game.actor(block[0]))), "adept", "ume")
        times.append(time.perf_counter() - begun)
    assert all(0.14 < one < 0.5 for one in times)
