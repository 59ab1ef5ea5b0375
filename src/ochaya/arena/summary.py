"""What an arena has found, as plain data: for the terminal, for JSON, Markdown and the plot alike."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ochaya.arena.seating import A, B
from ochaya.arena.statistics import Estimate, elo, estimate, plain, ratings
from ochaya.arena.table import Meeting, Plan, Results
from ochaya.bots.limit import Limit
from ochaya.bots.spec import contender


@dataclass(frozen=True)
class Duel:
    """How two bots did against each other, from the first one's side."""

    a: str
    b: str
    result: Estimate
    """The first one's share of the win, 95 % interval from one number per meeting."""
    elo: Estimate
    matches: int
    wins: int
    draws: int
    losses: int
    is_decided: bool
    """Whether the interval excludes the result of equals."""


@dataclass(frozen=True)
class Line:
    """One bot over all its matches."""

    bot: str
    rating: Estimate
    matches: int
    moves: int
    seconds: float
    """Mean processor time for a decision."""
    slowest: float
    faults: dict[str, int]
    """Matches lost by crashing, hanging or acting illegally."""
    score: Estimate | None = None
    """Solo only: the mean result."""


@dataclass(frozen=True)
class Summary:
    """Everything found."""

    plan: dict[str, Any]
    even: float
    lines: tuple[Line, ...]
    duels: tuple[Duel, ...]
    meetings: int
    is_reproducible: bool
    """Whether every bot was limited by iterations alone; with the clock in it, another run differs."""

    def as_data(self) -> dict[str, Any]:
        """Give it as JSON values."""
        return asdict(self)


def summarise(results: Results) -> Summary:
    """Add up the meetings played so far."""
    plan = results.plan
    duels = tuple(_duel(plan, a, b, results.of(a, b)) for a, b in plan.pairs)
    met = [(a, b, results.results(a, b)) for a, b in plan.pairs]
    rated = ratings(len(plan.bots), met, plan.even)
    lines = tuple(_line(results, bot, rated[bot]) for bot in range(len(plan.bots)))
    shared = Limit(plan.seconds, plan.iterations)
    timeless = [contender(text, shared).is_reproducible for text in plan.bots]
    told = {**plan.head(), "meetings": plan.meetings, "until_sure": plan.until_sure}
    return Summary(told, plan.even, lines, duels, sum(1 for _ in results.all()), all(timeless))


def _duel(plan: Plan, a: int, b: int, meetings: list[Meeting]) -> Duel:
    even = plan.even
    found = estimate([meeting.result(plan) for meeting in meetings], even=even)
    wins = draws = losses = 0
    for meeting in meetings:
        for match, seating in zip(meeting.matches, plan.seatings, strict=True):
            mine = max((s for s, who in zip(match.shares, seating, strict=True) if who == A), default=0.0)
            theirs = max((s for s, who in zip(match.shares, seating, strict=True) if who == B), default=0.0)
            wins += mine > theirs
            draws += mine == theirs
            losses += mine < theirs
    if len(plan.seatings[0]) == 1:
        outcomes = [meeting.result(plan) for meeting in meetings]
        wins, losses = sum(one > 0.5 for one in outcomes), sum(one < 0.5 for one in outcomes)
        draws = len(outcomes) - wins - losses
    rating = Estimate(elo(found.mean, even), elo(found.low, even), elo(found.high, even), found.count)
    return Duel(
        plan.bots[a], plan.bots[b], found, rating, wins + draws + losses, wins, draws, losses,
        found.low > even or found.high < even,
    )


def _line(results: Results, bot: int, rating: Estimate) -> Line:
    plan = results.plan
    matches = moves = 0
    seconds = slowest = 0.0
    faults: dict[str, int] = {}
    scores = []
    for meeting in results.all():
        for match, seating in zip(meeting.matches, plan.seatings, strict=True):
            seats = [seat for seat, who in enumerate(seating) if (meeting.a, meeting.b)[who] == bot]
            if not seats:
                continue
            matches += 1
            moves += sum(match.moves[seat] for seat in seats)
            seconds += sum(match.seconds[seat] for seat in seats)
            slowest = max([slowest, *(match.slowest[seat] for seat in seats)])
            if match.faulty in seats:
                faults[match.fault] = faults.get(match.fault, 0) + 1
            if len(seating) == 1:
                scores.append(match.shares[0])
    return Line(
        plan.bots[bot], rating, matches, moves, seconds / max(moves, 1), slowest, faults,
        plain(scores) if scores else None,
    )
