"""Links: an invitation takes an open seat, a watching link shows, a carrying link moves seats to another device."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from ochaya.server import moments
from ochaya.server.house.lobby import NoOpenSeat, sit_down
from ochaya.server.protocol.forms import CarryLink, LinkGives, LinkKind, LinkShown, LinkUsed
from ochaya.server.protocol.messages import MAY_NOT, Wrong
from ochaya.server.refusal import Refused
from ochaya.server.store.database import INSERT_CARRY, UPDATE_SEAT, USE_CARRY
from ochaya.server.store.rows import CarryRow
from ochaya.server.table.sitting import Seat, seats_of

if TYPE_CHECKING:
    from ochaya.server.house.house import House
    from ochaya.server.table.room import Room

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
    token, until = secrets.token_urlsafe(24), moments.now() + CARRY_SECONDS
    row = {"token": digest(token), "table_id": room.id, "guest": guest, "seats": seats, "good_until": until,
           "is_used": False}
    await room.write((INSERT_CARRY, [row]))
    return CarryLink(token=token, good_until=round(until, 3))


def gives(kind: LinkKind, room: Room, guest: str) -> LinkGives:
    """Say what a link is good for now: a full table can be watched, a finished one replayed."""
    if kind == "carry":
        return "seat"
    if seats_of(room.seats, guest):
        return "yours"
    if room.status == "over":
        return "replay"
    return "seat" if kind == "invite" and any(seat.kind == "open" for seat in room.seats) else "watch"


async def _find(house: House, token: str) -> tuple[LinkKind, str, CarryRow | None]:
    """Find a link: its kind, its table, and the row of a carrying link."""
    found = await house.store.table_of_link(token)
    if found:
        return *found, None
    row = await house.store.carry(digest(token))
    if row is None:
        raise Refused("no-such-link")
    if row.is_used or row.good_until < moments.now():
        raise Refused("link-used")
    return "carry", row.table_id, row


async def show_link(house: House, token: str, guest: str) -> LinkShown:
    """Say where a link leads without using it."""
    kind, table_id, _ = await _find(house, token)
    room = await house.room(table_id)
    return LinkShown(kind=kind, gives=gives(kind, room, guest), table=room.shown(guest))


async def use_link(house: House, token: str, guest: str, contribution: str | None) -> LinkUsed:
    """Follow a link."""
    kind, table_id, row = await _find(house, token)
    room = await house.room(table_id)
    given = gives(kind, room, guest)
    if kind == "invite" and given == "seat":
        with suppress(NoOpenSeat):  # somebody was quicker: watching is left
            await sit_down(house, room, guest, None, contribution)
        given = "seat" if seats_of(room.seats, guest) else gives(kind, room, guest)
    elif row is not None:
        await room.inbox.do(lambda: _carry(house, room, row, guest, token))
    return LinkUsed(kind=kind, gives=given, table=table_id, seats=seats_of(room.seats, guest))


async def _carry(house: House, room: Room, row: CarryRow, guest: str, token: str) -> None:
    """Move the seats; the old device sees nothing of them from now on."""
    again = await house.store.carry(digest(token))
    if again is None or again.is_used:
        raise Refused("link-used")
    moved = {
        seat: Seat("person", guest, room.seats[seat].name, None)
        for seat in row.seats
        if seat < len(room.seats) and room.seats[seat].kind == "person" and room.seats[seat].guest == row.guest
    }
    if not moved:
        raise Refused("link-used")
    changes = [seat.change(room.id, number) for number, seat in moved.items()]
    await room.write((UPDATE_SEAT, changes), (USE_CARRY, [{"at_token": row.token}]))
    for number, seat in moved.items():
        room.seats[number] = seat
    for connection in room.welcome():
        if connection.seat in moved and connection.guest != guest:
            connection.seat = None
        if not seats_of(room.seats, connection.guest) and not connection.is_watching:
            room.outbox.answer(connection, Wrong(ref=None, key="carried-away", details={}))
            connection.close(MAY_NOT)
    room.outbox.tables()
    room.note_presence()
