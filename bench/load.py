"""Load on a real server over loopback: N tables with two scripted players each, bounded in count and time.

    python bench/load.py --tables 1000 --idle 9000 --rate 500 --seconds 30

Starts its own server, lays the tables, opens two sockets at each, and lets them act at the given rate all together, at
random moments, uniformly among the legal actions. Told at the end, as the table of docs/server.md and as JSON: actions
a second, p50 and p99 from the click to both players' updates, memory per table without and with its two sockets (growth
of the server's resident memory, after a first hundred tables), the server's memory at eleven moments of the run, and
that no acknowledged action is lost or doubled. With `--anew` the players of a match that has ended leave and two others
lay a table: such a run may be as long as one likes (and its processor time an action has the laying in it).
`--first` gives the two processes the cores before everything else on the machine while they play (needs root).
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import gc
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

from ochaya.client import Client

READY_SECONDS = 600


class Player:
    """One socket: knows its version, its legal ids and when updates came."""

    def __init__(self, table: LoadTable, seat: int) -> None:
        self.table, self.seat = table, seat
        self.version, self.is_over = -1, False
        self.legal: list[int] = []
        self.socket: Any = None
        self.listening: asyncio.Task[None] | None = None
        self.told: list[int] = []
        self.welcome = asyncio.Event()

    async def listen(self) -> None:
        """Follow the match."""
        async for data in self.socket:
            now = time.perf_counter()
            message = json.loads(data)
            kind = message["type"]
            if kind in ("update", "table"):
                if kind == "update" and message["since"] != self.version:
                    self.table.load.gaps += 1
                self.version = message["version"]
                self.welcome.set()
                self.legal = [one for group in message["legal"] or [] for one in itertools.accumulate(group["ids"])]
                self.told = [step["version"] for step in message["steps"] if step["actor"] == self.seat]
                if kind == "update":
                    self.table.heard(self.version, now)
                if message["table"] and message["table"]["status"] == "over":
                    self.is_over = True
                    self.table.is_over = True
            elif kind == "saved":
                self.table.saved(message["version"])
            elif kind == "error":
                self.table.load.errors.append(message["key"])


class LoadTable:
    """One table with its two players."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.id = ""
        self.clients: list[Client] = []
        self.players = [Player(self, seat) for seat in range(2)]
        self.clicked: float | None = None
        self.ears = 0
        self.acknowledged: list[int] = []
        self.is_over = False

    def heard(self, version: int, now: float) -> None:
        """One player has the update."""
        self.ears += 1
        if self.ears == 2 and self.clicked is not None:
            self.load.delays.append(now - self.clicked)
            self.clicked = None

    def saved(self, version: int) -> None:
        """An action is acknowledged."""
        self.acknowledged.append(version)
        self.load.saved += 1

    async def act(self) -> bool:
        """Click, if somebody can."""
        if self.is_over or self.clicked is not None:
            return False
        player = next((player for player in self.players if player.legal), None)
        if player is None:
            return False
        action, player.legal = random.choice(player.legal), []
        self.clicked, self.ears = time.perf_counter(), 0
        self.load.acted += 1
        await player.socket.send(json.dumps({"type": "act", "version": player.version, "action": action, "ref": 1}))
        return True


