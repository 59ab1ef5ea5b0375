"""The shapes that both the HTTP answers and the socket messages are made of. Plain data, no behaviour.

Everything about a game in here (views, events, actions) has been made by `table/outbox.py` from a Seen.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

Json: TypeAlias = Any
TableId: TypeAlias = Annotated[str, Meta(min_length=22, max_length=22, pattern="^[A-Za-z0-9_-]+$")]
"""128 unguessable bits, in the address bar of a table."""
Token: TypeAlias = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
"""The secret part of an invitation, watching or carrying link."""
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Contribution: TypeAlias = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]+$")]
"""What a device adds to the luck: 32 random bytes, hexadecimal."""
OptionText: TypeAlias = Annotated[str, Meta(max_length=40)]
Options: TypeAlias = Annotated[dict[OptionText, OptionText], Meta(max_length=40)]

Action: TypeAlias = dict[str, Json]
"""One action as its viewer may know it: `id`, `notation`, `kind` and the other fields of the game's `decode`."""
View: TypeAlias = dict[str, Json]
"""A game's own picture of a Seen: always `viewer`, `actor`, `phase`, `result`, and what the game adds."""

PlayerKind: TypeAlias = Literal["person", "bot", "open"]
Status: TypeAlias = Literal["open", "playing", "over"]
ClockKind: TypeAlias = Literal["none", "move", "match", "days"]
Reason: TypeAlias = Literal["played", "resigned", "late", "agreed", "abandoned", "outdated", "endless"]
Stage: TypeAlias = Literal["rules", "bots"]
OfferKind: TypeAlias = Literal["takeback", "draw", "rematch"]


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Base of everything that is sent: frozen, named fields."""


class ClockRule(Shape, forbid_unknown_fields=True, frozen=True):
    """How long players may think: not limited, per move, per match with something added a move, or days a move."""

    kind: ClockKind = "none"
    seconds: Annotated[int, Meta(ge=0, le=30 * 86400)] = 0
    """Per move (`move`, `days`) or for the whole match (`match`)."""
    added: Annotated[int, Meta(ge=0, le=600)] = 0
    """`match` only: seconds added after each of one's own moves."""


class SeatShown(Shape, frozen=True):
    """Who sits in one seat, for everybody to see."""

    seat: int
    kind: PlayerKind
    name: str | None
    """A person's name; None for a bot (its level is its name) and for an open seat."""
    level: str | None
    """A bot's level: novice, apprentice, adept or master."""
    is_here: bool
    """Whether a person is connected now; always true for a bot."""
    away_since: float | None
    """When the person's last connection closed (seconds since 1970)."""
    is_late: bool
    """The clock has run out, or two minutes have passed on the person's turn while away: others may act on it."""
    is_yours: bool


class Result(Shape, frozen=True):
    """How the match ended, each seat's share of the win and why it ended."""

    shares: list[float]
    reason: Reason
    seat: int | None
    """The seat that resigned or was late."""


class Links(Shape, frozen=True):
    """The secret parts of a table's links, for those who sit at it: `/join/<invite>`, `/watch/<watch>`."""

    invite: Token
    watch: Token


class Preparing(Shape, frozen=True):
    """What a table waits for, the first time its game is played on this machine: its rules, then its bots."""

    stage: Stage
    progress: float
    """How far it is, 0 to 1."""


class DealPromise(Shape, frozen=True):
    """A deal's commitment, given before the table is laid: so nobody can choose the deal after hearing the others."""

    number: str
    """To be named when laying the table; good once, for a day."""
    commitment: str


