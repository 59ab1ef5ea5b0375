"""Which games are ready to be played, and getting the others ready: whatever somebody waits for comes first.

A game is got ready in two stages, its rules and its bots, by processes beside the server (`warming.py`); when nobody
waits for anything any more, its module for browsers is built too, patiently. Where there
are two cores, two processes work at once; a game that is asked for takes their places from those nobody waits for,
which lose no more than the function they were at.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from ochaya.core.game import Game
from ochaya.games import game as find_game
from ochaya.server.logs import log
from ochaya.server.minds import warming
from ochaya.server.minds.warming import Part
from ochaya.server.protocol.shapes import Preparing, Stage

Job: TypeAlias = tuple[str, Part]
PARTS: dict[Stage, tuple[Part, ...]] = {"rules": ("rules",), "bots": ("search", "glance")}
FUNCTIONS: dict[Job, int] = {
    ("hanamikoji", "rules"): 43, ("hanamikoji", "search"): 50, ("geishas_road", "rules"): 100,
    ("geishas_road", "search"): 80, ("ingenious", "rules"): 45, ("ingenious", "search"): 55,
    ("tea_garden", "rules"): 200, ("tea_garden", "search"): 70,
}
"""About how many functions are compiled: only for saying how far it is."""
USUAL_FUNCTIONS = 40
NEARLY = 0.99


@dataclass
class Work:
    """One part of one game: how far it is."""

    functions: int
    done: asyncio.Event = field(default_factory=asyncio.Event)
    is_cached: asyncio.Event = field(default_factory=asyncio.Event)
    """Compiled; of the rules that is not all, since the server itself must load them."""
    compiled: int = 0

    @property
    def progress(self) -> float:
        """How far it is, 0 to 1: 1 only when all is done."""
        return 1.0 if self.done.is_set() else round(min(NEARLY, self.compiled / self.functions), 2)


class Readiness:
    """Which games are compiled, and getting the others ready."""

    def __init__(self, games: Iterable[Game], *, ready: Iterable[str], with_bots: bool) -> None:
        names = [game.name for game in sorted(games, key=lambda game: game.is_hidden)]
        jobs: list[Job] = [(name, "rules") for name in names]
        if with_bots:
            jobs += [(name, part) for name in names for part in PARTS["bots"]]
            jobs += [(name, "module") for name in names]
        self.work = {job: Work(FUNCTIONS.get(job, USUAL_FUNCTIONS)) for job in jobs}
        self.wanted: list[str] = []
        """Games somebody waits for, in the order they were asked for."""
        self.asked = asyncio.Event()
        self.changed: set[str] = set()
        self.has_changed = asyncio.Event()
        self.is_thought_about: Callable[[str], bool] = lambda _: True
        """Whether there is anybody to think about a game, where that is none of this server's work."""
        self.lanes = max(1, min(2, os.cpu_count() or 1))
        for name in ready:
            if (name, "rules") in self.work:
                self.work[name, "rules"].is_cached.set()
                self.work[name, "rules"].done.set()

    def is_ready(self, name: str, stage: Stage = "rules") -> bool:
        """Say whether a stage is done (of a game that is not here any more there is nothing to wait for)."""
        return all(work.done.is_set() for work in self._works(name, stage))

    def _works(self, name: str, stage: Stage) -> list[Work]:
        return [self.work[name, part] for part in PARTS[stage] if (name, part) in self.work]

    def preparing(self, name: str, *, with_bots: bool) -> Preparing | None:
        """Say what a table of this game still waits for."""
        stages: tuple[Stage, ...] = ("rules", "bots") if with_bots else ("rules",)
        for stage in stages:
            if not self.is_ready(name, stage):
                works = self._works(name, stage)
                return Preparing(stage=stage, progress=round(sum(work.progress for work in works) / len(works), 2))
        return Preparing(stage="bots", progress=0.0) if with_bots and not self.is_thought_about(name) else None

    @property
    def missing(self) -> int:
        """How many games' rules are not ready yet."""
        return sum(part == "rules" and not work.done.is_set() for (_, part), work in self.work.items())

    async def news(self) -> set[str]:
        """Wait until there is something to tell; name the games that have come further."""
        await self.has_changed.wait()
        self.has_changed.clear()
        names, self.changed = self.changed, set()
        return names

    def want(self, name: str) -> None:
        """Let a game be got ready before those that nobody has asked for."""
        if name not in self.wanted and not (self.is_ready(name) and self.is_ready(name, "bots")):
            self.wanted.append(name)
            self.asked.set()

    async def wait(self, name: str, stage: Stage = "rules") -> None:
        """Wait until a stage of a game is done."""
        if not self.is_ready(name, stage):
            self.want(name)
            for work in self._works(name, stage):
                await work.done.wait()

    async def prepare(self) -> None:
        """Get every game ready, first those that are wanted."""
        running: dict[Job, asyncio.Task[None]] = {}
        try:
            while due := self._due():
                self.asked.clear()
                for job in [job for job in running if job not in due[: self.lanes]]:
                    await _end([running.pop(job)])
                for job in due[: self.lanes]:
                    if job not in running:
                        running[job] = asyncio.create_task(self._get_ready(job))
                asked = asyncio.create_task(self.asked.wait())
                await asyncio.wait([asked, *running.values()], return_when=asyncio.FIRST_COMPLETED)
                asked.cancel()
                for job in [job for job, task in running.items() if task.done()]:
                    running.pop(job).result()
        finally:
            await _end(list(running.values()))

    def _due(self) -> list[Job]:
        """List what is to be done: rules and bots of each wanted game, the others' rules, their bots; last, modules."""
        def urgency(job: Job) -> int:
            return self.wanted.index(job[0]) if job[0] in self.wanted else len(self.wanted)

        left = [job for job, work in self.work.items() if not work.done.is_set()]
        if modules := [job for job in left if job[1] == "module"]:
            left = [job for job in left if job[1] != "module"] or modules[:1]
        return sorted((job for job in left if job[1] != "glance" or self.is_ready(job[0])), key=urgency)

    async def _get_ready(self, job: Job) -> None:
        (name, part), work = job, self.work[job]

        def told(compiled: int) -> None:
            work.compiled = compiled
            self.note({name})

        rules = self.work[name, "rules"].is_cached
        is_wanted = name in self.wanted and part != "module"
        await warming.compile_beside(name, part, rules, told, is_wanted=is_wanted)
        work.is_cached.set()
        if part == "rules":
            await asyncio.to_thread(warming.warm_rules, [find_game(name)])  # only loads, but that takes a moment too
        work.done.set()
        self.note({name})
        log("game.ready", game=name, part=part)

    def note(self, names: set[str]) -> None:
        """Take note that there is something to tell about these games."""
        self.changed |= names
        self.has_changed.set()


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    """Give up what is running and wait until it is gone."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

