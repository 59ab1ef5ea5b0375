"""Promised deals: a commitment that a guest holds before their device tells its part of the luck.

A promise is not stored: its key follows from the house's secret, the guest and the promise's number. The number says
when it was given, and each is used once (a unique column of the database): whoever has played under a key knows it.
"""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import dataclass, field

from ochaya.core import dealing
from ochaya.server import moments
from ochaya.server.protocol.shapes import DealPromise
from ochaya.server.refusal import Refused

DAY = 86400.0
_NUMBER = re.compile(r"([0-9a-f]{8})[0-9a-f]{32}")


@dataclass(frozen=True)
class Deal:
    """What the deal of a new table is to be made from: the house's key, and what devices have added so far."""

    key: bytes = field(default_factory=dealing.new_key)
    promise: str | None = None
    """The number of the promise that the key belongs to."""
    contributions: tuple[bytes | None, ...] | None = None
    """What devices have sent, by chair; None: nobody has sent anything yet."""
    draws_seats: bool = False
    """Who sits where is drawn when the match begins."""


class Promises:
    """Gives promises and keeps them."""

    def __init__(self, secret: str, keep_days: float) -> None:
        self.secret = secret.encode()
        self.good_seconds = min(1.0, keep_days) * DAY
        """How long a promise may be used: no match is forgotten sooner, so none can be used twice."""

    def new(self, guest: str) -> DealPromise:
        """Promise a guest the key of a table yet to be laid."""
        number = f"{int(moments.now()):08x}{secrets.token_hex(16)}"
        return DealPromise(number=number, commitment=dealing.commitment(self._key(guest, number)))

    def key(self, guest: str, number: str) -> bytes:
        """Give the key that was promised; raises Refused for a promise that is too old."""
        said = _NUMBER.fullmatch(number)
        if not said or abs(moments.now() - int(said[1], 16)) > self.good_seconds:
            raise Refused("promise-used")
        return self._key(guest, number)

    def rematch(self, table_id: str) -> Deal:
        """Give the key of a table's rematch, promised to all who sit at it as soon as their match is over."""
        return Deal(self._key("rematch", table_id), f"rematch {table_id}")

    def _key(self, whom: str, number: str) -> bytes:
        return hmac.digest(self.secret, f"ochaya promise\0{whom}\0{number}".encode(), "sha256")
