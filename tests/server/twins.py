"""Two histories of a match that one viewer cannot tell apart, and real tables on which they are played.

Every step of the first history is answered in the second by a step that looks the same to the viewer (`hide_action`
and the Seen after it agree) and is mostly another one. Then both are played at a real Room through the real
desk, with time standing still; whatever the viewer is sent must be the same, byte by byte.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from ochaya.core import dealing
from ochaya.core.game import CHANCE, OVER, Game
from ochaya.core.record import Block, copied
from ochaya.core.secrecy import NOBODY, Seen, seen
from ochaya.games import game as find_game
from ochaya.server.house.lists import line_of
from ochaya.server.limits import Limits
from ochaya.server.match.match import Match
from ochaya.server.minds.thinking import Thought, Weighing
from ochaya.server.minds.turns import Rank
from ochaya.server.protocol import messages
from ochaya.server.protocol.shapes import ClockRule
from ochaya.server.refusal import Refused
from ochaya.server.settings import Settings
from ochaya.server.slices import Slices
from ochaya.server.sockets.desk import handle
from ochaya.server.study.replay import deal_of, record_of, steps_of, views_of
from ochaya.server.study.review import show_review
from ochaya.server.table.connection import Connection
from ochaya.server.table.outbox import encode
from ochaya.server.table.room import Facts, Room
from ochaya.server.table.sitting import Seat

NOW = 1_000_000.0
LONGEST = 9
"""Decisions that two histories go on after they have parted: sooner or later the viewer would learn the difference."""
KEY = dealing.key_from_seed("twins")


@dataclass
class Twins:
    """Two histories: per step the actor, the action in the first and the action in the second."""

    steps: list[tuple[int, int, int]] = field(default_factory=list)

    def chance(self, which: int) -> list[int]:
        """Give the chance outcomes of one of them."""
        return [step[1 + which] for step in self.steps if step[0] == CHANCE]

    def decisions(self, which: int) -> list[tuple[int, int]]:
        """Give the decisions of one of them: seat and action."""
        return [(step[0], step[1 + which]) for step in self.steps if step[0] >= 0]


def find_twins(game: Game, options: Any, viewer: int, rng: random.Random, apart: int = 0, tries: int = 6) -> Twins:
    """Look for two long histories that differ, but not for the viewer, from decision `apart` on.

    Empty if everything lies open to the viewer.
    """
    found = (_try(game, options, viewer, rng, apart) for _ in range(tries))
    return max(found, key=lambda twins: len(twins.steps))


def _try(game: Game, options: Any, viewer: int, rng: random.Random, apart: int) -> Twins:
    first, second = game.start(options), game.start(options)
    steps: list[tuple[int, int, int]] = []
    good, decisions = Twins(), 0
    while (actor := int(game.actor(first[0]))) != OVER and int(game.actor(second[0])) == actor:
        if actor >= 0:
            if first.tobytes() != second.tobytes():
                good = Twins(list(steps))
            if decisions >= apart + LONGEST:
                break
            decisions += 1
        action = _choose(game, first, actor, rng)
        answer: int | None = action
        if decisions >= apart:
            answer = _answer(game, (first, second), action, viewer, rng)
        if answer is None:
            break
        game.apply(first[0], action)
        game.apply(second[0], answer)
        steps.append((actor, action, answer))
    return good


def _choose(game: Game, block: Block, actor: int, rng: random.Random) -> int:
    if actor == CHANCE:
        outcomes, weights = game.outcome_odds(block[0])
        return rng.choices(outcomes, weights)[0]
    return rng.choice(game.legal_ids(block[0]))


def _answer(game: Game, both: tuple[Block, Block], action: int, viewer: int, rng: random.Random) -> int | None:
    """Find a step in the second history that looks like this one in the first."""
    first, second = both
    shown = int(game.hide_action(first[0], action, viewer))
    alike = [one for one in game.legal_ids(second[0]) if int(game.hide_action(second[0], one, viewer)) == shown]
    rng.shuffle(alike)
    if rng.random() < 0.7:
        alike.sort(key=lambda one: one == action)
    wanted = _seen_after(game, first, action, viewer)
    return next((one for one in alike[:20] if _seen_after(game, second, one, viewer) == wanted), None)


def _seen_after(game: Game, block: Block, action: int, viewer: int) -> bytes:
    later = copied(block)
    game.apply(later[0], action)
    return seen(game, later, viewer).tobytes()


class Paper:
    """A line on which everything said stays written."""

    def __init__(self) -> None:
        self.said: list[bytes] = []

    def say(self, message: bytes) -> None:
        self.said.append(message)

    def hang_up(self, code: int) -> None:
        self.said.append(b"closed %d" % code)


class Shelf:
    """A store that keeps nothing and refuses nothing."""

    def __init__(self) -> None:
        self.slices = Slices()

    async def write(self, *_: Any, fence: object = None) -> None:
        return

    async def chat_lines(self, *_: Any) -> list[Any]:
        return []

    async def last_line(self, _: str) -> int:
        return 0

    async def review(self, _: str) -> None:
        return None


class Oracle:
    """Advice that depends on every byte it is asked with: a hint made from anything hidden would show it."""

    def is_busy(self, rank: Rank, asker: str) -> bool:
        return False

    async def weigh(self, known: Seen, seconds: float, rank: Rank, asker: str) -> Weighing:
        digest = hashlib.sha256(known.game.encode() + bytes([known.seat & 255]) + known.tobytes()).digest()
        legal = find_game(known.game).legal_ids(known.record)
        return Weighing([Thought(legal[byte % len(legal)], byte / 256, byte) for byte in digest[:3]], ())


class Parlour:
    """A real table with everybody at it and a spectator, without a server around it."""

    def __init__(self, game: Game, options: Any, *, is_hot_seat: bool = False) -> None:
        self.work: list[asyncio.Task[Any]] = []
        house: Any = SimpleNamespace(
            store=Shelf(), settings=Settings(bots=0), limits=Limits(is_on=False), thinking=Oracle(),
            in_background=self._in_background, let_go=lambda room: None, ended=asyncio.Queue(),
            preparing=lambda room: None,
        )
        seats = game.seats(options)
        self.guests = ["all" if is_hot_seat else f"guest-{seat}" for seat in range(seats)]
        sitting = [Seat("person", guest, f"N{seat}") for seat, guest in enumerate(self.guests)]
        facts = Facts("t" * 22, ClockRule(), False, True, "i" * 22, "w" * 22, NOW)
        self.room = Room(house, facts, Match(game, options, KEY), sitting, "open")
        self.papers = {viewer: Paper() for viewer in [*range(seats), NOBODY]}
        self.people = {
            viewer: Connection(self._guest(viewer, is_hot_seat), f"N{viewer}", paper)
            for viewer, paper in self.papers.items()
        }

    def _guest(self, viewer: int, is_hot_seat: bool) -> str:
        return self.guests[viewer] if viewer >= 0 else ("all" if is_hot_seat else "eve")

    def _in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        self.work.append(asyncio.create_task(work))

    async def say(self, viewer: int, message: messages.FromClient) -> None:
        """Say something as a socket would; what is refused is answered as a socket answers."""
        connection = self.people[viewer]
        try:
            await handle(self.room, connection, message)
        except Refused as no:
            told = messages.Wrong(ref=message.ref, key=no.key, details=no.details)
            self.room.outbox.answer(connection, told)
        while self.work:
            await self.work.pop()

    async def arrive(self) -> None:
        """Seat everybody and deal."""
        for viewer, connection in self.people.items():
            self.room.connections.add(connection)
            link = self.room.facts.watch if connection.guest == "eve" else None
            await self.say(viewer, messages.Hello(link=link, seat=viewer if viewer >= 0 else None))
        await self.room.inbox.do(self.room.begin)

    async def pry(self, viewer: int) -> None:
        """Ask for everything a viewer could ask for that does not move the match, allowed or not."""
        room, paper = self.room, self.papers[viewer]
        version, guest = room.match.version, self.people[viewer].guest
        seat = viewer if viewer >= 0 else None
        for message in (
            messages.Hint(version=version), messages.Hint(version=version, ref=2), messages.AskReview(ref=3),
            messages.Act(version=room.match.version + 1, action=2**31 - 1), messages.Look(seat=None), messages.Sync(),
            messages.Look(seat=seat), messages.Ask(kind="rematch"), messages.Claim(late=0), messages.Ping(),
        ):
            await self.say(viewer, message)
        if len(set(self.guests)) > 1:  # alone at a hot-seat table one's own takeback is granted at once
            await self.say(viewer, messages.Ask(kind="takeback", seat=seat))
            await self.say(viewer, messages.Answer(kind="takeback", agree=False, seat=seat))
        paper.say(encode([room.shown(guest), line_of(room, guest)]))
        asked: list[Callable[[], Any]] = [
            lambda: steps_of(room), lambda: views_of(room, 0, 64), lambda: record_of(room),
            lambda: deal_of(room),
        ]
        for ask in asked:
            paper.say(_answered(ask))
        try:
            paper.say(encode(await show_review(room)))
        except Refused as no:
            paper.say(encode([no.key, no.details, no.status]))

    async def play(self, decisions: list[tuple[int, int]], viewer: int) -> None:
        """Play a history; the viewer pries at every third moment and at the end, and everybody asks for hints."""
        await self.arrive()
        for number, (seat, action) in enumerate(decisions):
            if number % 3 == 0:
                await self.say(seat, messages.Hint(version=self.room.match.version))
                await self.pry(viewer)
            await self.say(seat, messages.Act(version=self.room.match.version, action=action, seat=seat))
        await self.pry(viewer)
        self.room.stop()


def _answered(ask: Callable[[], Any]) -> bytes:
    try:
        return encode(ask())
    except Refused as no:
        return encode([no.key, no.details, no.status])


def scripted(outcomes: list[int]) -> Callable[..., int]:
    """Deal what a history says instead of what the key says."""
    return lambda key, number, legal, weights: outcomes[number]


def pairs(first: list[bytes], second: list[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Give what was said at the same moments."""
    assert len(first) == len(second)
    return zip(first, second, strict=True)