class Load:
    """The whole run."""

    def __init__(self, address: str, game: str, options: dict[str, str]) -> None:
        self.address, self.game, self.options = address, game, options
        self.tables: list[LoadTable] = []
        self.idle: list[LoadTable] = []
        self.delays: list[float] = []
        self.errors: list[str] = []
        self.gaps = self.saved = self.acted = self.wrong = self.laid_anew = 0
        self.memory: list[int] = []

    async def lay(self) -> None:
        """Lay one table that will be played at."""
        self.tables.append(await self._laid())

    async def _laid(self) -> LoadTable:
        """Lay one table and seat both players: the match begins."""
        table = LoadTable(self)
        table.clients = [Client(self.address), Client(self.address)]
        laid = await table.clients[0].post("/api/tables", {
            "game": self.game, "options": self.options, "seats": [{"kind": "me"}, {"kind": "open"}], "is_public": True,
        })
        table.id = laid["id"]
        await table.clients[1].join(table.id)
        return table

    async def sit(self, table: LoadTable) -> None:
        """Open both players' sockets."""
        for client, player in zip(table.clients, table.players, strict=True):
            await self._connect(client, player)

    async def _connect(self, client: Client, player: Player) -> None:
        from websockets.asyncio.client import connect

        where = f"ws://{client.address.netloc}/api/tables/{player.table.id}/socket"
        headers = {"cookie": f"ochaya={client.cookie}"}
        player.socket = await connect(where, additional_headers=headers, compression=None, ping_interval=None)
        player.listening = asyncio.create_task(player.listen())
        await player.socket.send('{"type":"hello"}')
        await player.welcome.wait()

    async def lay_all(self, count: int) -> None:
        """Lay many tables, a few at a time."""
        await _a_few_at_a_time(self.lay for _ in range(count))

    async def lay_idle(self, count: int) -> None:
        """Lay tables at which nobody acts: begun, and kept in memory by one open socket each."""
        await _a_few_at_a_time(self._lay_idle for _ in range(count))

    async def _lay_idle(self) -> None:
        table = await self._laid()
        self.idle.append(table)
        await self._connect(table.clients[0], table.players[0])

    async def sit_all(self, tables: list[LoadTable]) -> None:
        """Open the sockets of many tables, a few at a time."""
        await _a_few_at_a_time(functools.partial(self.sit, table) for table in tables)

    async def play(self, rate: float, seconds: float, server: int, *, anew: bool) -> float:
        """Click at random moments, `rate` times a second over all tables; gives the seconds it took."""
        begun = time.perf_counter()
        due = begun
        beside = [asyncio.create_task(self._watch(server, seconds / 10))]
        if anew:
            beside.append(asyncio.create_task(self._renew()))
        while time.perf_counter() - begun < seconds:
            due += random.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            for _ in range(20):
                if await random.choice(self.tables).act():
                    break
        took = time.perf_counter() - begun
        await asyncio.sleep(1.0)
        for task in beside:
            task.cancel()
        await asyncio.wait(beside)
        return took

    async def _renew(self) -> None:
        """Lay another table wherever a match has ended, soon after it has."""
        while True:
            over = [number for number, table in enumerate(self.tables) if table.is_over]
            await _a_few_at_a_time(functools.partial(self._lay_anew, number) for number in over)
            await asyncio.sleep(0.02)

    async def _lay_anew(self, number: int) -> None:
        old, fresh = self.tables[number], await self._laid()
        await self.sit(fresh)
        self.tables[number] = fresh
        self.laid_anew += 1
        await self.check(old)
        await _leave(old)

    async def _watch(self, server: int, seconds: float) -> None:
        """Look at the server's memory every so many seconds."""
        while True:
            self.memory.append(memory_of(server))
            await asyncio.sleep(seconds)

    async def check(self, table: LoadTable) -> None:
        """Ask a table for its log: each acknowledged action is there once. Counts those that are not.

        Of a long match the end is told: what was acknowledged before its first told action is left out.
        """
        for player in table.players:
            player.welcome.clear()
            await player.socket.send('{"type":"sync"}')
            await asyncio.wait_for(player.welcome.wait(), 30)
        in_log = [version for player in table.players for version in player.told]
        first = min(in_log, default=0)
        self.wrong += abs(len(in_log) - sum(version >= first for version in table.acknowledged))

    async def close(self) -> None:
        """Hang up."""
        await asyncio.gather(*map(_leave, [*self.tables, *self.idle]))


async def _leave(table: LoadTable) -> None:
    """Close a table's sockets, and forget its players."""
    for player in table.players:
        if player.listening is not None and player.socket:
            player.listening.cancel()
            await player.socket.close()
    table.players.clear()


async def _a_few_at_a_time(work: Iterable[Callable[[], Awaitable[None]]]) -> None:
    room = asyncio.Semaphore(8)

    async def one(piece: Callable[[], Awaitable[None]]) -> None:
        async with room:
            await piece()

    await asyncio.gather(*(one(piece) for piece in work))


