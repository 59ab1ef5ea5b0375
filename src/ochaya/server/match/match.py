"""One match: its game, its log and the moment it is at. Checks and works out what happens next; no I/O, no sockets.

Nothing changes a match but `accept`, which is called after the entries of a `Progress` have been stored. So a write
that fails leaves the match as it was.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator
from dataclasses import InitVar, dataclass, field
from typing import Any

import msgspec

from ochaya.core import dealing
from ochaya.core.errors import Wrong
from ochaya.core.game import CHANCE, OVER, Game, Options
from ochaya.core.history import History, Step
from ochaya.core.record import Block, copied, lasting
from ochaya.games import game as find_game
from ochaya.server.protocol.shapes import Result
from ochaya.server.refusal import Refused

STEP = "step"
NOTE_KINDS = frozenset({"takeback", "resign", "late", "draw", "hand_over", "hint", "resume"})
"""What may happen to a table besides steps."""
MARK = 128
"""Steps after which a state is remembered: from there any later one is quickly found."""
MOST_ENTRIES = 10_000
"""Entries after which a match takes no more hints and takebacks: its log should only go on towards its end."""
LONGEST = 20_000
"""Entries with which a match ends, whoever plays: some rules have no end of their own (Hanamikoji without a limit of
rounds, one person in both seats)."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the log as it is stored."""

    version: int
    kind: str
    """`step`, or what happened to the table: takeback, resign, late, draw, hand_over, hint, resume."""
    actor: int
    action: int | None
    data: dict[str, Any] | None
    at: float
    digest: bytes


class Progress(msgspec.Struct, frozen=True):
    """What would happen: entries to store and the moment they lead to."""

    entries: list[Entry]
    block: Block
    kept: int
    """How many of the match's steps stay (all of them but for a takeback)."""
    result: Result | None = None
    states: list[Block] = []
    """The state after each step among the entries; the last is `block`."""


@dataclass(slots=True)
class Note:
    """An entry about the table rather than the game."""

    version: int
    kind: str
    actor: int
    data: dict[str, Any]
    before_step: int
    at: float


class Damaged(Exception):
    """What was stored is not what this server stored: a column is wrong, or the log does not lead where it says."""


class OtherVersion(Exception):
    """The match was played by rules that are not here any more."""


def digest_of(block: Block) -> bytes:
    """Give eight bytes that tell any two states apart. Kept in the database, never sent: it could be searched for."""
    return hashlib.sha256(lasting(block)).digest()[:8]


def teams_of(game: Game, options: Options) -> list[int] | None:
    """Give the team of each seat, where seats win together; None where everybody plays alone."""
    teams = list(game.teams(options)) if game.teams else []
    return teams if len(set(teams)) < len(teams) else None


def game_of_version(name: str, version: int) -> Game:
    """Find the rules a match was played by; raises OtherVersion."""
    try:
        game = find_game(name)
    except Wrong:
        raise OtherVersion(name) from None
    if game.version != version:
        raise OtherVersion(name)
    return game


