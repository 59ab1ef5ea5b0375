"""Links: an invitation takes an open seat, a watching link shows, a carrying link moves seats to another device."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import TYPE_CHECKING, Any

from ochaya.server.forms import CarryLink, LinkShown, LinkUsed
from ochaya.server.lobby import sit_down
from ochaya.server.protocol import MAY_NOT
from ochaya.server.refusal import Refused
from ochaya.server.sitting import Seat, seats_of
from ochaya.server.store import INSERT_CARRY, UPDATE_SEAT, USE_CARRY

if TYPE_CHECKING:
    from ochaya.server.house import House
    from ochaya.server.room import Room

CARRY_SECONDS = 600.0


def digest(token: str) -> str:
    """Give what the database keeps of a carrying link: enough to know it, not enough to use it."""
    return hashlib.sha256(b"ochaya carry\0" + token.encode()).hexdigest()


async def make_carry(house: House, room: Room, guest: str, wanted: list[int] | None) -> CarryLink:
    """Make a one-time link that carries seats to another device."""
    own = seats_of(room.seats, guest)
    seats = own if wanted is None else sorted(set(wanted))
    if not seats or not set(seats) <= set(own):
        raise Refused("not-yours")
    token, until = secrets.token_urlsafe(24), time.time() + CARRY_SECONDS
    row = {"token": digest(token), "table_id": room.id, "guest": guest, "seats": seats, "good_until": until,
           "is_used": False}
    await house.store.write((INSERT_CARRY, [row]))
    return CarryLink(token=token, good_until=round(until, 3))


async def _find(house: House, token: str) -> tuple[str, str, Any]:
    """Find a link: its kind, its table, and the row of a carrying link."""
    found = await house.store.table_of_link(token)
    if found:
        return *found, None
    row = await house.store.carry(digest(token))
    if row is None:
        raise Refused("no-such-link")
    if row["is_used"] or row["good_until"] < time.time():
        raise Refused("link-used")
    return "carry", row["table_id"], row


async def show_link(house: House, token: str, guest: str) -> LinkShown:
    """Say where a link leads without using it."""
    kind, table_id, _ = await _find(house, token)
    room = await house.room(table_id)
    return LinkShown(kind=kind, table=room.shown(guest))  # type: ignore[arg-type]


async def use_link(house: House, token: str, guest: str) -> LinkUsed:
    """Follow a link."""
    kind, table_id, row = await _find(house, token)
    room = await house.room(table_id)
    if kind == "invite":
        own = seats_of(room.seats, guest)
        if not own:
            await sit_down(house, room, guest, None)
    elif kind == "carry":
        await room.inbox.do(lambda: _carry(house, room, row, guest, token))
    return LinkUsed(kind=kind, table=table_id, seats=seats_of(room.seats, guest))  # type: ignore[arg-type]


async def _carry(house: House, room: Room, row: Any, guest: str, token: str) -> None:
    """Move the seats; the old device sees nothing of them from now on."""
    again = await house.store.carry(digest(token))
    if again is None or again["is_used"]:
        raise Refused("link-used")
    moved = {
        seat: Seat("person", guest, room.seats[seat].name, None)
        for seat in row["seats"]
        if room.seats[seat].kind == "person" and room.seats[seat].guest == row["guest"]
    }
    if not moved:
        raise Refused("link-used")
    changes = [seat.change(room.id, number) for number, seat in moved.items()]
    await house.store.write((UPDATE_SEAT, changes), (USE_CARRY, [{"at_token": row["token"]}]))
    for number, seat in moved.items():
        room.seats[number] = seat
    for connection in list(room.welcome()):
        if connection.seat in moved and connection.guest != guest:
            connection.seat = None
        if not seats_of(room.seats, connection.guest) and not connection.is_watching:
            connection.close(MAY_NOT)
    room.outbox.tables()
    room.note_presence()
