"""§3.7 A Seen as JSON for people: built up from nothing, so that what is not named here is not shown.

One file for each part of the table: rows (cards on offer), land (the map and its cup stacks), boards (what is printed
on tracks and boards), turn (what is being done and asked), seats (each player's board), lu_yu, court, ending.
"""

from __future__ import annotations

from ochaya.core.game import CHANCE, OVER, Json
from ochaya.core.secrecy import EVERYONE, Seen
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.rules import actor
from ochaya.games.tea_garden.show.view.boards import boards
from ochaya.games.tea_garden.show.view.court import court
from ochaya.games.tea_garden.show.view.ending import expected, result
from ochaya.games.tea_garden.show.view.land import regions, stacks
from ochaya.games.tea_garden.show.view.lu_yu import lu_yu
from ochaya.games.tea_garden.show.view.rows import rows
from ochaya.games.tea_garden.show.view.seats import seat_board
from ochaya.games.tea_garden.show.view.turn import turn
from ochaya.games.tea_garden.state import NOTHING_DUE, PHASE_NAMES


def view(seen: Seen) -> dict[str, Json]:
    """Show what this viewer may know."""
    s = seen.record
    who = int(actor(s))
    people = 1 if s.is_solo else int(s.players)
    ends = expected(seen)
    return {
        "viewer": seen.seat if seen.seat >= 0 else None,
        "actor": {CHANCE: "chance", OVER: "over"}.get(who, who),
        "phase": PHASE_NAMES[s.phase] if s.due == NOTHING_DUE else "deal",
        "round": int(s.round_number),
        "rounds": p.ROUNDS,
        "starter": int(s.starter) if s.round_number else None,
        "has_puerh": bool(s.has_puerh),
        "turn": turn(s),
        **rows(s),
        "regions": regions(s),
        "stacks": stacks(s),
        "boards": boards(bool(s.has_puerh)),
        "scroll_supply": [int(p.SCROLLS_OF_A_KIND - s.scrolls[:, kind].sum()) for kind in range(3)],
        "seats": [seat_board(s, seat, seen.seat in (seat, EVERYONE), ends[seat]) for seat in range(people)],
        "lu_yu": lu_yu(s, ends[1]) if s.is_solo else None,
        "court": court(s) if s.has_puerh else None,
        "result": result(s, people),
    }
