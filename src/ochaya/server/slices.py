"""Long work is done in slices, one in a turn of the event loop: whoever asks for little waits for one of them.

Everything the server does for people happens in one thread. What takes longer than a moment, such as playing a log of
ten thousand entries again or telling somebody everything, waits for its turn here; turns go round among those who ask,
so that a hundred tables of one address cost another address no more than one would.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from contextvars import ContextVar

LONGEST = 0.005
"""Seconds of one slice."""
asking: ContextVar[str] = ContextVar("asking", default="")
"""For whose sake something is done: an address, or nobody's in particular."""


class Slices:
    """Turns of the event loop, and those who wait for one."""

    def __init__(self) -> None:
        self.waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.is_taken = False

    async def turn(self, asker: str | None = None) -> None:
        """Wait until no other slice is done in this turn of the loop."""
        loop = asyncio.get_running_loop()
        if not self.is_taken:
            self.is_taken = True
            loop.call_soon(self._go_on)
            return
        called: asyncio.Future[None] = loop.create_future()
        self.waiting.setdefault(asking.get() if asker is None else asker, deque()).append(called)
        await called

    def _go_on(self) -> None:
        """Call the next: of another asker than the last one, if there is any."""
        while self.waiting:
            asker, line = self.waiting.popitem(last=False)
            called = line.popleft()
            if line:
                self.waiting[asker] = line
            if not called.done():  # else it was given up
                called.set_result(None)
                asyncio.get_running_loop().call_soon(self._go_on)
                return
        self.is_taken = False


class Work:
    """One piece of long work."""

    def __init__(self, slices: Slices) -> None:
        self.slices, self.until = slices, time.perf_counter() + LONGEST

    async def pause(self) -> None:
        """Let the others go on, if this slice has lasted long enough."""
        if time.perf_counter() >= self.until:
            await asyncio.sleep(0)  # also where nobody else has long work: the loop must turn
            await self.slices.turn()
            self.until = time.perf_counter() + LONGEST
