"""The same load on three houses in one run: one process with SQLite, one with PostgreSQL, two with PostgreSQL and NATS.

    python -m bench.scale --tables 200 --rate 200 --seconds 10 --rounds 3

All three are started at once, with as many tables each, and take turns at being played on, so that whatever else the
machine does meets all of them alike. With two servers the players of a table sit at different ones: every table has one
socket that takes the second hop. Told as the table of docs/scale.md and as JSON: processor time an action (of the
servers; of the database and the bus beside), p50 and p99 from the click to both players' updates, transactions, bytes
of write-ahead log and messages between servers an action.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from tools.engines import Nats, Postgres, free_port, kept_password

from bench.load import Load, _counted, _cpu, memory_of, wait_until_ready


class Spread(Load):
    """A load whose players sit at the servers of a house in turn."""

    def __init__(self, addresses: list[str], game: str) -> None:
        self.turn = itertools.cycle(addresses)
        super().__init__(addresses[0], game, {})

    @property
    def address(self) -> str:
        """The next server's address."""
        return next(self.turn)

    @address.setter
    def address(self, _: str) -> None:
        """There are several."""


@dataclass
class House:
    """One house under load, and what it has cost so far."""

    name: str
    load: Spread
    addresses: list[str]
    servers: list[asyncio.subprocess.Process]
    beside: list[Any] = field(default_factory=list)
    """The database and the bus."""
    log_position: Any = None
    """Gives how many bytes the write-ahead log has."""
    seconds: float = 0.0
    cost: dict[str, float] = field(default_factory=dict)

    async def stand(self) -> dict[str, float]:
        """Say how everything stands: processor seconds, transactions, bytes, messages."""
        counted = [await _counted(address) for address in self.addresses]
        return {
            "servers": sum(_cpu(server.pid) for server in self.servers),
            "beside": sum(_cpu(pid) for engine in self.beside for pid in _family(engine.process.pid)),
            "commits": sum(one["ochaya_commits_total"] for one in counted),
            "batches": sum(one["ochaya_batches_total"] for one in counted),
            "log": await self.log_position() if self.log_position else 0.0,
        }


def _family(pid: int) -> list[int]:
    """Give a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


async def found(name: str, folder: Path, game: str, *words: str, servers: int = 1) -> House:
    """Start the servers of a house."""
    ports = [free_port() for _ in range(servers)]
    processes = []
    for port in ports:
        command = [sys.executable, "-m", "ochaya", "serve", "--port", str(port), "--data", str(folder / f"data{port}"),
                   "--bots", "0", "--no-limits", *words]
        processes.append(await asyncio.create_subprocess_exec(*command, stderr=subprocess.DEVNULL))
    addresses = [f"http://127.0.0.1:{port}" for port in ports]
    for address in addresses:
        await wait_until_ready(address)
    return House(name, Spread(addresses, game), addresses, processes)


async def play(house: House, rate: float, seconds: float) -> None:
    """Play on a house for a while and add what it cost."""
    before = await house.stand()
    house.seconds += await house.load.play(rate, seconds, house.servers[0].pid, anew=False)
    after = await house.stand()
    for key, value in after.items():
        house.cost[key] = house.cost.get(key, 0.0) + value - before[key]


def figures(house: House) -> dict[str, Any]:
    """Sum a house up."""
    delays, actions, cost = sorted(house.load.delays), max(1, house.load.acted), house.cost
    return {
        "house": house.name, "actions": house.load.acted, "actions_per_second": round(len(delays) / house.seconds, 1),
        "ms_per_action": round(1000 * cost["servers"] / actions, 3),
        "ms_beside": round(1000 * cost["beside"] / actions, 3),
        "p50_ms": round(1000 * statistics.median(delays), 1),
        "p99_ms": round(1000 * delays[int(len(delays) * 0.99)], 1),
        "actions_per_commit": round(actions / max(1.0, cost["commits"]), 1),
        "log_bytes_per_action": round(cost["log"] / actions), "batches_per_action": round(cost["batches"] / actions, 2),
        "lost_or_doubled": house.load.wrong, "errors": len(house.load.errors),
        "server_MB": [round(memory_of(server.pid) / 1e6) for server in house.servers],
    }


def report(houses: list[dict[str, Any]]) -> str:
    """Write the figures as the table of docs/scale.md."""
    rows = [
        ("servers' processor time an action", "ms_per_action", " ms"), ("that of database and bus", "ms_beside", " ms"),
        ("from the click to both updates, p50", "p50_ms", " ms"), ("p99", "p99_ms", " ms"),
        ("actions a second", "actions_per_second", ""), ("actions in one transaction", "actions_per_commit", ""),
        ("bytes of write-ahead log an action", "log_bytes_per_action", ""),
        ("messages between servers an action", "batches_per_action", ""),
        ("lost or doubled", "lost_or_doubled", ""),
    ]
    head = ["", *(one["house"] for one in houses)]
    lines = [head, ["---"] * len(head), *([name, *(f"{one[key]}{unit}" for one in houses)] for name, key, unit in rows)]
    hop = houses[2]["ms_per_action"] / houses[1]["ms_per_action"] - 1
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{table}\n\nThe second hop costs {hop:+.0%} processor time an action (asked: at most +30%)."


async def run(chosen: argparse.Namespace, folder: Path) -> list[dict[str, Any]]:
    """Found the three houses, play on each in turn, and sum up."""
    engines = [Postgres(folder / "one"), Postgres(folder / "two"), Nats(folder / "bus")]
    one, two, bus = engines
    kept_password(folder / "secret")
    houses: list[House] = []
    try:
        for engine in engines:
            await asyncio.to_thread(engine.start)
        houses.append(await found("one process, SQLite", folder, chosen.game))
        houses.append(await found("one process, PostgreSQL", folder, chosen.game, "--database", one.address()))  # type: ignore[attr-defined]
        houses.append(await found(
            "two processes, PostgreSQL and NATS", folder, chosen.game, "--database", two.address(),  # type: ignore[attr-defined]
            "--bus", bus.address, "--secret-file", str(folder / "secret"), servers=2,  # type: ignore[attr-defined]
        ))
        houses[1].beside, houses[2].beside = [one], [two, bus]
        houses[1].log_position, houses[2].log_position = _log_of(one), _log_of(two)
        for house in houses:
            await house.load.lay_all(chosen.tables)
            await house.load.sit_all(house.load.tables)
        gc.collect()
        gc.freeze()
        for _ in range(chosen.rounds):
            for house in houses:
                await play(house, chosen.rate, chosen.seconds)
        for house in houses:
            for table in house.load.tables:
                await house.load.check(table)
        summed = [figures(house) for house in houses]
        for house in houses:
            await house.load.close()
        return summed
    finally:
        for house in houses:
            for server in house.servers:
                server.terminate()
                await server.wait()
        for engine in engines:
            await asyncio.to_thread(engine.stop)


def _log_of(postgres: Any) -> Any:
    """Give what says how long a database's write-ahead log is."""
    engine = create_async_engine(postgres.address())

    async def ask() -> float:
        async with engine.connect() as connection:
            found = (await connection.execute(text("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"))).scalar()
        await engine.dispose()
        return float(found or 0)

    return ask


def main() -> None:
    """Read the bounds and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=200.0, help="actions a second over all tables of a house")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--game", default="hanamikoji")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        summed = asyncio.run(run(chosen, Path(folder)))
    print(json.dumps(summed), report(summed), sep="\n\n")


if __name__ == "__main__":
    main()
