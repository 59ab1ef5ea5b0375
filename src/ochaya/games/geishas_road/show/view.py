"""§11 A Seen as JSON for people: built up from nothing, so that what is not named here is not shown."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import CHANCE, OVER, Json
from ochaya.core.secrecy import EVERYONE, Seen
from ochaya.games.geishas_road.pieces import CARD_NAMES, CARDS, COLOURS, FACE, GEISHAS, LANTERNS, TOP_ROW
from ochaya.games.geishas_road.rules import actor
from ochaya.games.geishas_road.scoring import sum_of
from ochaya.games.geishas_road.state import (
    ANSWER,
    DOUBLE,
    FINISHED,
    HIDE,
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
        "rows": _rows(s),
        "seats": [_seat(s, p, seen.seat in (p, EVERYONE)) for p in range(2)],
        "offer": _offer(s),
        "choosing_tokens": {"house": COLOURS[s.stopped], "symbols": int(s.symbols)} if s.phase == TOKENS else None,
        "put_back": [card_name(int(s.back[i])) for i in range(s.backs)],
        "last_round": _last_round(s),
        "result": _result(s),
    }


def cards_in(cards: int) -> list[str]:
    """List the cards of a set."""
    return [CARD_NAMES[card] for card in range(CARDS) if int(cards) >> card & 1]


def card_name(code: int) -> str | None:
    """Name the card in a single place: None when there is none or the viewer may not know it."""
    return CARD_NAMES[code - 1] if 0 < code < UNKNOWN else None


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


def lantern(code: int) -> dict[str, int] | None:
    """A lantern as it lies: its value and that of its other side, which small digits show."""
    if code == 0:
        return None
    return {"value": int(FACE[LANTERNS + code]), "other": int(FACE[LANTERNS - code]), "dark": int(code < 0)}


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
        "intrigue": intrigue,
        "favours": [COLOURS[c] for c in range(5) if s.favour[c] == p + 1],
        "guests": [int(n) for n in s.guests[p]],
        "points": [int(s.points[r, p]) for r in range(min(int(s.scored), 2))],
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
    }


def _last_round(s: Any) -> dict[str, Json] | None:
    """The account of the round that was scored last."""
    if s.scored == 0:
        return None
    four = bool(s.phase == FINISHED and s.reason == 1)
    return {
        "round": int(s.scored),
        "sums": [[int(s.last[c, p]) for c in range(5)] for p in range(2)],
        "winners": [int(s.last[c, 2]) - 1 if s.last[c, 2] else None for c in range(5)],
        "lanterns": [int(s.last[c, 3]) for c in range(5)],
        "guests": [int(s.last_extra[p, 0]) for p in range(2)],
        "markers": [int(s.last_extra[p, 1]) for p in range(2)],
        "points": None if four else [int(s.points[s.scored - 1, p]) for p in range(2)],
    }


def _result(s: Any) -> dict[str, Json] | None:
    if s.phase != FINISHED:
        return None
    return {
        "shares": [0.5, 0.5] if s.winner == 3 else [float(s.winner == p + 1) for p in range(2)],
        "points": [int(s.points[0, p] + s.points[1, p]) for p in range(2)],
        "reason": f"reason.{REASONS[s.reason]}",
    }
