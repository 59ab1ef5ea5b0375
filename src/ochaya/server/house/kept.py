"""Tables whose rules are not here any more: a game has changed since they were laid.

Nothing of the game can be worked out for them. A finished match is still shown, by the pages made by the rules of its
time (study/archive.py); one that was not finished is ended, for everybody alike.
"""

from __future__ import annotations

from typing import cast

import msgspec

from ochaya.core import dealing
from ochaya.server import moments
from ochaya.server.logs import log, short
from ochaya.server.protocol.forms import TableLine
from ochaya.server.protocol.shapes import Result, SeatShown, Status, TableShown
from ochaya.server.store.database import Store, Stored
from ochaya.server.store.leases import Fence
from ochaya.server.store.rows import MatchRow, SeatRow


class Kept:
    """One such table."""

    def __init__(self, stored: Stored) -> None:
        self.facts, self.seats = stored.facts, stored.seats
        self.version = len(stored.entries)
        self.result = stored.facts.result or Result(shares=[0.0] * len(stored.seats), reason="outdated", seat=None)

    async def end(self, store: Store, fence: Fence | None) -> None:
        """End a match that nobody can go on with."""
        if self.facts.status in ("open", "playing"):
            result = {"shares": self.result.shares, "reason": self.result.reason, "seat": None}
            await store.write(Store.status(self.facts.id, "over", result, moments.now()), fence=fence)
            log("table.outdated", table=short(self.facts.id), game=self.facts.game)

    def shown(self, guest: str | None) -> TableShown:
        """Show what is known without the rules."""
        facts = self.facts
        return TableShown(
            id=facts.id, game=facts.game, game_version=facts.game_version, options=facts.options, status="over",
            seats=_seats(self.seats, guest), teams=None, clock=facts.clock, is_public=facts.is_public,
            is_friendly=facts.is_friendly, lesson=facts.is_lesson, knows_draws=False, made_at=facts.made_at,
            commitment=dealing.commitment(facts.deal_key), key=facts.deal_key.hex(), rematch_commitment=None,
            result=self.result, version=self.version, actor="over", next_table=facts.next_table, links=None,
            preparing=None,
        )

    def line(self, guest: str) -> TableLine:
        """Sum it up in one line."""
        return line_of_rows(msgspec.structs.replace(self.facts, status="over", result=self.result), self.seats, guest)


def _seats(rows: list[SeatRow], guest: str | None) -> list[SeatShown]:
    return [
        SeatShown(
            seat=row.seat, kind=row.kind, name=row.name, level=row.level, is_here=row.kind == "bot", away_since=None,
            is_late=False, is_yours=row.guest is not None and row.guest == guest,
        )
        for row in rows
    ]


def line_of_rows(facts: MatchRow, rows: list[SeatRow], guest: str) -> TableLine:
    """Sum a table that is not in memory up in one line, without playing its log."""
    seats = _seats(rows, guest)
    return TableLine(
        id=facts.id, game=facts.game, options=facts.options, status=cast(Status, facts.status), seats=seats,
        clock=facts.clock, made_at=facts.made_at, changed_at=facts.changed_at,
        is_yours=any(seat.is_yours for seat in seats), is_your_turn=False,
        commitment=dealing.commitment(facts.deal_key), result=facts.result,
    )
