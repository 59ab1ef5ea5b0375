"""§8 A Seen as JSON for people: built up from nothing, so that what is not named here is not shown."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import CHANCE, OVER, Json
from ochaya.core.secrecy import EVERYONE, Seen
from ochaya.games.hanamikoji.pieces import CARDS, CHARM, ITEMS, MARKERS, MOST_ROUNDS, NAMES, NO_FAVOUR
from ochaya.games.hanamikoji.rules import actor
from ochaya.games.hanamikoji.scoring import points_of
from ochaya.games.hanamikoji.state import ANSWER_COMPETITION, ANSWER_GIFT, FINISHED, PHASES, REASONS

CHARMS: list[int] = CHARM.tolist()


def cards_in(counts: list[int]) -> list[str]:
    """List the cards of a row of counts, from left to right on the table."""
    cards: list[str] = []
    for item, count in zip(ITEMS, counts, strict=True):
        if count:
            cards += [item] * count
    return cards


def view(seen: Seen) -> dict[str, Json]:
    """Show what this viewer may know."""
    s, open_to_all = seen.record, seen.seat == EVERYONE
    phase, round_number, round_limit = int(s.phase), int(s.round_number), int(s.round_limit)
    owners = [None if seat == NO_FAVOUR else seat for seat in s.favour.tolist()]  # a row at once: cells take longer
    return {
        "viewer": seen.seat if seen.seat in (0, 1) else None,
        "actor": _actor(s),
        "phase": PHASES[phase],
        "round": round_number,
        "round_limit": None if round_limit == MOST_ROUNDS else round_limit,
        "starter": int(s.starter),
        "pile": max(0, CARDS - 1 - int(s.drawn)) if round_number else 0,
        "geishas": [
            {"id": item, "name": name, "charm": charm, "favour": owner}
            for item, name, charm, owner in zip(ITEMS, NAMES, CHARMS, owners, strict=True)
        ],
        "seats": _seats(s, owners, [open_to_all or p == seen.seat for p in range(2)]),
        "offer": _offer(s, phase),
        "last_round": _last_round(s),
        "result": _result(s) if phase == FINISHED else None,
    }


def _actor(s: Any) -> int | str:
    who = int(actor(s))
    return who if who >= 0 else {CHANCE: "chance", OVER: "over"}[who]


def _seats(s: Any, owners: list[int | None], known: list[bool]) -> list[dict[str, Json]]:
    """Both players' sides; hand, secret and discards by name only if the viewer may know them."""
    hands, secrets, discarded = s.hands.tolist(), s.secret.tolist(), s.discarded.tolist()
    sizes, placed, used = s.hand_size.tolist(), s.placed.tolist(), s.used.tolist()
    sides = []
    for p in range(2):
        own = [charm for charm, owner in zip(CHARMS, owners, strict=True) if owner == p]
        sides.append({
            "hand_size": sizes[p],
            "hand": cards_in(hands[p]) if known[p] else None,
            "placed": placed[p],
            "used": [marker for marker, is_used in zip(MARKERS, used[p], strict=True) if is_used],
            "secret": cards_in(secrets[p]) if known[p] else None,
            "discarded": cards_in(discarded[p]) if known[p] else None,
            "geishas": len(own),
            "points": sum(own),
        })
    return sides


def _offer(s: Any, phase: int) -> dict[str, Json] | None:
    """The cards waiting for an answer: a gift's three cards, or a competition's two pairs."""
    if phase not in (ANSWER_GIFT, ANSWER_COMPETITION):
        return None
    first, second = (cards_in(row) for row in s.offer.tolist())
    if phase == ANSWER_GIFT:
        return {"kind": "gift", "by": 1 - int(s.seat), "groups": [[card] for card in first]}
    return {"kind": "competition", "by": 1 - int(s.seat), "groups": [first, second]}


def _last_round(s: Any) -> dict[str, Json] | None:
    """The account of the round that ended last."""
    secrets = s.shown_secret.tolist()
    if secrets[0] < 0:
        return None
    return {"placed": s.shown.tolist(), "secrets": [ITEMS[secret] for secret in secrets]}


def _result(s: Any) -> dict[str, Json]:
    return {
        "shares": [0.5, 0.5] if s.winner < 0 else [float(s.winner == p) for p in range(2)],
        "points": [int(points_of(s, p)) for p in range(2)],
        "reason": f"reason.{REASONS[s.reason]}",
    }
