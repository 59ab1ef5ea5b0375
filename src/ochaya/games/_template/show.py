"""A Seen shown: as JSON, as numbers, and as what has just happened."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.game import CHANCE, OVER, Event, Json
from ochaya.core.jit import rule
from ochaya.core.secrecy import Seen
from ochaya.games._template.actions import decode
from ochaya.games._template.rules import actor
from ochaya.games._template.state import FINISHED, PHASES, UNKNOWN, State

OBSERVATION_SIZE = 6


def view(seen: Seen) -> dict[str, Json]:
    """Show what this viewer may know."""
    s = seen.record
    who = int(actor(s))
    won = [float(s.held[p] > s.held[1 - p]) for p in range(2)]
    return {
        "viewer": seen.seat if seen.seat in (0, 1) else None,
        "actor": {CHANCE: "chance", OVER: "over"}.get(who, who),
        "phase": PHASES[s.phase],
        "cups": [None if s.held[p] == UNKNOWN else int(s.held[p]) + 1 for p in range(2)],
        "poured": [bool(s.has_poured[p]) for p in range(2)],
        "result": {"shares": won, "points": [int(cup) + 1 for cup in s.held], "reason": "reason.higher"}
        if s.phase == FINISHED else None,
    }


def events(before: Seen, action: int, after: Seen) -> list[Event]:
    """Tell what was done, and at the end who won."""
    said, a = decode(action), after.record
    who = int(before.record.seat)
    if said.kind != "draw":
        told = [Event(said.kind, {"who": who})]
    elif said.cup is None:
        told = [Event("drew-hidden", {"who": who})]
    else:
        told = [Event("drew", {"who": who, "cup": said.cup})]
    if a.phase == FINISHED:
        winner = int(a.held[1] > a.held[0])
        told.append(Event("won", {"who": winner, "cup": int(a.held[winner]) + 1}))
    return told


@rule
def observe(s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write own cup, own poured cup, the rival's cup, who poured, and whether it is one's turn."""
    me = 1 if seat == 1 else 0
    out[0] = s.held[me] + 1
    out[1] = s.poured[me] + 1
    out[2] = s.held[1 - me] + 1
    out[3] = s.has_poured[me]
    out[4] = s.has_poured[1 - me]
    out[5] = 1.0 if actor(s) == me else 0.0
