"""Who thinks next: bots' moves before hints, hints before reviews, and fair among those who ask.

There are as many places as thinking processes. Whoever gets one is told how long it may think, so that those who wait
behind it are served within `PATIENCE` too; a hint or review that holds a place while a move waits is cut short.
"""

from __future__ import annotations

import asyncio
import enum
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

PATIENCE = 1.5
"""Seconds in which every move and hint that waits now should have had its turn."""
SHORTEST = 0.01
"""Seconds of thinking that nobody has to go below."""


class Rank(enum.IntEnum):
    """What is thought about, the most urgent first."""

    MOVE = 0
    HINT = 1
    REVIEW = 2


@dataclass(eq=False)
class Turn:
    """One place taken: until when its thought may last, and how to hurry it."""

    rank: Rank
    asker: str
    seconds: float = PATIENCE
    hurry: Callable[[], None] = field(default=lambda: None)
    """Set by whoever thinks: called at most once, when a move waits for this place."""
    is_hurried: bool = False


class Turns:
    """Places to think at, and those who wait for one."""

    def __init__(self, places: int) -> None:
        self.places = places
        self._taken: list[Turn] = []
        self._waiting: dict[Rank, OrderedDict[str, deque[tuple[Turn, asyncio.Future[None]]]]] = {
            rank: OrderedDict() for rank in Rank
        }

    def waiting(self, rank: Rank, asker: str | None = None) -> int:
        """Say how many wait for a turn of this rank, all together or of one who asks."""
        lines = self._waiting[rank]
        if asker is not None:
            return len(lines.get(asker, ()))
        return sum(len(line) for line in lines.values())

    @asynccontextmanager
    async def take(self, rank: Rank, asker: str) -> AsyncIterator[Turn]:
        """Wait for a turn, hold it while inside."""
        turn = Turn(rank, asker)
        if len(self._taken) < self.places:
            self._begin(turn)
        else:
            await self._wait(turn)
        try:
            yield turn
        finally:
            self._end(turn)

    async def _wait(self, turn: Turn) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[turn.rank].setdefault(turn.asker, deque()).append((turn, called))
        if turn.rank == Rank.MOVE:
            self._hurry_somebody()
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._end(turn)  # its turn had just come
            else:
                self._leave(turn)
            raise

    def _begin(self, turn: Turn) -> None:
        people = self.waiting(Rank.MOVE) + self.waiting(Rank.HINT)  # a review can wait
        turn.seconds = max(SHORTEST, PATIENCE * self.places / (people + 1))
        self._taken.append(turn)

    def set_places(self, places: int) -> None:
        """Let there be more places, or fewer as soon as they are free."""
        self.places = places
        self._call()

    def _end(self, turn: Turn) -> None:
        self._taken.remove(turn)
        self._call()

    def _call(self) -> None:
        """Give free places to those who wait."""
        while len(self._taken) < self.places and (following := self._next()):
            turn, called = following
            self._begin(turn)
            called.set_result(None)

    def _next(self) -> tuple[Turn, asyncio.Future[None]] | None:
        """Take the next out of the line: the lowest rank, then who holds fewest places, then who waits longest."""
        for lines in self._waiting.values():
            if lines:
                holding = Counter(turn.asker for turn in self._taken)
                asker = min(lines, key=lambda name: holding[name])
                line = lines.pop(asker)
                following = line.popleft()
                if line:
                    lines[asker] = line  # to the end: everybody else comes first
                return following
        return None

    def _leave(self, turn: Turn) -> None:
        """Take somebody who waits no longer out of the line."""
        lines = self._waiting[turn.rank]
        line = lines[turn.asker]
        line.remove(next(one for one in line if one[0] is turn))
        if not line:
            del lines[turn.asker]

    def _hurry_somebody(self) -> None:
        """Cut one thought short that is less urgent than a move, the least urgent first."""
        slow = [turn for turn in self._taken if turn.rank != Rank.MOVE and not turn.is_hurried]
        if slow:
            turn = max(slow, key=lambda one: one.rank)
            turn.is_hurried = True
            turn.hurry()