class TableShown(Shape, frozen=True):
    """Everything public about a table except the game on it."""

    id: str
    game: str
    game_version: int
    options: dict[str, str]
    status: Status
    seats: list[SeatShown]
    teams: list[int] | None
    clock: ClockRule
    is_public: bool
    """Listed in the lobby while it has an open seat."""
    is_friendly: bool
    """Hints may be asked for; they are marked in the log."""
    lesson: bool
    """A first match that teaches, on a fixed deal that is the same for everybody."""
    knows_draws: bool
    made_at: float
    commitment: str
    """Fixes the house's part of the deal before it happens (docs/fair-dealing.md)."""
    key: str | None
    """Reveals the house's part, once the match is over: hexadecimal."""
    rematch_commitment: str | None
    """Once the match is over: the commitment that a rematch would have."""
    result: Result | None
    version: int
    actor: int | Literal["chance", "over"] | None
    """Whose turn it is; None while seats are open."""
    next_table: str | None
    """The table of the rematch, once there is one."""
    links: Links | None
    """For those who sit at it."""
    preparing: Preparing | None
    """What is still being got ready: without rules the table shows no game yet (it opens by itself), without bots they
    answer late."""


class Happened(Shape, frozen=True):
    """One thing the viewer is told: `event.<kind>` in the game's texts, or `event.table.<kind>` of the site's."""

    kind: str
    data: dict[str, Json]


class Told(Shape, frozen=True):
    """One entry of the match's log as the viewer may know it."""

    version: int
    """The version of the match after this entry."""
    step: int | None
    """Its place in the replay, counted from 0; None for an entry about the table (a takeback, a hint …)."""
    actor: int | Literal["chance", "table"]
    action: Action | None
    events: list[Happened]


class LegalColumn(Shape, frozen=True):
    """One field of many actions: a value for each, or, where values repeat, each once and which of them each has."""

    values: list[Json]
    at: list[int] | None
    """For each action the place of its value in `values`; None: `values` has one for each."""


class LegalGroup(Shape, frozen=True):
    """Legal actions of one kind, as a table of columns: `expandLegal` makes actions of them, without notation."""

    kind: str
    ids: list[int]
    """The first action's id, then how much larger each next one's is."""
    fields: dict[str, LegalColumn]


class Clocks(Shape, frozen=True):
    """Time left per seat at the moment `now`; the running seat's goes down from there."""

    left: list[float]
    """Seconds; below zero means late. Empty where there is no clock."""
    running: int | None
    now: float
    """The server's time, seconds since 1970."""


class Offer(Shape, frozen=True):
    """A question waiting for the other people at the table."""

    kind: OfferKind
    by: int
    waits_for: list[int]
    """Seats that have not answered yet."""


class ChatLine(Shape, frozen=True):
    """One line of a table's chat, plain text: the reader must show it as text, never as markup."""

    number: int
    at: float
    name: str
    seat: int | None
    """None for a spectator."""
    text: str


class Weighed(Shape, frozen=True):
    """An action with what a bot thinks of it."""

    action: Action
    win: float
    """The actor's expected share of the win, 0 to 1."""
    visits: int


class ReviewMove(Shape, frozen=True):
    """One decision of a finished match, looked at afterwards."""

    step: int
    actor: int
    action: Action
    win: float
    """The actor's expected share before the action."""
    win_after: float
    """The same after the action taken."""
    loss: float
    """What the action gave away against the best, 0 to 1; a mistake from 0.10, a blunder from 0.20."""
    best: list[Weighed]
    chances: list[float]
    """Each seat's expected share before the action, judged from what the actor knew."""


class Review(Shape, frozen=True):
    """The review of a finished match: asked for once, then kept."""

    state: Literal["none", "working", "done", "failed"]
    progress: float
    moves: list[ReviewMove]
    """Those looked at so far, in the order of their steps. A `review` message that says `working` has only the new
    ones."""


class You(Shape, frozen=True):
    """What the one who reads this is at this table."""

    seats: list[int]
    """The seats this guest owns: several in a hot-seat match, none for a spectator."""
    seat: int | None
    """The seat whose view is shown; None for a spectator or a drawn curtain."""
    is_watching: bool
    can_takeback: bool
    """Whether a takeback may be asked for now."""
