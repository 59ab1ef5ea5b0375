"""The socket at a table: checks who comes, reads messages, sends what waits."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from ochaya.server import protocol
from ochaya.server.connection import Connection
from ochaya.server.desk import handle
from ochaya.server.house import House
from ochaya.server.logs import log_failure
from ochaya.server.metrics import metrics
from ochaya.server.outbox import encode
from ochaya.server.refusal import Refused
from ochaya.server.room import Room
from ochaya.server.security import address_of, headers_of, is_own_origin

HELLO_SECONDS = 20.0
MAY_NOT, NO_TABLE, NO_HELLO, TOO_FAST = 4003, 4004, 4001, 4029
MOST_WRONG = 50
"""Refused messages in a row after which a socket is closed."""


def socket_route(house: House) -> Any:
    """Give the socket's route."""

    @websocket("/api/tables/{table_id:str}/socket")
    async def table_socket(socket: WebSocket[Any, Any, Any], table_id: str) -> None:
        headers, address = headers_of(socket.scope), address_of(socket.scope)
        if house.is_stopping or not is_own_origin(headers):
            await socket.close(code=MAY_NOT)  # before accepting: the browser sees a refused handshake
            return
        guest = house.guests.read_header(headers.get(b"cookie", b"").decode("latin-1")) or house.guests.new()
        await socket.accept()
        try:
            house.limits.enter(guest, address)
        except Refused:
            await socket.close(code=TOO_FAST)
            return
        metrics.connections.add()
        try:
            await _attend(house, socket, table_id, guest, address)
        finally:
            metrics.disconnections.add()
            house.limits.leave(guest, address)

    return table_socket


async def _attend(house: House, socket: WebSocket[Any, Any, Any], table_id: str, guest: str, address: str) -> None:
    """Serve one socket until either side ends it."""
    try:
        room = await house.room(table_id[:64])
    except Refused as refused:
        await socket.send_data(encode(protocol.Wrong(ref=None, key=refused.key, details=refused.details)))
        await socket.close(code=NO_TABLE)
        return
    connection = Connection(guest, await house.guests.name(guest), address)
    room.connections.add(connection)
    sender = asyncio.create_task(_send_all(socket, connection))
    try:
        await _read_all(house, room, socket, connection)
        await sender
    except (WebSocketDisconnect, ConnectionError):
        pass
    finally:
        sender.cancel()
        room.connections.discard(connection)
        if connection.is_welcome and not house.is_stopping:
            connection.is_welcome = False
            room.note_presence()
        house.let_go(room)


async def _send_all(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    """Send what waits, then close when asked to."""
    try:
        while True:
            await connection.ready.wait()
            connection.ready.clear()
            while connection.waiting:
                await socket.send_data(connection.waiting.popleft().decode())
            if connection.closing is not None:
                await socket.close(code=connection.closing)
                return
    except (WebSocketDisconnect, ConnectionError, RuntimeError):
        return  # the other side is gone: the reader notices too


async def _read_all(house: House, room: Room, socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    """Read messages one by one; each is answered before the next is read."""
    wrong = 0
    while connection.closing is None:
        try:
            data = await asyncio.wait_for(
                socket.receive_data("text"), None if connection.is_welcome else HELLO_SECONDS)
        except TimeoutError:
            connection.close(NO_HELLO)
            return
        except (KeyError, UnicodeError):
            data = ""  # a binary frame
        metrics.messages.add()
        ref = None
        try:
            message = _decode(data)
            ref = message.ref if message else None
            house.limits.check("message", f"{id(connection)}")
            if message is None:
                raise Refused("too-large" if len(data) > protocol.MAX_MESSAGE else "malformed")
            await handle(room, connection, message)
            wrong = 0
        except Refused as refused:
            metrics.refusals.add()
            wrong += 1
            room.outbox.answer(connection, protocol.Wrong(ref=ref, key=refused.key, details=refused.details))
            if wrong >= MOST_WRONG and house.limits.is_on:
                connection.close(TOO_FAST)
        except (WebSocketDisconnect, ConnectionError):
            raise
        except Exception as failure:
            metrics.failures.add()
            log_failure("message.failed", failure)
            room.outbox.answer(connection, protocol.Wrong(ref=ref, key="failed", details={}))


def _decode(data: str | bytes) -> protocol.FromClient | None:
    """Read a message; what is wrong with it is not told, only that it is."""
    if len(data) > protocol.MAX_MESSAGE:
        return None
    try:
        return protocol.read_client.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError):
        return None
