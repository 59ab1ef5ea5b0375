"""One match: its game, its log and the moment it is at. Checks and works out what happens next; no I/O, no sockets.

Nothing changes a match but `accept`, which is called after the entries of a `Progress` have been stored. So a write
that fails leaves the match as it was.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ochaya.core import dealing
from ochaya.core.errors import Wrong
from ochaya.core.game import CHANCE, OVER, Game
from ochaya.core.history import History, Step
from ochaya.core.record import Block, copied
from ochaya.games import game as find_game
from ochaya.server.refusal import Refused
from ochaya.server.shapes import Result

STEP = "step"
MOST_ENTRIES = 10_000
"""Entries after which a match takes no more hints and takebacks: only they could make its log grow for ever."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log as it is stored."""

    version: int
    kind: str
    """`step`, or what happened to the table: takeback, resign, late, draw, hand_over, hint, resume."""
    actor: int
    action: int | None
    data: dict[str, Any] | None
    at: float
    digest: bytes


@dataclass(frozen=True)
class Progress:
    """What would happen: entries to store and the moment they lead to."""

    entries: list[Entry]
    block: Block
    kept: int
    """How many of the match's steps stay (all of them but for a takeback)."""
    result: Result | None = None


@dataclass(slots=True)
class Note:
    """An entry about the table rather than the game."""

    version: int
    kind: str
    actor: int
    data: dict[str, Any]
    before_step: int
    at: float


class DamagedLog(Exception):
    """A stored match does not lead to the states its digests name."""


def digest_of(block: Block) -> bytes:
    """Give eight bytes that tell any two states apart. Kept in the database, never sent: it could be searched for."""
    return hashlib.sha256(block.tobytes()).digest()[:8]


