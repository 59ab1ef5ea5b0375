"""What is read back is checked as if it came from outside: the shape of every row, column by column.

Whether a log leads where it says is checked by the match itself (match/match.py); here a row is only made sure to be
one that this server could have written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from ochaya.server.match.match import NOTE_KINDS, STEP, Damaged, Entry
from ochaya.server.protocol.shapes import ChatLine, ClockRule, Options, PlayerKind, Result, SeatNumber, TableId, Token

T = TypeVar("T")
Moment: TypeAlias = Annotated[float, Meta(ge=0, le=1e11)]
Guest: TypeAlias = Annotated[str, Meta(min_length=22, max_length=22, pattern="^[A-Za-z0-9_-]+$")]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Whole: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
WORDS = re.compile(r"[a-z_]{1,20}")


class Row(msgspec.Struct, frozen=True):
    """Base of all rows."""


class MatchRow(Row, frozen=True):
    """A table and its match, without seats and log."""

    id: TableId
    game: Annotated[str, Meta(max_length=40, pattern="^[a-z0-9_]+$")]
    game_version: Whole
    options: Options
    clock: ClockRule
    is_public: bool
    is_friendly: bool
    deal_key: Annotated[bytes, Meta(min_length=32, max_length=32)]
    status: Literal["open", "playing", "over", "closed"]
    result: Result | None
    invite: Token
    watch: Token
    next_table: TableId | None
    made_at: Moment
    changed_at: Moment
    is_lesson: bool
    is_kept: bool
    deal: Literal[1, 2]
    draws_seats: bool
    seating: Annotated[list[SeatNumber], Meta(max_length=16)] | None
    promise: Annotated[str, Meta(max_length=64)] | None


class SeatRow(Row, frozen=True):
    """Who sits in one seat."""

    table_id: TableId
    seat: SeatNumber
    kind: PlayerKind
    guest: Guest | None
    name: Name | None
    level: Annotated[str, Meta(max_length=20, pattern="^[a-z_]+$")] | None
    is_put_away: bool
    contribution: Annotated[bytes, Meta(min_length=32, max_length=32)] | None


class EntryRow(Row, frozen=True):
    """One entry of a log."""

    version: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    kind: str
    actor: Annotated[int, Meta(ge=-1, le=15)]
    action: Whole | None
    data: dict[str, Any] | None
    at: Moment
    digest: Annotated[bytes, Meta(min_length=8, max_length=8)]


class ChatRow(Row, frozen=True):
    """One line of chat."""

    number: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    at: Moment
    name: Name
    seat: SeatNumber | None
    text: Annotated[str, Meta(min_length=1, max_length=600)]


class CarryRow(Row, frozen=True):
    """A link that carries seats."""

    token: Annotated[str, Meta(min_length=64, max_length=64)]
    table_id: TableId
    guest: Guest
    seats: Annotated[list[SeatNumber], Meta(min_length=1, max_length=16)]
    good_until: Moment
    is_used: bool


class GuestRow(Row, frozen=True):
    """A name somebody has chosen."""

    name: Name


def read_row(row: Mapping[str, Any], shape: type[T]) -> T:
    """Read a row as what it should be; raises Damaged, naming the column."""
    try:
        return msgspec.convert({str(name): value for name, value in row.items()}, shape)  # plain text as names
    except (msgspec.ValidationError, RecursionError) as wrong:
        found = re.search(r"`\$\.?([a-z_]*)", str(wrong))
        raise Damaged(found[1] if found else "row") from None


def read_entry(row: Mapping[str, Any]) -> Entry:
    """Read one entry of a log; raises Damaged."""
    entry = read_row(row, EntryRow)
    if entry.kind == STEP:
        if entry.action is None or entry.data is not None:
            raise Damaged("action")
    elif entry.kind not in NOTE_KINDS or entry.action is not None:
        raise Damaged("kind")
    else:
        _check_data(entry.data or {})
    return Entry(entry.version, entry.kind, entry.actor, entry.action, entry.data, entry.at, entry.digest)


def _check_data(data: dict[str, Any]) -> None:
    """Notes say no more than a level or a length."""
    for name, value in data.items():
        is_level = name == "level" and isinstance(value, str) and WORDS.fullmatch(value)
        is_length = name == "length" and type(value) is int and 0 <= value < 2**31
        if not (is_level or is_length):
            raise Damaged("data")


def read_line(row: Mapping[str, Any]) -> ChatLine:
    """Read one line of chat; raises Damaged."""
    line = read_row(row, ChatRow)
    return ChatLine(number=line.number, at=line.at, name=line.name, seat=line.seat, text=line.text)


def check_seats(rows: list[SeatRow], levels: tuple[str, ...]) -> None:
    """Check who sits where: every seat once, each with what its kind needs; raises Damaged."""
    if [row.seat for row in rows] != list(range(len(rows))):
        raise Damaged("seats")
    for row in rows:
        is_sound = {
            "person": row.guest is not None and row.name is not None and row.level is None,
            "bot": row.level in levels and row.guest is None,
            "open": row.guest is None and row.level is None,
        }[row.kind]
        if not is_sound:
            raise Damaged("seats")
