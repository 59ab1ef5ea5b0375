"""The only way out for anything about a game. Everything here is made from `seen(game, state, viewer)`.

A viewer is a seat, or NOBODY for spectators and drawn curtains. Which one a connection gets is decided in one place,
`viewer_of`, from who owns the seats at this moment.
"""

from __future__ import annotations

import base64
import weakref
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice, takewhile
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import msgspec
import numpy as np

from ochaya.core.game import CHANCE, OVER, Event
from ochaya.core.record import Block, copied
from ochaya.core.secrecy import EVERYONE, NOBODY, Seen, seen, unveiled
from ochaya.core.stretch import seen_stretch
from ochaya.server import moments
from ochaya.server.match.match import Match, Note
from ochaya.server.metrics import metrics
from ochaya.server.protocol import messages
from ochaya.server.protocol.shapes import Happened, Told, You
from ochaya.server.table.actions import describe, legal_text
from ochaya.server.table.sitting import seats_of

if TYPE_CHECKING:
    from ochaya.server.table.connection import Connection
    from ochaya.server.table.room import Room

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
    seat = connection.seat
    return seat if seat is not None and room.seats[seat].is_of(connection.guest) else NOBODY


def look(match: Match, block: Block, viewer: int) -> Seen:
    """Give what a viewer may know of a state of this match; everything only once it is over."""
    if viewer == EVERYONE:
        if match.result is None:
            raise PermissionError("everything may be seen only once the match is over")
        return unveiled(match.game, block)
    return seen(match.game, block, viewer)


def as_text(seen: Seen) -> str:
    """Give all that a viewer knows as a game's module takes it, in base64."""
    return base64.b64encode(seen.tobytes()).decode()


def happened(events: Iterable[Event]) -> list[Happened]:
    """Give a game's events as JSON."""
    return [Happened(kind=event.kind, data=dict(event.data)) for event in events]


def walked(match: Match, first: int) -> Iterator[Block]:
    """Give the state before step `first` and after each step from there on."""
    block = match.block_at(first)
    yield block
    for number in range(first, match.length):
        block = copied(block)
        match.game.apply(block[0], match.actions[number])
        yield block


def look_on(match: Match, states: list[Block], first: int, viewer: int) -> tuple[list[Seen], list[int]]:
    """Give what a viewer may know of consecutive states, and of the steps from number `first` on that lie between."""
    actions = match.actions[first : first + len(states) - 1]
    if viewer == EVERYONE:
        return [look(match, block, viewer) for block in states], actions.tolist()
    return seen_stretch(match.game, states, actions, viewer)


def told_steps(
    match: Match, viewer: int, first: int, states: list[Block] | None = None
) -> tuple[list[Told], Seen]:
    """Tell the steps from number `first` on as the viewer may know them, and what the viewer sees after them.

    `states` are what `walked` gives, where it is at hand.
    """
    game = match.game
    seens, actions = look_on(match, [*walked(match, first)] if states is None else states, first, viewer)
    told: list[Told] = []
    for number, action, earlier, later in zip(count(first), actions, seens, seens[1:], strict=False):
        actor = match.actors[number]
        told.append(Told(
            version=match.versions[number], step=number, actor="chance" if actor == CHANCE else actor,
            action=describe(game, action), events=happened(game.events(earlier, action, later)),
        ))
    return told, seens[-1]


def told_note(note: Note) -> Told:
    """Tell an entry about the table."""
    data = {"who": note.actor} | ({"level": note.data["level"]} if "level" in note.data else {})
    happening = Happened(kind=f"table.{note.kind}", data=data)
    return Told(version=note.version, step=None, actor="table", action=None, events=[happening])


class Eyes(NamedTuple):
    """All that decides what a connection is told; hundreds may have the same."""

    viewer: int
    owned: tuple[int, ...]
    may_talk: bool


class Picture:
    """What everybody may know of one moment of one match, worked out once per viewer; all of it encoded once, what
    is only new with its message."""

    def __init__(self, match: Match, since: int | None = None, states: list[Block] | None = None) -> None:
        """Tell everything, or what happened since a version: the state then and after each step from there on."""
        self.match = match
        self.since = since
        self.states = states
        steps = LONGEST_LOG if states is None else len(states) - 1
        self.first = max(0, match.length - steps)
        """The number of the first step to tell."""
        self.moment = match.version, match.result
        self.parts: dict[int, tuple[Any, ...]] = {}

    def of(self, viewer: int) -> tuple[Any, ...]:
        """Give view, legal list and told steps, ready to be encoded."""
        if viewer not in self.parts:
            match = self.match
            steps, now = self._steps(viewer)
            view, legal = match.game.view(now), None
            if viewer == match.actor:
                legal = legal_text(match.game, match.game.legal_ids(now.record))
            parts = view, legal, steps
            self.parts[viewer] = parts if self.states else tuple(msgspec.Raw(encode(part)) for part in parts)
        return self.parts[viewer]

    def _steps(self, viewer: int) -> tuple[list[Told], Seen]:
        match, first = self.match, self.first
        told, now = told_steps(match, viewer, first, self.states)
        earliest = self.since if self.since is not None else (match.versions[first] - 1 if first else 0)
        late = islice(takewhile(lambda note: note.version > earliest, reversed(match.notes)), LONGEST_LOG)
        notes = [told_note(note) for note in reversed(list(late)) if note.kind in NOTES_TOLD]
        return sorted(told + notes, key=attrgetter("version"))[-LONGEST_LOG:] if notes else told, now


