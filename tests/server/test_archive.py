"""Keeping finished matches takes its share of a quiet house and next to nothing of a busy one."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from ochaya.server.study import archive
from ochaya.server.study.archive import BUSY, RESTS, Archive
from tests.server.running import in_loop

pytestmark = pytest.mark.xdist_group("server")


def rests_taken(monkeypatch: pytest.MonkeyPatch, used: list[float]) -> list[float]:
    """Let a processor be used so much in each rest; gives a list of the rests, filled as they are taken."""
    taken: list[float] = []
    clock = SimpleNamespace(busy=0.0, now=0.0)

    async def sleep(seconds: float) -> None:
        clock.now += seconds
        clock.busy += seconds * used[len(taken)]
        taken.append(seconds)

    watch = SimpleNamespace(process_time=lambda: clock.busy, perf_counter=lambda: clock.now)
    monkeypatch.setattr(archive, "time", watch)
    monkeypatch.setattr(archive, "asyncio", SimpleNamespace(sleep=sleep, Semaphore=asyncio.Semaphore))
    return taken


@pytest.mark.parametrize(("used", "rests"), [
    ([BUSY / 2], 1), ([0.9, 0.9, BUSY / 2], 3), ([0.9] * RESTS, RESTS),
])
def test_keeping_rests_longer_where_others_need_the_processor(
    monkeypatch: pytest.MonkeyPatch, used: list[float], rests: int
) -> None:
    taken = rests_taken(monkeypatch, used)
    host: Any = SimpleNamespace()

    @in_loop
    async def rest() -> None:
        await Archive(host)._rest(2.0)

    rest()
    assert taken == [2.0] * rests
