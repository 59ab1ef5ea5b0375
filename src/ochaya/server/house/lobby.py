"""The lobby: laying a table, sitting down, leaving before it begins."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from ochaya.core import dealing
from ochaya.core.errors import BadOptions
from ochaya.core.game import Game
from ochaya.server import moments
from ochaya.server.match.match import teams_of
from ochaya.server.match.promises import Deal
from ochaya.server.minds.thinking import LEVEL_NAMES
from ochaya.server.protocol.forms import Checked, Join, Luck, NewTable, PlayNow, SeatBot, SeatMe, SeatOpen
from ochaya.server.protocol.messages import MAY_NOT, NO_TABLE
from ochaya.server.protocol.shapes import ClockRule
from ochaya.server.refusal import Refused
from ochaya.server.store.database import PUT_AWAY, SET_CONTRIBUTION, UPDATE_SEAT, Store
from ochaya.server.table.chat import clean_name
from ochaya.server.table.sitting import OPEN, Seat, seats_of

if TYPE_CHECKING:
    from ochaya.server.house.house import House
    from ochaya.server.table.room import Room

LESSONS = {"hanamikoji": 2, "geishas_road": 4}
"""Which of a game's deals its lesson has: one in which the learner, in the first seat, begins. 0 unless named here."""
MOST_UNFINISHED = 200
"""Unfinished tables one guest may have."""


def lesson_key(game: str) -> bytes:
    """Give the key of a game's lesson, the same for everybody."""
    return dealing.key_from_seed(f"ochaya lesson {game} {LESSONS.get(game, 0)}")


class NoOpenSeat(Refused):
    """Every seat is taken."""

    def __init__(self) -> None:
        super().__init__("no-open-seat")


def complete(game: Game, options: dict[str, str]) -> dict[str, str]:
    """Fill in and check options; raises Refused."""
    try:
        return game.complete(options)
    except BadOptions as wrong:
        raise Refused(wrong.key, name=str(wrong.details.get("name", ""))[:40]) from None


def check_options(game: Game, options: dict[str, str]) -> Checked:
    """Say what table these options make."""
    full = complete(game, options)
    return Checked(options=full, seats=game.seats(full), teams=teams_of(game, full))


def _bot(level: str) -> Seat:
    if level not in LEVEL_NAMES:
        raise Refused("no-such-level")
    return Seat("bot", level=level)


def _deal(house: House, guest: str, form: Luck, seats: list[Seat], *, draws_seats: bool) -> Deal:
    """Make the deal of a table that a guest lays: under the key promised to them, if they name the promise."""
    own = bytes.fromhex(form.contribution) if form.contribution else None
    contributions = tuple(own if seat.guest == guest else None for seat in seats)
    if form.promise is None:
        return Deal(contributions=contributions, draws_seats=draws_seats)
    return Deal(house.promises.key(guest, form.promise), form.promise, contributions, draws_seats)


async def play_now(house: House, guest: str, form: PlayNow) -> Room:
    """Lay a table against bots, in a seat drawn by lot, and begin; a lesson is always the same."""
    game = house.game(form.game)
    options = complete(game, form.options)
    me = Seat("person", guest, await house.guests.name(guest))
    level = LEVEL_NAMES[0] if form.lesson else form.level
    seats = [me, *(_bot(level) for _ in range(game.seats(options) - 1))]
    if form.lesson:
        deal = Deal(lesson_key(game.name))
    else:
        deal = _deal(house, guest, form, seats, draws_seats=True)
    await _check_unfinished(house, guest)
    return await house.lay(
        game, options, seats, deal, clock=ClockRule(), is_public=False, is_friendly=True, is_lesson=form.lesson
    )


