"""Once more, with seats turned: whoever sat in seat 1 sits in seat 0, and the first goes to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ochaya.server.refusal import Refused
from ochaya.server.sitting import Seat
from ochaya.server.store import UPDATE_NEXT

if TYPE_CHECKING:
    from ochaya.server.room import Room


def turned(seats: list[Seat]) -> list[Seat]:
    """Turn the seats by one."""
    return [*seats[1:], seats[0]]


async def lay_rematch(room: Room) -> None:
    """Lay the next table for the same players and tell everybody where it is."""
    if room.next_table:
        raise Refused("already-asked")
    facts = room.facts
    following = await room.house.lay(
        room.match.game, room.match.options, turned(room.seats), clock=facts.clock, is_public=facts.is_public,
        is_friendly=facts.is_friendly,
    )
    await room.store.write((UPDATE_NEXT, [{"at_table": room.id, "next_table": following.id}]))
    room.next_table = following.id
    room.outbox.room_changed()
