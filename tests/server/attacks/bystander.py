"""Somebody at a table of their own, in a process of their own, who asks all the while and writes down how long it took.

Comes from another address than the attackers do. Each line on standard input asks for the waits since the last one, as
a line of JSON: what was asked, seconds by the wall's clock, and seconds of processor time that the server has spent in
between. The second is what the server makes somebody wait; the first is more where the machine has other things to do.
"""

from __future__ import annotations

import asyncio
import functools
import http.client
import json
import os
import sys
import time
from contextlib import AsyncExitStack
from typing import Any

from ochaya import client as ours
from ochaya.client import Client, ServerSaysNo

ADDRESS = "127.0.0.9"
PAUSE = 0.05


def spent_by(process: int) -> float:
    """Give the processor time a process has taken so far, to the nanosecond (Linux)."""
    return time.clock_gettime((~process << 3) | 2)


class Bystander:
    """Plays both sides of a table and asks other things in between."""

    def __init__(self, port: int, process: int, has_bots: bool) -> None:
        self.address, self.process, self.has_bots = f"http://127.0.0.1:{port}", process, has_bots
        self.waits: list[tuple[str, float, float]] = []

    async def ask_on(self) -> None:
        """Ask until the process ends."""
        with_bots = asyncio.create_task(self._play_with_bots()) if self.has_bots else None
        while with_bots is None or not with_bots.done():
            async with AsyncExitStack() as stack, Client(self.address, "Kiku") as client:
                await self._play_one_match(stack, client)
        await with_bots

    async def _play_one_match(self, stack: AsyncExitStack, client: Client) -> None:
        laid = await self._timed("lay", client.new_table("hanamikoji", [{"kind": "me"}, {"kind": "me"}]))
        seats = [await stack.enter_async_context(client.sit(laid["id"], seat=seat)) for seat in (0, 1)]
        while not any(seat.is_over for seat in seats):
            await self._timed("ping", seats[0].ask({"type": "ping"}, "pong"))
            actor = next(seat for seat in seats if seat.legal)
            await self._timed("act", actor.act(actor.legal[0]))
            for seat in seats:
                while seat.version < actor.version:
                    await seat.hear()
            await self._timed("get", client.get("/api/house"))
            await asyncio.sleep(PAUSE)

    async def _play_with_bots(self) -> None:
        """Play one match after another against a bot: how long does it take to answer?"""
        while True:
            client = Client(self.address)
            async with client.sit((await client.play_now("_template"))["id"]) as table:
                while not await table.wait_for_turn():
                    await table.act(table.legal[0])
                    await self._timed("bot", table.wait_for_turn())
                    await asyncio.sleep(PAUSE)

    async def _timed(self, kind: str, question: Any) -> Any:
        begun, spent = time.perf_counter(), spent_by(self.process)
        try:
            return await question
        except ServerSaysNo as no:
            kind = f"{kind} refused: {no.key}"
            raise
        finally:
            self.waits.append((kind, time.perf_counter() - begun, spent_by(self.process) - spent))


async def run(port: int, process: int, has_bots: bool) -> None:
    """Ask, and tell the waits whenever somebody wants to know."""
    bystander = Bystander(port, process, has_bots)
    asking = asyncio.create_task(bystander.ask_on())
    while await asyncio.to_thread(sys.stdin.readline):
        told, bystander.waits = bystander.waits, []
        print(json.dumps({"waits": told, "failed": repr(asking.exception()) if asking.done() else None}), flush=True)
    os._exit(0)


if __name__ == "__main__":
    # a client of ours has no wish to choose its address: only here
    for module, name, option in ((http.client, "HTTPConnection", "source_address"), (ours, "connect", "local_addr")):
        setattr(module, name, functools.partial(getattr(module, name), **{option: (ADDRESS, 0)}))
    asyncio.run(run(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "True"))
