"""What is done with each message: who may say it, then to whom it goes. In the order of the house's check list:

known message → hello said → seat is theirs → table exists, begun, not over → version current → seat is the actor →
action allowed → stored → told. The later half is in `match.py` and `room.py`.
"""

from __future__ import annotations

import secrets
import time
from typing import assert_never

from ochaya.server import leavers, protocol
from ochaya.server.asking import answer, ask
from ochaya.server.connection import Connection
from ochaya.server.hints import hint
from ochaya.server.refusal import Refused
from ochaya.server.review import ask_review, show_review
from ochaya.server.room import Room
from ochaya.server.sitting import seats_of


async def handle(room: Room, connection: Connection, message: protocol.FromClient) -> None:
    """Put a message into the table's inbox and wait until it is dealt with; raises Refused."""
    if isinstance(message, protocol.Ping):
        room.outbox.answer(connection, protocol.Pong(ref=message.ref, now=round(time.time(), 3)))
        return
    if not connection.is_welcome and not isinstance(message, protocol.Hello):
        raise Refused("hello-first")
    await room.inbox.do(lambda: _deal_with(room, connection, message))


async def _deal_with(room: Room, connection: Connection, message: protocol.FromClient) -> None:
    limits = room.house.limits
    if isinstance(message, protocol.Hello | protocol.Sync | protocol.Look):
        limits.check("whole", connection.guest)
    match message:
        case protocol.Hello():
            await _hello(room, connection, message)
        case protocol.Sync():
            room.outbox.table(connection)
        case protocol.Look():
            _look(room, connection, message)
        case protocol.Say():
            limits.check("chat", connection.guest)
            await _say(room, connection, message)
        case protocol.AskReview():
            limits.check("review", connection.guest)
            review = await ask_review(room)
            room.outbox.answer(connection, protocol.Reviewed(review=review))
        case protocol.HandOver():
            _require_seat(room, connection)
            await leavers.hand_over(room, connection.guest, message.late, message.level)
            room.tell_saved(connection, message.ref)
        case protocol.Claim():
            _require_seat(room, connection)
            await leavers.claim(room, connection.guest, message.late)
            room.tell_saved(connection, message.ref)
        case protocol.Act():
            await _act(room, connection, message)
        case protocol.Ask():
            await ask(room, _seat(room, connection, message.seat), message.kind)
            room.tell_saved(connection, message.ref)
        case protocol.Answer():
            await answer(room, _seat(room, connection, message.seat), message.kind, agree=message.agree)
            room.tell_saved(connection, message.ref)
        case protocol.Resign():
            await leavers.resign(room, _seat(room, connection, message.seat))
            room.tell_saved(connection, message.ref)
        case protocol.Hint():
            limits.check("hint", connection.guest)
            await hint(room, connection, _shown_seat(room, connection), message)
        case protocol.Ping():
            pass
        case _:
            assert_never(message)


async def _hello(room: Room, connection: Connection, message: protocol.Hello) -> None:
    """Let somebody in who sits here, has the watching link, or comes after the end."""
    own = seats_of(room.seats, connection.guest)
    if message.link is not None and secrets.compare_digest(message.link, room.facts.watch):
        connection.is_watching = True
    if not own and not connection.is_watching and room.status != "over":
        room.outbox.answer(connection, protocol.Wrong(ref=message.ref, key="not-yours", details={}))
        connection.close(protocol.MAY_NOT)
        return
    if message.seat is not None and message.seat not in own:
        raise Refused("not-yours")
    await room.chat.load(room.store, room.id)
    if room.status == "over":
        await show_review(room)
    connection.seat = message.seat if message.seat is not None else (own[0] if len(own) == 1 else None)
    is_new = not connection.is_welcome
    connection.is_welcome = True
    room.outbox.table(connection)
    if is_new:
        room.note_presence()


def _look(room: Room, connection: Connection, message: protocol.Look) -> None:
    """Lift the curtain for one of one's own seats, or draw it."""
    if message.seat is not None and message.seat not in seats_of(room.seats, connection.guest):
        raise Refused("not-yours")
    connection.seat = message.seat
    room.outbox.table(connection)


async def _say(room: Room, connection: Connection, message: protocol.Say) -> None:
    own = seats_of(room.seats, connection.guest)
    seat = connection.seat if connection.seat in own else (own[0] if own else None)
    name = room.seats[seat].name if seat is not None else connection.name
    line = await room.chat.say(room.store, room.id, name or "", seat, message.text)
    room.outbox.say(protocol.Chat(line=line))
    room.tell_saved(connection, message.ref)


async def _act(room: Room, connection: Connection, message: protocol.Act) -> None:
    """Do an action: one's own seat, begun; the match checks turn, version and legality."""
    seat = _shown_seat(room, connection) if message.seat is None else _seat(room, connection, message.seat)
    if room.status == "open":
        raise Refused("not-begun")
    progress = room.match.act(seat, message.action, message.version, time.time())
    await room.commit(progress)
    room.tell_saved(connection, message.ref)


def _require_seat(room: Room, connection: Connection) -> None:
    if not seats_of(room.seats, connection.guest):
        raise Refused("not-seated")


def _seat(room: Room, connection: Connection, wanted: int | None) -> int:
    """Give the seat somebody speaks for: the one named, the one shown, or their only one."""
    own = seats_of(room.seats, connection.guest)
    if not own:
        raise Refused("not-seated")
    if wanted is not None:
        if wanted not in own:
            raise Refused("not-yours")
        return wanted
    if connection.seat in own:
        return connection.seat
    return own[0]


def _shown_seat(room: Room, connection: Connection) -> int:
    """Give the seat whose view is shown: only through it can one act."""
    own = seats_of(room.seats, connection.guest)
    if connection.seat is None or connection.seat not in own:
        raise Refused("not-seated" if not own else "not-yours")
    return connection.seat
