"""A Seen as JSON for people: built up from nothing, so that what is not named here is not shown."""

from __future__ import annotations

from typing import Any

import numpy as np

from ochaya.core.game import CHANCE, OVER, Json
from ochaya.core.secrecy import Seen
from ochaya.games._template.rules import actor, cups_of, score
from ochaya.games._template.state import FINISHED, PHASES, UNKNOWN


def view(seen: Seen) -> dict[str, Json]:
    """Show what this viewer may know."""
    s = seen.record
    who, seats = int(actor(s)), range(int(s.seats))
    return {
        "viewer": seen.seat if seen.seat in seats else None,
        "actor": {CHANCE: "chance", OVER: "over"}.get(who, who),
        "phase": PHASES[s.phase],
        "best": int(cups_of(s)),
        "stock": int(cups_of(s)) - int(s.has_cup.sum()) - int(s.has_poured.sum()),
        "cups": [_cup(s.held[p]) for p in seats],
        "poured": [bool(s.has_poured[p]) for p in seats],
        "poured_cups": [_cup(s.poured[p]) for p in seats],
        "result": _result(s) if s.phase == FINISHED else None,
    }


def _cup(cup: Any) -> int | None:
    """What a cup is worth, where it is known."""
    return None if cup == UNKNOWN else int(cup) + 1


def _result(s: Any) -> dict[str, Json]:
    shares = np.zeros(int(s.seats))
    score(s, shares)
    return {
        "shares": [float(share) for share in shares],
        "points": [int(s.held[p]) + 1 for p in range(int(s.seats))],
        "reason": "reason.alone" if s.seats == 1 else "reason.pairs" if s.in_pairs else "reason.highest",
    }
