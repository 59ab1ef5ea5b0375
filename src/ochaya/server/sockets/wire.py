"""The wire of one socket: uvicorn's, which after the handshake calls a listener instead of waking a task.

An ASGI application keeps a task, a queue and the whole request for as long as a socket is open: 27 kB each, and three
wake-ups a message. A thousand tables are two thousand mostly silent sockets. So the application does the handshake
only and then attaches a listener: from there on messages are handed to it as they come, what is said goes out in one
write per turn of the loop, and an idle socket has no task.
"""

from __future__ import annotations

import socket
from asyncio import TimerHandle
from asyncio.transports import BaseTransport
from contextlib import suppress
from typing import Any, Protocol, cast

from litestar.types import Scope
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from ochaya.server.logs import log_failure
from ochaya.server.protocol.messages import STOPPING, TOO_SLOW
from ochaya.server.sockets.deflate import FACTORIES, WORTH_IT

EXTENSION = "ochaya.wire"
MOST_UNREAD = 1024 * 1024
"""Bytes a slow reader may have waiting, when there is more to be said, before it is told to come back."""
MOUTHFUL = 1024
"""Bytes taken in in one turn of the loop: thousands of tiny frames must not hold up the others while they are read."""
MOST_SIGNALS = 30
SIGNAL_SECONDS = 10.0
"""Pings and pongs a client may send in so many seconds; browsers send none but the answers to ours."""
MOST_PIECES = 64
"""Frames one message may come in."""
STUCK_SECONDS = 8.0
"""Somebody who has much to read (so much that the transport asks us to wait: 64 kB, besides what the two machines hold)
and has taken nothing of it for so long is gone. Little may wait for as long as pings are answered."""
MOST_UNSENT = 16 * 1024
"""Bytes that the machine keeps besides those on their way: what waits must wait with us, where we see it shrink."""
FIN_TEXT, FIN_TEXT_LONG = 0x81, b"\x81\x7e"
"""How a message of one frame begins: the last frame of a text; then its length, or 126 and its length in two bytes."""
CLOSE_SECONDS = 10.0
"""How long the other side has to answer our goodbye (and to read what waits) before the line is cut."""


class Listener(Protocol):
    """Whoever a wire belongs to once the handshake is done."""

    def heard(self, data: bytes) -> None:
        """Take a message; a binary one, which the protocol does not know, comes as no bytes."""

    def lost(self) -> None:
        """Take note that the socket is closed."""


class _Nowhere:
    """What uvicorn still puts into the queue of an application that is gone."""

    def put_nowait(self, _: object) -> None:
        """Forget it."""


