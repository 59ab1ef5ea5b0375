"""Playing an arena's meetings on all machines of a Ray cluster. What comes out does not depend on which there are.

A meeting is a function of the plan and its number, so whatever a lost machine was playing is played again elsewhere. On
every core of the cluster stands a table as on one machine (runner.py), with its own process for the bots: a bot that
hangs or takes its process down is blamed there, and never taken for a machine that failed.
"""

from __future__ import annotations

import hashlib
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any

from ochaya.arena.runner import PATIENCE, ArenaBroken, Table, Task, allowed_times, hear
from ochaya.arena.table import Meeting, Plan, Results
from ochaya.core.errors import Wrong
from ochaya.core.jit import digest_of

AUTO = "auto"
"""The address that stands for the cluster this machine belongs to."""
ANSWERS_WITHIN = 20.0
"""So many seconds a cluster may take to answer."""
LEAVES_WITHIN = 2.0
"""So many seconds tables have to end their bots' processes before they are ended themselves."""
MOST_AT_ONCE = 16
"""A table is given no more meetings at once than this …"""
SHARES = 4
"""… and so few that each table comes back for more about so many times."""
TRIES = 5
"""The arena gives up when so many tables were lost over the same meeting, or one after the other before they played."""
LOOK_AGAIN = 5.0
"""Seconds between two looks at how many cores the cluster has."""


class NoCluster(Wrong):
    """No Ray cluster can be reached at this address."""


def code_of(game: str) -> str:
    """Give a digest of all the code that a meeting's outcome depends on."""
    parts = ("core", f"games/{game}", "search", "bots", "arena")
    return hashlib.sha256("".join(digest_of(part) for part in parts).encode()).hexdigest()


class RemoteTable:
    """A table on a machine of the cluster; lives there as long as the arena plays."""

    def __init__(self, plan: Plan, patience: float) -> None:
        """Start the process in which the bots think."""
        self.allowed = allowed_times(plan, patience)
        self.table = Table(plan)
        self.is_stopped = threading.Event()
        self.table.start()

    def greet(self) -> tuple[str, str]:
        """Say where it stands and by which code it plays."""
        return socket.gethostname(), code_of(self.table.plan.game)

    def play(self, tasks: list[Task]) -> list[Meeting]:
        """Play some meetings."""
        played: list[Meeting] = []
        for task in tasks:
            self.table.give(task)
            while self.table.task is not None and not self.is_stopped.is_set():
                played += hear([self.table], self.allowed)
        return played

    def stop(self) -> None:
        """End the process, though a bot thinks in it."""
        self.is_stopped.set()
        self.table.stop()


def connect(address: str) -> Any:
    """Join a Ray cluster, `auto` or host:port, and give Ray; raises a Wrong that says why not."""
    try:
        import ray
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise Wrong("needs-extra", extra="cluster") from error
    try:
        if address != AUTO:
            _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except subprocess.TimeoutExpired as error:
        raise NoCluster("arena-no-cluster", address=address, reason=f"{error.timeout:.0f} s") from error
    except (OSError, ValueError, OverflowError, RuntimeError) as error:
        raise NoCluster("arena-no-cluster", address=address, reason=str(error).strip().split("\n")[0]) from error
    return ray


def _knock(address: str) -> None:
    """Try an address in a process of its own: where no cluster answers, Ray waits for minutes and ends its process."""
    host, _, port = address.rpartition(":")
    socket.create_connection((host, int(port)), ANSWERS_WITHIN).close()
    join = "import ray, sys; ray.init(address=sys.argv[1], log_to_driver=False, logging_level='error')"
    tried = subprocess.run(  # noqa: S603  # the address is an argument of our own program, not of a shell
        [sys.executable, "-c", join, address], timeout=ANSWERS_WITHIN, check=False, capture_output=True, text=True)
    if tried.returncode != 0:
        raise RuntimeError(tried.stderr.strip().split("\n")[-1])


