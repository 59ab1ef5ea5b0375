"""§11 A Seen as JSON for people: built up from nothing, so that what is not named here is not shown."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import CHANCE, OVER, Json
from ochaya.core.secrecy import EVERYONE, Seen
from ochaya.games.geishas_road.pieces import BIT, COLOURS, GEISHAS, TOP_ROW
from ochaya.games.geishas_road.rules import actor
from ochaya.games.geishas_road.scoring import guest_points, sum_of, unused_points, winner_of
from ochaya.games.geishas_road.show.account import account, guest_sets, is_counted, points_of, standing
from ochaya.games.geishas_road.show.names import card_name, cards_in, lantern
from ochaya.games.geishas_road.show.walks import mixes, orders, shares, walks
from ochaya.games.geishas_road.state import (
    ADVANCED,
    ANSWER,
    BASIC,
    DOUBLE,
    DRAW,
    FINISHED,
    HIDE,
    ORDER,
    PHASES,
    REASONS,
    REDRAW,
    RING,
    TOKENS,
    UNKNOWN,
)

MODES = ("basic", "harder", "advanced")
MARKERS = ("reveal", "intrigue", "compromise", "double")
SPECIAL = ("counter", "hidden")


def view(seen: Seen) -> dict[str, Json]:
    """Show what this viewer may know."""
    s = seen.record
    return {
        "viewer": seen.seat if seen.seat in (0, 1) else None,
        "actor": _actor(s),
        "phase": PHASES[s.phase],
        "mode": MODES[s.mode],
        "destiny": bool(s.destiny),
        "round": int(s.part) + 1,
        "turn": int(s.turn),
        "starter": int(s.starter),
        "deck": int(s.deck_size),
        "houses": _houses(s),
        "geishas": [_geisha(s, colour) for colour in range(5)],
        "walks": walks(s) if DRAW <= s.phase < FINISHED else None,
        "rows": _rows(s),
        "seats": [_seat(s, p, seen.seat in (p, EVERYONE)) for p in range(2)],
        "offer": _offer(s),
        "orders": orders(s, int(s.seat), int(s.share[s.seat])) if s.phase == ORDER else None,
        "choosing_tokens": {"house": COLOURS[s.stopped], "symbols": int(s.symbols)} if s.phase == TOKENS else None,
        "mixes": mixes(s) if s.phase == TOKENS else None,
        "put_back": [card_name(code) for code in map(int, s.back[: s.backs]) if _is_away(s, code)],
        "rounds": [account(s, part) for part in range(int(s.scored))],
        "result": _result(s),
    }


def _actor(s: Any) -> int | str:
    who = int(actor(s))
    return {CHANCE: "chance", OVER: "over"}.get(who, who)


def _houses(s: Any) -> list[dict[str, Json]] | None:
    """The tea houses clockwise, with what lies and who stands there."""
    if s.phase <= RING:
        return None
    order = sorted(range(5), key=lambda colour: int(s.home[colour]))
    return [
        {
            "colour": COLOURS[house],
            "guests": int(s.house[house]),
            "favour": bool(s.token[house]),
            "pawns": [COLOURS[colour] for colour in range(5) if s.pawn[colour] == place],
        }
        for place, house in enumerate(order)
    ]


def _geisha(s: Any, colour: int) -> dict[str, Json]:
    return {
        "id": COLOURS[colour],
        "name": GEISHAS[colour],
        "value": int(s.part) + 1,
        "at": int(s.pawn[colour]),
        "home": int(s.home[colour]),
        "returns": int(s.returns[colour]),
        "lanterns": [lantern(int(code)) for code in s.lit[colour] if code],
        "sums": [sum_of(int(s.side[p]), colour) for p in range(2)],
        "favour": int(s.favour[colour]) - 1 if s.favour[colour] else None,
        "leads": int(winner_of(s, colour)) - 1 if winner_of(s, colour) else None,
        "winner": int(s.won[colour]) - 1 if s.won[colour] else None,
    }


def _rows(s: Any) -> list[list[Json]]:
    """The lantern rows from the left; null where one was taken."""
    if s.destiny:
        return [[lantern(int(code)) for code in s.row[:TOP_ROW]]]
    return [[lantern(int(code)) for code in s.row[:TOP_ROW]], [lantern(int(code)) for code in s.row[TOP_ROW:]]]


def _seat(s: Any, p: int, known: bool) -> dict[str, Json]:
    """One player's side; hand and Intrigue by name only if the viewer may know them."""
    intrigue = None
    if s.right[p]:
        intrigue = {
            "left": card_name(int(s.left[p])) if known else None,
            "right": card_name(int(s.right[p])) if known else None,
            "left_placed": not s.left[p],
        }
    return {
        "hand_size": int(s.hand_size[p]),
        "hand": cards_in(s.hand[p]) if known else None,
        "placed": cards_in(s.side[p]),
        "to_place": cards_in(s.share[p]),
        "used": [MARKERS[m] for m in range(4) if s.used[p, m]],
        "special_used": [SPECIAL[m] for m in range(2) if s.special[p, m]],
        "special_points": int(unused_points(s, p)) if s.mode == ADVANCED else 0,
        "intrigue": intrigue,
        "favours": [COLOURS[c] for c in range(5) if s.favour[c] == p + 1],
        "guests": [int(n) for n in s.guests[p]],
        "guest_points": int(guest_points(s, p)) if s.mode != BASIC else 0,
        "guest_sets": guest_sets(s, p),
        "standing": standing(s, p),
        "points": [int(s.points[r, p]) for r in range(int(s.scored)) if is_counted(s, r)],
    }