class Wire(WebSocketsSansIOProtocol):
    """One socket."""

    listener: Listener | None = None
    is_flush_due = False
    signals = 0
    signals_since = 0.0
    rest = b""
    """What has come and was not taken in yet."""
    is_taking = False
    is_unread = False
    """The other side does not read what we send: until it does, we read nothing more of it either."""
    written = 0
    """Bytes handed to the transport, which may have some of them still."""
    stuck_timer: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin; the machine is not to take megabytes that nobody reads."""
        super().connection_made(transport)
        line = transport.get_extra_info("socket")
        if line is not None and hasattr(socket, "TCP_NOTSENT_LOWAT"):  # Windows has no such thing
            with suppress(OSError):
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MOST_UNSENT)

    # -- the handshake: an ordinary ASGI application ------------------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        """Let the application do the handshake; it finds this wire in the scope."""
        self.conn.available_extensions = FACTORIES
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(Any, self.scope)["extensions"][EXTENSION] = self

    async def run_asgi(self) -> None:
        """Run the application; the socket outlives it if somebody is attached."""
        try:
            await self.app(self.scope, cast(Any, self.receive), cast(Any, self.send))
        except ClientDisconnected:
            pass
        except Exception as wrong:
            log_failure("socket.failed", wrong)
            self.send_500_response()
        if self.listener is None and self.close_timer is None:
            self.transport.close()

    def attach(self, listener: Listener) -> None:
        """Hand the accepted socket to a listener and forget the request."""
        self.listener = listener
        early, self.queue = self.queue, cast(Any, _Nowhere())
        del self.scope, self.request, self.response
        while not early.empty():
            event = early.get_nowait()
            if event["type"] == "websocket.receive":
                listener.heard((event.get("text") or "").encode())
        if self.disconnected:
            self.listener = None
            listener.lost()
        else:
            self.read_on()

    # -- hearing ------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take in what has come, a mouthful in a turn of the loop."""
        self.rest += data
        if not self.is_taking:
            self._take_in()

    def _take_in(self) -> None:
        self.is_taking = False
        mouthful, self.rest = self.rest[:MOUTHFUL], self.rest[MOUTHFUL:]
        if self.transport.is_closing():
            self.rest = b""
            return
        super().data_received(mouthful)
        if self.rest or not self.read_paused:
            self._take_more()

    def _take_more(self) -> None:
        """Go on with what has come, as soon as it can be dealt with; only when there is none left, read more."""
        if not self.rest:
            self.transport.resume_reading()
            return
        self.transport.pause_reading()
        if not self.read_paused and not self.is_taking:
            self.is_taking = True
            self.loop.call_soon(self._take_in)

    def handle_ping(self) -> None:
        """Answer with the next write; a flood is cut off."""
        if self._is_signal_allowed():
            self._flush_soon()

    def handle_pong(self, event: Frame) -> None:
        """Take note that the other side is there; a flood is cut off."""
        if self._is_signal_allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a further piece of a message, of which there may be only so many."""
        if len(self.frames) >= MOST_PIECES:
            self.transport.abort()
            return
        super().handle_cont(event)

    def _is_signal_allowed(self) -> bool:
        now = self.loop.time()
        if now - self.signals_since > SIGNAL_SECONDS:
            self.signals_since, self.signals = now, 0
        self.signals += 1
        if self.signals > MOST_SIGNALS:
            self.transport.abort()
        return self.signals <= MOST_SIGNALS

    def send_receive_event_to_app(self) -> None:
        """Hand over a message that has come."""
        if self.listener is None:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.listener.heard(data if self.curr_msg_data_type == "text" else b"")

    def read_no_more(self) -> None:
        """Let the other side wait: there is enough to do."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def read_on(self) -> None:
        """Read again, unless the other side owes us that."""
        if not self.is_unread and not self.transport.is_closing():
            self.read_paused = False
            self._take_more()

    def pause_writing(self) -> None:
        """What was sent piles up. Whatever more comes (pings ask for answers too) would make it grow: read no more."""
        super().pause_writing()
        self.is_unread = True
        self.read_no_more()
        self._look_later()

    def resume_writing(self) -> None:
        """It has been read."""
        super().resume_writing()
        self.is_unread = False
        self._look_no_more()
        self.read_on()

    def _look_later(self) -> None:
        """Look in a while whether anything has been taken since now of what waits."""
        self.stuck_timer = self.loop.call_later(STUCK_SECONDS, self._cut_if_stuck, self._taken())

    def _look_no_more(self) -> None:
        if self.stuck_timer is not None:
            self.stuck_timer.cancel()
            self.stuck_timer = None

    def _taken(self) -> int:
        return self.written - self.transport.get_write_buffer_size()

    def _cut_if_stuck(self, taken: int) -> None:
        """Cut the line if the other side takes nothing. It is not told: it would not read that either."""
        if self._taken() <= taken:
            self.transport.abort()
        else:
            self._look_later()

    def _write(self) -> None:
        """Hand what is ready to the transport."""
        output = b"".join(self.conn.data_to_send())
        self.written += len(output)
        self.transport.write(output)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the listener that it is over, and let go of all that holds each other: a lost socket is freed at once
        and not when Python next looks for lost cycles, which in a full house is seldom."""
        super().connection_lost(exc)
        self._look_no_more()
        listener, self.listener = self.listener, None
        self.conn.parser.close()
        if listener is not None:
            listener.lost()

    # -- saying -------------------------------------------------------------------------------------------------------

    def say(self, message: bytes) -> None:
        """Send a text message. Never waits: a client that does not read is cut off."""
        if self.close_sent or self.transport.is_closing() or self.conn.state is not OPEN:
            return  # either side is saying goodbye
        if len(message) < WORTH_IT:
            self.conn.writes.append(whole_frame(message))
        else:
            self.conn.send_text(message)
        self._flush_soon()

    def _flush_soon(self) -> None:
        if not self.is_flush_due:
            self.is_flush_due = True
            self.loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Write what has been said in this turn of the loop."""
        self.is_flush_due = False
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.hang_up(TOO_SLOW)
        else:
            self._write()

    def hang_up(self, code: int) -> None:
        """Send what waits, then say goodbye; cut the line if the other side does not answer."""
        if self.close_sent or self.transport.is_closing():
            return
        try:
            self.conn.send_close(code)
        except InvalidState:
            return
        self._write()
        self.close_sent = True
        self.read_on()
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Nobody has answered for long: cut the line, what waits in it will never be read."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """The server stops: say that one may come back."""
        self.stop_keepalive()
        if self.listener is None:
            super().shutdown()
            return
        self.hang_up(STOPPING)
        self.transport.close()


def whole_frame(message: bytes) -> bytes:
    """Give a text message of less than 64 kB as one frame that is not compressed (RFC 6455 §5.2).

    The library makes the same bytes from a description of any frame, in many times the time.
    """
    length = len(message)
    return (bytes((FIN_TEXT, length)) if length < 126 else FIN_TEXT_LONG + length.to_bytes(2, "big")) + message


def wire_of(scope: Scope) -> Wire:
    """Give the wire behind a socket's scope."""
    wire = cast(Any, scope)["extensions"][EXTENSION]
    assert isinstance(wire, Wire)
    return wire
