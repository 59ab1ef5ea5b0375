"""What one viewer is told has happened."""

from __future__ import annotations

from ochaya.core.game import Event
from ochaya.core.secrecy import Seen
from ochaya.games._template.actions import decode
from ochaya.games._template.rules import best_seat, cups_of
from ochaya.games._template.state import FINISHED


def events(before: Seen, action: int, after: Seen) -> list[Event]:
    """Tell what was done, and at the end who won: the best cup, or alone one of the two best."""
    said, a = decode(action), after.record
    who = int(before.record.seat)
    if said.kind != "draw":
        told = [Event(said.kind, {"who": who})]
    elif said.cup is None:
        told = [Event("drew-hidden", {"who": who})]
    else:
        told = [Event("drew", {"who": who, "cup": said.cup})]
    if a.phase == FINISHED:
        winner = int(best_seat(a))
        alone = "won" if a.seats > 1 else "made-it" if a.held[0] >= cups_of(a) - 2 else "fell-short"
        told.append(Event(alone, {"who": winner, "cup": int(a.held[winner]) + 1}))
    return told
