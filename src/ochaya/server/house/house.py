"""All tables of this server: laying new ones, finding them, waking them after a restart."""

from __future__ import annotations

import asyncio
import functools
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from ochaya.core.game import Game
from ochaya.games import games
from ochaya.server import moments
from ochaya.server.house.cluster import Cluster
from ochaya.server.house.guests import Guests
from ochaya.server.house.keeping import clear_away
from ochaya.server.house.kept import Kept
from ochaya.server.house.reading import read_table
from ochaya.server.limits import Limits
from ochaya.server.logs import log, log_failure, short
from ochaya.server.match.match import Match
from ochaya.server.match.promises import Deal, Promises
from ochaya.server.metrics import metrics
from ochaya.server.minds.readiness import Readiness
from ochaya.server.minds.thinking import Thinking
from ochaya.server.protocol.messages import NO_TABLE, NOT_NOW, STOPPING
from ochaya.server.protocol.shapes import ClockRule, Preparing
from ochaya.server.refusal import Elsewhere, Refused
from ochaya.server.settings import Settings
from ochaya.server.store.database import INSERT_MATCH, INSERT_SEAT, Store
from ochaya.server.store.leases import INSERT_OWNER, Fence
from ochaya.server.store.pens import Write
from ochaya.server.store.writer import Conflict
from ochaya.server.table.room import Facts, Room
from ochaya.server.table.sitting import Seat

