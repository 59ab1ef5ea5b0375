"""How fast is too fast: leaky buckets per guest and per address, and how many sockets one may hold."""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass

from ochaya.server.refusal import Refused


@dataclass(frozen=True)
class Rate:
    """So many at once, then so many a second."""

    burst: float
    each_second: float


RATES = {
    "request": Rate(120, 20),  # any HTTP request, per guest
    "address": Rate(600, 100),  # any HTTP request, per address
    "new": Rate(20, 0.2),  # laying tables, per guest
    "new-address": Rate(100, 1.0),
    "guest-address": Rate(100, 0.5),  # requests without a cookie, per address
    "message": Rate(60, 20),  # socket messages, per connection
    "whole": Rate(40, 4),  # being told everything (hello, sync, look), per guest: the costliest answer of the socket
    "chat": Rate(6, 0.5),  # per guest
    "hint": Rate(5, 0.2),  # per guest
    "review": Rate(5, 0.1),  # per guest
    "link": Rate(20, 0.5),  # looking at links, per address: they cannot be guessed, but let nobody try
}
MOST_SOCKETS_PER_GUEST = 24
MOST_SOCKETS_PER_ADDRESS = 300
FORGET_AFTER = 50_000
"""Buckets kept before the full ones are thrown away."""


class Bucket:
    """How much is left of a burst, and since when it fills up again."""

    __slots__ = ("at", "left")

    def __init__(self) -> None:
        self.left, self.at = math.inf, 0.0


class Limits:
    """The buckets of everybody."""

    def __init__(self, *, is_on: bool = True) -> None:
        self.is_on = is_on
        self.buckets: dict[tuple[str, str], Bucket] = {}
        self.sockets: Counter[str] = Counter()

    def check(self, kind: str, who: str) -> None:
        """Count one of somebody's; raises Refused with the seconds to wait."""
        if not self.is_on:
            return
        if len(self.buckets) > FORGET_AFTER:
            self._forget(time.monotonic())
        self.fill(kind, self.buckets.setdefault((kind, who), Bucket()))

    def fill(self, kind: str, bucket: Bucket) -> None:
        """Count one in this bucket; raises Refused with the seconds to wait."""
        if not self.is_on:
            return
        rate, now = RATES[kind], time.monotonic()
        left = min(rate.burst, bucket.left + (now - bucket.at) * rate.each_second)
        if left < 1:
            raise Refused("too-fast", seconds=round((1 - left) / rate.each_second, 1))
        bucket.left, bucket.at = left - 1, now

    def _forget(self, now: float) -> None:
        """Throw away buckets that have filled up again."""
        self.buckets = {
            (kind, who): bucket
            for (kind, who), bucket in self.buckets.items()
            if bucket.left + (now - bucket.at) * RATES[kind].each_second < RATES[kind].burst
        }

    def enter(self, guest: str, address: str) -> None:
        """Count one more socket; raises Refused."""
        if self.is_on and (
            self.sockets[f"guest {guest}"] >= MOST_SOCKETS_PER_GUEST
            or self.sockets[f"address {address}"] >= MOST_SOCKETS_PER_ADDRESS
        ):
            raise Refused("too-fast", seconds=10)
        self.sockets[f"guest {guest}"] += 1
        self.sockets[f"address {address}"] += 1

    def leave(self, guest: str, address: str) -> None:
        """Count one socket less."""
        for key in (f"guest {guest}", f"address {address}"):
            self.sockets[key] -= 1
            if self.sockets[key] <= 0:
                del self.sockets[key]
