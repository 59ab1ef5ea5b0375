"""Those who leave: resigning, being late, and what the others may do about it.

A seat is late when its clock has run out, or when it is its turn and its person has been away for two minutes (with a
clock in days only the clock counts). The others may give a late seat to a bot, or, between two sides, claim the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ochaya.server import moments
from ochaya.server.minds.thinking import LEVEL_NAMES
from ochaya.server.protocol.shapes import Reason, Result
from ochaya.server.refusal import Refused
from ochaya.server.table.sitting import Seat, seats_of

if TYPE_CHECKING:
    from ochaya.server.table.room import Room

STAND_IN = "adept"
"""The bot that takes the seat of somebody who resigns at a table of more than two sides."""


def _deadline(room: Room, seat: int, now: float) -> float | None:
    """Give when the seat whose turn it is becomes late, or None if it cannot."""
    if room.seats[seat].kind != "person":
        return None
    moments = []
    if room.clock.is_on:
        moments.append(now + room.clock.left_to(seat, now))
    if room.facts.clock.kind != "days" and not room.is_here(seat):
        moments.append(max(room.away_since.get(seat, now), room.clock.since) + room.house.settings.away)
    return min(moments, default=None)


def late_seats(room: Room, now: float) -> set[int]:
    """List the seats that are late now."""
    actor = room.match.actor
    if room.status != "playing" or actor < 0:
        return set()
    deadline = _deadline(room, actor, now)
    return {actor} if deadline is not None and deadline <= now else set()


def next_deadline(room: Room, now: float) -> float | None:
    """Give the next moment at which somebody becomes late."""
    actor = room.match.actor
    if room.status != "playing" or actor < 0:
        return None
    deadline = _deadline(room, actor, now)
    return deadline if deadline is not None and deadline > now else None


def lost_by(room: Room, seat: int, reason: Reason) -> Result:
    """Give the result of a match that one side gives up: the other side wins."""
    teams = room.match.teams() or list(range(room.match.seats))
    shares = [0.0 if team == teams[seat] else 1.0 for team in teams]
    return Result(shares=shares, reason=reason, seat=seat)


async def resign(room: Room, seat: int) -> None:
    """Give up. Between two sides that ends the match; else a bot takes the seat, as long as people remain."""
    if room.status != "playing":
        raise Refused("over" if room.status == "over" else "not-begun")
    now, match = moments.now(), room.match
    if match.sides() <= 2:
        await room.commit(match.note("resign", seat, now, lost_by(room, seat, "resigned")))
    elif room.people(without=room.seats[seat].guest):
        bot = Seat("bot", level=STAND_IN)
        await room.commit(match.note("resign", seat, now, level=STAND_IN), seats={seat: bot})
    else:
        result = Result(shares=[0.0] * match.seats, reason="abandoned", seat=seat)
        await room.commit(match.note("resign", seat, now, result))


def _require_late(room: Room, guest: str, late: int) -> None:
    """Check that somebody else's seat is late."""
    if room.status != "playing":
        raise Refused("over" if room.status == "over" else "not-begun")
    if late in seats_of(room.seats, guest) or late not in late_seats(room, moments.now()):
        raise Refused("not-late")


async def hand_over(room: Room, guest: str, late: int, level: str) -> None:
    """Give a late player's seat to a bot; the match goes on."""
    _require_late(room, guest, late)
    if level not in LEVEL_NAMES:
        raise Refused("no-such-level")
    await room.commit(
        room.match.note("hand_over", late, moments.now(), level=level), seats={late: Seat("bot", level=level)}
    )


async def claim(room: Room, guest: str, late: int) -> None:
    """End the match as lost by a player who is late."""
    _require_late(room, guest, late)
    if room.match.sides() != 2:
        raise Refused("not-late")
    await room.commit(room.match.note("late", late, moments.now(), lost_by(room, late, "late")))
