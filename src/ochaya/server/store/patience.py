"""Waiting for a database no longer than so many seconds.

What hangs in a thread cannot be cancelled, and tidying up after it would hang as well: it is left to itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
_left: set[asyncio.Task[Any]] = set()


async def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Wait for some work; raises TimeoutError and leaves it to itself if it takes longer."""
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
    finally:
        if not task.done():
            _left.add(task)
            task.add_done_callback(_forget)
    if not task.done():
        raise TimeoutError
    return task.result()


def _forget(task: asyncio.Task[Any]) -> None:
    _left.discard(task)
    if not task.cancelled():
        task.exception()  # nobody waits for it any more
