"""What is done with each message: who may say it, then to whom it goes. In the order of the house's check list:

known message → hello said → seat is theirs → table exists, begun, not over → version current → seat is the actor →
action allowed → stored → told. The later half is in `match/match.py` and `table/room.py`.
"""

from __future__ import annotations

import secrets
from typing import assert_never

from ochaya.server import moments
from ochaya.server.protocol import messages
from ochaya.server.refusal import LeaseLost, Refused
from ochaya.server.study.hints import hint
from ochaya.server.study.review import ask_review, show_review
from ochaya.server.table import leavers
from ochaya.server.table.asking import answer, ask
from ochaya.server.table.connection import Connection
from ochaya.server.table.room import Room
from ochaya.server.table.sitting import seats_of

WHOLE = (messages.Hello, messages.Sync, messages.Look)
"""What is answered by telling everything."""


async def handle(room: Room, connection: Connection, message: messages.FromClient) -> None:
    """Put a message into the table's inbox and wait until it is dealt with; raises Refused."""
    if isinstance(message, messages.Ping):
        room.outbox.answer(connection, messages.Pong(ref=message.ref, now=round(moments.now(), 3)))
        return
    if not connection.is_welcome and not isinstance(message, messages.Hello):
        raise Refused("hello-first")
    if isinstance(message, WHOLE):
        room.house.limits.check("whole", connection.guest)
        await room.store.slices.turn(connection.address)  # telling everything takes long
    await room.inbox.do_here(lambda: _deal_with(room, connection, message))


async def _deal_with(room: Room, connection: Connection, message: messages.FromClient) -> None:
    limits = room.house.limits
    if room.is_moved:
        raise LeaseLost
    if room.is_closed:
        raise Refused("no-such-table")
    if room.match.is_folded and not isinstance(message, (*WHOLE, messages.Say)):
        raise Refused("busy")
    match message:
        case messages.Act():  # first: nearly all are
            await _act(room, connection, message)
        case messages.Hello():
            await _hello(room, connection, message)
        case messages.Sync():
            room.outbox.table(connection)
        case messages.Look():
            _look(room, connection, message)
        case messages.Say():
            limits.check("chat", connection.guest)
            await _say(room, connection, message)
        case messages.AskReview():
            limits.check("review", connection.guest)
            review = await ask_review(room, connection.guest)
            room.outbox.answer(connection, messages.Reviewed(review=review))
        case messages.HandOver():
            _require_seat(room, connection)
            await leavers.hand_over(room, connection.guest, message.late, message.level)
            room.tell_saved(connection, message.ref)
        case messages.Claim():
            _require_seat(room, connection)
            await leavers.claim(room, connection.guest, message.late)
            room.tell_saved(connection, message.ref)
        case messages.Ask():
            if message.kind == "rematch":
                _check_new(room, connection)
            await ask(room, _seat(room, connection, message.seat), message.kind, message.contribution)
            room.tell_saved(connection, message.ref)
        case messages.Answer():
            if message.kind == "rematch" and message.agree:
                _check_new(room, connection)
            seat = _seat(room, connection, message.seat)
            await answer(room, seat, message.kind, agree=message.agree, contribution=message.contribution)
            room.tell_saved(connection, message.ref)
        case messages.Resign():
            await leavers.resign(room, _seat(room, connection, message.seat))
            room.tell_saved(connection, message.ref)
        case messages.Hint():
            limits.check("hint", connection.guest)
            await hint(room, connection, _shown_seat(room, connection), message)
        case messages.Ping():
            pass
        case _:
            assert_never(message)


async def _hello(room: Room, connection: Connection, message: messages.Hello) -> None:
    """Let somebody in who sits here or may watch: by a link, or because anybody may."""
    own, links = seats_of(room.seats, connection.guest), (room.facts.watch, room.facts.invite)
    if message.link is not None and any(secrets.compare_digest(message.link, link) for link in links):
        connection.is_watching = True
    if not own and not connection.is_watching and not room.may_be_watched:
        key = "carried-away" if await room.store.was_carried(room.id, connection.guest) else "not-yours"
        room.outbox.answer(connection, messages.Wrong(ref=message.ref, key=key, details={}))
        connection.close(messages.MAY_NOT)
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


def _look(room: Room, connection: Connection, message: messages.Look) -> None:
    """Lift the curtain for one of one's own seats, or draw it."""
    if message.seat is not None and message.seat not in seats_of(room.seats, connection.guest):
        raise Refused("not-yours")
    connection.seat = message.seat
    room.outbox.table(connection)


async def _say(room: Room, connection: Connection, message: messages.Say) -> None:
    own = seats_of(room.seats, connection.guest)
    if not room.may_talk(connection):
        raise Refused("not-seated")
    seat = connection.seat if connection.seat in own else (own[0] if own else None)
    name = room.seats[seat].name if seat is not None else connection.name
    line = await room.chat.say(room, name or "", seat, message.text)
    room.outbox.chat(messages.Chat(line=line))
    room.tell_saved(connection, message.ref)


async def _act(room: Room, connection: Connection, message: messages.Act) -> None:
    """Do an action: one's own seat, begun; the match checks turn, version and legality."""
    seat = _shown_seat(room, connection) if message.seat is None else _seat(room, connection, message.seat)
    if room.status == "open":
        raise Refused("not-begun")
    progress = room.match.act(seat, message.action, message.version, moments.now())
    await room.commit(progress)
    room.tell_saved(connection, message.ref)


def _check_new(room: Room, connection: Connection) -> None:
    """Hold a rematch to the rates of any other new table."""
    room.house.limits.check("new", connection.guest)
    room.house.limits.check("new-address", connection.address)


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
