"""All tables of this server: laying new ones, finding them, waking them after a restart."""

from __future__ import annotations

import asyncio
import functools
import secrets
import time
from collections.abc import Coroutine
from typing import Any

import msgspec

from ochaya.core import dealing
from ochaya.core.game import Game
from ochaya.games import games, shown_names
from ochaya.server.guests import Guests
from ochaya.server.limits import Limits
from ochaya.server.logs import log, log_failure, short
from ochaya.server.match import DamagedLog, Match
from ochaya.server.protocol import STOPPING
from ochaya.server.refusal import Refused
from ochaya.server.room import Facts, Room
from ochaya.server.settings import Settings
from ochaya.server.shapes import ClockRule, Result
from ochaya.server.sitting import Seat
from ochaya.server.store import INSERT_MATCH, INSERT_SEAT, Store
from ochaya.server.thinking import Thinking
from ochaya.server.warming import Readiness

ID_BYTES = 16
READY_SECONDS = 25.0
"""How long a request waits for a game that is still being compiled, the first time on a machine."""
MOST_IDLE = 2000
"""Tables in memory before those that need no place there are let go of; they come back when somebody asks for them."""


def new_id() -> str:
    """Give 128 unguessable bits as text."""
    return secrets.token_urlsafe(ID_BYTES)