@dataclass(slots=True)
class Match:
    """The game on one table."""

    game: Game
    options: dict[str, str]
    key: bytes
    """The dealer's secret until the match is over."""
    seats: int = 0
    block: Block = None
    version: int = 0
    result: Result | None = None
    chances: int = 0
    actors: array[int] = field(default_factory=lambda: array("b"))
    actions: array[int] = field(default_factory=lambda: array("i"))
    versions: array[int] = field(default_factory=lambda: array("i"))
    times: array[float] = field(default_factory=lambda: array("d"))
    notes: list[Note] = field(default_factory=list)
    asked: Block = None
    """The state `answered` says the actor of."""
    answered: int = OVER

    def __post_init__(self) -> None:
        self.seats = self.game.seats(self.options)
        self.block = self.game.start(self.options)

    # -- asking -------------------------------------------------------------

    @property
    def actor(self) -> int:
        """Who must act now: a seat, CHANCE or OVER. Asked for a dozen times an action, so the answer is kept."""
        if self.result:
            return OVER
        if self.asked is not self.block:
            self.asked, self.answered = self.block, int(self.game.actor(self.block[0]))
        return self.answered

    @property
    def length(self) -> int:
        """How many steps the match has so far."""
        return len(self.actions)

    @property
    def commitment(self) -> str:
        """What is published about the key before the first deal."""
        return dealing.commitment(self.key)

    @property
    def is_long(self) -> bool:
        """Whether the log is so long that it should only go on towards its end."""
        return self.version >= MOST_ENTRIES

    def teams(self) -> list[int] | None:
        """Give the team of each seat, where seats win together."""
        return list(self.game.teams(self.options)) if self.game.teams else None

    def sides(self) -> int:
        """Count those who can win apart from each other."""
        return len(set(self.teams() or range(self.seats)))

    def block_at(self, length: int) -> Block:
        """Give the state after the first `length` steps."""
        block = self.game.start(self.options)
        for action in self.actions[:length]:
            self.game.apply(block[0], action)
        return block

    def history(self, players: list[str]) -> History:
        """Give the match as the log that `ochaya replay` and `ochaya verify` read."""
        log = History(self.game, self.options, players, self.key)
        log.steps = [Step(actor, action) for actor, action in zip(self.actors, self.actions, strict=True)]
        log.state = copied(self.block)
        return log

    # -- working out what happens -------------------------------------------------------------

    def begin(self, at: float) -> Progress:
        """Let chance deal what is dealt before the first decision."""
        return self._advance(copied(self.block), [], at)

    def act(self, seat: int, action: int, version: int, at: float) -> Progress:
        """Do an action: the match is not over, the version current, it is the seat's turn, the action allowed.

        The version is asked first, so that a doubled click is called stale and not somebody else's turn.
        """
        actor = self.actor
        if actor == OVER:
            raise Refused("over")
        if version != self.version:
            raise Refused("stale", version=self.version)
        if actor != seat:
            raise Refused("not-your-turn")
        if action not in self.game.legal_ids(self.block[0]):
            raise Refused("illegal-action")
        block = copied(self.block)
        self.game.apply(block[0], action)
        return self._advance(block, [Entry(self.version + 1, STEP, seat, action, None, at, digest_of(block))], at)

    def note(self, kind: str, seat: int, at: float, result: Result | None = None, **data: Any) -> Progress:
        """Enter something about the table: the game stays where it is."""
        entry = Entry(self.version + 1, kind, seat, None, data, at, digest_of(self.block))
        return Progress([entry], self.block, self.length, result)

    def take_back(self, seat: int, length: int, at: float) -> Progress:
        """Go back to the first `length` steps."""
        block = self.block_at(length)
        entry = Entry(self.version + 1, "takeback", seat, None, {"length": length}, at, digest_of(block))
        return Progress([entry], block, length)

    def _advance(self, block: Block, entries: list[Entry], at: float) -> Progress:
        """Let chance act until a seat must, or the match is over."""
        version, chances, game = self.version + len(entries), self.chances, self.game
        while (actor := int(game.actor(block[0]))) == CHANCE:
            outcomes, weights = game.outcome_odds(block[0])
            outcome = dealing.draw(self.key, chances, outcomes, weights)
            game.apply(block[0], outcome)
            version, chances = version + 1, chances + 1
            entries.append(Entry(version, STEP, CHANCE, outcome, None, at, digest_of(block)))
        result = None
        if actor == OVER:
            result = Result(shares=game.shares(block[0], self.seats), reason="played", seat=None)
        return Progress(entries, block, self.length, result)

    # -- changing -------------------------------------------------------------

    def accept(self, progress: Progress) -> None:
        """Take over what has been stored."""
        if progress.kept < self.length:
            self._cut(progress.kept)
        for entry in progress.entries:
            self._append(entry)
        self.block = progress.block
        self.result = progress.result or self.result

    def _append(self, entry: Entry) -> None:
        self.version = entry.version
        if entry.kind != STEP:
            self.notes.append(Note(entry.version, entry.kind, entry.actor, entry.data or {}, self.length, entry.at))
            return
        assert entry.action is not None
        self.actors.append(entry.actor)
        self.actions.append(entry.action)
        self.versions.append(entry.version)
        self.times.append(entry.at)
        self.chances += entry.actor == CHANCE

    def _cut(self, length: int) -> None:
        """Forget the steps from `length` on; what chance dealt there will be dealt the same again."""
        for column in (self.actors, self.actions, self.versions, self.times):
            del column[length:]
        self.chances = self.actors.count(CHANCE)
        for note in self.notes:
            note.before_step = min(note.before_step, length)

    # -- reading back -------------------------------------------------------------

    @classmethod
    def restore(
        cls, game_name: str, game_version: int, options: dict[str, str], key: bytes, entries: Iterable[Entry],
        result: Result | None,
    ) -> Match:
        """Make a match again from its stored entries, checking each state's digest; raises DamagedLog."""
        try:
            game = find_game(game_name)
            match = cls(game, game.complete(options), key)
        except Wrong as wrong:
            raise DamagedLog(wrong.key) from None
        if game.version != game_version:
            raise DamagedLog("game-version")
        for entry in entries:
            match._restore(entry)
        match.result = result
        return match

    def _restore(self, entry: Entry) -> None:
        if entry.version != self.version + 1:
            raise DamagedLog("version")
        if entry.kind == "takeback":
            length = int((entry.data or {})["length"])
            self.block = self.block_at(length)
            self._cut(length)
        elif entry.kind == STEP:
            if entry.actor != int(self.game.actor(self.block[0])) or entry.action is None:
                raise DamagedLog("actor")
            self.game.apply(self.block[0], entry.action)
            self.asked = None  # the block has changed in place
        if digest_of(self.block) != entry.digest:
            raise DamagedLog("digest")
        self._append(entry)

    def walk(self, first: int = 0) -> Iterator[tuple[int, Block]]:
        """Give step numbers with the state before each, from step `first` on. The block changes as one goes on."""
        block = self.block_at(first)
        for number in range(first, self.length):
            yield number, block
            self.game.apply(block[0], self.actions[number])
