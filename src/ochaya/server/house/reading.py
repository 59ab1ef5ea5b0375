"""Reading a table back: everything is checked as if it came from outside, and what is damaged is set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ochaya.core.dealing import Luck
from ochaya.server.house.kept import Kept
from ochaya.server.logs import log, short
from ochaya.server.match.match import Damaged, Entry, Match, OtherVersion
from ochaya.server.minds.thinking import LEVEL_NAMES
from ochaya.server.protocol.shapes import Status
from ochaya.server.refusal import Refused
from ochaya.server.slices import Work
from ochaya.server.store.database import Stored
from ochaya.server.store.rows import MatchRow, check_seats
from ochaya.server.table.room import Facts, Room
from ochaya.server.table.sitting import Seat

if TYPE_CHECKING:
    from ochaya.server.house.house import House


async def read_table(house: House, table_id: str) -> Room | Kept:
    """Read a table and play its log again; the log waits until the game is ready. Raises Refused.

    A damaged table is named in the log and left as it is: its players are told, everybody else goes on.
    """
    try:
        stored = await house.store.stored(table_id)
        if stored is None or stored.facts.status == "closed":
            raise Refused("no-such-table")
        check_seats(stored.seats, LEVEL_NAMES)
        try:
            return await _room(house, stored)
        except OtherVersion:
            return Kept(stored)
    except Damaged as damaged:
        log("table.damaged", table=short(table_id), column=str(damaged))
        raise Refused("table-damaged") from None


async def _room(house: House, stored: Stored) -> Room:
    row = stored.facts
    match = await _match(house, row, stored.entries)
    facts = Facts(
        row.id, row.clock, row.is_public, row.is_friendly, row.invite, row.watch, row.made_at, row.is_lesson,
        row.deal, row.draws_seats,
    )
    seats = [Seat(one.kind, one.guest, one.name, one.level) for one in stored.seats]
    if row.status == "closed" or not _is_sound(row.status, match, seats):
        raise Damaged("status")
    if row.clock.kind != "none" and row.clock.seconds < 1:
        raise Damaged("clock")
    room = Room(house, facts, match, seats, row.status)
    room.next_table = row.next_table
    room.contributions = [one.contribution for one in stored.seats]
    if row.seating is not None and sorted(row.seating) != list(range(match.seats)):
        raise Damaged("seating")
    if row.deal == 2 and row.status != "open":
        if row.draws_seats and row.seating is None and match.version:
            raise Damaged("seating")
        match.luck = Luck.after_seating(match.key, room.contributions, row.seating)
        match.seating = row.seating
    if not match.is_folded:
        room.follow_log()
    return room


async def _match(house: House, row: MatchRow, entries: list[Entry]) -> Match:
    """Make a stored match again, slice by slice; folded while its game is not ready."""
    is_ready = house.readiness.is_ready(row.game)
    match = Match.stored(row.game, row.game_version, row.options, row.deal_key, folded=not is_ready)
    if not is_ready:
        match.result = row.result
        return match
    work = Work(house.store.slices)
    for entry in entries:
        match.restore(entry)
        await work.pause()
    match.restore_result(row.result)
    return match


def _is_sound(status: Status, match: Match, seats: list[Seat]) -> bool:
    """Say whether a table can be what it says: as many seats as the game has, and a match that fits its status."""
    is_over = match.result is not None
    if len(seats) != match.seats or is_over != (status == "over"):
        return False
    if status == "open":
        return match.version == 0
    return not any(seat.kind == "open" for seat in seats) and (is_over or match.is_folded or match.actor >= 0)
