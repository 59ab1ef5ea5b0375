"""One of several servers of a house: it lives, takes tables, lets go of them, and knows who has the others.

What decides is the database (store/leases.py); the bus only tells sooner. See docs/decisions/0012.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from ochaya.core.errors import Wrong
from ochaya.server import moments
from ochaya.server.bus.bus import Bus, NoAnswer, Nobody
from ochaya.server.bus.forms import server_subject
from ochaya.server.bus.post import Post
from ochaya.server.house.lists import answer_lines
from ochaya.server.house.news import Gossip
from ochaya.server.logs import log, short
from ochaya.server.metrics import metrics
from ochaya.server.minds.thinkers import FarThinkers
from ochaya.server.refusal import Elsewhere, Refused
from ochaya.server.store.leases import LEASE_SECONDS, Fence, Leases, Owner
from ochaya.server.store.opening import hold
from ochaya.server.store.patience import within

if TYPE_CHECKING:
    from nats.aio.msg import Msg

    from ochaya.server.house.house import House

RENEW_SECONDS = 1.0
ADOPT_SECONDS = 2.0
MOST_ADOPTED = 50
BATCH = 500
"""Tables that are asked about at once."""
SUSPECT_SECONDS = 5.0
"""How long a server that the bus does not know is believed to be gone."""
PING_SECONDS = 0.5
UNNOTICED_SECONDS = 1.0
"""A table that was without an owner for no longer than this has not stopped: its clocks have run."""
TRIES = 5
HERE, LEAVING = b"here", b"leaving"


@dataclass(frozen=True)
class Taken:
    """A table that is ours now."""

    fence: Fence
    rest_until: float | None
    """Nobody's clock ran until this moment; None: it was never without an owner."""


