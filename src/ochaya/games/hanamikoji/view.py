"""§8 A Seen as JSON for people: built up from nothing, so that what is not named here is not shown."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import CHANCE, OVER, Json
from ochaya.core.secrecy import EVERYONE, Seen
from ochaya.games.hanamikoji.pieces import CARDS, CHARM, GEISHAS, ITEMS, MARKERS, MOST_ROUNDS, NAMES, NO_FAVOUR
from ochaya.games.hanamikoji.rules import actor
from ochaya.games.hanamikoji.scoring import geishas_of, points_of
from ochaya.games.hanamikoji.state import ANSWER_COMPETITION, ANSWER_GIFT, FINISHED, PHASES, REASONS


def cards_in(counts: Any) -> list[str]:
    """List the cards of a row of counts, from left to right on the table."""
    return [ITEMS[g] for g in range(GEISHAS) for _ in range(int(counts[g]))]


def view(seen: Seen) -> dict[str, Json]:
    """Show what this viewer may know."""
    s, open_to_all = seen.record, seen.seat == EVERYONE
    return {
        "viewer": seen.seat if seen.seat in (0, 1) else None,
        "actor": _actor(s),
        "phase": PHASES[s.phase],
        "round": int(s.round_number),
        "round_limit": None if s.round_limit == MOST_ROUNDS else int(s.round_limit),
        "starter": int(s.starter),
        "pile": max(0, CARDS - 1 - int(s.drawn)) if s.round_number else 0,
        "geishas": [
            {"id": ITEMS[g], "name": NAMES[g], "charm": int(CHARM[g]), "favour": _owner(int(s.favour[g]))}
            for g in range(GEISHAS)
        ],
        "seats": [_seat(s, p, open_to_all or p == seen.seat) for p in range(2)],
        "offer": _offer(s),
        "last_round": _last_round(s),
        "result": _result(s),
    }


def _actor(s: Any) -> int | str:
    who = int(actor(s))
    return {CHANCE: "chance", OVER: "over"}.get(who, who)


def _owner(favour: int) -> int | None:
    return None if favour == NO_FAVOUR else favour


def _seat(s: Any, p: int, known: bool) -> dict[str, Json]:
    """One player's side; hand, secret and discards by name only if the viewer may know them."""
    return {
        "hand_size": int(s.hand_size[p]),
        "hand": cards_in(s.hands[p]) if known else None,
        "placed": [int(n) for n in s.placed[p]],
        "used": [MARKERS[m] for m in range(4) if s.used[p, m]],
        "secret": cards_in(s.secret[p]) if known else None,
        "discarded": cards_in(s.discarded[p]) if known else None,
        "geishas": int(geishas_of(s, p)),
        "points": int(points_of(s, p)),
    }


def _offer(s: Any) -> dict[str, Json] | None:
    """The cards waiting for an answer: a gift's three cards, or a competition's two pairs."""
    if s.phase == ANSWER_GIFT:
        return {"kind": "gift", "by": 1 - int(s.seat), "groups": [[card] for card in cards_in(s.offer[0])]}
    if s.phase == ANSWER_COMPETITION:
        return {"kind": "competition", "by": 1 - int(s.seat), "groups": [cards_in(s.offer[0]), cards_in(s.offer[1])]}
    return None


def _last_round(s: Any) -> dict[str, Json] | None:
    """The account of the round that ended last."""
    if s.shown_secret[0] < 0:
        return None
    return {
        "placed": [[int(n) for n in s.shown[p]] for p in range(2)],
        "secrets": [ITEMS[s.shown_secret[p]] for p in range(2)],
    }


def _result(s: Any) -> dict[str, Json] | None:
    if s.phase != FINISHED:
        return None
    return {
        "shares": [0.5, 0.5] if s.winner < 0 else [float(s.winner == p) for p in range(2)],
        "points": [int(points_of(s, p)) for p in range(2)],
        "reason": f"reason.{REASONS[s.reason]}",
    }
