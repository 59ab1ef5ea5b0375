"""The door: time limits and a place for everybody, before a request has even been read.

uvicorn's HTTP protocol waits for ever for the rest of a request, and for as many of them as there are file descriptors.
Here a request must be whole, and its answer read, within some seconds; who is slowest goes first when an address, or
the whole house, has as many lines open as it may.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ochaya.server.limits import most_lines

REQUEST_SECONDS = 10.0
"""How long a request may take to come in whole."""
ANSWER_SECONDS = 300.0
"""How long an answer may take to be made and read: a large file on a slow phone."""
MOST_AN_ADDRESS = 256
"""Lines one address may have open (a proxy that is named has no limit)."""


class Hall:
    """All lines that are open, and which of them we wait for."""

    def __init__(self, proxies: tuple[str, ...] = (), most: int = 0) -> None:
        self.most = most or most_lines()
        self.proxies = frozenset(proxies)
        self.open = 0
        self.by_address: Counter[str] = Counter()
        self.slow: dict[Door, None] = {}
        """Those whose request is not whole yet, the oldest first."""

    def enter(self, door: Door) -> None:
        """Let a line in; whoever has kept us waiting longest makes room where there is none."""
        self.open += 1
        self.by_address[door.address] += 1
        self.slow[door] = None
        if self.by_address[door.address] > MOST_AN_ADDRESS and door.address not in self.proxies:
            self._make_room(door.address)
        elif self.open > self.most:
            self._make_room(None)

    def _make_room(self, address: str | None) -> None:
        for door in self.slow:
            if address is None or door.address == address:
                door.transport.abort()
                return

    def leave(self, door: Door) -> None:
        """Forget a line."""
        self.open -= 1
        self.slow.pop(door, None)
        self.by_address[door.address] -= 1
        if self.by_address[door.address] <= 0:
            del self.by_address[door.address]


class Door(H11Protocol):
    """One line of HTTP."""

    hall: Hall
    """Set by `doors_of`: all lines of one server share it."""
    address = ""
    deadline: asyncio.TimerHandle | None = None
    is_in = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is at the door: the request must follow soon."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else "-"
        self.is_in = True
        self.hall.enter(self)
        self._expect(REQUEST_SECONDS)

    def data_received(self, data: bytes) -> None:
        """Take in a piece of a request; once it is whole, its answer is due."""
        if self.deadline is None:
            self.hall.slow[self] = None
            self._expect(REQUEST_SECONDS)  # the next request on the same line
        super().data_received(data)
        if self.is_in and self.conn.their_state in (h11.DONE, h11.MUST_CLOSE) and self.hall.slow.pop(self, 0) is None:
            self._expect(ANSWER_SECONDS)

    def on_response_complete(self) -> None:
        """The answer is out: uvicorn's own short limit for idle lines takes over."""
        self._expect(None)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A socket has limits of its own."""
        self._go()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is closed."""
        self._go()
        super().connection_lost(exc)

    def _expect(self, seconds: float | None) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def _go(self) -> None:
        self._expect(None)
        if self.is_in:
            self.is_in = False
            self.hall.leave(self)


def doors_of(hall: Hall) -> type[Door]:
    """Give the protocol class for one server's lines."""
    members: dict[str, Any] = {"hall": hall}
    return type("DoorOfHall", (Door,), members)
