"""The socket messages, in both directions: two tagged unions, the tag is the field `type`.

`docs/protocol.md` tells the story, `schema.py` turns these types into JSON Schema and TypeScript.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from ochaya.server.protocol.shapes import (
    ChatLine,
    Clocks,
    Contribution,
    Json,
    LegalGroup,
    Offer,
    OfferKind,
    Preparing,
    Review,
    SeatNumber,
    SeatShown,
    TableShown,
    Token,
    Told,
    View,
    Weighed,
    You,
)

MAX_MESSAGE = 4096
"""No message from a client is longer than this many bytes."""
STOPPING, NOT_NOW, NO_HELLO, MAY_NOT, NO_TABLE, TOO_SLOW, TOO_FAST = 1001, 1013, 4001, 4003, 4004, 4008, 4029
"""What a socket is closed with (docs/protocol.md §4); 1009, too large, comes from the library."""
Ref: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]
"""Any number the client likes; the answer (`saved`, `error`, `hinted`, `pong`) repeats it."""
Version: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]


# -- from the client -------------------------------------------------------------------------------------------------


class Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of all messages from a client."""

    ref: Ref | None = None


class Hello(Said, frozen=True, tag="hello"):
    """First message on every socket. Answered by `table`."""

    link: Token | None = None
    """The token of a watching link, for those who sit nowhere."""
    seat: SeatNumber | None = None
    """Hot-seat: the seat to look through at once; may be left out where one owns a single seat."""


class Sync(Said, frozen=True, tag="sync"):
    """Ask for everything again: after a gap in versions, or any doubt. Answered by `table`."""


class Look(Said, frozen=True, tag="look"):
    """Hot-seat curtain: show the view of one of my seats, or (None) of nobody. Answered by `table`."""

    seat: SeatNumber | None


class Act(Said, frozen=True, tag="act"):
    """Do this action. `version` is that of the view it was chosen from."""

    version: Version
    action: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    seat: SeatNumber | None = None
    """Left out, it is the seat whose view is shown."""


class Ask(Said, frozen=True, tag="ask"):
    """Ask the others for a takeback, a draw or a rematch (bots agree to takeback and rematch at once)."""

    kind: OfferKind
    seat: SeatNumber | None = None
    contribution: Contribution | None = None
    """To the luck of a rematch, whose commitment the table has shown."""


class Answer(Said, frozen=True, tag="answer"):
    """Answer the pending offer of that kind; the asker's own `agree: false` withdraws it."""

    kind: OfferKind
    agree: bool
    seat: SeatNumber | None = None
    contribution: Contribution | None = None
    """To the luck of a rematch."""


class Resign(Said, frozen=True, tag="resign"):
    """Give up. Ends a match of two sides; at larger tables a bot takes the seat."""

    seat: SeatNumber | None = None


class HandOver(Said, frozen=True, tag="hand_over"):
    """Give a late player's seat to a bot."""

    late: SeatNumber
    level: Annotated[str, Meta(max_length=20)] = "adept"


class Claim(Said, frozen=True, tag="claim"):
    """End the match as lost by a player who is late (two sides only)."""

    late: SeatNumber


class Say(Said, frozen=True, tag="say"):
    """One line of chat."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Hint(Said, frozen=True, tag="hint"):
    """Ask a bot for the best actions now; friendly tables only, marked in the log. Answered by `hinted`."""

    version: Version
    own: bool = False
    """The device thinks itself: it wants what the seat may know, as its game's module takes it, and no advice."""


class AskReview(Said, frozen=True, tag="review"):
    """After the end: ask for the review; answered by `review` messages until it is done."""


class Ping(Said, frozen=True, tag="ping"):
    """Am I still connected? Answered by `pong`."""


FromClient: TypeAlias = (
    Hello | Sync | Look | Act | Ask | Answer | Resign | HandOver | Claim | Say | Hint | AskReview | Ping
)


# -- from the server -------------------------------------------------------------------------------------------------


class Sent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of all messages from the server."""


class Position(Sent, frozen=True):
    """The game as the viewer may know it at one version."""

    version: int
    view: View | None
    """None while seats are open, and while the game is being got ready."""
    legal: list[LegalGroup] | None
    """The viewer's legal actions when it is the actor, else None."""
    steps: list[Told]
    """`table`: the log so far (the last 300 entries); `update`: what is new. Undone steps are left out of a `table`."""
    clocks: Clocks
    offers: list[Offer]
    you: You


class Table(Position, frozen=True, tag="table"):
    """Everything; replaces whatever the client knew."""

    table: TableShown
    chat: list[ChatLine]
    """The last 100 lines."""
    spectators: int
    review: Review


class Update(Position, frozen=True, tag="update"):
    """The match went on from version `since` to `version`. A client at another version sends `sync`."""

    since: int
    table: TableShown | None
    """Sent when status, seats or result changed."""


class Room(Sent, frozen=True, tag="room"):
    """Somebody came, went, sat down or is late; offers or clocks changed. Has no version: the last one counts."""

    seats: list[SeatShown]
    spectators: int
    offers: list[Offer]
    clocks: Clocks
    you: You
    next_table: str | None
    preparing: Preparing | None


class Declined(Sent, frozen=True, tag="declined"):
    """A question has come to nothing: `who` said no to what `by` asked (`who` is `by`: it was withdrawn)."""

    kind: OfferKind
    by: int
    who: int


class Chat(Sent, frozen=True, tag="chat"):
    """A new line of chat."""

    line: ChatLine


class Saved(Sent, frozen=True, tag="saved"):
    """What message `ref` asked for is stored and will survive anything; the match is at `version` at least."""

    ref: int | None
    version: int


class Hinted(Sent, frozen=True, tag="hinted"):
    """The bot's advice at that version, best first (at most three), or what a device that thinks itself asked for."""

    ref: int | None
    version: int
    best: list[Weighed]
    seen: str | None = None
    """What the seat may know: the bytes of its Seen in base64."""


class Reviewed(Sent, frozen=True, tag="review"):
    """How far the review is with the moves looked at since the last message, or, once it is `done`, the whole."""

    review: Review


class Wrong(Sent, frozen=True, tag="error"):
    """Message `ref` was refused: `error.<key>` in the texts, with these parameters. Nothing was changed."""

    ref: int | None
    key: str
    details: dict[str, Json]


class Pong(Sent, frozen=True, tag="pong"):
    """Yes."""

    ref: int | None
    now: float


FromServer: TypeAlias = Table | Update | Room | Declined | Chat | Saved | Hinted | Reviewed | Wrong | Pong


read_client: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
read_server: msgspec.json.Decoder[Any] = msgspec.json.Decoder(FromServer)
