"""The socket at a table: checks who comes, then reads messages one by one until either side ends it."""

from __future__ import annotations

import asyncio
import re

import msgspec
from litestar.types import Receive, Scope, Send

from ochaya.server import protocol
from ochaya.server.connection import Connection
from ochaya.server.desk import handle
from ochaya.server.house import House
from ochaya.server.limits import Bucket
from ochaya.server.logs import log_failure
from ochaya.server.metrics import metrics
from ochaya.server.outbox import encode
from ochaya.server.refusal import Refused
from ochaya.server.room import Room
from ochaya.server.security import address_of, headers_of, is_own_origin
from ochaya.server.wire import Wire, wire_of

PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,64})/socket")
HELLO_SECONDS = 20.0
MOST_WRONG = 50
"""Refused messages in a row after which a socket is closed."""
MOST_AHEAD = 16
"""Messages a client may send ahead of the answers before we stop reading."""


async def welcome_socket(house: House, scope: Scope, receive: Receive, send: Send) -> None:
    """Do the handshake and attach a visit to the socket."""
    await receive()  # "connect": there is nothing in it
    headers, address, path = headers_of(scope), address_of(scope), PATH.fullmatch(scope["path"])
    if house.is_stopping or path is None or not is_own_origin(headers):
        # before accepting: the browser sees a refused handshake
        await send({"type": "websocket.close", "code": protocol.MAY_NOT, "reason": ""})
        return
    known = house.guests.read_header(headers.get(b"cookie", b"").decode("latin-1"))
    guest, wire, refused, code = known or house.guests.new(), wire_of(scope), None, protocol.TOO_FAST
    try:
        house.limits.check("address", address)
        if known is None:
            house.limits.check("guest-address", address)
        house.limits.enter(guest, address)
        try:
            code = protocol.NO_TABLE
            room = await house.room(path[1])
            connection = Connection(guest, await house.guests.name(guest), wire)
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
        wire.say(encode(protocol.Wrong(ref=None, key=refused.key, details=refused.details)))
        wire.hang_up(protocol.NOT_NOW if refused.status == 503 else code)
        return
    wire.attach(Visit(house, room, connection, wire, address))


class Visit:
    """One socket's stay at one table. Each message is answered before the next is looked at."""

    __slots__ = ("address", "bucket", "connection", "house", "is_over", "received", "room", "task", "timer", "wire",
                 "wrong")

    def __init__(self, house: House, room: Room, connection: Connection, wire: Wire, address: str) -> None:
        self.house, self.room, self.connection, self.wire, self.address = house, room, connection, wire, address
        self.received: list[bytes] = []
        self.task: asyncio.Task[None] | None = None
        self.wrong = 0
        self.is_over = False
        self.bucket = Bucket()
        self.timer: asyncio.TimerHandle | None = wire.loop.call_later(HELLO_SECONDS, self._expect_hello)
        room.connections.add(connection)
        metrics.connections.add()

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
        metrics.disconnections.add()
        self.house.limits.leave(connection.guest, self.address)
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
            self.connection.close(protocol.NO_HELLO)

    async def _answer_all(self) -> None:
        """Answer what has come, in order, until nothing waits."""
        while self.received and not self.connection.is_closing:
            batch, self.received = self.received, []
            for data in batch:
                await self._answer(data)
                if self.is_over or self.connection.is_closing:
                    break
        self.task = None
        self.wire.read_on()
        if self.is_over:
            self.house.let_go(self.room)

    async def _answer(self, data: bytes) -> None:
        metrics.messages.add()
        connection, limits, ref = self.connection, self.house.limits, None
        try:
            message = decode(data)
            ref = message.ref if message else None
            limits.fill("message", self.bucket)
            if message is None:
                raise Refused("too-large" if len(data) > protocol.MAX_MESSAGE else "malformed")
            await handle(self.room, connection, message)
            self.wrong = 0
            if connection.is_welcome:
                self._stop_timer()
        except Refused as refused:
            metrics.refusals.add()
            self.wrong += 1
            self._refuse(ref, refused)
            if self.wrong >= MOST_WRONG and limits.is_on:
                connection.close(protocol.TOO_FAST)
        except Exception as failure:
            metrics.failures.add()
            log_failure("message.failed", failure)
            self._refuse(ref, Refused("failed"))

    def _refuse(self, ref: int | None, refused: Refused) -> None:
        self.room.outbox.answer(
            self.connection, protocol.Wrong(ref=ref, key=refused.key, details=refused.details))


def decode(data: bytes) -> protocol.FromClient | None:
    """Read a message; what is wrong with it is not told, only that it is."""
    if len(data) > protocol.MAX_MESSAGE:
        return None
    try:
        return protocol.read_client.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError):
        return None