def _offer(s: Any) -> dict[str, Json] | None:
    """The cards laid out: slots in order (card null when face down for the viewer), and how they are grouped."""
    if s.phase not in (HIDE, ANSWER, REDRAW):
        return None
    slots = int(s.offered) + 1
    return {
        "kind": MARKERS[s.offered],
        "by": int(s.giver),
        "shown": bool(s.phase != HIDE),
        "slots": [
            {"card": card_name(int(s.slots[i])), "down": int(s.down[i]) - 1 if s.down[i] else None}
            for i in range(slots)
        ],
        "groups": [[0, 1], [2, 3]] if s.offered == DOUBLE else [[0], [1], [2]],
        "countered": int(s.countered),
        "exchange": _exchange(s),
        "shares": shares(s) if s.phase == ANSWER else None,
    }


def _exchange(s: Any) -> list[Json]:
    """The counter-offers to this offer, in order: who put which card away and which one in its place (§7).

    Both concern one slot (R-G5): what the first laid there is what the second put away.
    """
    told: list[Json] = []
    first = int(s.backs) - int(s.countered)
    slot = int(s.replaced) - 1
    for i in range(int(s.countered)):
        is_last = i + 1 == int(s.countered)
        laid, down = (s.slots[slot], s.down[slot]) if is_last else (s.back[first + i + 1], s.back_down[first + i + 1])
        told.append({
            "by": int(s.giver) if i % 2 else 1 - int(s.giver),
            "slot": slot,
            "removed": card_name(int(s.back[first + i])),
            "laid": card_name(int(laid)),
            "down": bool(down),
        })
    return told


def _is_away(s: Any, code: int) -> bool:
    """Say whether a card put back into the deck has not come to sight again; an unknown one never does."""
    return code == UNKNOWN or bool(int(s.deck) & int(BIT[code - 1]))


def _result(s: Any) -> dict[str, Json] | None:
    if s.phase != FINISHED:
        return None
    return {
        "shares": [0.5, 0.5] if s.winner == 3 else [float(s.winner == p + 1) for p in range(2)],
        "points": [sum(points_of(s, part)[p] for part in range(int(s.scored))) for p in range(2)],
        "reason": f"reason.{REASONS[s.reason]}",
    }
