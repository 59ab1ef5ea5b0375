"""Everything that travels on the bus between servers. What thinkers get is in `ochaya.bots.questions`, and no more."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Item(msgspec.Struct, frozen=True, array_like=True):
    """Base of what is put into a batch; `session` is the number that the socket's server has given it.

    What is heard and told is counted from 0 in each session and direction: where something is missing, it is over.
    """


class Open(Item, frozen=True, tag=1):
    """Somebody's socket is at a table of yours."""

    session: int
    table_id: str
    guest: str
    name: str
    address: str
    request: str


class Heard(Item, frozen=True, tag=2):
    """The socket has sent this."""

    session: int
    number: int
    data: bytes


class Lost(Item, frozen=True, tag=3):
    """The socket is closed."""

    session: int


class Told(Item, frozen=True, tag=4):
    """Send this to the socket, byte for byte; a long message comes in parts, of which the last is none."""

    session: int
    number: int
    data: bytes
    is_part: bool = False


class HungUp(Item, frozen=True, tag=5):
    """Close the socket."""

    session: int
    code: int


class Pause(Item, frozen=True, tag=6):
    """Read no more of the socket for now; or read on."""

    session: int
    is_on: bool


class Ping(Item, frozen=True, tag=7):
    """I am here."""


AnyItem: TypeAlias = Open | Heard | Lost | Told | HungUp | Pause | Ping


class Batch(msgspec.Struct, frozen=True, array_like=True):
    """What one server tells another in one turn of its loop."""

    sender: str
    epoch: int
    """Rises when the sender has lost the bus, and with it all that was between it and others."""
    items: list[AnyItem]


class Request(msgspec.Struct, frozen=True, array_like=True):
    """A request about a table of yours, from a guest whose cookie was checked."""

    method: str
    path: str
    query: bytes
    body: bytes
    encodings: bytes
    guest: str
    address: str
    request: str
    trace: str = ""
    """Where the trace of it has got to."""


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """The answer to a request; `is_moved`: the table is not mine any more."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    is_moved: bool = False


class AskLines(msgspec.Struct, frozen=True, array_like=True):
    """Sum these tables of yours up, as this guest may see them; `bring`: those that are not in memory too."""

    guest: str
    table_ids: list[str]
    bring: bool


class Lines(msgspec.Struct, frozen=True, array_like=True):
    """Lines of the lobby (each a TableLine as JSON), and tables that are damaged."""

    lines: dict[str, bytes]
    damaged: list[str]


class News(msgspec.Struct, frozen=True, array_like=True):
    """What all servers should know of one of them."""

    server: str
    spent: list[tuple[str, str, int]] = []
    """Counted against rates since the last time: of what kind, whose, how often."""
    sockets: dict[str, int] = {}
    """How many sockets guests and addresses have open there, where that has changed."""
    renamed: list[str] = []
    """Guests who have changed their names."""
    taken: list[tuple[str, int]] = []
    """Tables that this server has taken over, with their new fences."""


class Here(msgspec.Struct, frozen=True, array_like=True):
    """A thinker lives: how many it can think of at once, and which games it knows."""

    thinker: str
    places: int
    games: list[str]


encode = msgspec.msgpack.Encoder().encode
read_batch = msgspec.msgpack.Decoder(Batch).decode
read_request = msgspec.msgpack.Decoder(Request).decode
read_reply = msgspec.msgpack.Decoder(Reply).decode
read_ask_lines = msgspec.msgpack.Decoder(AskLines).decode
read_lines = msgspec.msgpack.Decoder(Lines).decode
read_news = msgspec.msgpack.Decoder(News).decode
read_here = msgspec.msgpack.Decoder(Here).decode


def server_subject(server: str, part: str = "") -> str:
    """Give the subject that a server listens to."""
    return f"ochaya.server.{server}{f'.{part}' if part else ''}"


ALL = "ochaya.all"
THINKERS = "ochaya.thinkers"
STOP_THINKING = "ochaya.think.stop"