def run_over_ray(
    results: Results, address: str, processes: int | None = None, patience: float = PATIENCE,
    tell: Callable[[int, int], None] = lambda tables, lost: None,
) -> Generator[Meeting, None, None]:
    """Play what is missing on a cluster and give each meeting as it is done; closing the iterator ends the tables.

    `processes` bounds the tables (as many as the cluster has cores unless told). `tell` hears again and again how many
    tables there are and how many were lost.
    """
    if next(results.missing(), None) is None:
        return
    tables = _Tables(connect(address), results.plan, processes, patience)
    try:
        while True:
            waiting = [task for task in results.missing() if task not in tables.under_way]
            if not waiting and not tables.playing:
                return
            tables.seat(waiting)
            for meeting in tables.hear():
                results.add(meeting)
                yield meeting
            tell(len(tables.idle) + len(tables.playing), tables.lost)
    finally:
        tables.close()


class _Tables:
    """All tables of one arena: those that are being set up, those that wait and those that play."""

    def __init__(self, ray: Any, plan: Plan, most: int | None, patience: float) -> None:
        self.ray, self.plan, self.most, self.patience = ray, plan, most, patience
        self.kind = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0, max_concurrency=2)(RemoteTable)
        self.joining: dict[Any, Any] = {}
        self.idle: list[Any] = []
        self.playing: dict[Any, tuple[Any, list[Task]]] = {}
        self.lost = 0
        self._losses: Counter[Task] = Counter()
        self._refused = 0
        self._looked, self._cores = 0.0, 0

    @property
    def under_way(self) -> set[Task]:
        """What is being played."""
        return {task for _, tasks in self.playing.values() for task in tasks}

    def seat(self, waiting: list[Task]) -> None:
        """Set up tables as far as the cluster has cores, and give those that wait something to play."""
        if time.monotonic() - self._looked > LOOK_AGAIN:
            self._looked, self._cores = time.monotonic(), int(self.ray.cluster_resources().get("CPU", 0))
        wanted = min(self.most or self._cores, self._cores, len(waiting) + len(self.playing))
        for _ in range(wanted - len(self.joining) - len(self.idle) - len(self.playing)):
            table = self.kind.remote(self.plan, self.patience)
            self.joining[table.greet.remote()] = table
        size = max(1, min(MOST_AT_ONCE, len(waiting) // (SHARES * max(1, wanted))))
        while self.idle and waiting:
            table, tasks, waiting = self.idle.pop(), waiting[:size], waiting[size:]
            self.playing[table.play.remote(tasks)] = (table, tasks)

    def hear(self) -> list[Meeting]:
        """Wait a moment; gives the meetings that have ended, and forgets tables that were lost."""
        due = [*self.joining, *self.playing]
        if not due:
            time.sleep(0.5)
            return []
        played: list[Meeting] = []
        for ref in self.ray.wait(due, num_returns=1, timeout=0.5)[0]:
            table, tasks = self.playing.pop(ref) if ref in self.playing else (self.joining.pop(ref), [])
            try:
                told = self.ray.get(ref)
            except self.ray.exceptions.RayTaskError as error:  # the table itself says what is wrong
                if isinstance(error.cause, Wrong):
                    raise error.cause from error
                raise
            except self.ray.exceptions.RayError as error:
                self._forget(table, tasks, error)
                continue
            self.idle.append(table)
            self._refused = 0
            if tasks:
                played += told
            elif told[1] != code_of(self.plan.game):
                raise ArenaBroken("arena-other-code", machine=told[0])
        return played

    def _forget(self, table: Any, tasks: list[Task], error: Exception) -> None:
        """Give up a table whose machine has failed; what it played is missing again."""
        self.lost += 1
        self._losses.update(tasks)
        self._refused += not tasks
        with suppress(self.ray.exceptions.RayError):
            self.ray.kill(table)
        if self._refused >= TRIES or any(self._losses[task] >= TRIES for task in tasks):
            reason = str(error).strip().split("\n")[-1]
            raise ArenaBroken("arena-broken", reason=f"{type(error).__name__}: {reason}") from error

    def close(self) -> None:
        """Stop every table and leave the cluster."""
        seated = [*self.idle, *(table for table, _ in self.playing.values())]
        if seated:
            self.ray.wait([table.stop.remote() for table in seated], num_returns=len(seated), timeout=LEAVES_WITHIN)
        for table in [*seated, *self.joining.values()]:
            with suppress(self.ray.exceptions.RayError):
                self.ray.kill(table)
        self.ray.shutdown()
