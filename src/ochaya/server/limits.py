"""How fast is too fast: leaky buckets per guest and per address, and how many sockets one may hold."""

from __future__ import annotations

import math
import time
from collections import Counter
from contextlib import suppress
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
    "public-address": Rate(20, 0.01),  # open tables for everybody, per address: they stand in everybody's list
    "carry": Rate(10, 0.1),  # links that carry seats, per guest
    "guest-address": Rate(100, 0.5),  # requests without a cookie, per address
    "message": Rate(60, 20),  # socket messages, per connection
    "whole": Rate(40, 4),  # being told everything (hello, sync, look), per guest: the costliest answer of the socket
    "chat": Rate(6, 0.5),  # per guest
    "hint": Rate(5, 0.2),  # per guest
    "review": Rate(5, 0.1),  # per guest
    "link": Rate(20, 0.5),  # looking at links, per address: they cannot be guessed, but let nobody try
}
MOST_FILES = 65536
SPARE_FILES = 128
"""File descriptors left for the database, the bots and everything else."""
FEWEST_FILES = 256
MOST_SOCKETS_PER_GUEST = 24
MOST_SOCKETS_PER_ADDRESS = 300
ALL = "all"
FORGET_AFTER = 50_000
"""Buckets kept before the full ones are thrown away."""


def most_files() -> int:
    """Raise the limit of open files as far as we may, and give how many of them visitors may have."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return max(FEWEST_FILES, min(soft, MOST_FILES) - SPARE_FILES)


def most_lines() -> int:
    """Give how many lines may be open for requests: a quarter, so that sockets never leave a newcomer outside."""
    return most_files() // 4


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
        self.spent: Counter[tuple[str, str]] | None = None
        """What was counted since the other servers were told; None: there are no others."""
        self.changed: set[str] = set()
        """Whose number of sockets has changed since the others were told."""
        self.elsewhere: dict[str, dict[str, int]] = {}
        """Sockets at the other servers."""
        self.most_sockets = most_files() - most_lines()

    def check(self, kind: str, who: str) -> None:
        """Count one of somebody's; raises Refused with the seconds to wait."""
        if not self.is_on:
            return
        if len(self.buckets) > FORGET_AFTER:
            self._forget(time.monotonic())
        self.fill(kind, self.buckets.setdefault((kind, who), Bucket()))
        if self.spent is not None:
            self.spent[kind, who] += 1

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
        if self.sockets[ALL] >= self.most_sockets or (self.is_on and (
            self._open(f"guest {guest}") >= MOST_SOCKETS_PER_GUEST
            or self._open(f"address {address}") >= MOST_SOCKETS_PER_ADDRESS
        )):
            raise Refused("too-fast", seconds=10)
        for key in (ALL, f"guest {guest}", f"address {address}"):
            self.sockets[key] += 1
            self._note(key)

    def _open(self, key: str) -> int:
        """Count somebody's sockets at all servers."""
        return self.sockets[key] + sum(counted.get(key, 0) for counted in self.elsewhere.values())

    def _note(self, key: str) -> None:
        if self.spent is not None and key != ALL:
            self.changed.add(key)

    def leave(self, guest: str, address: str) -> None:
        """Count one socket less."""
        for key in (ALL, f"guest {guest}", f"address {address}"):
            self.sockets[key] -= 1
            self._note(key)
            if self.sockets[key] <= 0:
                del self.sockets[key]

    # -- several servers ------------------------------------------------------------------------------------------

    def take_news(self) -> tuple[list[tuple[str, str, int]], dict[str, int]]:
        """Give what the other servers should count too, and how many sockets who has here; once."""
        spent = [(kind, who, count) for (kind, who), count in (self.spent or {}).items()]
        sockets = {key: self.sockets[key] for key in self.changed}
        self.spent, self.changed = Counter(), set()
        return spent, sockets

    def hear_news(self, server: str, spent: list[tuple[str, str, int]], sockets: dict[str, int]) -> None:
        """Count what was done at another server."""
        now = time.monotonic()
        for kind, who, count in spent:
            rate = RATES.get(kind)
            if rate is not None and self.is_on:
                bucket = self.buckets.setdefault((kind, who), Bucket())
                left = min(rate.burst, bucket.left + (now - bucket.at) * rate.each_second)
                bucket.left, bucket.at = max(-rate.burst, left - count), now
        if len(self.buckets) > FORGET_AFTER:
            self._forget(now)
        counted = self.elsewhere.setdefault(server, {})
        counted.update(sockets)
        for key in [key for key, count in sockets.items() if count <= 0]:
            del counted[key]
