"""One open socket at one table: who is behind it and which seat it looks through."""

from __future__ import annotations

from typing import Protocol

from ochaya.server.logs import new_request_id


class Line(Protocol):
    """The way to the other side (sockets/wire.py; tests have their own)."""

    def say(self, message: bytes) -> None:
        """Send a message, without waiting."""

    def hang_up(self, code: int) -> None:
        """Send what waits, then close with this code."""


class Connection:
    """A socket's other side."""

    __slots__ = ("address", "guest", "is_closing", "is_watching", "is_welcome", "line", "name", "request", "seat")

    def __init__(self, guest: str, name: str, line: Line, address: str = "-", request: str = "") -> None:
        self.guest, self.name, self.line, self.address = guest, name, line, address
        self.request = request or new_request_id()
        """By which log lines about it are found, whichever server wrote them."""
        self.seat: int | None = None
        """The seat whose view is shown; None shows what everybody may see."""
        self.is_watching = False
        """Came by a watching link."""
        self.is_welcome = False
        """Has said hello and may be told things."""
        self.is_closing = False

    def send(self, message: bytes) -> None:
        """Send a message, unless we have said goodbye."""
        if not self.is_closing:
            self.line.say(message)

    def close(self, code: int) -> None:
        """Send what waits, then close with this code."""
        if not self.is_closing:
            self.is_closing = True
            self.line.hang_up(code)
