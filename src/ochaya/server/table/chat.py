"""Short chat, one per table: plain text, cleaned of what is not text, kept with the match."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from ochaya.server import moments
from ochaya.server.protocol.shapes import ChatLine
from ochaya.server.refusal import NotStored, Refused
from ochaya.server.store.database import INSERT_CHAT
from ochaya.server.store.writer import Conflict

if TYPE_CHECKING:
    from ochaya.server.store.database import Store
    from ochaya.server.table.room import Room

LINES_SHOWN = 100
LONGEST_NAME = 24
_REMOVED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control, formatting (with it text that runs backwards), halves of characters, private and unassigned characters."""


def clean(text: str) -> str:
    """Leave readable characters only, with single spaces."""
    normal = unicodedata.normalize("NFC", text)
    kept = "".join(
        " " if char.isspace() else char
        for char in normal
        if char.isspace() or unicodedata.category(char) not in _REMOVED
    )
    return " ".join(kept.split())


def clean_name(name: str) -> str:
    """Give a name as others will see it; raises Refused if nothing is left of it."""
    cleaned = clean(name)[:LONGEST_NAME].strip()
    if not cleaned:
        raise Refused("bad-name")
    return cleaned


class Chat:
    """The last lines said at one table."""

    __slots__ = ("is_loaded", "lines", "number")

    def __init__(self) -> None:
        self.lines: list[ChatLine] = []
        self.number = 0
        self.is_loaded = False

    async def load(self, store: Store, table_id: str) -> None:
        """Read what was said before, once somebody comes to read it."""
        if not self.is_loaded:
            self.lines[:] = await store.chat_lines(table_id, LINES_SHOWN)
            self.number = await store.last_line(table_id)
            self.is_loaded = True

    async def say(self, room: Room, name: str, seat: int | None, text: str) -> ChatLine:
        """Keep a line, then give it for sending."""
        table_id = room.id
        await self.load(room.store, table_id)
        cleaned = clean(text)
        if not cleaned:
            raise Refused("bad-text")
        line = ChatLine(number=self.number + 1, at=round(moments.now(), 3), name=name, seat=seat, text=cleaned)
        row = {"table_id": table_id, "number": line.number, "at": line.at, "name": name, "seat": seat, "text": cleaned}
        try:
            await room.write((INSERT_CHAT, [row]))
        except Conflict:  # a line of that number is there already: one that was given up and stored after all
            self.is_loaded = False
            raise NotStored from None
        self.number = line.number
        self.lines.append(line)
        del self.lines[:-LINES_SHOWN]
        return line
