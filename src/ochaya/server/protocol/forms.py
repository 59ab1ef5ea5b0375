"""What HTTP requests carry and what they are answered with (the routes are in docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from ochaya.server.shapes import (
    Action,
    ClockRule,
    Happened,
    Json,
    Name,
    Options,
    Result,
    SeatNumber,
    SeatShown,
    Shape,
    TableShown,
    Token,
    View,
)

GameName: TypeAlias = Annotated[str, Meta(max_length=40)]
LevelName: TypeAlias = Annotated[str, Meta(max_length=20)]


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every request body."""


# -- requests --------------------------------------------------------------------------------------------------------


class Rename(Form, frozen=True):
    """Choose the name others see."""

    name: Name


class CheckOptions(Form, frozen=True):
    """Ask what these options amount to."""

    options: Options = {}


class PlayNow(Form, frozen=True):
    """One click: a table against bots of this level, begun at once."""

    game: GameName
    options: Options = {}
    level: LevelName = "adept"


class SeatMe(Form, frozen=True, tag_field="kind", tag="me"):
    """I sit here; several of these make a hot-seat table, then each should have a name of its own."""

    name: Name | None = None


class SeatOpen(Form, frozen=True, tag_field="kind", tag="open"):
    """Somebody else may sit here, from the lobby or by link."""


class SeatBot(Form, frozen=True, tag_field="kind", tag="bot"):
    """A bot of this level sits here."""

    level: LevelName = "adept"


SeatChoice: TypeAlias = SeatMe | SeatOpen | SeatBot


class NewTable(Form, frozen=True, kw_only=True):
    """Lay a table; it begins by itself once no seat is open."""

    game: GameName
    options: Options = {}
    seats: Annotated[list[SeatChoice], Meta(min_length=1, max_length=16)]
    clock: ClockRule = ClockRule()
    is_public: bool = False
    is_friendly: bool = True
    shuffle_seats: bool = False
    """Draw who sits where by lot when the table is laid."""


class Join(Form, frozen=True):
    """Sit down: in that seat or the first open one. A table not in the lobby asks for its invitation."""

    seat: SeatNumber | None = None
    link: Token | None = None


class Carry(Form, frozen=True):
    """Make a one-time link that carries these seats (all of mine, if none is named) to another device."""

    seats: Annotated[list[SeatNumber], Meta(max_length=16)] | None = None


# -- answers ---------------------------------------------------------------------------------------------------------


class Me(Shape, frozen=True):
    """Who I am here."""

    name: str
    is_new: bool
    """The name was made up by the server and nothing has been done yet."""


class OptionShown(Shape, frozen=True):
    """One option of a game; `when`: it matters only while each named option has one of these values."""

    name: str
    values: list[str]
    """The first is the default."""
    when: dict[str, list[str]]


class GameShown(Shape, frozen=True):
    """One game of the register, as a form generator needs it."""

    name: str
    version: int
    options: list[OptionShown]
    setups: dict[str, dict[str, str]]
    """Named choices of options, for quick buttons."""
    seats: int
    """Seats with default options; ask `check` for others."""
    knows_draws: bool
    is_hidden: bool


class House(Shape, frozen=True):
    """What this server offers."""

    games: list[GameShown]
    levels: list[str]
    """Bot levels, weakest first."""
    version: str


class Checked(Shape, frozen=True):
    """Options filled in, and the table they make."""

    options: dict[str, str]
    seats: int
    teams: list[int] | None


class TableLine(Shape, frozen=True):
    """A table in a list."""

    id: str
    game: str
    options: dict[str, str]
    status: Literal["open", "playing", "over"]
    seats: list[SeatShown]
    clock: ClockRule
    made_at: float
    changed_at: float
    is_yours: bool
    is_your_turn: bool
    result: Result | None


class Lobby(Shape, frozen=True):
    """Open tables anybody may join, my unfinished ones, my finished ones (newest first, at most 50 each)."""

    open: list[TableLine]
    mine: list[TableLine]
    finished: list[TableLine]


class Links(Shape, frozen=True):
    """The secret parts of a table's links, for those who sit at it: `/join/<invite>`, `/watch/<watch>`."""

    invite: Token
    watch: Token


class CarryLink(Shape, frozen=True):
    """The secret part of a one-time link, `/carry/<token>`, good for ten minutes."""

    token: Token
    good_until: float


class LinkShown(Shape, frozen=True):
    """What a link leads to, before it is used."""

    kind: Literal["invite", "watch", "carry"]
    table: TableShown


class LinkUsed(Shape, frozen=True):
    """What following a link did: sat down (`invite`), got seats (`carry`), or may watch (`watch`)."""

    kind: Literal["invite", "watch", "carry"]
    table: str
    seats: list[int]


class ReplayStep(Shape, frozen=True):
    """One step of a finished match, nothing hidden."""

    step: int
    actor: int | Literal["chance"]
    action: Action
    events: list[Happened]
    at: float
    hinted: bool
    """A hint was asked for before this action."""


class Replay(Shape, frozen=True):
    """A finished match without its pictures; those come from `…/replay/views`."""

    table: TableShown
    steps: list[ReplayStep]
    length: int
    """Number of steps; there are `length + 1` views, view n stands before step n."""


class Views(Shape, frozen=True):
    """Consecutive unveiled views of a finished match, from number `first` on."""

    first: int
    views: list[View]


class Verified(Shape, frozen=True):
    """Whether the revealed key matches the commitment and every chance outcome follows from it."""

    is_fair: bool
    commitment: str
    key: str
    outcomes: int
    wrong: list[int]
    """Steps whose outcome does not follow from the key."""


class Refusal(Shape, frozen=True):
    """Every error answer of the HTTP part: `error.<key>` in the texts, with these parameters."""

    key: str
    details: dict[str, Json]


class Health(Shape, frozen=True):
    """Whether the server is well."""

    is_well: bool
    version: str
    database: Literal["well", "failing"]
    tables: int