async def new_table(house: House, guest: str, form: NewTable) -> Room:
    """Lay a table as chosen."""
    game = house.game(form.game)
    options = complete(game, form.options)
    wanted = game.seats(options)
    choices = form.seats or [SeatMe(), *[SeatOpen()] * (wanted - 1)]
    if len(choices) != wanted:
        raise Refused("seats-wrong", seats=wanted)
    if form.clock.kind != "none" and form.clock.seconds < 1:
        raise Refused("malformed")
    own_name = await house.guests.name(guest)
    seats = []
    for choice in choices:
        if isinstance(choice, SeatMe):
            seats.append(Seat("person", guest, clean_name(choice.name) if choice.name else own_name))
        elif isinstance(choice, SeatBot):
            seats.append(_bot(choice.level))
        else:
            seats.append(OPEN)
    if OPEN in seats and not any(seat.kind == "person" for seat in seats):
        raise Refused("not-seated")
    deal = _deal(house, guest, form, seats, draws_seats=form.shuffle_seats)
    await _check_unfinished(house, guest)
    return await house.lay(
        game, options, seats, deal, clock=form.clock, is_public=form.is_public, is_friendly=form.is_friendly
    )


async def _check_unfinished(house: House, guest: str) -> None:
    if not house.settings.limits:
        return
    if len(await house.store.tables_of(guest, ("open", "playing"), MOST_UNFINISHED)) >= MOST_UNFINISHED:
        raise Refused("too-fast", seconds=3600)


async def join(house: House, room: Room, guest: str, form: Join) -> None:
    """Sit down at a table of the lobby, or with its invitation."""
    if not room.facts.is_public and not (form.link and secrets.compare_digest(form.link, room.facts.invite)):
        raise Refused("carried-away" if await house.store.was_carried(room.id, guest) else "needs-invitation")
    await sit_down(house, room, guest, form.seat, form.contribution)


async def sit_down(house: House, room: Room, guest: str, seat: int | None, contribution: str | None) -> None:
    """Take an open seat; the match begins when it was the last."""
    name = await house.guests.name(guest)

    async def sit() -> None:
        if room.is_closed:
            raise Refused("no-such-table")
        opens = [number for number, one in enumerate(room.seats) if one.kind == "open"]
        if seats_of(room.seats, guest):
            raise Refused("seat-taken")
        if not opens:
            raise NoOpenSeat
        chosen = opens[0] if seat is None else seat
        if chosen not in opens:
            raise Refused("seat-taken")
        sitting = Seat("person", guest, name)
        watching = [connection for connection in room.welcome() if connection.guest == guest]
        part = bytes.fromhex(contribution) if contribution else None
        if len(opens) == 1 and not room.match.is_folded:
            for connection in watching:
                connection.seat = chosen  # shows nothing until the seat is theirs
            await room.begin({chosen: sitting}, {chosen: part})
        else:
            added = {"at_table": room.id, "at_seat": chosen, "contribution": part}
            await room.write((UPDATE_SEAT, [sitting.change(room.id, chosen)]), (SET_CONTRIBUTION, [added]))
            room.seats[chosen], room.contributions[chosen] = sitting, part
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
        taken_back = [{"at_table": room.id, "at_seat": number, "contribution": None} for number in own]
        writes = [(UPDATE_SEAT, [OPEN.change(room.id, number) for number in own]), (SET_CONTRIBUTION, taken_back)]
        if is_last:
            await room.write(*writes, Store.status(room.id, "closed", None, moments.now()))
        else:
            await room.write(*writes)
        for number in own:
            room.seats[number], room.contributions[number] = OPEN, None
        for connection in room.welcome():
            if connection.guest == guest or is_last:
                connection.close(NO_TABLE if is_last else MAY_NOT)
        room.note_presence()
        if is_last:
            room.is_closed = True
            room.stop()
            house.rooms.pop(room.id, None)

    await room.inbox.do(stand_up)


async def put_away(house: House, room: Room, guest: str, *, is_away: bool) -> None:
    """Leave a table out of one's list of unfinished ones, or take it in again; nobody else notices."""
    if not seats_of(room.seats, guest):
        raise Refused("not-seated")
    await room.write((PUT_AWAY, [{"at_table": room.id, "at_guest": guest, "is_put_away": is_away}]))
