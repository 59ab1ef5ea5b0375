"""One table as the server holds it: the match, who sits, who is here, what is offered, and the inbox in front of it.

Every change goes through the inbox and ends in `commit`: stored first, then taken over, then told.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from ochaya.core.dealing import Luck, commitment
from ochaya.core.record import Block
from ochaya.server import moments
from ochaya.server.logs import log, log_failure, short
from ochaya.server.match.clock import Clock
from ochaya.server.match.match import Match, Progress
from ochaya.server.match.offers import Offers
from ochaya.server.match.takeback import Takebacks
from ochaya.server.metrics import metrics
from ochaya.server.protocol import messages
from ochaya.server.protocol.shapes import ClockRule, Clocks, Links, Review, SeatShown, Status, TableShown
from ochaya.server.refusal import LeaseLost, NotStored, Refused
from ochaya.server.store.database import SET_CONTRIBUTION, UPDATE_SEAT, UPDATE_SEATING, Store
from ochaya.server.store.leases import Fence
from ochaya.server.store.pens import Write
from ochaya.server.store.writer import Conflict
from ochaya.server.table.chat import Chat
from ochaya.server.table.connection import Connection
from ochaya.server.table.inbox import Inbox
from ochaya.server.table.leavers import late_seats, next_deadline
from ochaya.server.table.outbox import Outbox, actor_shown, look
from ochaya.server.table.sitting import Seat, seats_of

if TYPE_CHECKING:
    from ochaya.server.table.host import Host

NO_REVIEW = Review(state="none", progress=0.0, moves=[])
CROWD = 12
CROWD_SECONDS = 0.5
"""With more than so many here, who comes and goes is told that often."""
LONGEST_WAIT = 2.0
"""Seconds after which a bot whose move could not be stored tries again, at most."""
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
    is_lesson: bool = False
    """A first match on a fixed deal, the same for everybody."""
    deal: int = 2
    """2: all who play have a part in the luck; 1: it is dealt under the house's key alone."""
    draws_seats: bool = False
    """Who sits where is drawn by lot when the match begins."""


