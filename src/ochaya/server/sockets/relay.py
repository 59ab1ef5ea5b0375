"""Sockets at one server, tables at another: bytes are passed on, and nothing is known of what they mean.

At the server of the socket a `Relay` listens to its wire and passes on what it hears. At the server of the table an
ordinary `Visit` answers; its way back is a `Far`, which puts what the outbox says into the post, byte for byte.
"""

from __future__ import annotations

import asyncio
import itertools

from ochaya.server.bus import forms
from ochaya.server.bus.forms import AnyItem
from ochaya.server.house.cluster import Cluster
from ochaya.server.house.house import House
from ochaya.server.logs import log_failure
from ochaya.server.metrics import metrics
from ochaya.server.protocol import messages
from ochaya.server.refusal import Elsewhere, Refused
from ochaya.server.sockets.visit import MOST_AHEAD, Visit
from ochaya.server.sockets.wire import Wire
from ochaya.server.table.connection import Connection
from ochaya.server.table.outbox import encode

PART = 256 * 1024
"""Bytes of a message that travel together."""


class Relay:
    """A socket here whose table is at another server."""

    __slots__ = ("connection", "exchange", "heard_number", "parts", "server", "session", "told_number", "wire")

    def __init__(self, exchange: Exchange, server: str, session: int, connection: Connection, wire: Wire) -> None:
        self.exchange, self.server, self.session = exchange, server, session
        self.connection, self.wire = connection, wire
        self.heard_number = self.told_number = 0
        self.parts: list[bytes] = []
        """What has come of a long message."""
        metrics.connections.add()

    def heard(self, data: bytes) -> None:
        """Pass a message on."""
        self.exchange.post.send(self.server, forms.Heard(self.session, self.heard_number, data))
        self.heard_number += 1

    def lost(self) -> None:
        """The socket is closed: tell the table, and leave."""
        metrics.disconnections.add()
        self.exchange.house.limits.leave(self.connection.guest, self.connection.address)
        if self.exchange.relays.pop((self.server, self.session), None):
            self.exchange.post.send(self.server, forms.Lost(self.session))

    def told(self, item: forms.Told) -> None:
        """Send what the table says; if something is missing, the socket must come again."""
        if item.number != self.told_number:
            self.wire.hang_up(messages.NOT_NOW)
            return
        self.told_number += 1
        self.parts.append(item.data)
        if not item.is_part:
            message, self.parts = b"".join(self.parts), []
            self.wire.say(message)


class Far:
    """The way from a visit here to its socket at another server."""

    def __init__(self, exchange: Exchange, server: str, session: int) -> None:
        self.exchange, self.server, self.session = exchange, server, session
        self.loop = asyncio.get_running_loop()
        self.visit: Visit | None = None
        self.early: list[bytes] = []
        """What was heard before the table was found."""
        self.heard_number = self.told_number = 0
        self.is_reading = True

    def say(self, message: bytes) -> None:
        """Send a message, a long one in parts: what the bus does not take would break the line for all."""
        for at in range(0, len(message), PART):
            part, is_part = message[at : at + PART], at + PART < len(message)
            self.exchange.post.send(self.server, forms.Told(self.session, self.told_number, part, is_part))
            self.told_number += 1

    def hang_up(self, code: int) -> None:
        """Close the socket; it tells us when it is."""
        self.exchange.post.send(self.server, forms.HungUp(self.session, code))

    def read_no_more(self) -> None:
        """Let the other side wait."""
        if self.is_reading:
            self.is_reading = False
            self.exchange.post.send(self.server, forms.Pause(self.session, is_on=True))

    def read_on(self) -> None:
        """Read again."""
        if not self.is_reading:
            self.is_reading = True
            self.exchange.post.send(self.server, forms.Pause(self.session, is_on=False))

    def heard(self, number: int, data: bytes) -> None:
        """Take a message; if one is missing, the socket must come again."""
        if number != self.heard_number:
            self.hang_up(messages.NOT_NOW)
            return
        self.heard_number += 1
        if self.visit is None:
            self.early.append(data)
            if len(self.early) > MOST_AHEAD:
                self.read_no_more()
        else:
            self.visit.heard(data)

    def attach(self, visit: Visit) -> None:
        """Let a visit begin, with what was said before."""
        self.visit = visit
        early, self.early = self.early, []
        for data in early:
            visit.heard(data)


class Exchange:
    """All sockets here whose tables are elsewhere, and all sockets elsewhere whose tables are here."""

    def __init__(self, house: House, cluster: Cluster) -> None:
        self.house, self.cluster, self.post = house, cluster, cluster.post
        self.post.deliver, self.post.broken = self.deliver, self.broken
        self.sessions = itertools.count(1)
        self.relays: dict[tuple[str, int], Relay] = {}
        self.far: dict[tuple[str, int], Far] = {}

    def relay(self, server: str, table_id: str, connection: Connection, wire: Wire) -> Relay:
        """Pass what comes by a wire on to the server that has its table."""
        relay = Relay(self, server, next(self.sessions), connection, wire)
        self.relays[server, relay.session] = relay
        self.post.send(server, forms.Open(
            relay.session, table_id, connection.guest, connection.name, connection.address, connection.request
        ))
        return relay

    def deliver(self, server: str, item: AnyItem) -> None:
        """Take what another server says."""
        match item:
            case forms.Told():
                if relay := self.relays.get((server, item.session)):
                    relay.told(item)
                else:
                    self.post.send(server, forms.Lost(item.session))
            case forms.HungUp():
                if relay := self.relays.get((server, item.session)):
                    relay.wire.hang_up(item.code)
            case forms.Pause():
                if relay := self.relays.get((server, item.session)):
                    if item.is_on:
                        relay.wire.read_no_more()
                    else:
                        relay.wire.read_on()
            case forms.Open():
                far = self.far[server, item.session] = Far(self, server, item.session)
                self.house.in_background(self._open(far, item))
            case forms.Heard():
                if far_one := self.far.get((server, item.session)):
                    far_one.heard(item.number, item.data)
                else:
                    self.post.send(server, forms.HungUp(item.session, messages.NOT_NOW))
            case forms.Lost():
                self._lose((server, item.session))

    async def _open(self, far: Far, item: forms.Open) -> None:
        """Find the table that somebody has come to at another server, and let the visit begin."""
        code, key = messages.NOT_NOW, "failed"
        try:
            if self.house.is_stopping:
                raise Refused("busy")
            room = await self.house.room(item.table_id)
        except Elsewhere as elsewhere:
            key = elsewhere.key  # it has moved on: whoever comes again is led there
        except Refused as refused:
            key = refused.key
            code = messages.NOT_NOW if refused.status == 503 else messages.NO_TABLE
        except Exception as wrong:
            metrics.failures.add()
            log_failure("open.failed", wrong)
        else:
            if (far.server, far.session) in self.far:
                connection = Connection(item.guest, item.name, far, item.address, item.request)
                far.attach(Visit(self.house, room, connection, far, is_counted=False))
            return
        far.say(encode(messages.Wrong(ref=None, key=key, details={})))
        far.hang_up(code)

    def _lose(self, key: tuple[str, int]) -> None:
        far = self.far.pop(key, None)
        if far and far.visit:
            far.visit.lost()

    def broken(self, server: str) -> None:
        """The line to another server is broken: both its sockets here and ours there must come again."""
        for key in [key for key in self.far if key[0] == server]:
            self._lose(key)
        for key in [key for key in self.relays if key[0] == server]:
            self.relays.pop(key).wire.hang_up(messages.NOT_NOW)