def memory_of(pid: int) -> int:
    """Give a process's resident memory in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


async def wait_until_ready(address: str) -> None:
    """Wait until the server answers and has compiled every game (the first time on a machine)."""
    for _ in range(READY_SECONDS * 5):
        try:
            if (await _counted(address))["ochaya_games_not_ready"] == 0:
                return
        except OSError:
            pass
        await asyncio.sleep(0.2)
    raise TimeoutError("the server did not start")


async def run(chosen: argparse.Namespace) -> dict[str, Any]:
    """Start a server, load it, measure."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"http://127.0.0.1:{chosen.port}"
        command = [sys.executable, "-m", "ochaya", "serve", "--port", str(chosen.port), "--data", folder, "--bots", "0",
                   "--no-limits"]
        server = await asyncio.create_subprocess_exec(*command, stderr=subprocess.DEVNULL)
        try:
            await wait_until_ready(address)
            load = Load(address, chosen.game, dict(pair.split("=") for pair in chosen.option))
            first = min(100, chosen.tables // 2)
            await load.lay_all(first)
            await load.sit_all(load.tables)
            await load.lay_idle(chosen.idle)
            empty = memory_of(server.pid)
            begun = time.perf_counter()
            await load.lay_all(chosen.tables - first)
            laid = memory_of(server.pid)
            await load.sit_all(load.tables[first:])
            opened = time.perf_counter() - begun
            idle = memory_of(server.pid)
            if chosen.first:
                _go_first(server.pid, os.getpid())
            gc.collect()
            gc.disable()  # the collector of this client must not look like a slow server
            busy, own, commits = _cpu(server.pid), time.process_time(), await _commits(address)
            took = await load.play(chosen.rate, chosen.seconds, server.pid, anew=chosen.anew)
            busy, own = _cpu(server.pid) - busy, time.process_time() - own
            if chosen.first:
                _go_first(server.pid, os.getpid(), is_over=True)
            done = await _commits(address)
            for table in load.tables:
                await load.check(table)
            delays, acted = sorted(load.delays), load.acted
            found = {
                "game": chosen.game, "tables": len(load.tables), "idle_tables": len(load.idle),
                "seconds": round(took, 1),
                "tables_opened_per_second": round((chosen.tables - first) / opened, 1),
                "actions": acted, "actions_per_second": round(len(delays) / took, 1),
                "p50_ms": round(1000 * statistics.median(delays), 1),
                "p90_ms": round(1000 * delays[int(len(delays) * 0.9)], 1),
                "p99_ms": round(1000 * delays[int(len(delays) * 0.99)], 1), "max_ms": round(1000 * delays[-1], 1),
                "acknowledged": load.saved, "unanswered": acted - load.saved - len(load.errors),
                "lost_or_doubled": load.wrong, "errors": len(load.errors), "version_gaps": load.gaps,
                "ms_per_action": round(1000 * busy / max(1, acted), 2),
                "server_cpu": round(busy / took, 2), "client_cpu": round(own / took, 2),
                "commits": int(done[0] - commits[0]),
                "ms_per_commit": round(1000 * (done[1] - commits[1]) / max(1, done[0] - commits[0]), 1),
                "kB_per_idle_table": round((laid - empty) / 1024 / (chosen.tables - first), 1),
                "kB_with_two_sockets": round((idle - empty) / 1024 / (chosen.tables - first), 1),
                "laid_anew": load.laid_anew, "server_MB": [round(one / 1e6) for one in load.memory],
            }
            if load.errors:
                found["error_keys"] = sorted(set(load.errors))
            await load.close()
            return found
        finally:
            server.terminate()
            await server.wait()


async def _commits(address: str) -> tuple[float, float]:
    """Give how many transactions the server has made and how long they took together."""
    counted = await _counted(address)
    return counted["ochaya_commit_seconds_count"], counted["ochaya_commit_seconds_sum"]


async def _counted(address: str) -> dict[str, float]:
    """Give the numbers of /metrics."""
    lines = (line.split() for line in (await Client(address).get("/metrics")).splitlines() if line[0] != "#")
    return {name.partition("{")[0]: float(value) for name, value in lines}


def _cpu(pid: int) -> float:
    """Give the processor seconds a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _go_first(*pids: int, is_over: bool = False) -> None:
    """Let these processes have the cores before all others, or let that be over."""
    for pid in pids:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            policy = os.SCHED_OTHER if is_over else os.SCHED_RR
            os.sched_setscheduler(int(thread.name), policy, os.sched_param(0 if is_over else 1))


def report(found: dict[str, Any]) -> str:
    """Write the figures as the table of docs/server.md."""
    each = found["actions"] / max(1, found["commits"])
    rows = [
        ("live tables, each with two open sockets", "1,000", f"{found['tables']:,}"),
        ("tables beside them at which nobody acts, each with one", "9,000", f"{found['idle_tables']:,}"),
        ("actions a second", "≥ 500", f"{found['actions_per_second']:.0f}"),
        ("from the click to both players' updates, p50 / p90 / p99 / worst", "p99 < 100 ms",
         " / ".join(f"{found[name]:.1f}" for name in ("p50_ms", "p90_ms", "p99_ms", "max_ms")) + " ms"),
        ("actions lost, doubled, unanswered; gaps in versions", "0",
         f"{found['lost_or_doubled'] + found['unanswered'] + found['version_gaps']} of {found['actions']:,}"),
        ("one transaction (on disk, shared by the tables that act together)", "",
         f"{found['ms_per_commit']:.1f} ms, {each:.1f} actions"),
        ("server's processor time an action", "≤ 0.8 ms", f"{found['ms_per_action']:.2f} ms"),
        ("server's share of one core; load client's", "", f"{found['server_cpu']:.2f}; {found['client_cpu']:.2f}"),
        ("memory of an idle table without sockets; with two open ones", "< 50 kB",
         f"{found['kB_per_idle_table']:.0f} kB; {found['kB_with_two_sockets']:.0f} kB"),
        ("the server's memory at eleven moments of the run", "flat", ", ".join(map(str, found["server_MB"])) + " MB"),
        ("matches that ended, tables laid in their place", "", f"{found['laid_anew']:,}"),
    ]
    return "\n".join(["| | asked | measured |", "| --- | --- | --- |", *(f"| {' | '.join(row)} |" for row in rows)])


def main() -> None:
    """Read the bounds and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--idle", type=int, default=0, help="tables beside them at which nobody acts")
    parser.add_argument("--rate", type=float, default=500.0, help="actions a second over all tables")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--game", default="hanamikoji")
    parser.add_argument("--option", action="append", default=[], help="name=value")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--anew", action="store_true", help="lay another table where a match has ended")
    parser.add_argument("--first", action="store_true", help="real-time priority while playing")
    found = asyncio.run(run(parser.parse_args()))
    print(json.dumps(found), report(found), sep="\n\n")


if __name__ == "__main__":
    main()