class Cluster:
    """This server among the others."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.id = secrets.token_hex(8)
        self.bus = Bus(house.settings.bus, f"server {self.id}")
        self.leases = Leases(house.store.engine, self.id)
        self.post = Post(self.bus, self.id, lambda *_: None, lambda _: None, self.suspect)
        self.gossip = Gossip(self.bus, self.id, house)
        self.thinkers = FarThinkers(self.bus)
        self.thinkers.on_news = house.readiness.note
        if house.settings.bots:
            house.readiness.is_thought_about = self.thinkers.knows
        self.on_request: Callable[[Msg], Coroutine[Any, Any, None]] | None = None
        """Answers requests that other servers pass on (web/forward.py)."""
        self.suspects: dict[str, float] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.bus.on_lost = self._bus_lost
        self.bus.on_found = self._bus_found

    async def open(self) -> None:
        """Say that we live, then listen."""
        assert self.house.store.held
        await self.leases.renew(self.house.store.held)
        self.tasks.append(asyncio.create_task(self._live()))
        await self.bus.open()
        await self.post.open()
        await self.gossip.open()
        await self.thinkers.open()
        await self.bus.listen(server_subject(self.id, "ping"), self._pinged)
        await self.bus.listen(server_subject(self.id, "http"), self._requested)
        await self.bus.listen(server_subject(self.id, "lines"), self._asked_for_lines)
        self.tasks += [
            asyncio.create_task(one) for one in (self.post.watch(), self.gossip.tell_all(), self._adopt_all())
        ]
        log("server.open", server=self.id)

    async def leave(self) -> None:
        """Let go of all tables: whoever is asked for one next takes it."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        with suppress(Refused):  # else the lease ends by itself
            await self.leases.leave()
        log("server.left", server=self.id)

    async def close(self) -> None:
        """Leave the bus."""
        await self.bus.close()

    # -- living ---------------------------------------------------------------------------------------------------

    async def _live(self) -> None:
        """Renew our lease again and again, on a connection that holds the house too."""
        store, renewed_at = self.house.store, time.monotonic()
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            self.thinkers.look()
            try:
                if store.held is None:
                    store.held = await within(RENEW_SECONDS * 2, hold(store.engine, is_shared=True))
                if store.held is not None:
                    await within(RENEW_SECONDS * 2, self.leases.renew(store.held))
                if time.monotonic() - renewed_at > LEASE_SECONDS:  # others may have believed us dead
                    self.house.in_background(self._check_rooms())
                renewed_at = time.monotonic()
            except (SQLAlchemyError, OSError, Wrong) as wrong:
                log("lease.not-renewed", kind_of=type(wrong).__name__)
                lost, store.held = store.held, None
                if lost is not None:
                    with suppress(SQLAlchemyError, OSError):
                        await within(RENEW_SECONDS, lost.invalidate())

    async def _pinged(self, message: Msg) -> None:
        await message.respond(LEAVING if self.house.is_stopping else HERE)

    async def _requested(self, message: Msg) -> None:
        if self.on_request:
            self.house.in_background(self.on_request(message))

    async def _asked_for_lines(self, message: Msg) -> None:
        self.house.in_background(answer_lines(self.house, message))  # others need not wait until it is answered

    def suspect(self, server: str) -> None:
        """Take note that the bus does not know a server: its tables may be taken at once, thanks to the fence."""
        self.suspects[server] = time.monotonic() + SUSPECT_SECONDS
        self.house.limits.elsewhere.pop(server, None)

    def _bus_lost(self) -> None:
        self.suspects.clear()
        self.post.break_all()

    def _bus_found(self) -> None:
        self.gossip.forget()
        self.house.in_background(self._check_rooms())

    async def _check_rooms(self) -> None:
        """Drop the tables that were taken over while we heard nothing of it."""
        with suppress(Refused):  # else the next write finds out
            fences = [room.fence for room in self.house.rooms.values() if room.fence]
            for at in range(0, len(fences), BATCH):
                self.house.drop_lost(await self.leases.lost(fences[at : at + BATCH]))

    # -- tables ---------------------------------------------------------------------------------------------------

    async def take(self, table_id: str) -> Taken:
        """Take a table that nobody has, or whose owner is gone; raises Elsewhere or Refused."""
        for _ in range(TRIES):
            exists, owner = await self.leases.owner(table_id)
            if not exists:
                raise Refused("no-such-table")
            if owner and owner.server != self.id and await self._lives(owner):
                raise Elsewhere(owner.server)
            fence = await self.leases.take(table_id, owner)
            if fence is None:
                continue  # somebody was quicker
            log("table.taken", table=short(table_id), fence=fence.number, server=self.id)
            if owner is None:
                return Taken(fence, self.house.opened_at)
            if owner.server == self.id:
                return Taken(fence, None)
            metrics.taken.add()
            await self.gossip.tell_taken(fence)
            return Taken(fence, moments.now() if owner.gone_for > UNNOTICED_SECONDS else None)
        raise Refused("busy")

    async def others(self, table_ids: list[str]) -> dict[str, str]:
        """Name the other servers that have some tables."""
        owners = await self.leases.owners(table_ids)
        return {table_id: server for table_id, server in owners.items() if server != self.id}

    async def _lives(self, owner: Owner) -> bool:
        """Say whether a table's owner is to be asked, rather than its table to be taken."""
        if self.suspects.get(owner.server, 0.0) > time.monotonic():
            return False
        if owner.gone_for < 0:
            return True
        try:
            return await self.bus.ask(server_subject(owner.server, "ping"), b"", PING_SECONDS) == HERE
        except (Nobody, NoAnswer):
            return False

    async def _adopt_all(self) -> None:
        """Go on with tables in play whose server is gone, though nobody asks for them."""
        while True:
            await asyncio.sleep(ADOPT_SECONDS * random.uniform(0.7, 1.3))
            with suppress(Refused):
                orphans = await self.leases.orphans(MOST_ADOPTED)
                random.shuffle(orphans)
                for table_id in orphans:
                    with suppress(Refused):
                        await self.house.find(table_id)
