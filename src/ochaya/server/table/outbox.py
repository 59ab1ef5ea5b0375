"""The only way out for anything about a game. Everything here is made from `seen(game, state, viewer)`.

A viewer is a seat, or NOBODY for spectators and drawn curtains. Which one a connection gets is decided in one place,
`viewer_of`, from who owns the seats at this moment.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

import msgspec
import numpy as np

from ochaya.core.game import CHANCE, OVER, Event
from ochaya.core.record import Block, copied
from ochaya.core.secrecy import EVERYONE, NOBODY, Seen, seen, seen_action, unveiled
from ochaya.server import protocol
from ochaya.server.actions import describe, legal_groups
from ochaya.server.match import Match, Note
from ochaya.server.metrics import metrics
from ochaya.server.shapes import Happened, Told, You
from ochaya.server.sitting import seats_of

if TYPE_CHECKING:
    from ochaya.server.connection import Connection
    from ochaya.server.room import Room

LONGEST_LOG = 300
"""Entries of the log that a `table` message tells."""
NOTES_TOLD = frozenset({"takeback", "resign", "late", "draw", "hand_over", "hint"})


def to_plain(value: Any) -> Any:
    """Turn what NumPy leaves behind into plain JSON."""
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, np.floating):
        return float(value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    raise NotImplementedError(type(value).__name__)


encode = msgspec.json.Encoder(enc_hook=to_plain).encode


def viewer_of(room: Room, connection: Connection) -> int:
    """Say whose eyes a connection sees through: a seat it owns now, or nobody's."""
    owned = seats_of(room.seats, connection.guest)
    return connection.seat if connection.seat is not None and connection.seat in owned else NOBODY


def look(match: Match, block: Block, viewer: int) -> Seen:
    """Give what a viewer may know of a state of this match; everything only once it is over."""
    if viewer == EVERYONE:
        if match.result is None:
            raise PermissionError("everything may be seen only once the match is over")
        return unveiled(match.game, block)
    return seen(match.game, block, viewer)


def happened(events: Iterable[Event]) -> list[Happened]:
    """Give a game's events as JSON."""
    return [Happened(kind=event.kind, data=dict(event.data)) for event in events]


def told_steps(match: Match, viewer: int, first: int, before: Block | None = None) -> tuple[list[Told], Seen]:
    """Tell the steps from number `first` on as the viewer may know them, and what the viewer sees after them.

    `before` is the state before them, where it is at hand.
    """
    told: list[Told] = []
    game = match.game
    block = match.block_at(first) if before is None else copied(before)
    earlier = look(match, block, viewer)
    for number in range(first, match.length):
        actor, action = match.actors[number], match.actions[number]
        known = seen_action(game, block[0], action, viewer)
        game.apply(block[0], action)
        later = look(match, block, viewer)
        told.append(Told(
            version=match.versions[number], step=number, actor="chance" if actor == CHANCE else actor,
            action=describe(game, known), events=happened(game.events(earlier, known, later)),
        ))
        earlier = later
    return told, earlier


def told_note(note: Note) -> Told:
    """Tell an entry about the table."""
    data = {"who": note.actor} | ({"level": note.data["level"]} if "level" in note.data else {})
    happening = Happened(kind=f"table.{note.kind}", data=data)
    return Told(version=note.version, step=None, actor="table", action=None, events=[happening])


