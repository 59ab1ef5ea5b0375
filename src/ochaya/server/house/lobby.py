"""The lobby: laying a table, sitting down, leaving before it begins, and the lists of tables."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING

from ochaya.core.errors import BadOptions
from ochaya.core.game import Game
from ochaya.server.chat import clean_name
from ochaya.server.forms import Checked, Lobby, NewTable, PlayNow, SeatBot, SeatMe, TableLine
from ochaya.server.protocol import MAY_NOT, NO_TABLE
from ochaya.server.refusal import Refused
from ochaya.server.shapes import ClockRule
from ochaya.server.sitting import OPEN, Seat, seats_of
from ochaya.server.store import UPDATE_SEAT, Store
from ochaya.server.thinking import LEVEL_NAMES

if TYPE_CHECKING:
    from ochaya.server.house import House
    from ochaya.server.room import Room

MOST_LISTED = 50
STALE_SECONDS = 3600.0
"""An open table nobody is at is left out of the lobby after this long; its link still works."""
MOST_UNFINISHED = 200
"""Unfinished tables one guest may have."""


def complete(game: Game, options: dict[str, str]) -> dict[str, str]:
    """Fill in and check options; raises Refused."""
    try:
        return game.complete(options)
    except BadOptions as wrong:
        raise Refused(wrong.key, name=str(wrong.details.get("name", ""))[:40]) from None


def check_options(game: Game, options: dict[str, str]) -> Checked:
    """Say what table these options make."""
    full = complete(game, options)
    teams = list(game.teams(full)) if game.teams else None
    return Checked(options=full, seats=game.seats(full), teams=teams)


def _bot(level: str) -> Seat:
    if level not in LEVEL_NAMES:
        raise Refused("no-such-level")
    return Seat("bot", level=level)


async def play_now(house: House, guest: str, form: PlayNow) -> Room:
    """Lay a table against bots, in a seat drawn by lot, and begin."""
    game = house.game(form.game)
    options = complete(game, form.options)
    me = Seat("person", guest, await house.guests.name(guest))
    seats = [me, *(_bot(form.level) for _ in range(game.seats(options) - 1))]
    secrets.SystemRandom().shuffle(seats)
    await _check_unfinished(house, guest)
    return await house.lay(game, options, seats, clock=ClockRule(), is_public=False, is_friendly=True)


async def new_table(house: House, guest: str, form: NewTable) -> Room:
    """Lay a table as chosen."""
    game = house.game(form.game)
    options = complete(game, form.options)
    wanted = game.seats(options)
    if len(form.seats) != wanted:
        raise Refused("seats-wrong", seats=wanted)
    if form.clock.kind != "none" and form.clock.seconds < 1:
        raise Refused("malformed")
    own_name = await house.guests.name(guest)
    seats = []
    for choice in form.seats:
        if isinstance(choice, SeatMe):
            seats.append(Seat("person", guest, clean_name(choice.name) if choice.name else own_name))
        elif isinstance(choice, SeatBot):
            seats.append(_bot(choice.level))
        else:
            seats.append(OPEN)
    if not any(seat.kind == "person" for seat in seats):
        raise Refused("not-seated")
    if form.shuffle_seats:
        secrets.SystemRandom().shuffle(seats)
    await _check_unfinished(house, guest)
    return await house.lay(
        game, options, seats, clock=form.clock, is_public=form.is_public, is_friendly=form.is_friendly
    )


async def _check_unfinished(house: House, guest: str) -> None:
    if not house.settings.limits:
        return
    if len(await house.store.tables_of(guest, ("open", "playing"), MOST_UNFINISHED)) >= MOST_UNFINISHED:
        raise Refused("too-fast", seconds=3600)


async def join(house: House, room: Room, guest: str, seat: int | None, link: str | None) -> None:
    """Sit down at a table of the lobby, or with its invitation."""
    if not room.facts.is_public and not (link and secrets.compare_digest(link, room.facts.invite)):
        raise Refused("needs-invitation")
    await sit_down(house, room, guest, seat)


async def sit_down(house: House, room: Room, guest: str, seat: int | None) -> None:
    """Take an open seat; the match begins when it was the last."""
    name = await house.guests.name(guest)

    async def sit() -> None:
        opens = [number for number, one in enumerate(room.seats) if one.kind == "open"]
        if seats_of(room.seats, guest):
            raise Refused("seat-taken")
        if not opens:
            raise Refused("no-open-seat")
        chosen = opens[0] if seat is None else seat
        if chosen not in opens:
            raise Refused("seat-taken")
        sitting = Seat("person", guest, name)
        watching = [connection for connection in room.welcome() if connection.guest == guest]
        if len(opens) == 1:
            for connection in watching:
                connection.seat = chosen  # shows nothing until the seat is theirs
            await room.begin({chosen: sitting})
        else:
            await house.store.write((UPDATE_SEAT, [sitting.change(room.id, chosen)]))
            room.seats[chosen] = sitting
            for connection in watching:
                connection.seat = chosen
            room.outbox.tables()
        room.note_presence()

    await room.inbox.do(sit)


async def leave(house: House, room: Room, guest: str) -> None:
    """Stand up before the match begins; the last person to leave closes the table."""

    async def stand_up() -> None:
        own = seats_of(room.seats, guest)
        if not own:
            raise Refused("not-seated")
        if room.status != "open":
            raise Refused("over" if room.status == "over" else "not-open")
        is_last = not room.people(without=guest)
        writes = [(UPDATE_SEAT, [OPEN.change(room.id, number) for number in own])]
        if is_last:
            await house.store.write(*writes, Store.status(room.id, "closed", None, time.time()))
        else:
            await house.store.write(*writes)
        for number in own:
            room.seats[number] = OPEN
        for connection in list(room.welcome()):
            if connection.guest == guest or is_last:
                connection.close(NO_TABLE if is_last else MAY_NOT)
        room.note_presence()
        if is_last:
            house.rooms.pop(room.id, None)

    await room.inbox.do(stand_up)


async def lists(house: House, guest: str) -> Lobby:
    """List open tables and one's own."""
    open_ids = await house.store.open_tables(MOST_LISTED)
    mine = await house.store.tables_of(guest, ("open", "playing"), MOST_LISTED)
    finished = await house.store.tables_of(guest, ("over",), MOST_LISTED)
    return Lobby(
        open=[line for line in await _lines(house, guest, open_ids) if not line.is_yours and _is_awaited(line)],
        mine=await _lines(house, guest, mine), finished=await _lines(house, guest, finished),
    )


def _is_awaited(line: TableLine) -> bool:
    """Say whether somebody still waits at an open table: it is new, or one of its people is there."""
    is_new = time.time() - line.made_at < STALE_SECONDS
    return is_new or any(seat.kind == "person" and seat.is_here for seat in line.seats)


async def _lines(house: House, guest: str, ids: list[str]) -> list[TableLine]:
    found = []
    for table_id in ids:
        if table_id not in house.rooms and house.readiness.missing:
            continue  # in the first minute on a machine: do not wait for a game to be compiled
        try:
            room = await house.room(table_id)
        except Refused:
            continue
        found.append(line_of(room, guest))
    return found


def line_of(room: Room, guest: str) -> TableLine:
    """Sum a table up in one line."""
    own = seats_of(room.seats, guest)
    times = room.match.times
    return TableLine(
        id=room.id, game=room.match.game.name, options=room.match.options, status=room.status,
        seats=room.seats_shown(guest), clock=room.facts.clock, made_at=room.facts.made_at,
        changed_at=times[-1] if times else room.facts.made_at, is_yours=bool(own),
        is_your_turn=room.status == "playing" and room.match.actor in own, result=room.match.result,
    )