class House:
    """The server's state: tables in memory, and what they share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings)
        self.thinking = Thinking(settings)
        self.limits = Limits(is_on=settings.limits)
        self.guests = Guests(settings.secret(), self.store)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Future[Room | None]] = {}
        self.background: set[asyncio.Task[Any]] = set()
        self.crowded = MOST_IDLE
        self.is_stopping = False
        ready = [game.name for game in games()] if settings.ready is None else settings.ready
        self.readiness = Readiness(games(), ready=ready)

    # -- opening and closing ---------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Bring the database up to date and go on with every unfinished match."""
        await self.store.open()
        waiting = await self.store.unfinished()
        for game in {game for _, game in waiting if self.readiness.is_ready(game)}:
            await self._go_on([table_id for table_id, name in waiting if name == game])
        for game in {game for _, game in waiting if not self.readiness.is_ready(game)}:
            self.in_background(self._go_on_later(game, [table_id for table_id, name in waiting if name == game]))
        log("house.open", tables=len(self.rooms))
        if self.settings.warm_bots:
            self.in_background(self.thinking.warm(*shown_names()[:1]))
        self.in_background(self.readiness.prepare(with_bots=self.settings.warm_bots and self.settings.bots > 0))

    async def _go_on_later(self, game: str, tables: list[str]) -> None:
        """Go on with a game's matches as soon as the game is ready."""
        await self.readiness.wait(game)
        await self._go_on(tables)

    async def _go_on(self, tables: list[str]) -> None:
        """Go on with unfinished matches."""
        for table_id in tables:
            try:
                room = await self.room(table_id)
                await room.inbox.do(functools.partial(self._resume, room))
            except Refused as refused:
                log("table.not-resumed", table=short(table_id), key=refused.key)

    async def _resume(self, room: Room) -> None:
        """Let a match go on after a restart; nobody's clock ran meanwhile."""
        if room.status == "open":
            if not any(seat.kind == "open" for seat in room.seats):
                await room.begin()  # the server stopped between the last one sitting down and the deal
        elif room.status == "playing" and room.clock.is_on and room.facts.clock.kind != "days":
            await room.commit(room.match.note("resume", 0, time.time()))
            room.clock.rebuild(room.match, time.time())
            room.set_timer()

    async def close(self) -> None:
        """Stop thinking, finish what is being stored, close every socket."""
        self.is_stopping = True
        for room in self.rooms.values():
            room.stop()
        for task in list(self.background):
            task.cancel()
        await asyncio.gather(*self.background, return_exceptions=True)
        pending = [room.inbox.task for room in self.rooms.values() if room.inbox.task]
        if pending:
            await asyncio.wait(pending, timeout=5)
        for room in self.rooms.values():
            for connection in room.connections:
                connection.close(STOPPING)
        await self.store.close()
        await asyncio.to_thread(self.thinking.close)
        log("house.closed")

    def in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let something run by itself until it is done or the house closes."""
        task = asyncio.create_task(work)
        self.background.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.background.discard(task)
        wrong = None if task.cancelled() else task.exception()
        if wrong:
            log_failure("background.failed", wrong)

    # -- finding ---------------------------------------------------------------------------------------------------

    async def room(self, table_id: str) -> Room:
        """Give a table, from memory or from the database; raises Refused."""
        room = self.rooms.get(table_id)
        if room:
            room.wanted_at = time.monotonic()
            return room
        if table_id not in self.loading:
            self.loading[table_id] = asyncio.ensure_future(self._load(table_id))
        try:
            room = await asyncio.shield(self.loading[table_id])
        finally:
            self.loading.pop(table_id, None)
        if room is None:
            raise Refused("no-such-table")
        if table_id not in self.rooms:
            self._take_in(room)
        return self.rooms[table_id]

    def _take_in(self, room: Room) -> None:
        """Keep a table in memory; if there are many, let go of those that need no place."""
        if len(self.rooms) >= self.crowded:
            now = time.monotonic()
            for other in [other for other in self.rooms.values() if other.is_forgotten(now)]:
                del self.rooms[other.id]
                other.stop()
            self.crowded = max(MOST_IDLE, 2 * len(self.rooms))
        self.rooms[room.id] = room
        for seat in room.people():
            room.away_since.setdefault(seat, time.time())
        room.wake()

    async def _load(self, table_id: str) -> Room | None:
        """Read a table and play its log again, checking every state."""
        found = await self.store.match_rows(table_id)
        if found is None or found[0]["status"] == "closed":
            return None
        row, sitting, entries = found
        await self.readiness.wait(row["game"], READY_SECONDS)
        result = msgspec.convert(row["result"], Result | None)
        try:
            match = Match.restore(
                row["game"], row["game_version"], row["options"], bytes(row["deal_key"]), entries, result
            )
        except DamagedLog as damaged:
            log("table.damaged", table=short(table_id), reason=str(damaged))
            return None
        facts = Facts(
            table_id, msgspec.convert(row["clock"], ClockRule), bool(row["is_public"]), bool(row["is_friendly"]),
            row["invite"], row["watch"], row["made_at"],
        )
        seats = [Seat(one["kind"], one["guest"], one["name"], one["level"]) for one in sitting]
        room = Room(self, facts, match, seats, row["status"])
        room.next_table = row["next_table"]
        room.clock.rebuild(match, match.times[0] if match.length else row["made_at"])
        if result is None:
            room.takebacks.rebuild(match)
        return room

    async def reread(self, room: Room) -> None:
        """Make a table's match again from the database, after a write met a version that was there already."""
        fresh = await self._load(room.id)
        if fresh:
            room.match, room.seats, room.status = fresh.match, fresh.seats, fresh.status
            room.clock, room.takebacks = fresh.clock, fresh.takebacks
            room.outbox.tables()
            room.wake()

    def let_go(self, room: Room) -> None:
        """Drop a finished table from memory once nobody is there."""
        if room.match.result is not None and room.is_idle:
            self.rooms.pop(room.id, None)

    # -- laying ----------------------------------------------------------------------------------------------------

    async def lay(
        self, game: Game, options: dict[str, str], seats: list[Seat], *, clock: ClockRule, is_public: bool,
        is_friendly: bool,
    ) -> Room:
        """Lay a new table, store it, and begin if nobody is awaited."""
        await self.readiness.wait(game.name, READY_SECONDS)
        now = time.time()
        facts = Facts(new_id(), clock, is_public, is_friendly, new_id(), new_id(), now)
        match = Match(game, options, dealing.new_key())
        room = Room(self, facts, match, list(seats), "open")
        row = {
            "id": facts.id, "game": game.name, "game_version": game.version, "options": options,
            "clock": msgspec.to_builtins(clock), "is_public": is_public, "is_friendly": is_friendly,
            "deal_key": match.key, "status": "open", "result": None, "invite": facts.invite, "watch": facts.watch,
            "next_table": None, "made_at": now, "changed_at": now,
        }
        await self.store.write(
            (INSERT_MATCH, [row]), (INSERT_SEAT, [seat.row(facts.id, n) for n, seat in enumerate(seats)])
        )
        self._take_in(room)
        log("table.laid", table=short(facts.id), game=game.name)
        if not any(seat.kind == "open" for seat in seats):
            await room.inbox.do(room.begin)
        return room

    def offered(self) -> list[Game]:
        """List the games offered here."""
        return [game for game in games() if not game.is_hidden or self.settings.hidden_games]

    def game(self, name: str) -> Game:
        """Find an offered game; raises Refused."""
        for game in self.offered():
            if game.name == name:
                return game
        raise Refused("no-such-game")
