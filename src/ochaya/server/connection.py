"""One open socket at one table: who is behind it, which seat it looks through, and what waits to be sent."""

from __future__ import annotations

import asyncio
from collections import deque

MAX_WAITING = 128
"""Messages a slow reader may have waiting before it is told to come back."""
TOO_SLOW = 4008


class Connection:
    """A socket's other side. Sending never waits: a client that does not read is cut off."""

    __slots__ = ("address", "closing", "guest", "is_watching", "is_welcome", "name", "ready", "seat", "waiting")

    def __init__(self, guest: str, name: str, address: str) -> None:
        self.guest = guest
        self.name = name
        self.address = address
        self.seat: int | None = None
        """The seat whose view is shown; None shows what everybody may see."""
        self.is_watching = False
        """Came by a watching link."""
        self.is_welcome = False
        """Has said hello and may be told things."""
        self.waiting: deque[bytes] = deque()
        self.ready = asyncio.Event()
        self.closing: int | None = None

    def send(self, message: bytes) -> None:
        """Queue a message."""
        if self.closing is not None:
            return
        if len(self.waiting) >= MAX_WAITING:
            self.close(TOO_SLOW)
            return
        self.waiting.append(message)
        self.ready.set()

    def close(self, code: int) -> None:
        """Send what waits, then close with this code."""
        if self.closing is None:
            if code == TOO_SLOW:
                self.waiting.clear()
            self.closing = code
            self.ready.set()