class Picture:
    """What everybody may know of one moment of one match, worked out once per viewer and encoded once."""

    def __init__(self, match: Match, since: int | None = None, before: Block | None = None) -> None:
        self.match = match
        self.since = since
        self.before = before
        self.parts: dict[int, tuple[Any, Any, Any]] = {}

    def of(self, viewer: int) -> tuple[Any, Any, Any]:
        """Give view, legal list and told steps as encoded JSON."""
        if viewer not in self.parts:
            match = self.match
            steps, now = self._steps(viewer)
            view = msgspec.Raw(encode(match.game.view(now)))
            legal = None
            if viewer == match.actor:
                legal = msgspec.Raw(encode(legal_groups(match.game, match.game.legal_ids(now.record))))
            self.parts[viewer] = view, legal, msgspec.Raw(encode(steps))
        return self.parts[viewer]

    def _steps(self, viewer: int) -> tuple[list[Told], Seen]:
        match = self.match
        if self.since is None:
            first = max(0, match.length - LONGEST_LOG)
        else:
            first = next((n for n in range(match.length - 1, -1, -1) if match.versions[n] <= self.since), -1) + 1
        told, now = told_steps(match, viewer, first, self.before)
        earliest = self.since if self.since is not None else (match.versions[first] - 1 if first else 0)
        told += [told_note(note) for note in match.notes if note.kind in NOTES_TOLD and note.version > earliest]
        return sorted(told, key=lambda one: one.version), now


class Outbox:
    """Sends to the connections at one table."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def _send(self, connection: Connection, message: protocol.FromServer) -> None:
        metrics.sent.add()
        connection.send(encode(message))

    def _you(self, connection: Connection) -> You:
        room, viewer = self.room, viewer_of(self.room, connection)
        owned = seats_of(room.seats, connection.guest)
        return You(
            seats=owned, seat=viewer if viewer >= 0 else None, is_watching=not owned,
            can_takeback=viewer >= 0 and room.can_take_back(viewer),
        )

    def table(self, connection: Connection, picture: Picture | None = None) -> None:
        """Tell one connection everything."""
        room = self.room
        view, legal, steps = None, None, cast(Any, [])
        if room.status != "open":
            view, legal, steps = (picture or Picture(room.match)).of(viewer_of(room, connection))
        now = time.time()
        self._send(connection, protocol.Table(
            version=room.match.version, view=view, legal=legal, steps=steps, clocks=room.clocks(now),
            offers=room.offers.shown(), you=self._you(connection), table=room.shown(connection.guest),
            chat=list(room.chat.lines), spectators=room.spectators(), review=room.review,
        ))

    def tables(self) -> None:
        """Tell everybody everything: the match began or went back."""
        picture = Picture(self.room.match) if self.room.status != "open" else None
        for connection in self.room.welcome():
            self.table(connection, picture)

    def update(self, since: int, before: Block, *, with_table: bool) -> None:
        """Tell everybody how the match went on from version `since`, when the state was `before`."""
        room, now = self.room, time.time()
        picture = Picture(room.match, since, before)
        clocks, offers = room.clocks(now), room.offers.shown()
        for connection in room.welcome():
            view, legal, steps = picture.of(viewer_of(room, connection))
            self._send(connection, protocol.Update(
                version=room.match.version, view=view, legal=legal, steps=steps, clocks=clocks, offers=offers,
                you=self._you(connection), since=since, table=room.shown(connection.guest) if with_table else None,
            ))

    def room_changed(self) -> None:
        """Tell everybody who is here, what is offered and how the clocks stand."""
        room, now = self.room, time.time()
        for connection in room.welcome():
            self._send(connection, protocol.Room(
                seats=room.seats_shown(connection.guest), spectators=room.spectators(), offers=room.offers.shown(),
                clocks=room.clocks(now), you=self._you(connection), next_table=room.next_table,
            ))

    def say(self, message: protocol.Chat | protocol.Reviewed) -> None:
        """Send the same to everybody: only what is about no game still being played."""
        data = encode(message)
        for connection in self.room.welcome():
            metrics.sent.add()
            connection.send(data)

    def answer(
        self, connection: Connection, message: protocol.Saved | protocol.Wrong | protocol.Pong | protocol.Reviewed
    ) -> None:
        """Answer one connection with something that is not about the game's hidden things."""
        self._send(connection, message)

    def hinted(self, connection: Connection, seat: int, message: protocol.Hinted) -> None:
        """Give a hint to the one who asked, if that seat is still theirs."""
        if viewer_of(self.room, connection) == seat:
            self._send(connection, message)


def actor_shown(match: Match) -> Any:
    """Say whose turn it is, for everybody."""
    return {CHANCE: "chance", OVER: "over"}.get(match.actor, match.actor)
