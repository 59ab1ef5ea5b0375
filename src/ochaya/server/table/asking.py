"""Asking the others and answering: what each kind of offer needs and what its acceptance does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ochaya.server import moments
from ochaya.server.protocol import messages
from ochaya.server.protocol.shapes import OfferKind, Result
from ochaya.server.refusal import Refused
from ochaya.server.table.rematch import lay_rematch

if TYPE_CHECKING:
    from ochaya.server.table.room import Room


async def ask(room: Room, seat: int, kind: OfferKind, contribution: str | None = None) -> None:
    """Ask everybody else at the table; what needs nobody's consent happens at once."""
    guest = room.seats[seat].guest
    if kind == "rematch":
        if room.status != "over":
            raise Refused("not-over")
        _add_luck(room, guest, contribution)
    elif room.status != "playing":
        raise Refused("over" if room.status == "over" else "not-begun")
    if kind == "takeback" and not room.can_take_back(seat):
        raise Refused("no-takeback")
    others = room.people(without=guest)
    if kind == "draw" and (not room.match.game.knows_draws or any(one.kind == "bot" for one in room.seats)):
        raise Refused("no-draws")
    if room.offers.ask(kind, seat, others):
        await _grant(room, seat, kind)
    else:
        room.outbox.room_changed()


def _add_luck(room: Room, guest: str | None, contribution: str | None) -> None:
    """Keep what a device adds to the luck of a rematch, for all seats of its guest."""
    for seat in room.people() - room.people(without=guest):
        if contribution is None:
            room.offers.luck.pop(seat, None)
        else:
            room.offers.luck[seat] = bytes.fromhex(contribution)


async def answer(
    room: Room, seat: int, kind: OfferKind, *, agree: bool, contribution: str | None = None
) -> None:
    """Answer an offer for all of one's own seats."""
    by = room.offers.by(kind)
    guest = room.seats[seat].guest
    own = {number for number in room.people() if room.seats[number].guest == guest}
    if kind == "rematch" and agree:
        _add_luck(room, guest, contribution)
    if room.offers.answer(kind, own, agree=agree):
        assert by is not None
        await _grant(room, by, kind)
        return
    if by is not None and not agree:
        room.outbox.say(messages.Declined(kind=kind, by=by, who=by if by in own else seat))
    room.outbox.room_changed()


async def _grant(room: Room, seat: int, kind: OfferKind) -> None:
    """Do what everybody has agreed to."""
    match, now = room.match, moments.now()
    if kind == "takeback":
        target = room.takebacks.targets[seat]
        if target is None or room.status != "playing":
            raise Refused("no-takeback")
        await room.commit(match.take_back(seat, target, now))
    elif kind == "draw":
        result = Result(shares=[1.0 / match.sides()] * match.seats, reason="agreed", seat=None)
        await room.commit(match.note("draw", seat, now, result))
    else:
        await lay_rematch(room, room.offers.luck)
