"""Running coroutines from a test."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_apart(work: Coroutine[Any, Any, T]) -> T:
    """Run it in a loop of its own, in a thread of its own: Playwright's loop stays in the main thread."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, work).result()
