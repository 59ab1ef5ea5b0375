"""What HTTP requests carry and what they are answered with (the routes are in docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from ochaya.server.protocol.shapes import (
    Action,
    ClockRule,
    Contribution,
    DealPromise,
    Happened,
    Json,
    LegalGroup,
    Name,
    Options,
    Result,
    SeatNumber,
    SeatShown,
    Shape,
    TableShown,
    Token,
    Told,
    View,
)

GameName: TypeAlias = Annotated[str, Meta(max_length=40)]
LevelName: TypeAlias = Annotated[str, Meta(max_length=20)]


LinkKind: TypeAlias = Literal["invite", "watch", "carry"]
LinkGives: TypeAlias = Literal["yours", "seat", "watch", "replay"]
"""What a link is good for now: one sits there already, a seat, watching (any link will do for `hello`), the replay."""


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every request body."""


# -- requests --------------------------------------------------------------------------------------------------------


class Rename(Form, frozen=True):
    """Choose the name others see."""

    name: Name


class CheckOptions(Form, frozen=True):
    """Ask what these options amount to."""

    options: Options = {}


class Luck(Form, frozen=True):
    """What whoever lays a table adds to its luck; without it the house does so in their place."""

    promise: Annotated[str, Meta(max_length=64)] | None = None
    """The number of the promise whose key the table is to have."""
    contribution: Contribution | None = None


class PlayNow(Luck, frozen=True, kw_only=True):
    """One click: a table against bots of this level, begun at once."""

    game: GameName
    options: Options = {}
    level: LevelName = "adept"
    lesson: bool = False
    """A first match that teaches: against novices, in the first seat, on a deal that is the same for everybody."""


class SeatMe(Form, frozen=True, tag_field="kind", tag="me"):
    """I sit here; several of these make a hot-seat table, then each should have a name of its own."""

    name: Name | None = None


class SeatOpen(Form, frozen=True, tag_field="kind", tag="open"):
    """Somebody else may sit here, from the lobby or by link."""


class SeatBot(Form, frozen=True, tag_field="kind", tag="bot"):
    """A bot of this level sits here."""

    level: LevelName = "adept"


SeatChoice: TypeAlias = SeatMe | SeatOpen | SeatBot


class NewTable(Luck, frozen=True, kw_only=True):
    """Lay a table; it begins by itself once no seat is open. Without people bots play while somebody watches."""

    game: GameName
    options: Options = {}
    seats: Annotated[list[SeatChoice], Meta(min_length=1, max_length=16)] | None = None
    """None: I and as many friends as the options have seats for."""
    clock: ClockRule = ClockRule()
    is_public: bool = False
    is_friendly: bool = True
    shuffle_seats: bool = False
    """Draw who sits where by lot when the match begins."""


class Join(Form, frozen=True):
    """Sit down: in that seat or the first open one. A table not in the lobby asks for its invitation."""

    seat: SeatNumber | None = None
    link: Token | None = None
    contribution: Contribution | None = None
    """To the luck, told after having seen the table's commitment."""


class Follow(Form, frozen=True):
    """Follow a link; an invitation takes a seat."""

    contribution: Contribution | None = None


class PutAway(Form, frozen=True):
    """Leave a table out of my list, or take it in again; this is no resignation."""

    is_away: bool = True


class Carry(Form, frozen=True):
    """Make a one-time link that carries these seats (all of mine, if none is named) to another device."""

    seats: Annotated[list[SeatNumber], Meta(max_length=16)] | None = None


# -- answers ---------------------------------------------------------------------------------------------------------


class Me(Shape, frozen=True):
    """Who I am here."""

    name: str
    is_new: bool
    """The name was made up by the server and nothing has been done yet."""
    promise: DealPromise
    """For the next table this guest lays."""


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
    ready: bool
    """Whether a table opens at once; else the game is got ready first (`table.preparing`)."""


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
    commitment: str
    result: Result | None


class Lobby(Shape, frozen=True):
    """Open tables anybody may join, public ones in play that anybody may watch, my unfinished ones, my finished ones.

    The newest first, at most 50 each; mine without those put away.
    """

    open: list[TableLine]
    watch: list[TableLine]
    mine: list[TableLine]
    finished: list[TableLine]
    damaged: list[str]
    """Tables of mine of which what was saved is damaged: they were set aside."""


class CarryLink(Shape, frozen=True):
    """The secret part of a one-time link, `/carry/<token>`, good for ten minutes."""

    token: Token
    good_until: float


class LinkShown(Shape, frozen=True):
    """What a link leads to, before it is used."""

    kind: LinkKind
    gives: LinkGives
    table: TableShown


class LinkUsed(Shape, frozen=True):
    """What following a link did: sat down or got seats (`seats` names them), or may watch or see the replay."""

    kind: LinkKind
    gives: LinkGives
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


class Moment(Shape, frozen=True):
    """One moment of a finished match, or of what might have been: `actions` taken from before step `step` on."""

    step: int
    actions: list[int]
    """All that was asked for, and behind it what chance deals until somebody must decide or the match is over."""
    steps: list[Told]
    """The same, told with nothing hidden."""
    view: Json
    known: Json
    """The view of the seat whose knowledge `seen` is."""
    legal: list[LegalGroup]
    """What the seat that is to act may do; empty at the end."""
    seat: int
    """Whose knowledge `seen` is: the one asked for, or else the one who is to act (at the end the first)."""
    seen: str
    """What that seat could know here, as the game's module takes it: bytes in base64."""
    truth: str
    """The same with all cards open."""


class Decision(Shape, frozen=True):
    """One decision of a finished match: what its player could know then, as the game's module takes it."""

    step: int
    seat: int
    action: int
    seen: str


class Decisions(Shape, frozen=True):
    """The decisions among consecutive steps of a finished match."""

    decisions: list[Decision]


class MindShown(Shape, frozen=True):
    """A game's module for the browser: its description and where its files are; None while it is not built."""

    about: dict[str, Json] | None
    module: str | None
    weights: str | None


class Draw(Shape, frozen=True):
    """One outcome of chance: what could happen, in the order of the rules and by which weights, and what did."""

    step: int
    outcomes: list[int]
    weights: list[int]
    taken: int


class Deal(Shape, frozen=True):
    """All that a finished match's luck was made from: enough to work out every draw again, without asking us."""

    version: Literal[1, 2]
    """1: dealt under the house's key alone. 2: the devices had a part in it."""
    lesson: bool
    """The deal was fixed beforehand, for a lesson: everybody may know its key."""
    commitment: str
    key: str
    """The house's."""
    contributions: list[Contribution | None]
    """By chair, as people were placed when the table was laid; None: the house in the device's place."""
    seating: list[int] | Literal["laid"] | None
    """The seat that each chair was given by lot, or that nobody drew lots. None in version 1, which has no lots."""
    draws: list[Draw]


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
