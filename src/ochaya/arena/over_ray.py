"""Playing an arena's meetings on all machines of a Ray cluster. What comes out does not depend on which there are.

A meeting is a function of the plan and its number, so whatever a lost machine was playing is played again elsewhere. On
every core of the cluster stands a table as on one machine (runner.py), with its own process for the bots: a bot that
hangs or takes its process down is blamed there, and never taken for a machine that failed.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Generator

from ochaya.arena.cluster import Workers, connect, digest_of_all
from ochaya.arena.runner import PATIENCE, Table, Task, allowed_times, hear
from ochaya.arena.table import Meeting, Plan, Results


def code_of(game: str) -> str:
    """Give a digest of all the code that a meeting's outcome depends on."""
    return digest_of_all(("core", f"games/{game}", "search", "bots", "arena"))


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
    ray, plan = connect(address), results.plan
    tables = Workers[Task, Meeting](ray, RemoteTable, (plan, patience), code_of(plan.game), processes)
    try:
        while True:
            waiting = [task for task in results.missing() if task not in tables.under_way]
            if not waiting and not tables.working:
                return
            tables.seat(waiting, lambda tasks: (tasks,))
            for meeting in tables.hear():
                results.add(meeting)
                yield meeting
            tell(tables.seated, tables.lost)
    finally:
        tables.close()
        ray.shutdown()
