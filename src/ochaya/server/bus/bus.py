"""NATS by its verbs. It is looked for again for ever when it is lost; what was said meanwhile is lost with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from ochaya.core.errors import Wrong
from ochaya.server.logs import log, log_failure

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

RETRY_SECONDS = 0.25
CONNECT_SECONDS = 2
PING_SECONDS, PINGS = 2, 2
"""How often the bus is asked whether it is there, and how often in vain before it counts as lost."""
MOST_WAITING = 8 * 1024 * 1024
"""Bytes that may wait to be said."""


class Nobody(Exception):
    """Nobody listens there."""


class NoAnswer(Exception):
    """No answer came in time, or the bus is lost."""


class Bus:
    """The way to all others."""

    def __init__(self, address: str, who: str) -> None:
        self.address, self.who = address, who
        self.on_lost: Callable[[], None] = lambda: None
        self.on_found: Callable[[], None] = lambda: None
        self.client: Client | None = None

    @property
    def is_there(self) -> bool:
        """Whether the bus can be spoken to now."""
        return self.client is not None and self.client.is_connected

    async def open(self) -> None:
        """Find the bus; waits until there is one."""
        try:
            import nats
        except ImportError:
            raise Wrong("needs-extra", extra="scale") from None

        async def lost() -> None:
            log("bus.lost")
            self.on_lost()

        async def found() -> None:
            log("bus.found")
            self.on_found()

        async def failed(wrong: Exception) -> None:
            log("bus.failed", kind_of=type(wrong).__name__)

        self.client = await nats.connect(
            self.address, name=self.who, disconnected_cb=lost, reconnected_cb=found, error_cb=failed,
            max_reconnect_attempts=-1, reconnect_time_wait=RETRY_SECONDS, connect_timeout=CONNECT_SECONDS,
            ping_interval=PING_SECONDS, max_outstanding_pings=PINGS, pending_size=MOST_WAITING,
            skip_subject_validation=True,  # they are all of our making
        )

    async def close(self) -> None:
        """Say what waits, then leave."""
        client, self.client = self.client, None
        if client is not None:
            try:
                if client.is_connected:
                    await client.flush(1)
            except Exception as wrong:  # it is lost: there is nobody to say it to
                log("bus.failed", kind_of=type(wrong).__name__)
            await client.close()

    async def listen(self, subject: str, heard: Callable[[Msg], Awaitable[None]], group: str = "") -> Any:
        """Hear all that is said under a subject; in a group, each message is heard by one of it."""
        async def safely(message: Msg) -> None:
            try:
                await heard(message)
            except Exception as wrong:
                log_failure("bus.message-failed", wrong)

        assert self.client
        return await self.client.subscribe(
            subject, queue=group, cb=safely, pending_msgs_limit=1_000_000, pending_bytes_limit=256 * 1024 * 1024
        )

    async def tell(self, subject: str, data: bytes, reply: str = "") -> bool:
        """Say something; nobody need hear it. With `reply`, the bus says there if nobody did. False: it is not said."""
        from nats.errors import Error

        if not self.is_there:
            return False
        assert self.client
        try:
            await self.client.publish(subject, data, reply)
        except (Error, OSError) as wrong:
            log("bus.failed", kind_of=type(wrong).__name__)
            return False
        return True

    async def ask(self, subject: str, data: bytes, seconds: float) -> bytes:
        """Ask whoever listens and give the answer; raises Nobody or NoAnswer."""
        from nats.errors import Error, NoRespondersError

        if not self.is_there:
            raise NoAnswer
        assert self.client
        try:
            return (await self.client.request(subject, data, timeout=seconds)).data
        except NoRespondersError:
            raise Nobody from None
        except (Error, OSError, TimeoutError):
            raise NoAnswer from None
