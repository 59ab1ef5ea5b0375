"""Finished matches as they are shown, kept in pages: made once by the rules of their time, read for ever after.

Working out pictures takes long, so it happens in a thread, one match at a time, and never takes more than a small part
of a processor (next to nothing in a busy house) unless somebody waits for it. A page is kept compressed, just as
browsers take it.
"""

from __future__ import annotations

import asyncio
import gzip
import time
import zlib
from collections import OrderedDict
from contextlib import suppress
from typing import Any

import msgspec

from ochaya.server.protocol.forms import Replay, Views
from ochaya.server.protocol.shapes import TableShown
from ochaya.server.refusal import NotStored, Refused
from ochaya.server.store.database import Store
from ochaya.server.study import replay
from ochaya.server.table.host import Host
from ochaya.server.table.outbox import encode
from ochaya.server.table.room import Room

PAGE = replay.MOST_VIEWS
"""Pictures on one page."""
HEAD = -1
"""The page with the steps, the record and the deal."""
MOST_IN_MEMORY = 128
MOST_AT_START = 100_000
SHARE = 0.05
"""The part of one processor that keeping matches may take while nobody waits for it."""
BUSY = 0.25
"""The part of one processor from which on the house counts as busy."""
RESTS = 20
"""How many times longer keeping rests, at most, in a busy house."""


class Head(msgspec.Struct):
    """What is told of a finished match besides its pictures."""

    steps: msgspec.Raw
    length: int
    record: str
    deal: msgspec.Raw = msgspec.Raw()
    """Empty on pages made before devices had a part in it."""


def make_page(room: Room, number: int) -> bytes:
    """Work out one page of a finished match."""
    if number == HEAD:
        steps = replay.steps_of(room)
        made: Any = {"steps": steps, "length": len(steps), "record": replay.record_of(room),
                     "deal": replay.deal_of(room)}
    else:
        made = replay.views_of(room, number * PAGE, PAGE)
    return gzip.compress(encode(made), 6, mtime=0)


def pages_of(length: int) -> range:
    """Give the numbers of the pages of a match with so many steps: it has one picture more."""
    return range(HEAD, length // PAGE + 1)


class Archive:
    """The pages of all finished matches."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.recent: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self.turn = asyncio.Semaphore(1)

    @property
    def store(self) -> Store:
        """Where they are kept."""
        return self.host.store

    # -- reading --------------------------------------------------------------------------------------------------

    async def page(self, table_id: str, room: Room | None, number: int) -> bytes:
        """Give a page, compressed: from memory, as it was kept, or made now. Without rules (no room) only if kept."""
        place = table_id, number
        if place not in self.recent:
            page = await self.store.page(table_id, number)
            if page is None or not await asyncio.to_thread(is_whole, page, number):
                if room is None:
                    raise Refused("not-kept")
                page = await self._make(room, number)
            self.recent[place] = page
            while len(self.recent) > MOST_IN_MEMORY:
                self.recent.popitem(last=False)
        self.recent.move_to_end(place)
        return self.recent[place]

    async def _make(self, room: Room, number: int) -> bytes:
        """Make a page that somebody waits for, and keep it if the database will."""
        async with self.turn:
            page = await asyncio.to_thread(make_page, room, number)
        with suppress(NotStored):  # it is shown all the same
            await self.store.keep_pages(room.id, {number: page}, is_all=False)
        return page

    async def head(self, table_id: str, room: Room | None) -> Head:
        """Give the steps, the record and the deal."""
        page = await self.page(table_id, room, HEAD)
        return await asyncio.to_thread(lambda: msgspec.json.decode(gzip.decompress(page), type=Head))

    async def replay(self, table_id: str, room: Room | None, table: TableShown) -> bytes:
        """Give every step, as JSON (a Replay)."""
        head = await self.head(table_id, room)
        parts = Replay(table=table, steps=[], length=head.length)
        return encode(msgspec.structs.asdict(parts) | {"steps": head.steps})

    async def deal(self, table_id: str, room: Room | None) -> bytes:
        """Give all that the luck was made from, as JSON (a Deal)."""
        kept = bytes((await self.head(table_id, room)).deal)
        if kept:
            return kept
        if room is None:
            raise Refused("not-kept")
        return encode(await asyncio.to_thread(replay.deal_of, room))

    async def views(self, table_id: str, room: Room | None, first: int, count: int) -> bytes:
        """Give consecutive pictures, compressed JSON (a Views); exactly one page costs nothing."""
        if first % PAGE == 0 and count == PAGE:
            length = room.match.length if room else (await self.head(table_id, room)).length
            return await self.page(table_id, room, min(first, length) // PAGE)
        length = (await self.head(table_id, room)).length
        first = min(first, length)
        last = min(length, first + count - 1)
        pages = [await self.page(table_id, room, number) for number in range(first // PAGE, last // PAGE + 1)]
        return await asyncio.to_thread(_part, pages, first, last)

    # -- keeping --------------------------------------------------------------------------------------------------

    async def keep_all(self) -> None:
        """Keep every finished match that is not kept yet, then each as it ends, without hurry."""
        for table_id in await self.store.unkept(MOST_AT_START):
            await self._keep(table_id)
        while True:
            await self._keep(await self.host.ended.get())

    async def _keep(self, table_id: str) -> None:
        begun = time.perf_counter()
        try:
            room = await self.host.whole_room(table_id)
            if room.match.result is None:
                return
            async with self.turn:
                pages = {
                    number: await asyncio.to_thread(make_page, room, number) for number in pages_of(room.match.length)
                }
            await self.store.keep_pages(table_id, pages, is_all=True)
            self.host.let_go(room)
        except Refused:
            pass  # damaged, gone, played by other rules, or not now: looked for again at the next start
        await self._rest((time.perf_counter() - begun) * (1 / SHARE - 1))

    async def _rest(self, seconds: float) -> None:
        """Leave the processor to those who play: so long, and longer as long as they need it."""
        for _ in range(RESTS):
            used, since = time.process_time(), time.perf_counter()
            await asyncio.sleep(seconds)
            if time.process_time() - used < BUSY * (time.perf_counter() - since):
                return


def is_whole(page: bytes, number: int) -> bool:
    """Say whether a page can be read."""
    try:
        msgspec.json.decode(gzip.decompress(page), type=Head if number == HEAD else _RawViews)
    except (OSError, EOFError, zlib.error, msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def _part(pages: list[bytes], first: int, last: int) -> bytes:
    """Cut pictures out of pages that follow each other."""
    views: list[msgspec.Raw] = []
    for page in pages:
        views += msgspec.json.decode(gzip.decompress(page), type=_RawViews).views
    begin = first % PAGE
    part = _RawViews(first, views[begin : begin + last - first + 1])
    return gzip.compress(msgspec.json.encode(part), 1, mtime=0)


class _RawViews(msgspec.Struct):
    """A Views whose pictures are not looked into."""

    first: int
    views: list[msgspec.Raw]


assert _RawViews.__struct_fields__ == Views.__struct_fields__
