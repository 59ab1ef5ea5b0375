"""The lists of tables: open ones, those to watch, one's own. Made from what is in memory, else from the rows alone.

Only one's own unfinished matches are brought back for it, to see whose turn it is.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from ochaya.server import moments
from ochaya.server.bus.bus import NoAnswer, Nobody
from ochaya.server.bus.forms import AskLines, Lines, read_ask_lines, read_lines, server_subject
from ochaya.server.bus.forms import encode as encode_form
from ochaya.server.house.kept import Kept, line_of_rows
from ochaya.server.protocol.forms import Lobby, TableLine
from ochaya.server.refusal import Refused
from ochaya.server.table.outbox import encode
from ochaya.server.table.room import Room
from ochaya.server.table.sitting import seats_of

if TYPE_CHECKING:
    from nats.aio.msg import Msg

    from ochaya.server.house.house import House

MOST_LISTED = 50
MOST_LOOKED_AT = 500
"""Open tables among which those to be listed are chosen."""
MOST_OF_ONE = 2
"""Open tables of one guest that are listed: nobody's table is crowded out by another's many."""
LINES_SECONDS = 1.0
"""How long another server has to say how its tables stand; they are listed from their rows else."""
STALE_SECONDS = 3600.0
"""An open table nobody is at is left out of the lobby after this long; its link still works."""


async def lists(house: House, guest: str) -> Lobby:
    """List open tables, those to watch, and one's own."""
    open_ids = await house.store.open_tables(MOST_LOOKED_AT)
    watched = await house.store.watched_tables(MOST_LISTED)
    mine = await house.store.tables_of(guest, ("open", "playing"), MOST_LISTED, with_put_away=False)
    finished = await house.store.tables_of(guest, ("over",), MOST_LISTED)
    lines, damaged = await _own_lines(house, guest, mine)
    return Lobby(
        open=await _open_lines(house, guest, open_ids),
        watch=[line for line in await _lines(house, guest, watched) if not line.is_yours],
        mine=lines, finished=await _lines(house, guest, finished), damaged=damaged,
    )


async def _open_lines(house: House, guest: str, ids: list[str]) -> list[TableLine]:
    """Choose the open tables to be shown: where somebody is now, then the newest, only so many of one guest's."""
    lines = [line for line in await _lines(house, guest, ids) if not line.is_yours and _is_awaited(line)]
    lines.sort(key=lambda line: not any(seat.kind == "person" and seat.is_here for seat in line.seats))
    hosts = await house.store.hosts([line.id for line in lines])
    seen: Counter[str] = Counter()
    chosen: list[TableLine] = []
    for line in lines:
        host = hosts.get(line.id, line.id)
        seen[host] += 1
        if seen[host] <= MOST_OF_ONE and len(chosen) < MOST_LISTED:
            chosen.append(line)
    return chosen


def _is_awaited(line: TableLine) -> bool:
    """Say whether somebody still waits at an open table: it is new, or one of its people is there."""
    is_new = moments.now() - line.made_at < STALE_SECONDS
    return is_new or any(seat.kind == "person" and seat.is_here for seat in line.seats)


async def _lines(house: House, guest: str, ids: list[str]) -> list[TableLine]:
    """Sum tables up without bringing them back; damaged ones are left out."""
    away = [table_id for table_id in ids if table_id not in house.rooms]
    theirs, _ = await _lines_elsewhere(house, guest, away, bring=False)
    rows = await house.store.rows_of([table_id for table_id in away if table_id not in theirs])
    found = []
    for table_id in ids:
        room = house.rooms.get(table_id)
        if table_id in theirs:
            found.append(theirs[table_id])
        elif room:
            found.append(line_of(room, guest))
        elif table_id in rows:
            found.append(line_of_rows(*rows[table_id], guest))
    return found


async def _own_lines(house: House, guest: str, ids: list[str]) -> tuple[list[TableLine], list[str]]:
    """Sum one's own unfinished tables up, and name those that are damaged."""
    away = [table_id for table_id in ids if table_id not in house.rooms]
    theirs, damaged = await _lines_elsewhere(house, guest, away, bring=True)
    lines = []
    for table_id in ids:
        if table_id in theirs:
            lines.append(theirs[table_id])
            continue
        try:
            found = await house.find(table_id)
        except Refused as refused:
            if refused.key == "table-damaged":
                damaged.append(table_id)
            continue
        lines.append(found.line(guest) if isinstance(found, Kept) else line_of(found, guest))
    return lines, damaged


def line_of(room: Room, guest: str) -> TableLine:
    """Sum a table up in one line."""
    own = seats_of(room.seats, guest)
    return TableLine(
        id=room.id, game=room.match.game.name, options=room.match.options, status=room.status,
        seats=room.seats_shown(guest), clock=room.facts.clock, made_at=room.facts.made_at,
        changed_at=room.match.at or room.facts.made_at, is_yours=bool(own),
        is_your_turn=room.status == "playing" and room.match.actor in own, commitment=room.match.commitment,
        result=room.match.result,
    )


# -- several servers --------------------------------------------------------------------------------------------------


async def _lines_elsewhere(
    house: House, guest: str, ids: list[str], *, bring: bool
) -> tuple[dict[str, TableLine], list[str]]:
    """Ask the other servers about those tables that are theirs; whoever does not answer is left out."""
    if house.cluster is None or not ids:
        return {}, []
    asked: dict[str, list[str]] = {}
    for table_id, server in (await house.cluster.others(ids)).items():
        asked.setdefault(server, []).append(table_id)
    bus = house.cluster.bus

    async def ask(server: str, table_ids: list[str]) -> Lines:
        try:
            question = encode_form(AskLines(guest, table_ids, bring))
            return read_lines(await bus.ask(server_subject(server, "lines"), question, LINES_SECONDS))
        except (Nobody, NoAnswer):
            return Lines({}, [])

    answers = await asyncio.gather(*(ask(server, table_ids) for server, table_ids in asked.items()))
    lines = {
        table_id: msgspec.json.decode(line, type=TableLine) for one in answers for table_id, line in one.lines.items()
    }
    return lines, [table_id for one in answers for table_id in one.damaged]


async def answer_lines(house: House, message: Msg) -> None:
    """Answer another server about tables of ours."""
    asked = read_ask_lines(message.data)
    ids = [table_id for table_id in asked.table_ids if asked.bring or table_id in house.rooms]
    lines, damaged = await _own_lines(house, asked.guest, ids)
    await message.respond(encode_form(Lines({line.id: encode(line) for line in lines}, damaged)))
