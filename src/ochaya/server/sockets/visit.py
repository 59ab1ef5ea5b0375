"""The socket at a table: checks who comes, then reads messages one by one until either side ends it."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Protocol

import msgspec
from litestar.types import Receive, Scope, Send

from ochaya.server.house.house import House
from ochaya.server.limits import Bucket
from ochaya.server.logs import log_failure, request_id
from ochaya.server.metrics import metrics
from ochaya.server.protocol import messages
from ochaya.server.refusal import Elsewhere, Refused
from ochaya.server.slices import asking
from ochaya.server.sockets.caller import address_of, headers_of, is_own_origin
from ochaya.server.sockets.desk import handle
from ochaya.server.sockets.wire import wire_of
from ochaya.server.table.connection import Connection, Line
from ochaya.server.table.outbox import encode
from ochaya.server.table.room import Room
from ochaya.server.traces import span

if TYPE_CHECKING:
    from ochaya.server.sockets.relay import Exchange

PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,64})/socket")
HELLO_SECONDS = 20.0
MOST_WRONG = 50
"""Refused messages in a row after which a socket is closed."""
MOST_AHEAD = 16
"""Messages a client may send ahead of the answers before we stop reading."""


class Way(Line, Protocol):
    """What a visit comes by: a socket here (wire.py), or one at another server (relay.py)."""

    loop: asyncio.AbstractEventLoop

    def read_no_more(self) -> None:
        """Let the other side wait."""

    def read_on(self) -> None:
        """Read again."""


async def welcome_socket(
    house: House, exchange: Exchange | None, scope: Scope, receive: Receive, send: Send
) -> None:
    """Do the handshake and attach a visit to the socket, or a relay where another server has the table."""
    await receive()  # "connect": there is nothing in it
    headers, address, path = headers_of(scope), address_of(scope), PATH.fullmatch(scope["path"])
    if house.is_stopping or path is None or not is_own_origin(headers):
        # before accepting: the browser sees a refused handshake
        await send({"type": "websocket.close", "code": messages.MAY_NOT, "reason": ""})
        return
    known = house.guests.read_header(headers.get(b"cookie", b"").decode("latin-1"))
    guest, wire, refused, code = known or house.guests.new(), wire_of(scope), None, messages.TOO_FAST
    asking.set(address)
    try:
        house.limits.check("address", address)
        if known is None:
            house.limits.check("guest-address", address)
        house.limits.enter(guest, address)
        try:
            code = messages.NO_TABLE
            place = await _place(house, path[1])
            name = await house.guests.name(guest)
        except BaseException:
            house.limits.leave(guest, address)
            raise
    except Refused as no:
        refused = no
    try:
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    except BaseException:  # gone meanwhile
        if refused is None:
            house.limits.leave(guest, address)
        raise
    if refused:
        wire.say(encode(messages.Wrong(ref=None, key=refused.key, details=refused.details)))
        wire.hang_up(messages.NOT_NOW if refused.status == 503 else code)
        return
    connection = Connection(guest, name, wire, address)
    if isinstance(place, Room):
        wire.attach(Visit(house, place, connection, wire))
    else:
        assert exchange
        wire.attach(exchange.relay(place, path[1], connection, wire))


async def _place(house: House, table_id: str) -> Room | str:
    """Give a table, or the server that has it; raises Refused."""
    try:
        return await house.room(table_id)
    except Elsewhere as elsewhere:
        return elsewhere.server


class Visit:
    """One socket's stay at one table. Each message is answered before the next is looked at."""

    __slots__ = (
        "bucket", "connection", "house", "is_counted", "is_over", "received", "room", "task", "timer", "wire", "wrong",
    )

    def __init__(
        self, house: House, room: Room, connection: Connection, wire: Way, *, is_counted: bool = True
    ) -> None:
        self.is_counted = is_counted
        """Whether the socket is one of this server's, and counted here."""
        self.house, self.room, self.connection, self.wire = house, room, connection, wire
        self.received: list[bytes] = []
        self.task: asyncio.Task[None] | None = None
        self.wrong = 0
        self.is_over = False
        self.bucket = Bucket()
        self.timer: asyncio.TimerHandle | None = wire.loop.call_later(HELLO_SECONDS, self._expect_hello)
        room.connections.add(connection)
        if is_counted:
            metrics.connections.add()
        if room.is_moved:  # since it was found
            connection.close(messages.NOT_NOW)

    def heard(self, data: bytes) -> None:
        """Take a message; an idle socket has no task."""
        self.received.append(data)
        if len(self.received) > MOST_AHEAD:
            self.wire.read_no_more()
        if self.task is None:
            self.task = asyncio.create_task(self._answer_all())

    def lost(self) -> None:
        """Leave the table."""
        self.is_over = True
        self.received.clear()
        self._stop_timer()
        room, connection = self.room, self.connection
        room.connections.discard(connection)
        if self.is_counted:
            metrics.disconnections.add()
            self.house.limits.leave(connection.guest, connection.address)
        if connection.is_welcome and not self.house.is_stopping:
            connection.is_welcome = False
            room.note_presence()
        self.house.let_go(room)

    def _stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _expect_hello(self) -> None:
        self.timer = None
        if not self.connection.is_welcome:
            self.connection.close(messages.NO_HELLO)

    async def _answer_all(self) -> None:
        """Answer what has come, in order, until nothing waits."""
        while self.received and not self.connection.is_closing:
            batch, self.received = self.received, []
            for number, data in enumerate(batch):
                if number:
                    await asyncio.sleep(0)  # one message a turn of the loop: others have theirs
                await self._answer(data)
                if self.is_over or self.connection.is_closing:
                    break
        self.task = None
        self.wire.read_on()
        if self.is_over:
            self.house.let_go(self.room)

    async def _answer(self, data: bytes) -> None:
        metrics.messages.add()
        request_id.set(self.connection.request)
        connection, limits, ref = self.connection, self.house.limits, None
        try:
            message = decode(data)
            ref = message.ref if message else None
            limits.fill("message", self.bucket)
            if message is None:
                raise Refused("too-large" if len(data) > messages.MAX_MESSAGE else "malformed")
            with span("message"):
                await handle(self.room, connection, message)
            self.wrong = 0
            if connection.is_welcome:
                self._stop_timer()
        except Refused as refused:
            metrics.refusals.add()
            self.wrong += 1
            self._refuse(ref, refused)
            if not connection.is_welcome and refused.status in (429, 503):
                connection.close(messages.NOT_NOW)  # nothing is wrong with the one who comes: try again
            if self.wrong >= MOST_WRONG and limits.is_on:
                connection.close(messages.TOO_FAST)
        except Exception as failure:
            metrics.failures.add()
            log_failure("message.failed", failure)
            self._refuse(ref, Refused("failed"))

    def _refuse(self, ref: int | None, refused: Refused) -> None:
        self.room.outbox.answer(
            self.connection, messages.Wrong(ref=ref, key=refused.key, details=refused.details))


def decode(data: bytes) -> messages.FromClient | None:
    """Read a message; what is wrong with it is not told, only that it is."""
    if len(data) > messages.MAX_MESSAGE:
        return None
    try:
        return messages.read_client.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError):
        return None
