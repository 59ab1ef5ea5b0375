"""How long people wait for bots when many play them: N tables against a bot, people who think a few seconds each.

    python bench/bots_under_load.py --tables 300 --level master --seconds 40 --hints 0.1

Starts its own server with limits off (all guests share one address here) and one thinking process, as `ochaya serve`
does by itself. Every person acts at random after an exponentially distributed pause; with `--hints` that share of
decisions asks for a hint first (`--own`: only for what its seat may know, to think on its own device). Told at the
end: how long bots took from a person's act to the person's next decision (the house's own pace of 1.2 s a bot's
decision included), how long hints took (p50, p90, p99), and how many of them the server's bots thought about.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from typing import Any

from bench.load import wait_until_ready
from ochaya.client import Client, ServerSaysNo, Table


class Evening:
    """All tables of one run, and what was measured."""

    def __init__(self, address: str, chosen: argparse.Namespace) -> None:
        self.address, self.chosen = address, chosen
        self.waits: list[float] = []
        self.hints: list[float] = []
        self.refused = 0
        self.until = 0.0

    async def lay(self) -> tuple[Client, str]:
        """Lay one table against the bot."""
        client = Client(self.address)
        table = await client.play_now(self.chosen.game, self.chosen.level)
        return client, table["id"]

    async def warm_up(self) -> None:
        """Wait until a bot has answered once: the first time on a machine it is compiled before."""
        client, table_id = await self.lay()
        async with client.sit(table_id) as table:
            await table.wait_for_turn()
            await table.act(random.choice(table.legal))
            await table.wait_for_turn()

    async def sit(self, client: Client, table_id: str) -> None:
        """Come when one comes, and play one match after another at a table until time is up."""
        await asyncio.sleep(random.uniform(0, self.chosen.pause))  # the door lets 256 lines of one address wait at once
        while time.perf_counter() < self.until:
            async with client.sit(table_id) as table:
                while not await table.wait_for_turn() and time.perf_counter() < self.until:
                    await asyncio.sleep(random.expovariate(1 / self.chosen.pause))
                    if random.random() < self.chosen.hints:
                        await self.ask_hint(table)
                    acted = time.perf_counter()
                    await table.act(random.choice(table.legal))
                    if not await table.wait_for_turn():
                        self.waits.append(time.perf_counter() - acted)
            client, table_id = await self.lay()

    async def ask_hint(self, table: Table) -> None:
        """Ask for a hint and wait for it; a busy house may refuse."""
        asked = time.perf_counter()
        try:
            await table.ask({"type": "hint", "version": table.version, "own": self.chosen.own}, "hinted")
            self.hints.append(time.perf_counter() - asked)
        except ServerSaysNo:
            self.refused += 1


async def weighings(address: str) -> int:
    """Ask the server how many hints its bots have thought about."""
    answer = await asyncio.to_thread(urllib.request.urlopen, f"{address}/metrics")
    text = answer.read().decode()
    return int(float(next(line for line in text.splitlines() if line.startswith("ochaya_weighings_total")).split()[1]))


def spread(name: str, seconds: list[float]) -> dict[str, float]:
    """Give the middle, the ninth tenth and the worst of some waits."""
    waits = sorted(seconds) or [0.0]
    parts = {"p50": 0.5, "p90": 0.9, "p99": 0.99}
    return {f"{name}_{part}_s": round(waits[int((len(waits) - 1) * at)], 2) for part, at in parts.items()}


async def run(chosen: argparse.Namespace) -> dict[str, Any]:
    """Start a server, let people play, measure."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"http://127.0.0.1:{chosen.port}"
        command = [sys.executable, "-m", "ochaya", "serve", "--port", str(chosen.port), "--data", folder, "--no-limits"]
        server = await asyncio.create_subprocess_exec(*command, stderr=subprocess.DEVNULL)
        try:
            await wait_until_ready(address)
            evening = Evening(address, chosen)
            await evening.warm_up()
            laid = [await evening.lay() for _ in range(chosen.tables)]
            evening.until = time.perf_counter() + chosen.seconds
            sitting = [asyncio.create_task(evening.sit(*one)) for one in laid]
            await asyncio.wait(sitting, timeout=chosen.seconds + 30)
            for task in sitting:
                task.cancel()
            failed = [task for task in sitting if task.done() and not task.cancelled() and task.exception()]
            return {
                "tables": chosen.tables, "level": chosen.level, "answers": len(evening.waits),
                **spread("answer", evening.waits), "hints": len(evening.hints), **spread("hint", evening.hints),
                "hints_refused": evening.refused, "hints_thought_about_by_the_server": await weighings(address),
                "failed": len(failed),
            }
        finally:
            server.terminate()
            await server.wait()


def main() -> None:
    """Read the bounds and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--level", default="master")
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--pause", type=float, default=4.0, help="seconds a person thinks, on average")
    parser.add_argument("--hints", type=float, default=0.0, help="share of decisions that ask for a hint first")
    parser.add_argument("--own", action="store_true", help="hints are thought about by the people's own devices")
    parser.add_argument("--game", default="hanamikoji")
    parser.add_argument("--port", type=int, default=8766)
    print(json.dumps(asyncio.run(run(parser.parse_args()))))


if __name__ == "__main__":
    main()
