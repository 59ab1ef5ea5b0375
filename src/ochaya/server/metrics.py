"""A few counters and sums, shown at /metrics in Prometheus' text form."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Counter:
    """A number that only rises."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about, self.value = name, about, 0.0

    def add(self, amount: float = 1) -> None:
        """Raise it."""
        self.value += amount

    def lines(self, label: str) -> Iterator[str]:
        """Write it for Prometheus."""
        yield f"# HELP ochaya_{self.name} {self.about}"
        yield f"# TYPE ochaya_{self.name} counter"
        yield f"ochaya_{self.name}{label} {self.value:g}"


class Timing:
    """How often something happened and how long it took together."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about, self.count, self.sum = name, about, 0, 0.0

    @contextmanager
    def time(self) -> Iterator[None]:
        """Measure what happens inside."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.count += 1
            self.sum += time.perf_counter() - begun

    def lines(self, label: str) -> Iterator[str]:
        """Write it for Prometheus."""
        yield f"# HELP ochaya_{self.name} {self.about}"
        yield f"# TYPE ochaya_{self.name} summary"
        yield f"ochaya_{self.name}_count{label} {self.count}"
        yield f"ochaya_{self.name}_sum{label} {self.sum:g}"


class Metrics:
    """All that is counted. Nothing here tells about a single match."""

    def __init__(self) -> None:
        self.actions = Counter("actions_total", "Actions of people and bots that were stored.")
        self.messages = Counter("messages_total", "Socket messages received.")
        self.sent = Counter("sent_total", "Socket messages sent.")
        self.refusals = Counter("refusals_total", "Messages and requests refused.")
        self.failures = Counter("failures_total", "Errors of our own making.")
        self.connections = Counter("connections_total", "Sockets opened.")
        self.disconnections = Counter("disconnections_total", "Sockets closed.")
        self.commits = Counter("commits_total", "Transactions committed.")
        self.refused_writes = Counter("refused_writes_total", "Writes the database would not take.")
        self.thoughts = Counter("thoughts_total", "Decisions asked of bots.")
        self.weighings = Counter("weighings_total", "Hints and decisions of reviews asked of bots.")
        self.batches = Counter("batches_total", "Batches sent to other servers.")
        self.forwarded = Counter("forwarded_total", "Requests passed on to other servers.")
        self.taken = Counter("taken_total", "Tables taken over from other servers.")
        self.fenced = Counter("fenced_total", "Tables lost to other servers before we knew.")
        self.commit_seconds = Timing("commit_seconds", "Time spent in transactions.")

    def text(self, server: str, now: dict[str, float]) -> str:
        """Write everything for Prometheus, with how things stand now; labelled where there are several servers."""
        label = f'{{server="{server}"}}' if server else ""
        counted = [line for one in vars(self).values() for line in one.lines(label)]
        gauges = [f"# TYPE ochaya_{name} gauge\nochaya_{name}{label} {value:g}" for name, value in now.items()]
        return "\n".join([*counted, *gauges]) + "\n"


metrics = Metrics()