@dataclass(slots=True)
class Match:
    """The game on one table."""

    game: Game
    options: dict[str, str]
    key: bytes
    """The house's secret until the match is over."""
    folded: InitVar[bool] = False
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
    marks: list[tuple[int, Block]] = field(default_factory=list)
    """Remembered states of a long match: after how many steps, and the state."""
    asked: Block = None
    """The state `answered` says the actor of."""
    answered: int = OVER
    luck: dealing.Luck | None = None
    """What the deal is made from, since everybody sits; None where it is dealt under the house's key alone."""
    seating: list[int] | None = None
    """The seat that each chair was given by lot."""

    def __post_init__(self, folded: bool) -> None:
        self.seats = self.game.seats(self.options)
        if not folded:
            self.block = self.game.start(self.options)

    # -- asking -------------------------------------------------------------

    @property
    def actor(self) -> int:
        """Who must act now: a seat, CHANCE or OVER. Asked for a dozen times an action, so the answer is kept."""
        if self.result or self.is_folded:
            return OVER
        if self.asked is not self.block:
            self.asked, self.answered = self.block, int(self.game.actor(self.block[0]))
        return self.answered

    @property
    def is_folded(self) -> bool:
        """Whether nothing of the game is laid out yet, because its rules are still being compiled."""
        return self.block is None

    @property
    def length(self) -> int:
        """How many steps the match has so far."""
        return len(self.actions)

    @property
    def at(self) -> float:
        """When its last entry was made."""
        return max(self.times[-1] if self.times else 0.0, self.notes[-1].at if self.notes else 0.0)

    @property
    def commitment(self) -> str:
        """What is published about the key before the first deal."""
        return dealing.commitment(self.key)

    @property
    def deal_key(self) -> bytes:
        """The key under which everything is drawn."""
        return self.luck.deal_key if self.luck else self.key

    @property
    def is_long(self) -> bool:
        """Whether the log is so long that it should only go on towards its end."""
        return self.version >= MOST_ENTRIES

    def teams(self) -> list[int] | None:
        """Give the team of each seat, where seats win together."""
        return teams_of(self.game, self.options)

    def sides(self) -> int:
        """Count those who can win apart from each other."""
        return len(set(self.teams() or range(self.seats)))

    def block_at(self, length: int) -> Block:
        """Give the state after the first `length` steps."""
        first, block = next((mark for mark in reversed(self.marks) if mark[0] <= length), (0, None))
        block = self.game.start(self.options) if block is None else copied(block)
        for action in self.actions[first:length]:
            self.game.apply(block[0], action)
        return block

    def history(self, players: list[str]) -> History:
        """Give the match as the log that `ochaya replay` and `ochaya verify` read."""
        log = History(self.game, self.options, players, self.deal_key)
        log.luck, log.seating = self.luck, self.seating
        log.steps = [Step(actor, action) for actor, action in zip(self.actors, self.actions, strict=True)]
        log.state = copied(self.block)
        return log

    # -- working out what happens -------------------------------------------------------------

    def begin(self, at: float) -> Progress:
        """Let chance deal what is dealt before the first decision."""
        return self._advance([], [], at)

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
        return self._advance([block], [Entry(self.version + 1, STEP, seat, action, None, at, digest_of(block))], at)

    def note(self, kind: str, seat: int, at: float, result: Result | None = None, **data: Any) -> Progress:
        """Enter something about the table: the game stays where it is."""
        entry = Entry(self.version + 1, kind, seat, None, data, at, digest_of(self.block))
        return Progress([entry], self.block, self.length, result)

    def take_back(self, seat: int, length: int, at: float) -> Progress:
        """Go back to the first `length` steps."""
        block = self.block_at(length)
        entry = Entry(self.version + 1, "takeback", seat, None, {"length": length}, at, digest_of(block))
        return Progress([entry], block, length)

    def _advance(self, states: list[Block], entries: list[Entry], at: float) -> Progress:
        """Let chance act until a seat must, or the match is over."""
        version, chances, game, key = self.version + len(entries), self.chances, self.game, self.deal_key
        block = states[-1] if states else self.block
        while (actor := int(game.actor(block[0]))) == CHANCE:
            outcomes, weights = game.outcome_odds(block[0])
            outcome = dealing.draw(key, chances, outcomes, weights)
            block = copied(block)
            game.apply(block[0], outcome)
            states.append(block)
            version, chances = version + 1, chances + 1
            entries.append(Entry(version, STEP, CHANCE, outcome, None, at, digest_of(block)))
        result = None
        if actor == OVER:
            result = Result(shares=game.shares(block[0], self.seats), reason="played", seat=None)
        elif version >= LONGEST:
            result = Result(shares=[0.0] * self.seats, reason="endless", seat=None)
        return Progress(entries, block, self.length, result, states)

    # -- changing -------------------------------------------------------------

    def accept(self, progress: Progress) -> None:
        """Take over what has been stored."""
        if progress.kept < self.length:
            self._cut(progress.kept)
        for entry in progress.entries:
            self._append(entry)
        self.block = progress.block
        self.result = progress.result or self.result
        self._mark()

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
        while self.marks and self.marks[-1][0] > length:
            self.marks.pop()
        for note in reversed(self.notes):
            if note.before_step <= length:
                break  # as are all before it
            note.before_step = length

    def _mark(self) -> None:
        """Remember the state of this moment, if there is none remembered near it."""
        if self.length - (self.marks[-1][0] if self.marks else 0) >= MARK:
            self.marks.append((self.length, copied(self.block)))

    # -- reading back -------------------------------------------------------------

    @classmethod
    def stored(
        cls, game_name: str, game_version: int, options: dict[str, str], key: bytes, *, folded: bool = False
    ) -> Match:
        """Begin to make a match again as it was stored; raises Damaged or OtherVersion."""
        game = game_of_version(game_name, game_version)
        try:
            return cls(game, game.complete(options), key, folded=folded)
        except Wrong as wrong:
            raise Damaged(wrong.key) from None

    def restore(self, entry: Entry) -> None:
        """Do what a stored entry says, if it can have happened; raises Damaged."""
        if entry.version != self.version + 1:
            raise Damaged("version")
        if entry.kind == STEP:
            if entry.actor != int(self.game.actor(self.block[0])):
                raise Damaged("actor")
            if entry.action not in self.game.legal_ids(self.block[0]):  # to apply it would be to write anywhere
                raise Damaged("action")
            self.game.apply(self.block[0], entry.action)
            self.asked = None  # the block has changed in place
        elif not 0 <= entry.actor < self.seats:
            raise Damaged("actor")
        elif entry.kind == "takeback":
            length = (entry.data or {}).get("length", -1)
            if not 0 <= length <= self.length:
                raise Damaged("data")
            self.block = self.block_at(length)
            self._cut(length)
        if digest_of(self.block) != entry.digest:
            raise Damaged("digest")
        self._append(entry)
        self._mark()

    def restore_result(self, result: Result | None) -> None:
        """Take over how the match ended, if it can have ended so."""
        if result is not None:
            is_sound = len(result.shares) == self.seats and all(0.0 <= share <= 1.0 for share in result.shares)
            if not is_sound or (result.seat is not None and not 0 <= result.seat < self.seats):
                raise Damaged("result")
        is_played = self.actor == OVER
        if is_played != (result is not None and result.reason == "played"):
            raise Damaged("result")
        if is_played and result is not None and result.shares != self.game.shares(self.block[0], self.seats):
            raise Damaged("result")
        self.result = result

    def walk(self, first: int = 0) -> Iterator[tuple[int, Block]]:
        """Give step numbers with the state before each, from step `first` on. The block changes as one goes on."""
        block = self.block_at(first)
        for number in range(first, self.length):
            yield number, block
            self.game.apply(block[0], self.actions[number])
