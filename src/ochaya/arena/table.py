"""An arena's meetings: what is to be played, what has been, kept in a file that a later run goes on from.

The file is one JSON object a line: first what is played, then one line a meeting, in whatever order they ended.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ochaya.arena.match import Played
from ochaya.arena.seating import even_share, result_of_a, seatings
from ochaya.arena.statistics import is_sure, looks
from ochaya.core.errors import Wrong
from ochaya.core.game import Game
from ochaya.games import game as game_of


class OtherArena(Wrong):
    """The file holds an arena with other bots, options or limits."""


@dataclass(frozen=True)
class Plan:
    """What is played: enough to play it again. Nothing here depends on the machine."""

    game: str
    version: int
    options: dict[str, str]
    bots: tuple[str, ...]
    meetings: int
    """Meetings of each two bots, at most."""
    seed: str
    seconds: float | None
    iterations: int | None
    until_sure: bool = False
    one_way: bool = False
    """With more than two single seats: only the bot named first sits alone among the others, not each in turn."""

    @property
    def rules(self) -> Game:
        """The game itself."""
        return game_of(self.game)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Who meets whom: every two bots; with more than two single seats each also sits alone among the others."""
        count = len(self.bots)
        both = self.even < 0.5 and not self.one_way
        return [(a, b) for a in range(count) for b in range(count) if a < b or (both and a != b)]

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Who sits where in the matches of a meeting."""
        return seatings(self.rules, self.options)

    @property
    def even(self) -> float:
        """What equals would get."""
        return even_share(self.rules, self.options)

    def head(self) -> dict[str, Any]:
        """What must be the same for a file to be gone on with (meetings may be added)."""
        told = asdict(self)
        for loose in ("meetings", "until_sure", "one_way"):
            told.pop(loose)
        return {"arena": 1, **told, "bots": list(self.bots)}


@dataclass(frozen=True)
class Meeting:
    """All matches of two bots on the same chance outcomes."""

    a: int
    b: int
    number: int
    matches: tuple[Played, ...]

    def result(self, plan: Plan) -> float:
        """Give A's result, from 0 to 1."""
        return result_of_a([match.shares for match in self.matches], plan.seatings)


@dataclass
class Results:
    """The meetings played so far, in memory and in the file."""

    plan: Plan
    path: Path | None = None
    meetings: dict[tuple[int, int, int], Meeting] = field(default_factory=dict)

    @classmethod
    def open(cls, plan: Plan, path: Path | None) -> Results:
        """Start, or go on with a file; raises OtherArena when it holds something else."""
        found = cls(plan, path)
        if path is None or not path.exists() or path.stat().st_size == 0:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(json.dumps(plan.head()) + "\n", encoding="utf-8")
            return found
        lines = path.read_text(encoding="utf-8").splitlines()
        head = _parsed(lines[0])
        if head != plan.head():
            raise OtherArena("other-arena", path=str(path), wanted=json.dumps(plan.head()), found=lines[0][:300])
        for line in lines[1:]:
            told = _parsed(line)  # a last line cut short by a power failure is played again
            if told is not None:
                matches = tuple(Played(**match) for match in told["matches"])
                meeting = Meeting(told["a"], told["b"], told["number"], matches)
                found.meetings[meeting.a, meeting.b, meeting.number] = meeting
        if not path.read_bytes().endswith(b"\n"):
            with path.open("a", encoding="utf-8") as file:
                file.write("\n")
        return found

    def add(self, meeting: Meeting) -> None:
        """Keep one more meeting, in the file first."""
        if self.path is not None:
            told = {"a": meeting.a, "b": meeting.b, "number": meeting.number,
                    "matches": [asdict(match) for match in meeting.matches]}
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(told) + "\n")
                file.flush()
                os.fsync(file.fileno())
        self.meetings[meeting.a, meeting.b, meeting.number] = meeting

    def of(self, a: int, b: int) -> list[Meeting]:
        """Give the meetings of two bots without a gap from the first on, so that speed does not select them.

        When stopping as soon as one is sure, only those up to the look that was sure.
        """
        found = []
        for number in range(self.plan.meetings):
            meeting = self.meetings.get((a, b, number))
            if meeting is None:
                break
            found.append(meeting)
        stop = self.stop(a, b, [meeting.result(self.plan) for meeting in found])
        return found if stop is None else found[:stop]

    def stop(self, a: int, b: int, results: list[float]) -> int | None:
        """Give after how many meetings the stronger of two bots was known; None while it is not."""
        if not self.plan.until_sure:
            return None
        reached = [look for look in looks(self.plan.meetings) if look <= len(results)]
        return next((look for look in reached if is_sure(results[:look], self.plan.even)), None)

    def missing(self) -> Iterator[tuple[int, int, int]]:
        """Give what is still to be played next, first things first; no further than the next look."""
        wanted: list[tuple[int, int, int]] = []
        for order, (a, b) in enumerate(self.plan.pairs):
            done = 0
            while (a, b, done) in self.meetings and done < self.plan.meetings:
                done += 1
            results = [self.meetings[a, b, number].result(self.plan) for number in range(done)]
            if self.stop(a, b, results) is not None:
                continue
            most = self.plan.meetings
            if self.plan.until_sure:
                most = next((look for look in looks(self.plan.meetings) if look > done), done)
            wanted += [(number, order, 0) for number in range(done, most) if (a, b, number) not in self.meetings]
        for number, order, _ in sorted(wanted):
            a, b = self.plan.pairs[order]
            yield a, b, number

    def results(self, a: int, b: int) -> list[float]:
        """Give A's results against B, in order."""
        return [meeting.result(self.plan) for meeting in self.of(a, b)]

    def all(self) -> Iterator[Meeting]:
        """Give every meeting that counts."""
        for a, b in self.plan.pairs:
            yield from self.of(a, b)


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError:
        return None
