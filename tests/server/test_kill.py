"""Killed at random moments under play, the server loses no acknowledged action and play goes on."""

from __future__ import annotations

import asyncio
import functools
import random
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ochaya.client import Client
from tests.server.running import Running, hear_all, in_loop, wait_until

pytestmark = pytest.mark.xdist_group("server")

KILLS, MANY_KILLS = 50, 1000
TABLES = 4


class Player:
    """Plays on through every crash and remembers what was acknowledged."""

    def __init__(self, client: Client, table_id: str, rng: random.Random) -> None:
        self.client, self.table_id, self.rng = client, table_id, rng
        self.acknowledged: list[tuple[int, int]] = []
        """(version after which it was chosen, action) of every action the server said is saved."""
        self.sent: set[tuple[int, int]] = set()

    async def play_until_cut(self) -> None:
        with suppress(ConnectionClosed, InvalidHandshake, OSError, EOFError):
            async with self.client.sit(self.table_id) as table:
                while not await table.wait_for_turn():
                    version, action = table.version, self.rng.choice(table.legal)["id"]
                    self.sent.add((version, action))
                    await table.ask({"type": "act", "version": version, "action": action})
                    self.acknowledged.append((version, action))

    async def check(self) -> bool:
        """Find every acknowledged action of ours in the log, once, at its place; gives whether the match is over."""
        async with self.client.sit(self.table_id) as table:
            seat = table.you["seat"]
            ours = [(step["version"] - 1, step["action"]["id"]) for step in table.steps if step["actor"] == seat]
            versions = [step["version"] for step in table.steps]
            assert versions == list(range(1, len(versions) + 1)), "no gap, nothing twice"
            assert set(self.acknowledged) <= set(ours), "an acknowledged action is lost"
            assert set(ours) <= self.sent, "an action nobody sent"
            assert len(ours) == len(set(ours))
            return table.is_over


async def new_players(server: Running, rng: random.Random) -> list[Player]:
    async with AsyncExitStack() as stack:
        ann, bob = [await stack.enter_async_context(server.client()) for _ in range(2)]
        seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "open"}]
        laid = await ann.new_table("hanamikoji", seats, is_public=True, options={"rounds": "none"})
        await bob.join(laid["id"])
        return [Player(ann, laid["id"], rng), Player(bob, laid["id"], rng)]


@in_loop
async def test_fifty_kills_lose_nothing(start: Callable[..., Running]) -> None:
    await kill_again_and_again(start, KILLS, 50)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(MANY_KILLS // KILLS))
@in_loop
async def test_a_thousand_kills_lose_nothing(start: Callable[..., Running], part: int) -> None:
    await kill_again_and_again(start, KILLS, 1000 + part)


async def kill_again_and_again(
    start: Callable[..., Running], kills: int, seed: int, pause: tuple[float, float] = (0.02, 0.35)
) -> None:
    """Kill the server under play so often, and look after each time whether everything acknowledged is there, once."""
    rng = random.Random(seed)
    server = start()
    players: list[Player] = []
    acknowledged = 0
    for number in range(kills):
        for _ in range(TABLES - len(players) // 2):
            players += await new_players(server, rng)
        plays = [asyncio.create_task(player.play_until_cut()) for player in players]
        await asyncio.sleep(rng.uniform(*pause))
        # it must be killed under play, on a busy machine too
        is_played = functools.partial(is_under_play, players, plays, number + 1 - acknowledged)
        await asyncio.to_thread(wait_until, is_played, 100)
        await asyncio.to_thread(server.kill)
        await asyncio.gather(*plays)
        server = await asyncio.to_thread(start, port=server.port)
        ended = await asyncio.gather(*(player.check() for player in players))
        over = {player.table_id for player, is_over in zip(players, ended, strict=True) if is_over}
        acknowledged += sum(len(player.acknowledged) for player in players if player.table_id in over)
        players = [player for player in players if player.table_id not in over]
    acknowledged += sum(len(player.acknowledged) for player in players)
    print(f"{kills} kills, {acknowledged} acknowledged actions, 0 lost")
    assert acknowledged >= kills


def is_under_play(players: list[Player], plays: list[asyncio.Task[None]], count: int) -> bool:
    """Say whether so many actions have been acknowledged, or all matches are over."""
    return sum(len(player.acknowledged) for player in players) >= count or all(play.done() for play in plays)


@in_loop
async def test_a_bots_turn_and_an_open_table_go_on_after_a_restart(start: Callable[..., Running]) -> None:
    server = start(pace=0.4)
    async with server.client() as client, server.client() as friend:
        laid = await client.play_now("hanamikoji")
        waiting = await client.new_table("hanamikoji", [{"kind": "me"}, {"kind": "open"}], is_public=True)
        async with client.sit(laid["id"]) as table:
            await table.wait_for_turn()
            await table.act(table.legal[0])
        server.kill()
        server = start(port=server.port, pace=0.0)
        async with client.sit(laid["id"]) as table:
            assert not await table.wait_for_turn(), "the bot has answered"
        await friend.join(waiting["id"])
        async with client.sit(waiting["id"]) as table:
            assert table.view is not None


@in_loop
async def test_a_graceful_stop_closes_sockets_and_clocks_wait(start: Callable[..., Running]) -> None:
    server = start()
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(server.client())
        clock = {"kind": "match", "seconds": 100}
        laid = await ann.new_table("hanamikoji", [{"kind": "me"}, {"kind": "me"}], clock=clock)
        table = await stack.enter_async_context(ann.sit(laid["id"]))
        await asyncio.to_thread(server.stop)
        with pytest.raises(ConnectionClosed) as closed:
            await hear_all(table, 10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1001
        await asyncio.sleep(1.2)
        start(port=server.port)
        again = await stack.enter_async_context(ann.sit(laid["id"]))
        message = await again.ask({"type": "sync"}, "table")
        assert message["clocks"]["left"][message["clocks"]["running"]] > 99.0, "nobody's clock ran meanwhile"


@in_loop
async def test_a_rematch_laid_by_a_server_that_ended_before_it_said_so_is_found(start: Callable[..., Running]) -> None:
    server = start()
    async with server.client() as client:
        laid = await client.play_now("_template")
        async with client.sit(laid["id"]) as table:
            await table.ask({"type": "resign"})
            await table.ask({"type": "ask", "kind": "rematch"})
            following = table.table["next_table"]
        server.kill()
        with closing(sqlite3.connect(server.data / "ochaya.db")) as database:
            database.execute("UPDATE matches SET next_table = NULL WHERE id = ?", (laid["id"],))
            database.commit()
        start(port=server.port)
        async with client.sit(laid["id"]) as table:
            assert table.table["next_table"] is None
            await table.ask({"type": "ask", "kind": "rematch"})
            assert table.table["next_table"] == following, "not laid twice, and not refused for ever"
