"""Thinking time: per move, per match, or days for correspondence. All of it follows from the times in the log."""

from __future__ import annotations

from dataclasses import dataclass, field

from ochaya.server.match.match import Match
from ochaya.server.protocol.shapes import ClockRule, Clocks


@dataclass(slots=True)
class Clock:
    """The time left to each seat since the last entry that moved the clock."""

    rule: ClockRule
    seats: int
    left: list[float] = field(default_factory=list)
    since: float = 0.0
    """When the running seat's time began to run."""

    @property
    def is_on(self) -> bool:
        """Whether this table plays by the clock."""
        return self.rule.kind != "none"

    def rebuild(self, match: Match, begun_at: float) -> None:
        """Work out everything from the log: after a start, a takeback, a restart."""
        self.since = begun_at
        self.left = [float(self.rule.seconds)] * self.seats if self.is_on else []
        resumes = [(note.version, note.at) for note in match.notes if note.kind in ("resume", "takeback")]
        moments = [(version, at, actor) for version, at, actor in zip(
            match.versions, match.times, match.actors, strict=True)]
        moments += [(version, at, -1) for version, at in resumes]
        for _, at, actor in sorted(moments):
            self.step(actor, at)

    def step(self, actor: int, at: float) -> None:
        """A seat (or nobody: below zero) acted at that time."""
        if self.is_on and actor >= 0 and self.rule.kind == "match":
            self.left[actor] += self.rule.added - max(0.0, at - self.since)
        self.since = at

    def left_to(self, seat: int, now: float) -> float:
        """Give the seconds a seat has left if it is its turn now."""
        return self.left[seat] - max(0.0, now - self.since)

    def shown(self, running: int | None, now: float) -> Clocks:
        """Show the clocks."""
        left = list(self.left)
        if left and running is not None:
            left[running] = self.left_to(running, now)
        return Clocks(left=[round(one, 2) for one in left], running=running if left else None, now=round(now, 3))
