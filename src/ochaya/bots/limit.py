"""How long a bot may think: by time, by iterations, or both, whichever ends first."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Limit:
    """A bound on thinking about one decision. Only limits by iterations alone give reproducible decisions."""

    seconds: float | None = None
    iterations: int | None = None
    threads: int = 1
    by_processor: bool = False
    """Whether seconds are the thinking thread's own, which a busy machine does not take away, or the wall clock's."""

    def __post_init__(self) -> None:
        if self.seconds is None and self.iterations is None:
            raise ValueError("a limit needs seconds or iterations")

    def narrowed(self, other: Limit | None) -> Limit:
        """Give the stricter of two limits, part by part."""
        if other is None:
            return self
        return Limit(
            _smaller(self.seconds, other.seconds), _smaller(self.iterations, other.iterations),
            min(self.threads, other.threads), self.by_processor or other.by_processor,
        )

    @property
    def clock(self) -> Callable[[], float]:
        """What tells the time while a bot thinks."""
        return time.thread_time if self.by_processor else time.perf_counter

    @property
    def is_reproducible(self) -> bool:
        """Whether the clock has no say in the decision."""
        return self.seconds is None


def _smaller(one: Number | None, two: Number | None) -> Number | None:
    if one is None or two is None:
        return two if one is None else one
    return min(one, two)