class Room:
    """A table with its match."""

    __slots__ = (
        "__weakref__", "away_since", "chat", "clock", "connections", "contributions", "facts", "fence", "house",
        "inbox", "is_closed", "is_moved", "is_telling", "match", "next_table", "offers", "outbox", "rest_until",
        "review", "seats", "status", "takebacks", "thinking", "timer", "wanted_at",
    )

    def __init__(self, house: Host, facts: Facts, match: Match, seats: list[Seat], status: Status) -> None:
        self.house, self.facts, self.match, self.seats, self.status = house, facts, match, seats, status
        self.inbox = Inbox()
        self.outbox = Outbox(self)
        self.offers = Offers()
        self.chat = Chat()
        self.connections: set[Connection] = set()
        self.away_since: dict[int, float] = {}
        self.takebacks = Takebacks(match.seats)
        self.clock = Clock(facts.clock, match.seats)
        self.contributions: list[bytes | None] = [None] * match.seats
        """What the device of each seat has added to the luck."""
        self.next_table: str | None = None
        self.review = NO_REVIEW
        self.is_telling = False
        self.is_closed = False
        """The last person has left before it began: there is no such table any more."""
        self.thinking: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.is_moved = False
        """Another server has it now: nothing more happens here."""
        self.rest_until = 0.0
        """Nobody's clock ran before this moment: there was no server."""
        self.fence: Fence | None = None
        """The right to write to it, where several servers share a house."""
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

    async def write(self, *writes: Write) -> None:
        """Store rows of this table, all or none, as long as it is this server's; raises NotStored."""
        await self.store.write(*writes, fence=self.fence)

    # -- who is here ----------------------------------------------------------------------------------------------

    def welcome(self) -> list[Connection]:
        """Give the connections that may be told things."""
        return [connection for connection in self.connections if connection.is_welcome]

    def spectators(self) -> int:
        """Count those who watch."""
        return sum(not seats_of(self.seats, connection.guest) for connection in self.welcome())

    def is_here(self, seat: int) -> bool:
        """Say whether a seat's player is at the table."""
        sitting = self.seats[seat]
        if sitting.kind != "person":
            return sitting.kind == "bot"
        return any(one.is_welcome and one.guest == sitting.guest for one in self.connections)

    def people(self, *, without: str | None = None) -> set[int]:
        """List the seats of people, without those of one guest."""
        return {n for n, seat in enumerate(self.seats) if seat.kind == "person" and seat.guest != without}

    @property
    def may_be_watched(self) -> bool:
        """Whether anybody who knows the table may watch: it is public, over, or nobody's but the bots'."""
        return self.facts.is_public or self.status == "over" or all(seat.kind == "bot" for seat in self.seats)

    def may_talk(self, connection: Connection) -> bool:
        """Say whether somebody takes part in the chat: those who sit, came by a link, or watch while it is played."""
        is_guest_of_all = self.facts.is_public and self.status != "over"
        return connection.is_watching or is_guest_of_all or bool(seats_of(self.seats, connection.guest))

    def note_presence(self) -> None:
        """Remember since when absent people are away, and tell the room; bots among themselves play for watchers."""
        now = moments.now()
        for seat in self.people():
            if self.is_here(seat):
                self.away_since.pop(seat, None)
            else:
                self.away_since.setdefault(seat, now)
        self.set_timer()
        if not self.is_crowded:
            self.outbox.room_changed()
        elif not self.is_telling:  # hundreds may come at once: one word about all of them
            self.is_telling = True
            asyncio.get_running_loop().call_later(CROWD_SECONDS, self._tell_crowd)
        if self.thinking is None and not self.people():
            self.wake()

    @property
    def is_crowded(self) -> bool:
        """Whether so many are here that each of them coming and going is not told at once."""
        return len(self.connections) > CROWD

    def _tell_crowd(self) -> None:
        self.is_telling = False
        self.outbox.room_changed()

    # -- showing ---------------------------------------------------------------------------------------------------

    def seats_shown(self, guest: str | None) -> list[SeatShown]:
        """Show who sits where."""
        late = late_seats(self, moments.now())
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
            is_public=facts.is_public, is_friendly=facts.is_friendly, lesson=facts.is_lesson,
            knows_draws=match.game.knows_draws, made_at=facts.made_at, commitment=match.commitment,
            key=match.key.hex() if match.result else None,
            rematch_commitment=commitment(self.house.promises.rematch(facts.id).key) if match.result else None,
            result=match.result, version=match.version,
            actor=None if self.status == "open" else actor_shown(match), next_table=self.next_table,
            links=Links(invite=facts.invite, watch=facts.watch) if guest and seats_of(self.seats, guest) else None,
            preparing=self.house.preparing(self),
        )

    def clocks(self, now: float) -> Clocks:
        """Show the clocks."""
        actor = self.match.actor
        return self.clock.shown(actor if actor >= 0 and self.status == "playing" else None, now)

    def can_take_back(self, seat: int) -> bool:
        """Say whether a seat may ask for a takeback."""
        return self.status == "playing" and self.takebacks.targets[seat] is not None and not self.match.is_long

    # -- changing ------------------------------------------------------------------------------------------------

    async def begin(
        self, seats: dict[int, Seat] | None = None, contributions: dict[int, bytes | None] | None = None
    ) -> None:
        """Everybody sits (the last of them in these seats): make the luck of what all have added, deal and go."""
        if self.facts.deal == 1:
            await self.commit(self.match.begin(moments.now()), status="playing", seats=seats)
            return
        match, before = self.match, self.contributions
        chairs = [(seats or {}).get(number, seat) for number, seat in enumerate(self.seats)]
        parts = [(contributions or {}).get(number, one) for number, one in enumerate(before)]
        match.luck = Luck(match.key, tuple(parts))
        match.seating = match.luck.seating() if self.facts.draws_seats else None
        order = match.seating or range(match.seats)
        placed = {seat: chairs[chair] for chair, seat in enumerate(order)}
        self.contributions = [parts[chair] for _, chair in sorted((seat, chair) for chair, seat in enumerate(order))]
        also: list[Write] = [
            (UPDATE_SEATING, [{"at_table": self.id, "seating": match.seating}]),
            (SET_CONTRIBUTION, [
                {"at_table": self.id, "at_seat": seat, "contribution": one}
                for seat, one in enumerate(self.contributions)
            ]),
        ]
        looking = [(connection, connection.seat) for connection in self.connections if connection.seat is not None]
        for connection, chair in looking:
            connection.seat = order[chair]
        try:
            await self.commit(match.begin(moments.now()), status="playing", seats=placed, also=also)
        except NotStored:
            match.luck, match.seating, self.contributions = None, None, before
            for connection, chair in looking:
                connection.seat = chair
            raise

    async def commit(
        self, progress: Progress, *, status: Status | None = None, seats: dict[int, Seat] | None = None,
        also: Sequence[Write] = (),
    ) -> None:
        """Store what happens, then take it over, then tell everybody. Raises NotStored and changes nothing."""
        now, match = moments.now(), self.match
        status = "over" if progress.result else status
        fence = self.fence.number if self.fence else 0
        writes: list[Write] = [Store.entries(self.id, progress.entries, fence)] if progress.entries else []
        if status:
            result = msgspec.to_builtins(progress.result or match.result)
            writes.append(Store.status(self.id, status, result, now))
        if seats:
            writes.append((UPDATE_SEAT, [seat.change(self.id, number) for number, seat in seats.items()]))
        try:
            await self.write(*writes, *also)
        except Conflict:
            log("table.conflict", table=short(self.id))
            await self.house.reread(self)
            raise NotStored from None
        since, went_back, states = match.version, progress.kept < match.length, [match.block, *progress.states]
        self._take_over(progress, status, seats or {})
        if went_back or status == "playing":
            self.outbox.tables()
        else:
            self.outbox.update(since, states, with_table=bool(status or seats))
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
            if status == "over":
                self.house.ended.put_nowait(self.id)
            log("table.status", table=short(self.id), game=match.game.name, status=status)
        if went_back or status == "playing":
            self.clock.rebuild(match, progress.entries[-1].at if progress.entries else moments.now())
            self.takebacks.rebuild(match)
        else:
            self._follow(first, [before, *progress.states])
        if progress.entries and progress.entries[0].kind != "hint":
            self.offers.forget("takeback", "draw")
        metrics.actions.add(sum(entry.kind == "step" and entry.actor >= 0 for entry in progress.entries))

    def follow_log(self) -> None:
        """Work out clock and takebacks from the whole log, after it was read."""
        match = self.match
        self.clock.rebuild(match, match.times[0] if match.length else self.facts.made_at)
        if match.result is None:
            self.takebacks.rebuild(match)

    def _follow(self, first: int, states: list[Block]) -> None:
        """Let clock and takebacks follow the new steps, each done to one of these states."""
        match = self.match
        for number, block in zip(range(first, match.length), states, strict=False):
            actor, action = match.actors[number], match.actions[number]
            self.clock.step(actor, match.times[number])
            self.takebacks.step(match.game, number, block, actor, action)

    # -- what happens by itself ---------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let whoever acts by itself begin: a bot whose turn it is, the clock."""
        if self.thinking:
            self.thinking.cancel()
            self.thinking = None
        self.set_timer()
        actor = self.match.actor
        is_bot_due = self.status == "playing" and actor >= 0 and self.seats[actor].kind == "bot"
        if is_bot_due and (self.people() or self.welcome()):
            self.thinking = asyncio.create_task(self._bot_turn(actor, self.match.version))

    async def _bot_turn(self, seat: int, version: int) -> None:
        """Ask the bot, then act for it like for anybody else."""
        seen = look(self.match, self.match.block, seat)
        people = [sitting.guest for sitting in self.seats if sitting.kind == "person" and sitting.guest]
        action = await self.house.thinking.decide(seen, self.seats[seat].level or "", people[0] if people else self.id)

        async def act() -> None:
            if self.match.version != version or self.seats[seat].kind != "bot":
                return
            self.thinking = None  # we are past thinking: `wake` must not cancel this
            await self.commit(self.match.act(seat, action, version, moments.now()))

        waiting = 0.5
        while True:
            try:
                await self.inbox.do(act)
            except LeaseLost:
                pass  # the bot's turn is another server's business now
            except NotStored:
                await asyncio.sleep(waiting)
                waiting = min(LONGEST_WAIT, waiting * 2)
                if self.match.version == version and not self.is_moved:
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
        deadline = next_deadline(self, moments.now())
        if deadline is not None:
            delay = min(max(0.05, deadline - moments.now() + 0.05), 86400.0)
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
        self.outbox.answer(connection, messages.Saved(ref=ref, version=self.match.version))

    @property
    def is_idle(self) -> bool:
        """Whether the table needs no place in memory: nobody is here, nobody is asked, no bot thinks
        and its game is ready."""
        is_thinking = self.review.state == "working" or (self.thinking is not None and not self.thinking.done())
        is_awaited = is_thinking or self.match.is_folded
        return not (self.connections or self.inbox.task or self.offers.pending or is_awaited)

    def is_forgotten(self, now: float) -> bool:
        """Say whether a table that is not over may leave memory until somebody asks for it again."""
        return self.is_idle and now - self.wanted_at > FORGET_SECONDS