class Outbox:
    """Sends to the connections at one table."""

    def __init__(self, room: Room) -> None:
        self._room = weakref.ref(room)
        self.kept: Picture | None = None
        """The whole picture of this moment, where many come to see it."""

    @property
    def room(self) -> Room:
        """The table, which holds its outbox and not the other way round: so it is freed as soon as nobody has it."""
        room = self._room()
        assert room is not None
        return room

    def _picture(self) -> Picture:
        """Give the whole picture of this moment; at a crowded table it is worked out once for all who come."""
        match = self.room.match
        if self.kept is None or self.kept.match is not match or self.kept.moment != (match.version, match.result):
            picture = Picture(match)
            self.kept = picture if self.room.is_crowded else None
            return picture
        return self.kept

    def _eyes(self, connection: Connection) -> Eyes:
        """Say what decides what a connection is told: who owns the seats at this moment."""
        room = self.room
        owned = tuple(seats_of(room.seats, connection.guest))
        return Eyes(viewer_of(room, connection), owned, room.may_talk(connection))

    def _tell(self, make: Callable[[Connection, Eyes], messages.FromServer]) -> None:
        """Tell everybody what is made for them: once for all who see the same, be they hundreds."""
        made: dict[Eyes, bytes] = {}
        for connection in self.room.welcome():
            eyes = self._eyes(connection)
            if eyes not in made:
                made[eyes] = encode(make(connection, eyes))
            metrics.sent.add()
            connection.send(made[eyes])

    def _send(self, connection: Connection, message: messages.FromServer) -> None:
        metrics.sent.add()
        connection.send(encode(message))

    def _you(self, eyes: Eyes) -> You:
        viewer = eyes.viewer
        return You(
            seats=list(eyes.owned), seat=viewer if viewer >= 0 else None, is_watching=not eyes.owned,
            can_takeback=viewer >= 0 and self.room.can_take_back(viewer),
        )

    def table(self, connection: Connection, picture: Picture | None = None) -> None:
        """Tell one connection everything."""
        self._send(connection, self._table(connection, self._eyes(connection), picture or self._picture()))

    def _table(self, connection: Connection, eyes: Eyes, picture: Picture) -> messages.Table:
        room = self.room
        view, legal, steps = None, None, cast(Any, [])
        if room.status != "open" and not room.match.is_folded:
            view, legal, steps = picture.of(eyes.viewer)
        return messages.Table(
            version=room.match.version, view=view, legal=legal, steps=steps, clocks=room.clocks(moments.now()),
            offers=room.offers.shown(), you=self._you(eyes), table=room.shown(connection.guest),
            chat=list(room.chat.lines) if eyes.may_talk else [], spectators=room.spectators(),
            review=room.review,
        )

    def tables(self) -> None:
        """Tell everybody everything: the match began or went back."""
        picture = Picture(self.room.match)
        self._tell(lambda connection, eyes: self._table(connection, eyes, picture))

    def update(self, since: int, states: list[Block], *, with_table: bool) -> None:
        """Tell everybody how the match went on from version `since`: the state then and after each step."""
        room, now = self.room, moments.now()
        picture = Picture(room.match, since, states)
        clocks, offers = room.clocks(now), room.offers.shown()

        def make(connection: Connection, eyes: Eyes) -> messages.Update:
            view, legal, steps = picture.of(eyes.viewer)
            return messages.Update(
                version=room.match.version, view=view, legal=legal, steps=steps, clocks=clocks, offers=offers,
                you=self._you(eyes), since=since, table=room.shown(connection.guest) if with_table else None,
            )

        self._tell(make)

    def room_changed(self) -> None:
        """Tell everybody who is here, what is offered and how the clocks stand."""
        room, now = self.room, moments.now()
        self._tell(lambda connection, eyes: messages.Room(
            seats=room.seats_shown(connection.guest), spectators=room.spectators(), offers=room.offers.shown(),
            clocks=room.clocks(now), you=self._you(eyes), next_table=room.next_table,
            preparing=room.house.preparing(room),
        ))

    def chat(self, message: messages.Chat) -> None:
        """Send a line of chat to those who may talk."""
        data = encode(message)
        for connection in self.room.welcome():
            if self.room.may_talk(connection):
                metrics.sent.add()
                connection.send(data)

    def say(self, message: messages.Reviewed | messages.Declined) -> None:
        """Send the same to everybody: only what is about no game still being played."""
        data = encode(message)
        for connection in self.room.welcome():
            metrics.sent.add()
            connection.send(data)

    def answer(
        self, connection: Connection, message: messages.Saved | messages.Wrong | messages.Pong | messages.Reviewed
    ) -> None:
        """Answer one connection with something that is not about the game's hidden things."""
        self._send(connection, message)

    def hinted(self, connection: Connection, seat: int, message: messages.Hinted) -> None:
        """Give a hint to the one who asked, if that seat is still theirs."""
        if viewer_of(self.room, connection) == seat:
            self._send(connection, message)


def actor_shown(match: Match) -> Any:
    """Say whose turn it is, for everybody."""
    return {CHANCE: "chance", OVER: "over"}.get(match.actor, match.actor)
