"""One table as the server holds it: the match, who sits, who is here, what is offered, and the inbox in front of it.

Every change goes through the inbox and ends in `commit`: stored first, then taken over, then told.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from ochaya.core.record import copied
from ochaya.server import protocol
from ochaya.server.chat import Chat
from ochaya.server.clock import Clock
from ochaya.server.connection import Connection
from ochaya.server.inbox import Inbox
from ochaya.server.leavers import late_seats, next_deadline
from ochaya.server.logs import log, log_failure, short
from ochaya.server.match import Match, Progress
from ochaya.server.metrics import metrics
from ochaya.server.offers import Offers
from ochaya.server.outbox import Outbox, actor_shown, look
from ochaya.server.refusal import NotStored, Refused
from ochaya.server.review import NO_REVIEW
from ochaya.server.shapes import ClockRule, Clocks, SeatShown, Status, TableShown
from ochaya.server.sitting import Seat, seats_of
from ochaya.server.store import UPDATE_SEAT, Store
from ochaya.server.takeback import Takebacks
from ochaya.server.writer import Conflict, Write

if TYPE_CHECKING:
    from ochaya.server.house import House

FORGET_SECONDS = 60.0
"""How long nobody must have asked for a table before it may leave memory; no request takes that long."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What never changes about a table."""

    id: str
    clock: ClockRule
    is_public: bool
    is_friendly: bool
    invite: str
    watch: str
    made_at: float


