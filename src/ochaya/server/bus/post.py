"""The post between servers: what is said to one other server in one turn of the loop goes in one message.

A server that is silent for some seconds, that the bus says is gone, or that has lost the bus meanwhile is a broken
line: everything that went over it is over, on both sides. Nobody ever goes on with a part of what was said.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from ochaya.server.bus.bus import Bus
from ochaya.server.bus.forms import AnyItem, Batch, Ping, encode, read_batch, server_subject
from ochaya.server.logs import log
from ochaya.server.metrics import metrics

if TYPE_CHECKING:
    from nats.aio.msg import Msg

PING_SECONDS = 1.0
SILENT_SECONDS = 3.0
"""How long another server may be silent before the line to it is broken."""
FULL = 256 * 1024
"""Bytes from which a batch is full: a message on the bus is a megabyte at most."""
PING = Ping()


class Peer:
    """The line to one other server."""

    __slots__ = ("due", "epoch", "heard_at", "writing")

    def __init__(self) -> None:
        self.epoch: int | None = None
        self.due: list[AnyItem] = []
        self.writing: asyncio.Task[None] | None = None
        self.heard_at = time.monotonic()


class Post:
    """The lines to all others."""

    def __init__(
        self, bus: Bus, me: str, deliver: Callable[[str, AnyItem], None], broken: Callable[[str], None],
        gone: Callable[[str], None],
    ) -> None:
        self.bus, self.me, self.deliver, self.broken, self.gone = bus, me, deliver, broken, gone
        self.epoch = 0
        self.peers: dict[str, Peer] = {}

    async def open(self) -> None:
        """Begin to listen."""
        await self.bus.listen(server_subject(self.me), self._heard)
        await self.bus.listen(server_subject(self.me, "gone"), self._nobody)

    def send(self, server: str, item: AnyItem) -> None:
        """Put something into the next batch to another server."""
        peer = self.peers.get(server)
        if peer is None:
            peer = self.peers[server] = Peer()
        peer.due.append(item)
        if peer.writing is None:
            peer.writing = asyncio.create_task(self._write(server, peer))

    async def _write(self, server: str, peer: Peer) -> None:
        subject, nobody = server_subject(server), server_subject(self.me, "gone")
        while peer.due:
            count, size = 0, 0
            while count < len(peer.due) and (count == 0 or size < FULL):
                size += len(getattr(peer.due[count], "data", b""))
                count += 1
            items, peer.due = peer.due[:count], peer.due[count:]
            if not await self.bus.tell(subject, encode(Batch(self.me, self.epoch, items)), nobody):
                self.break_line(server)
            metrics.batches.add()
        peer.writing = None

    async def flush(self) -> None:
        """Wait until everything is said."""
        await asyncio.gather(*(peer.writing for peer in self.peers.values() if peer.writing))

    async def _heard(self, message: Msg) -> None:
        try:
            batch = read_batch(message.data)
        except msgspec.DecodeError:
            log("post.unreadable")
            return
        peer = self.peers.get(batch.sender)
        if peer is not None and peer.epoch not in (None, batch.epoch):
            self.break_line(batch.sender)
            peer = None
        if peer is None:
            peer = self.peers[batch.sender] = Peer()
        peer.epoch, peer.heard_at = batch.epoch, time.monotonic()
        for item in batch.items:
            if not isinstance(item, Ping):
                self.deliver(batch.sender, item)

    async def _nobody(self, message: Msg) -> None:
        """The bus says that a server is not there."""
        server = (message.headers or {}).get("Nats-Subject", "").rpartition(".")[2]
        if server in self.peers:
            log("post.gone", server=server)
            self.gone(server)
            self.break_line(server)

    async def watch(self) -> None:
        """Tell others that we are here, and notice who is not."""
        while True:
            await asyncio.sleep(PING_SECONDS)
            now = time.monotonic()
            for server, peer in list(self.peers.items()):
                if now - peer.heard_at > SILENT_SECONDS:
                    log("post.silent", server=server)
                    self.break_line(server)
                else:
                    self.send(server, PING)

    def break_line(self, server: str) -> None:
        """Forget the line to a server, with everything that went over it."""
        peer = self.peers.pop(server, None)
        if peer is not None:
            peer.due.clear()
            self.broken(server)

    def break_all(self) -> None:
        """Forget all lines: the bus was lost, and nobody knows what with it."""
        self.epoch += 1
        for server in list(self.peers):
            self.break_line(server)
