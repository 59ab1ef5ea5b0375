"""Chaos: parts of a house are killed, stopped for seconds or drained at random under play, and nothing is lost.

Nothing that was acknowledged is lost or doubled, no match ever has two owners (the fences prove it), and every match
goes on within seconds of the part's return.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ochaya.client import Client, ServerSaysNo
from tests.server.cluster.houses import Cluster
from tests.server.running import Running, hear_until, in_loop, play_random, wait_until

pytestmark = pytest.mark.xdist_group("cluster")

TABLES = 3
GOES_ON, GOES_ON_LOADED = 5.0, 20.0
"""Seconds in which every match must go on; where others share the machine and its disk, later is no fault of ours."""
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, ServerSaysNo, TimeoutError)


class Player:
    """Sits at any server, comes again when cut off, and remembers what was acknowledged."""

    def __init__(self, house: Cluster, client: Client, table: Match, rng: random.Random) -> None:
        self.house, self.client, self.table, self.rng = house, client, table, rng
        self.acknowledged: list[tuple[int, int]] = []
        self.sent: set[tuple[int, int]] = set()

    def at_any_server(self) -> Client:
        return Client(self.rng.choice(self.house.servers).address, cookie=self.client.cookie)

    async def play(self) -> None:
        """Play until the match is over."""
        while not self.table.is_over:
            with suppress(*LOST):
                await self._sit()
            await asyncio.sleep(self.rng.uniform(0.05, 0.3))

    async def _sit(self) -> None:
        async with self.at_any_server().sit(self.table.id) as table:
            while not await table.wait_for_turn():
                version, action = table.version, self.rng.choice(table.legal)["id"]
                self.sent.add((version, action))
                await table.ask({"type": "act", "version": version, "action": action})
                self.acknowledged.append((version, action))
                self.table.went_on = time.monotonic()
                await asyncio.sleep(0.2)
            self.table.is_over = True

    async def check(self) -> None:
        """Find every acknowledged action of ours in the log, once, at its place."""
        async with self.at_any_server().sit(self.table.id) as table:
            seats = table.you["seats"]
            ours = [(step["version"] - 1, step["action"]["id"]) for step in table.steps if step["actor"] in seats]
            assert set(self.acknowledged) <= set(ours), "an acknowledged action is lost"
            assert set(ours) <= self.sent, "an action nobody sent"
            assert len(ours) == len(set(ours)), "an action is doubled"


class Match:
    """One match and its players."""

    def __init__(self) -> None:
        self.id = ""
        self.is_over = False
        self.went_on = time.monotonic()
        self.players: list[Player] = []
        self.plays: list[asyncio.Task[None]] = []


async def lay(house: Cluster, rng: random.Random, *, with_bot: bool) -> Match:
    """Lay a table and let its players begin."""
    match = Match()
    people = [Client(rng.choice(house.servers).address) for _ in range(1 if with_bot else 2)]
    other = {"kind": "bot", "level": "novice"} if with_bot else {"kind": "open"}
    while not match.id:
        with suppress(*LOST):
            laid = await people[0].new_table("hanamikoji", [{"kind": "me"}, other], is_public=True)
            for person in people[1:]:
                await person.join(laid["id"])
            match.id = laid["id"]
    match.players = [Player(house, person, match, rng) for person in people]
    match.plays = [asyncio.create_task(player.play()) for player in match.players]
    return match


class Chaos:
    """Ways to harm a house, each undone at its end."""

    def __init__(self, house: Cluster, rng: random.Random) -> None:
        self.house, self.rng = house, rng
        self.ways: dict[str, Callable[[], Awaitable[None]]] = {
            "a server killed": self.kill_server, "a server stopped": self.stop_server,
            "a server drained": self.drain_server, "the bus killed": self.kill_bus, "the bus stopped": self.stop_bus,
            "the database killed": self.kill_database, "the database stopped": self.stop_database,
            "the thinker killed": self.kill_thinker,
        }

    def _server(self) -> Running:
        return self.rng.choice(self.house.servers)

    async def _wait(self, most: float) -> None:
        await asyncio.sleep(self.rng.uniform(0.3, most))

    async def kill_server(self) -> None:
        server = self._server()
        await asyncio.to_thread(server.kill)
        await self._wait(2.0)
        await asyncio.to_thread(self.house.start, server.port)

    async def drain_server(self) -> None:
        server = self._server()
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(self.house.start, server.port)

    async def stop_server(self) -> None:
        server = self._server()
        os.kill(server.pid, signal.SIGSTOP)
        await self._wait(5.0)
        os.kill(server.pid, signal.SIGCONT)

    async def kill_bus(self) -> None:
        nats = self.house.engines.nats
        await asyncio.to_thread(nats.kill)
        await self._wait(2.0)
        await asyncio.to_thread(nats.start)

    async def stop_bus(self) -> None:
        self.house.engines.nats.pause()
        await self._wait(3.0)
        self.house.engines.nats.go_on()

    async def kill_database(self) -> None:
        postgres = self.house.engines.postgres
        await asyncio.to_thread(postgres.kill)
        await self._wait(2.0)
        await asyncio.to_thread(postgres.start)

    async def stop_database(self) -> None:
        self.house.engines.postgres.pause()
        await self._wait(3.0)
        self.house.engines.postgres.go_on()

    async def kill_thinker(self) -> None:
        self.house.thinkers.pop().kill()
        thinker = self.house.start_thinker()
        await asyncio.to_thread(wait_until, lambda: "thinker.knows" in thinker.log.read_text(), 90)


async def wreak(house: Cluster, ways: list[str], seed: int, goes_on: float) -> None:
    """Harm a house in these ways, one after the other, under play."""
    rng = random.Random(seed)
    chaos = Chaos(house, rng)
    matches = [await lay(house, rng, with_bot=number == 0) for number in range(TABLES)]
    every: list[Match] = list(matches)
    slowest: dict[str, float] = {}
    for way in ways:
        await asyncio.sleep(rng.uniform(0.1, 0.5))
        await chaos.ways[way]()
        returned = time.monotonic()
        while waiting := [n for n, match in enumerate(matches) if match.went_on < returned and not match.is_over]:
            await asyncio.sleep(0.05)
            late = time.monotonic() - returned
            assert late < goes_on, f"{way}: matches {waiting} do not go on (a bot plays in match 0)"
        slowest[way] = max(slowest.get(way, 0.0), time.monotonic() - returned)
        for number, match in enumerate(matches):
            if match.is_over:
                matches[number] = await lay(house, rng, with_bot=number == 0)
                every.append(matches[number])
    for match in every:
        for task in match.plays:
            task.cancel()
        await asyncio.gather(*match.plays, return_exceptions=True)
    for match in every:
        for player in match.players:
            await player.check()
    taken = await house.check_fences()
    acknowledged = sum(len(player.acknowledged) for match in every for player in match.players)
    print(f"{len(ways)} harms, {acknowledged} acknowledged actions, 0 lost, {taken} times a table was taken; "
          f"slowest to go on, in seconds: { {way: round(one, 1) for way, one in slowest.items()} }")
    assert acknowledged > len(ways)


def prepared(found: Callable[..., Cluster]) -> Cluster:
    house = found(bots=1, pace=0.05, limits=False)
    thinker = house.start_thinker()
    wait_until(lambda: "thinker.knows" in thinker.log.read_text(), 120)
    return house


async def play_with_thinkers(house: Cluster) -> None:
    """Play against a bot, take a hint and ask for the review: a thinker has thought about all of it."""
    async with house.servers[0].client() as client:
        laid = await client.play_now("hanamikoji", level="adept")
        async with Client(house.servers[1].address, cookie=client.cookie).sit(laid["id"]) as table:
            await table.wait_for_turn()
            hinted = await table.ask({"type": "hint", "version": table.version}, "hinted")
            assert hinted["best"][0]["visits"] > 0, "somebody has thought"
            await play_random(table, random.Random(3), 3)
            if not table.is_over:
                await table.ask({"type": "resign"})
            await table.send({"type": "review"})
            await hear_until(table, lambda: any(
                one["type"] == "review" and one["review"]["state"] == "done" for one in table.heard))
        review = await client.get(f"/api/tables/{laid['id']}/review")
        assert review["state"] == "done"
        assert all(one["visits"] > 0 for one in review["moves"][0]["best"])


@in_loop
async def test_whatever_is_killed_or_stopped_nothing_is_lost(found: Callable[..., Cluster]) -> None:
    house = prepared(found)
    await play_with_thinkers(house)
    ways = ["a server killed", "the bus killed", "a server stopped", "the database stopped", "a server drained"]
    await wreak(house, ways, 1, GOES_ON_LOADED)
    house.thinkers[0].stop()
    assert '"kind": ' not in house.thinkers[0].log.read_text()


@pytest.mark.deep
@pytest.mark.parametrize("part", range(10))
@in_loop
async def test_two_hundred_harms_lose_nothing(found: Callable[..., Cluster], part: int) -> None:
    rng = random.Random(part)
    house = prepared(found)
    await wreak(house, [rng.choice([*Chaos(house, rng).ways]) for _ in range(20)], part, GOES_ON)
