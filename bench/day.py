"""A day of a large house, on paper: the arrivals of a day against the measured costs, and how long players wait.

    python -m bench.day --tables 100000 --servers 60 --thinkers 400

Tables come and go along a curve of the day (quiet at five in the morning, full at nine in the evening). For every hour
the queues are played through with random arrivals, not averaged: the one core of a server, its one writer, the cores
of the database behind it, and the thinkers. What an action costs is measured (`python -m bench.scale`, docs/scale.md)
and can be given anew by `--costs FILE` (JSON). Told as JSON and as a table: what the fullest hour needs, and for each
hour what is busy, and what p50 and p99 wait.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Times = NDArray[np.float64]
QUIETEST, FULLEST = 5, 21
"""Hours of the day."""
ARRIVALS = 20_000
"""Actions that are played through for each hour and queue."""

BUSIEST = 0.8
"""The part of a core that may be in use in the fullest hour: beyond it, waiting times are anybody's guess."""


@dataclass(frozen=True)
class Costs:
    """What was measured, in seconds and bytes; docs/scale.md says how."""

    action: float = 0.0012
    """Processor time of the servers for one action, with the second hop."""
    commit: float = 0.004
    """How long one transaction takes, however many actions it holds."""
    database: float = 0.0004
    """Processor time of the database for one action."""
    log: float = 800.0
    """Bytes of write-ahead log for one action."""
    messages: float = 1.5
    """Messages between servers for one action."""
    bot: float = 0.25
    """Processor time of a thinker for one bot's move: one in four a master, who thinks as long as it may."""
    socket: float = 11_000.0
    """Bytes of memory for an open socket."""
    table: float = 8_000.0
    """Bytes of memory for a table."""


@dataclass(frozen=True)
class House:
    """How large it is, and what people do there."""

    tables: int
    """In play at once in the fullest hour."""
    servers: int
    thinkers: int
    database_cores: int
    pause: float = 20.0
    """Seconds from one action of a person at a table to the next."""
    with_bots: float = 0.5
    """Of all tables, so many have a bot that answers each action."""
    least: float = 0.15
    """The quietest hour's part of the fullest."""


def share(hour: int, least: float) -> float:
    """Give the part of the fullest hour's tables that are in play at an hour of the day."""
    distance = (hour - FULLEST) % 24
    up = 24 - (FULLEST - QUIETEST)
    phase = distance / up if distance <= up else (24 - distance) / (24 - up)
    return least + (1 - least) * (1 + math.cos(math.pi * phase)) / 2


def wait_for_one(arrivals: Times, service: float) -> Times:
    """Give how long each waits for a server that serves one at a time (Lindley's recursion, unrolled)."""
    slack = np.concatenate([[0.0], service - np.diff(arrivals)])
    total = np.cumsum(slack)
    waits: Times = total - np.minimum.accumulate(total)
    return waits


def wait_for_many(arrivals: Times, service: float, places: int) -> Times:
    """Give how long each waits where several serve, all equally long: every k-th has the same place."""
    waits = np.zeros_like(arrivals)
    for first in range(places):
        waits[first::places] = wait_for_one(arrivals[first::places], service)
    return waits


def wait_for_writer(arrivals: Times, commit: float) -> Times:
    """Give how long each waits until it is committed: whatever comes during a transaction goes into the next."""
    waits, free_at, at = np.empty_like(arrivals), 0.0, 0
    while at < len(arrivals):
        begun = max(free_at, float(arrivals[at]))
        last = int(np.searchsorted(arrivals, begun, side="right"))
        free_at = begun + commit
        waits[at:last] = free_at - arrivals[at:last]
        at = last
    return waits


