"""Once more, with seats turned: whoever sat in seat 1 sits in seat 0, and the first goes to the end."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, TypeVar

from ochaya.server.refusal import Refused
from ochaya.server.store.database import UPDATE_NEXT

if TYPE_CHECKING:
    from ochaya.server.table.room import Room

T = TypeVar("T")


def turned(seats: list[T]) -> list[T]:
    """Turn the seats by one."""
    return [*seats[1:], seats[0]]


async def lay_rematch(room: Room, contributions: dict[int, bytes]) -> None:
    """Lay the next table for the same players, of the luck they have sent by seat, and tell everybody where it is."""
    if room.next_table:
        raise Refused("already-asked")
    facts = room.facts
    sent = [contributions.get(seat) for seat in range(len(room.seats))]
    deal = dataclasses.replace(room.house.promises.rematch(room.id), contributions=tuple(turned(sent)))
    try:
        following = (await room.house.lay(
            room.match.game, room.match.options, turned(room.seats), deal, clock=facts.clock,
            is_public=facts.is_public, is_friendly=facts.is_friendly,
        )).id
    except Refused as refused:
        laid = await room.store.table_of_promise(deal.promise or "") if refused.key == "promise-used" else None
        if laid is None:
            raise
        following = laid  # by a server that ended before it could say so
    await room.write((UPDATE_NEXT, [{"at_table": room.id, "next_table": following}]))
    room.next_table = following
    room.outbox.room_changed()