ID_BYTES = 16
TELL_SECONDS = 0.5
"""How often tables hear how far their game is, while it is being compiled."""
MOST_WOKEN = 1000
"""Tables with bots that are brought back by themselves after a restart; all others when somebody asks for them."""
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
        ready = [game.name for game in games()] if settings.ready is None else settings.ready
        with_bots = settings.warm_bots and settings.bots > 0 and not settings.bus
        self.readiness = Readiness(games(), ready=ready, with_bots=with_bots)
        self.limits = Limits(is_on=settings.limits)
        secret = settings.secret()
        self.guests, self.promises = Guests(secret, self.store), Promises(secret, settings.keep_days)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Future[Room | Kept]] = {}
        self.opened_at = 0.0
        self.background: set[asyncio.Task[Any]] = set()
        self.ended: asyncio.Queue[str] = asyncio.Queue()
        self.crowded = MOST_IDLE
        self.is_stopping = False
        self.cluster = Cluster(self) if settings.bus else None
        """The other servers of this house, if there are several."""
        self.thinking = Thinking(settings, self.readiness, self.cluster.thinkers if self.cluster else None)

    # -- opening and closing ---------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Bring the database up to date; tables come back when they are asked for or when it is a bot's turn."""
        await self.store.open()
        self.opened_at = moments.now()
        self.store.writer.on_late = self._reread_all
        self.store.writer.on_fenced = self.drop_lost
        if self.cluster:
            await self.cluster.open()
        for game in games():
            if not self.readiness.is_ready(game.name):
                self.in_background(self._go_on_later(game.name))
        log("house.open")
        self.in_background(self._wake_bots())
        self.in_background(clear_away(self))
        self.in_background(self.readiness.prepare())
        self.in_background(self._tell_preparing())

    async def _wake_bots(self) -> None:
        """Bring back the newest tables where a bot may be due, without hurry: whoever asks for one comes first."""
        for table_id in await self.store.with_bots(MOST_WOKEN):
            begun = time.perf_counter()
            with suppress(Refused):
                await self.room(table_id)
            await asyncio.sleep(time.perf_counter() - begun)

    async def _go_on_later(self, game: str) -> None:
        """Go on with a game's tables that were laid or asked for meanwhile, as soon as the game is ready."""
        await self.readiness.work[game, "rules"].done.wait()
        await self._go_on([
            room.id for room in self.rooms.values() if room.match.is_folded and room.match.game.name == game
        ])

    async def _tell_preparing(self) -> None:
        """Tell the tables that wait for their game how far it is."""
        while True:
            names = await self.readiness.news()
            for room in list(self.rooms.values()):
                if room.connections and room.match.game.name in names:
                    room.outbox.room_changed()
            await asyncio.sleep(TELL_SECONDS)

    def preparing(self, room: Room) -> Preparing | None:
        """Say what a table still waits for, the first time its game is played on this machine."""
        has_bots = room.status != "over" and any(seat.kind == "bot" for seat in room.seats)
        return self.readiness.preparing(room.match.game.name, with_bots=has_bots)

    async def _go_on(self, tables: list[str]) -> None:
        """Go on with unfinished matches."""
        for table_id in tables:
            try:
                room = await self.room(table_id)
                await room.inbox.do(functools.partial(self._resume, room))
            except Refused as refused:
                log("table.not-resumed", table=short(table_id), key=refused.key)

    async def _resume(self, room: Room) -> None:
        """Let a match go on after a restart, or once its game is ready; nobody's clock ran meanwhile."""
        if room.match.is_folded:
            await self._unfold(room)
        match, clock = room.match, room.clock
        if room.status == "open":
            if not any(seat.kind == "open" for seat in room.seats):
                await room.begin()  # the server stopped between the last one sitting down and the deal
        elif room.status == "playing" and clock.is_on and clock.rule.kind != "days" and match.at < room.rest_until:
            await room.commit(match.note("resume", 0, room.rest_until))
            clock.rebuild(match, room.rest_until)
            room.set_timer()

    async def drain(self) -> None:
        """Take nothing new, finish what is being stored, and let go of all tables: others may take them."""
        if self.is_stopping:
            return
        self.is_stopping = True
        for room in self.rooms.values():
            room.stop()
        for task in list(self.background):
            task.cancel()
        await asyncio.gather(*self.background, return_exceptions=True)
        pending = [room.inbox.task for room in self.rooms.values() if room.inbox.task]
        if pending:
            await asyncio.wait(pending, timeout=5)
        if self.cluster:
            await self.cluster.leave()
        for room in self.rooms.values():
            for connection in room.connections:
                connection.close(STOPPING)
        if self.cluster:
            await self.cluster.post.flush()

    async def close(self) -> None:
        """Stop thinking, finish what is being stored, close every socket."""
        await self.drain()
        if self.cluster:
            await self.cluster.close()
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

    async def find(self, table_id: str) -> Room | Kept:
        """Give a table, from memory or from the database; raises Refused."""
        room = self.rooms.get(table_id)
        if room:
            room.wanted_at = time.monotonic()
            return room
        if table_id not in self.loading:
            self.loading[table_id] = asyncio.ensure_future(self._bring(table_id))
            self.loading[table_id].add_done_callback(lambda done: self._brought(table_id, done))
        return await asyncio.shield(self.loading[table_id])

    async def room(self, table_id: str) -> Room:
        """Give a table whose rules are here; raises Refused."""
        found = await self.find(table_id)
        if isinstance(found, Kept):
            raise Refused("outdated")
        return found

    async def _bring(self, table_id: str) -> Room | Kept:
        """Bring a table back from the database, so that it goes on; raises Refused."""
        if self.is_stopping:
            raise Refused("busy")
        taken = await self.cluster.take(table_id) if self.cluster else None
        found = await read_table(self, table_id)
        fence = taken.fence if taken else None
        if isinstance(found, Kept):
            await found.end(self.store, fence)
            return found
        found.fence, found.rest_until = fence, (taken.rest_until or 0.0) if taken else self.opened_at
        if not found.match.is_folded:
            await self._resume(found)
        self._take_in(found)
        return found

    def _brought(self, table_id: str, done: asyncio.Future[Room | Kept]) -> None:
        self.loading.pop(table_id, None)
        if not done.cancelled():
            done.exception()  # whoever waits is told; if nobody does any more, nobody complains

    async def find_whole(self, table_id: str) -> Room | Kept:
        """Give a table whose log has been played again, or one whose rules are gone; raises Refused."""
        try:
            found = await self.find(table_id)
        except Elsewhere:
            return await self._look(table_id)
        return found if isinstance(found, Kept) else await self.whole_room(table_id)

    async def _look(self, table_id: str) -> Room | Kept:
        """Read a table that another server has, only to look at it: what is over does not change."""
        found = await read_table(self, table_id)
        if isinstance(found, Room) and found.match.is_folded:
            await self.readiness.wait(found.match.game.name)
            found = await read_table(self, table_id)
        return found

    async def whole_room(self, table_id: str) -> Room:
        """Give a table whose log has been played again, waiting for its game if that is not ready yet."""
        room = await self.room(table_id)
        if room.match.is_folded:
            await self.readiness.wait(room.match.game.name)
            await room.inbox.do(functools.partial(self._resume, room))
        return room

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
            room.away_since.setdefault(seat, moments.now())
        room.wake()
        if room.match.is_folded:
            self.readiness.want(room.match.game.name)
            if self.readiness.is_ready(room.match.game.name):  # since we last looked
                self.in_background(self._go_on([room.id]))

    async def _unfold(self, room: Room) -> None:
        """Play a table's log again, now that its game is ready, and show it."""
        try:
            fresh = await read_table(self, room.id)
            if isinstance(fresh, Kept):
                raise Refused("outdated")
        except Refused:
            self.rooms.pop(room.id, None)
            for connection in list(room.connections):
                connection.close(NO_TABLE)
            raise
        room.match = fresh.match
        room.follow_log()
        room.outbox.tables()
        room.wake()
        self.let_go(room)

    async def reread(self, room: Room) -> None:
        """Make a table's match again from the database, after a write met a version that was there already."""
        fresh = await read_table(self, room.id)
        if isinstance(fresh, Room):
            room.match, room.seats, room.status = fresh.match, fresh.seats, fresh.status
            room.clock, room.takebacks, room.contributions = fresh.clock, fresh.takebacks, fresh.contributions
            room.outbox.tables()
            room.wake()

    def _reread_all(self, table_ids: set[str]) -> None:
        """Read tables again whose last change was given up and is stored after all."""
        for room in [self.rooms[one] for one in table_ids if one in self.rooms]:
            self.in_background(room.inbox.do(functools.partial(self.reread, room)))

    def drop_lost(self, fences: set[Fence]) -> None:
        """Forget tables that another server has taken over."""
        metrics.fenced.add(len(fences))
        for fence in fences:
            room = self.rooms.get(fence.table_id)
            if room and room.fence == fence:
                self.drop(room)

    def drop(self, room: Room) -> None:
        """Forget a table that another server has taken over; whoever is here comes back and is led there."""
        log("table.dropped", table=short(room.id), fence=room.fence.number if room.fence else 0)
        self.rooms.pop(room.id, None)
        room.is_moved = True
        room.stop()
        for connection in list(room.connections):
            connection.close(NOT_NOW)

    def let_go(self, room: Room) -> None:
        """Drop a finished table from memory once nobody is there; the room of somebody who comes back is another."""
        if room.match.result is not None and room.is_idle and self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    def held(self, room: Room) -> Room:
        """Give the room that stands for its table: this one again, unless it was let go and another has come."""
        return self.rooms.setdefault(room.id, room)

    # -- laying ----------------------------------------------------------------------------------------------------

    async def lay(
        self, game: Game, options: dict[str, str], seats: list[Seat], deal: Deal, *, clock: ClockRule, is_public: bool,
        is_friendly: bool, is_lesson: bool = False,
    ) -> Room:
        """Lay a new table, store it, and begin if nobody is awaited and the game is ready."""
        await self.store.slices.turn()  # a hundred at once are laid one by one
        now = moments.now()
        self.readiness.want(game.name)
        facts = Facts(
            new_id(), clock, is_public, is_friendly, new_id(), new_id(), now, is_lesson,
            deal=1 if is_lesson else 2, draws_seats=deal.draws_seats,
        )
        match = Match(game, options, deal.key, folded=not self.readiness.is_ready(game.name))
        room = Room(self, facts, match, list(seats), "open")
        room.chat.is_loaded = True  # nobody has said anything yet
        room.contributions = list(deal.contributions or [None] * len(seats))
        row = {
            "id": facts.id, "game": game.name, "game_version": game.version, "options": options,
            "clock": msgspec.to_builtins(clock), "is_public": is_public, "is_friendly": is_friendly,
            "deal_key": match.key, "status": "open", "result": None, "invite": facts.invite, "watch": facts.watch,
            "next_table": None, "made_at": now, "changed_at": now, "is_lesson": is_lesson,
            "deal": facts.deal, "draws_seats": facts.draws_seats, "promise": deal.promise,
        }
        parts = zip(seats, room.contributions, strict=True)
        sitting = [{**seat.row(facts.id, n), "contribution": part} for n, (seat, part) in enumerate(parts)]
        owned: list[Write] = []
        if self.cluster:
            room.fence = Fence(facts.id, 1)
            owned = [(INSERT_OWNER, [{"table_id": facts.id, "server": self.cluster.id, "fence": 1}])]
        try:
            await self.store.write((INSERT_MATCH, [row]), (INSERT_SEAT, sitting), *owned)
        except Conflict:
            raise Refused("promise-used") from None  # a table has this key already
        self._take_in(room)
        log("table.laid", table=short(facts.id), game=game.name)
        if not match.is_folded and not any(seat.kind == "open" for seat in seats):
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