class Room:
    """A table with its match."""

    __slots__ = (
        "away_since", "chat", "clock", "connections", "facts", "house", "inbox", "match", "next_table", "offers",
        "outbox", "review", "seats", "status", "takebacks", "thinking", "timer", "wanted_at",
    )

    def __init__(self, house: House, facts: Facts, match: Match, seats: list[Seat], status: Status) -> None:
        self.house, self.facts, self.match, self.seats, self.status = house, facts, match, seats, status
        self.inbox = Inbox()
        self.outbox = Outbox(self)
        self.offers = Offers()
        self.chat = Chat()
        self.connections: set[Connection] = set()
        self.away_since: dict[int, float] = {}
        self.takebacks = Takebacks(match.seats)
        self.clock = Clock(facts.clock, match.seats)
        self.next_table: str | None = None
        self.review = NO_REVIEW
        self.thinking: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.wanted_at = time.monotonic()
        """When somebody last asked for this table: whoever has it in hand must not find it replaced."""

    @property
    def id(self) -> str:
        """The table's unguessable id."""
        return self.facts.id

    @property
    def store(self) -> Store:
        """Where it is kept."""
        return self.house.store

    # -- who is here ----------------------------------------------------------------------------------------------

    def welcome(self) -> Iterator[Connection]:
        """Give the connections that may be told things."""
        return (connection for connection in list(self.connections) if connection.is_welcome)

    def spectators(self) -> int:
        """Count those who watch."""
        return sum(not seats_of(self.seats, connection.guest) for connection in self.welcome())

    def is_here(self, seat: int) -> bool:
        """Say whether a seat's player is at the table."""
        sitting = self.seats[seat]
        if sitting.kind != "person":
            return sitting.kind == "bot"
        return any(connection.guest == sitting.guest for connection in self.welcome())

    def people(self, *, without: str | None = None) -> set[int]:
        """List the seats of people, without those of one guest."""
        return {n for n, seat in enumerate(self.seats) if seat.kind == "person" and seat.guest != without}

    def note_presence(self) -> None:
        """Remember since when absent people are away, and tell the room."""
        now = time.time()
        for seat in self.people():
            if self.is_here(seat):
                self.away_since.pop(seat, None)
            else:
                self.away_since.setdefault(seat, now)
        self.set_timer()
        self.outbox.room_changed()

    # -- showing ---------------------------------------------------------------------------------------------------

    def seats_shown(self, guest: str | None) -> list[SeatShown]:
        """Show who sits where."""
        late = late_seats(self, time.time())
        return [
            SeatShown(
                seat=number, kind=seat.kind, name=seat.name, level=seat.level, is_here=self.is_here(number),
                away_since=self.away_since.get(number), is_late=number in late,
                is_yours=guest is not None and seat.kind == "person" and seat.guest == guest,
            )
            for number, seat in enumerate(self.seats)
        ]

    def shown(self, guest: str | None) -> TableShown:
        """Show everything public about the table."""
        match, facts = self.match, self.facts
        return TableShown(
            id=facts.id, game=match.game.name, game_version=match.game.version, options=match.options,
            status=self.status, seats=self.seats_shown(guest), teams=match.teams(), clock=facts.clock,
            is_public=facts.is_public, is_friendly=facts.is_friendly, knows_draws=match.game.knows_draws,
            made_at=facts.made_at, commitment=match.commitment, key=match.key.hex() if match.result else None,
            result=match.result, version=match.version,
            actor=None if self.status == "open" else actor_shown(match), next_table=self.next_table,
        )

    def clocks(self, now: float) -> Clocks:
        """Show the clocks."""
        actor = self.match.actor
        return self.clock.shown(actor if actor >= 0 and self.status == "playing" else None, now)

    def can_take_back(self, seat: int) -> bool:
        """Say whether a seat may ask for a takeback."""
        return self.status == "playing" and self.takebacks.targets[seat] is not None and not self.match.is_long

    # -- changing ------------------------------------------------------------------------------------------------

    async def begin(self, seats: dict[int, Seat] | None = None) -> None:
        """Everybody sits (the last of them in these seats): deal and go."""
        await self.commit(self.match.begin(time.time()), status="playing", seats=seats)

    async def commit(
        self, progress: Progress, *, status: Status | None = None, seats: dict[int, Seat] | None = None,
        also: Sequence[Write] = (),
    ) -> None:
        """Store what happens, then take it over, then tell everybody. Raises NotStored and changes nothing."""
        now, match = time.time(), self.match
        status = "over" if progress.result else status
        writes: list[Write] = [Store.entries(self.id, progress.entries)] if progress.entries else []
        if status:
            result = msgspec.to_builtins(progress.result or match.result)
            writes.append(Store.status(self.id, status, result, now))
        if seats:
            writes.append((UPDATE_SEAT, [seat.change(self.id, number) for number, seat in seats.items()]))
        try:
            await self.store.write(*writes, *also)
        except Conflict:
            log("table.conflict", table=short(self.id))
            await self.house.reread(self)
            raise NotStored from None
        since, before, went_back = match.version, match.block, progress.kept < match.length
        self._take_over(progress, status, seats or {})
        if went_back or status == "playing":
            self.outbox.tables()
        else:
            self.outbox.update(since, before, with_table=bool(status or seats))
        self.wake()

    def _take_over(self, progress: Progress, status: Status | None, seats: dict[int, Seat]) -> None:
        """Bring the match and all that follows from it to the new moment."""
        match, before, first = self.match, self.match.block, self.match.length
        went_back = progress.kept < first
        match.accept(progress)
        for number, seat in seats.items():
            self.seats[number] = seat
            self.away_since.pop(number, None)
        if status:
            self.status = status
            log("table.status", table=short(self.id), game=match.game.name, status=status)
        if went_back or status == "playing":
            self.clock.rebuild(match, progress.entries[-1].at if progress.entries else time.time())
            self.takebacks.rebuild(match)
        else:
            self._follow(first, before)
        if progress.entries and progress.entries[0].kind != "hint":
            self.offers.forget("takeback", "draw")
        metrics.actions.add(sum(entry.kind == "step" and entry.actor >= 0 for entry in progress.entries))

    def _follow(self, first: int, before: Any) -> None:
        """Let clock and takebacks follow the new steps."""
        match = self.match
        block = copied(before)
        for number in range(first, match.length):
            actor, action = match.actors[number], match.actions[number]
            self.clock.step(actor, match.times[number])
            self.takebacks.step(match.game, number, block, actor, action)
            match.game.apply(block[0], action)

    # -- what happens by itself ---------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let whoever acts by itself begin: a bot whose turn it is, the clock."""
        if self.thinking:
            self.thinking.cancel()
            self.thinking = None
        self.set_timer()
        actor = self.match.actor
        if self.status == "playing" and actor >= 0 and self.seats[actor].kind == "bot":
            self.thinking = asyncio.create_task(self._bot_turn(actor, self.match.version))

    async def _bot_turn(self, seat: int, version: int) -> None:
        """Ask the bot, then act for it like for anybody else."""
        seen = look(self.match, self.match.block, seat)
        action = await self.house.thinking.decide(seen, self.seats[seat].level or "")

        async def act() -> None:
            if self.match.version != version or self.seats[seat].kind != "bot":
                return
            self.thinking = None  # we are past thinking: `wake` must not cancel this
            await self.commit(self.match.act(seat, action, version, time.time()))

        waiting = 1.0
        while True:
            try:
                await self.inbox.do(act)
            except NotStored:
                await asyncio.sleep(waiting)
                waiting = min(30.0, waiting * 2)
                if self.match.version == version:
                    continue
            except Refused as refused:
                log("bot.refused", table=short(self.id), key=refused.key)
            except Exception as wrong:
                metrics.failures.add()
                log_failure("bot.failed", wrong)
            return

    def set_timer(self) -> None:
        """Wake up when somebody becomes late."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
        deadline = next_deadline(self, time.time())
        if deadline is not None:
            delay = min(max(0.05, deadline - time.time() + 0.05), 86400.0)
            self.timer = asyncio.get_running_loop().call_later(delay, self._on_time)

    def _on_time(self) -> None:
        self.timer = None
        self.set_timer()
        self.outbox.room_changed()

    def stop(self) -> None:
        """Stop everything that happens by itself."""
        if self.thinking:
            self.thinking.cancel()
        if self.timer:
            self.timer.cancel()
        self.thinking = self.timer = None

    def tell_saved(self, connection: Connection, ref: int | None) -> None:
        """Acknowledge what is stored."""
        self.outbox.answer(connection, protocol.Saved(ref=ref, version=self.match.version))

    @property
    def is_idle(self) -> bool:
        """Whether the table needs no place in memory: nobody is here, nobody is asked and no bot thinks."""
        is_thinking = self.review.state == "working" or (self.thinking is not None and not self.thinking.done())
        return not (self.connections or self.inbox.task or self.offers.pending or is_thinking)

    def is_forgotten(self, now: float) -> bool:
        """Say whether a table that is not over may leave memory until somebody asks for it again."""
        return self.is_idle and now - self.wanted_at > FORGET_SECONDS
