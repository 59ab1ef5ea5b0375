"""Playing an arena's meetings on all cores. What comes out does not depend on how many there are.

Each process plays whole meetings. Before a bot thinks, the process writes down who it is and since when; so a bot
that hangs, or takes the whole process down with it, is known by name: it loses that match, the process is
replaced and the meeting played again without it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

from ochaya.arena.match import CRASHED, HUNG, Played, play, shares_after_fault
from ochaya.arena.table import Meeting, Plan, Results
from ochaya.bots.level import Level
from ochaya.bots.limit import Limit
from ochaya.bots.searcher import Searcher
from ochaya.bots.spec import Contender, contender
from ochaya.bots.warming import first_decision, warm
from ochaya.core.errors import Wrong
from ochaya.core.rng import new_rng

PATIENCE = 60.0
"""How many seconds longer than its limit a bot may think before it has lost."""
READY = "ready"


class ArenaBroken(Wrong):
    """A process of the arena could not even start."""


Task = tuple[int, int, int]
Known = dict[int, tuple[int, str]]
"""Matches of a meeting that are lost already: seating -> (seat, why)."""


def contenders(plan: Plan) -> list[Contender]:
    """Give the bots of a plan with their limits; seconds are the processor's, so a busy machine weakens nobody."""
    shared = Limit(plan.seconds, plan.iterations, by_processor=True)
    return [contender(text, shared) for text in plan.bots]


def meet(
    plan: Plan, bots: list[Contender], task: Task, known: Known | None = None,
    note: Callable[[int, int], None] = lambda seating, seat: None,
) -> Meeting:
    """Play one meeting: all seatings on the same chance outcomes."""
    a, b, number = task
    game, played = plan.rules, []
    for at, seating in enumerate(plan.seatings):
        seated = [bots[(a, b)[who]] for who in seating]
        if known and at in known:
            seat, why = known[at]
            nothing = [0] * len(seated)
            shares = shares_after_fault(game, plan.options, seat, len(seated))
            played.append(Played(shares, nothing, [0.0] * len(seated), [0.0] * len(seated), why, seat))
            continue
        name = f"{plan.bots[a]} {plan.bots[b]} {at}"
        played.append(play(
            game, plan.options, seated, f"{plan.seed}/{number}", name, lambda seat, at=at: note(at, seat),  # type: ignore[misc]
        ))
    return Meeting(a, b, number, tuple(played))


def _leave_with_parent() -> None:
    """End this process, even in the midst of a thought, when the one that started it is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def serve(plan: Plan, line: Connection, clock: Any) -> None:
    """Play meetings, one after the other, until the line is closed: the life of one process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    bots = contenders(plan)
    warm(plan.game)
    moment = first_decision(plan.game)
    for one in bots:
        if isinstance(one.bot, Searcher | Level):
            one.bot.choose(moment, plan.rules.legal_ids(moment.record), Limit(iterations=2), new_rng(1))

    def note(seating: int, seat: int) -> None:
        clock[1], clock[2] = seating, seat
        clock[0] = time.monotonic() if seat >= 0 else 0.0

    line.send(READY)
    while True:
        try:
            task, known = line.recv()
        except (EOFError, OSError):
            return
        line.send(meet(plan, bots, task, known, note))


@dataclass
class Table:
    """One process, what it plays and since when its bot thinks."""

    plan: Plan
    process: Any = None
    line: Any = None
    clock: Any = None
    task: Task | None = None
    known: Known = field(default_factory=dict)
    is_ready: bool = False

    def start(self) -> None:
        """Start a process for the bots."""
        context = multiprocessing.get_context("spawn")
        self.clock = context.Array("d", 3, lock=False)
        self.line, other = context.Pipe()
        self.process = context.Process(target=serve, args=(self.plan, other, self.clock), daemon=True)
        self.process.start()
        other.close()
        self.is_ready = False

    def stop(self) -> None:
        """End the process, though a bot thinks in it."""
        if self.process is not None:
            self.line.close()
            self.process.kill()
            self.process.join()
            self.process.close()
            self.process = None

    def give(self, task: Task) -> None:
        """Let a meeting be played, as soon as the process is ready."""
        self.task, self.known = task, {}
        if self.is_ready:
            self.line.send((task, self.known))

    def blame(self, why: str) -> None:
        """Replace the process; the bot that was thinking has lost its match."""
        thinking_since, seating, seat = self.clock[0], int(self.clock[1]), int(self.clock[2])
        self.stop()
        if not self.is_ready or thinking_since == 0:
            raise ArenaBroken("arena-broken", reason=why)
        self.known[seating] = (seat, why)
        self.start()


def allowed_times(plan: Plan, patience: float) -> dict[str, float]:
    """Give how long each bot may think about one decision before it has lost."""
    return {bot.text: (bot.limit.seconds or 0.0) + patience for bot in contenders(plan)}


def hear(tables: list[Table], allowed: dict[str, float]) -> list[Meeting]:
    """Wait a moment for busy tables; gives the meetings that have ended, and replaces processes that failed."""
    busy, ended = {table.line: table for table in tables}, []
    for line in wait(list(busy), timeout=0.5):
        table = busy[line]
        try:
            told = table.line.recv()
        except (EOFError, OSError):
            table.blame(CRASHED)
            continue
        if told == READY:
            table.is_ready = True
            table.line.send((table.task, table.known))
            continue
        table.task = None
        ended.append(told)
    for table in tables:
        if table.task is not None and table.is_ready and _is_hanging(table, allowed):
            table.blame(HUNG)
    return ended


def run(
    results: Results, processes: int | None = None, patience: float = PATIENCE,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Generator[Meeting, None, None]:
    """Play what is missing and give each meeting as it is done; closing the iterator ends the processes."""
    plan = results.plan
    allowed = allowed_times(plan, patience)
    first = list(results.missing())
    count = min(processes or os.cpu_count() or 1, max(1, len(first)))
    tables = [Table(plan) for _ in range(count if first else 0)]
    try:
        for table in tables:
            table.start()
        while not is_stopped():
            playing = {table.task for table in tables}
            waiting = (task for task in list(results.missing()) if task not in playing)
            for table in tables:
                if table.task is None and (task := next(waiting, None)) is not None:
                    table.give(task)
            busy = [table for table in tables if table.task is not None]
            if not busy:
                return
            for meeting in hear(busy, allowed):
                results.add(meeting)
                yield meeting
    finally:
        for table in tables:
            table.stop()


def _is_hanging(table: Table, allowed: dict[str, float]) -> bool:
    """Say whether the bot that thinks at this table has lost patience's last rest."""
    since, seating, seat = table.clock[0], int(table.clock[1]), int(table.clock[2])
    if since == 0 or seat < 0 or table.task is None:
        return False
    who = table.plan.seatings[seating][seat]
    return bool(time.monotonic() - since > allowed[table.plan.bots[table.task[who]]])