def hour_of(house: House, costs: Costs, hour: int, rng: np.random.Generator) -> dict[str, Any]:
    """Play one hour's queues through."""
    tables = house.tables * share(hour, house.least)
    people = tables / house.pause
    bots = people * house.with_bots
    actions = people + bots
    at_one = actions / house.servers
    arrivals = np.cumsum(rng.exponential(1 / at_one, ARRIVALS))
    core, commit = wait_for_one(arrivals, costs.action), wait_for_writer(arrivals, costs.commit)
    asked = np.cumsum(rng.exponential(1 / max(bots, 1e-9), ARRIVALS))
    thinking = wait_for_many(asked, costs.bot, house.thinkers)
    together = max(1.0, at_one * costs.commit)
    commits = np.cumsum(rng.exponential(together / actions, ARRIVALS))
    database = wait_for_many(commits, costs.database * together, house.database_cores)

    def both(waits: Times) -> list[float]:
        return [round(1000 * float(one), 1) for one in np.quantile(waits, (0.5, 0.99))]

    return {
        "hour": hour, "tables": round(tables), "actions_per_second": round(actions),
        "server_busy": round(at_one * costs.action, 2), "core_ms": both(core), "commit_ms": both(commit),
        "database_busy": round(actions * costs.database / house.database_cores, 2), "database_ms": both(database),
        "commits_per_second": round(actions / together), "answer_ms": both(core + commit + database),
        "thinkers_busy": round(bots * costs.bot / house.thinkers, 2),
        "thinking_ms": both(thinking),
        "log_MB_per_second": round(actions * costs.log / 1e6, 1),
        "bus_messages_per_second": round(actions * costs.messages),
        "memory_GB": round(tables * (costs.table + 2 * costs.socket) / 1e9, 1),
        "actions_per_commit": round(together, 1),
    }


def needed(house: House, costs: Costs, rng: np.random.Generator, most: float = 100.0) -> House:
    """Find the smallest house whose p99 stays under `most` milliseconds in the fullest hour."""
    people = house.tables / house.pause
    servers = max(1, math.ceil(people * (1 + house.with_bots) * costs.action / BUSIEST))
    thinkers = max(1, math.ceil(people * house.with_bots * costs.bot / BUSIEST))
    cores = max(2, math.ceil(people * (1 + house.with_bots) * costs.database / BUSIEST))
    while True:
        tried = replace(house, servers=servers, thinkers=thinkers, database_cores=cores)
        found = hour_of(tried, costs, FULLEST, rng)
        is_slow, is_late = found["answer_ms"][1] >= most, found["thinking_ms"][1] >= 10 * most
        if not is_slow and not is_late:
            return tried
        servers += math.ceil(0.03 * servers) if is_slow else 0
        thinkers += math.ceil(0.03 * thinkers) if is_late else 0


def report(hours: list[dict[str, Any]]) -> str:
    """Write the hours as a table."""
    head = ["hour", "tables", "actions/s", "a server's core", "its wait p50 / p99", "database", "answer p50 / p99",
            "thinkers", "bots' wait p50 / p99", "log MB/s"]
    lines = [head, ["---"] * len(head)]
    for one in hours:
        pairs = [f"{one[key][0]} / {one[key][1]} ms" for key in ("core_ms", "answer_ms", "thinking_ms")]
        lines.append([
            f"{one['hour']}:00", f"{one['tables']:,}", f"{one['actions_per_second']:,}", f"{one['server_busy']:.0%}",
            pairs[0], f"{one['database_busy']:.0%}", pairs[1], f"{one['thinkers_busy']:.0%}", pairs[2],
            f"{one['log_MB_per_second']}",
        ])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Read how large the house is, and play a day."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100_000, help="in play at once in the fullest hour")
    parser.add_argument("--servers", type=int, default=0, help="0: as many as are needed")
    parser.add_argument("--thinkers", type=int, default=0, help="thinking processes; 0: as many as are needed")
    parser.add_argument("--database-cores", type=int, default=0, help="0: as many as are needed")
    parser.add_argument("--costs", type=Path, help="costs other than the measured ones (JSON)")
    parser.add_argument("--every", type=int, default=3, help="hours from one line to the next")
    chosen = parser.parse_args()
    rng = np.random.default_rng(1)
    costs = Costs(**json.loads(chosen.costs.read_text())) if chosen.costs else Costs()
    house = House(chosen.tables, chosen.servers, chosen.thinkers, chosen.database_cores)
    least = needed(house, costs, rng)
    house = replace(
        house, servers=house.servers or least.servers, thinkers=house.thinkers or least.thinkers,
        database_cores=house.database_cores or least.database_cores,
    )
    hours = [hour_of(house, costs, hour, rng) for hour in range(0, 24, chosen.every)]
    fullest = hour_of(house, costs, FULLEST, rng)
    print(json.dumps({"house": asdict(house), "costs": asdict(costs), "fullest": fullest}), report(hours), sep="\n\n")


if __name__ == "__main__":
    main()
