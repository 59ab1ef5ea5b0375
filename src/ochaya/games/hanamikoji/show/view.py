"""§8 A Seen as JSON for people: built up from nothing, so that what is not named here is not shown.

A table makes two views an action, so the record is read in one go, and lists that follow from a few counts are made
once and kept: whoever gets one does not change it.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from ochaya.core.game import CHANCE, OVER, Json
from ochaya.core.record import reader
from ochaya.core.secrecy import EVERYONE, Seen
from ochaya.games.hanamikoji.pieces import CARDS, CHARM, ITEMS, MARKERS, MOST_ROUNDS, NAMES, NO_FAVOUR
from ochaya.games.hanamikoji.rules import actor
from ochaya.games.hanamikoji.scoring import points_of
from ochaya.games.hanamikoji.state import ANSWER_COMPETITION, ANSWER_GIFT, FINISHED, PHASES, REASONS, State

CHARMS: list[int] = CHARM.tolist()
KEPT = 10_000
"""Lists of a kind that are kept."""
_read_table = reader(
    State, "phase", "round_number", "round_limit", "starter", "drawn", "seat", "favour", ("offer", 0), ("offer", 1),
    "shown_secret", ("shown", 0), ("shown", 1),
)
_read_side = [
    reader(State, *((field, seat) for field in ("hand_size", "hands", "placed", "used", "secret", "discarded")))
    for seat in range(2)
]


@functools.lru_cache(KEPT)
def cards_in(counts: tuple[int, ...]) -> list[str]:
    """List the cards of a row of counts, from left to right on the table."""
    return [item for item, count in zip(ITEMS, counts, strict=True) for _ in range(count)]


def view(seen: Seen) -> dict[str, Json]:
    """Show what this viewer may know."""
    (phase, round_number, round_limit, starter, drawn, seat, favour, first, second, secrets, *shown
     ) = _read_table(seen.block)
    known, favours = seen.seat, _favours(favour)
    return {
        "viewer": known if known in (0, 1) else None,
        "actor": _actor(seen.record),
        "phase": PHASES[phase],
        "round": round_number,
        "round_limit": None if round_limit == MOST_ROUNDS else round_limit,
        "starter": starter,
        "pile": max(0, CARDS - 1 - drawn) if round_number else 0,
        "geishas": favours.geishas,
        "seats": [_side(seen, p, favours, is_known=known in (p, EVERYONE)) for p in range(2)],
        "offer": _offer(phase, 1 - seat, first, second),
        "last_round": _last_round(shown, secrets),
        "result": _result(seen.record) if phase == FINISHED else None,
    }


class Favours(NamedTuple):
    """What follows from whom each geisha favours."""

    geishas: list[dict[str, Json]]
    counts: list[int]
    """How many favour each seat."""
    points: list[int]
    """And their charm together."""


@functools.lru_cache(KEPT)
def _favours(favour: tuple[int, ...]) -> Favours:
    geishas = [
        {"id": item, "name": name, "charm": charm, "favour": None if owner == NO_FAVOUR else owner}
        for item, name, charm, owner in zip(ITEMS, NAMES, CHARMS, favour, strict=True)
    ]
    charms = [[charm for charm, owner in zip(CHARMS, favour, strict=True) if owner == p] for p in range(2)]
    return Favours(geishas, [*map(len, charms)], [*map(sum, charms)])


@functools.lru_cache(KEPT)
def _markers(used: tuple[int, ...]) -> list[str]:
    return [marker for marker, is_used in zip(MARKERS, used, strict=True) if is_used]


def _actor(s: Any) -> int | str:
    who = int(actor(s))
    return who if who >= 0 else {CHANCE: "chance", OVER: "over"}[who]


def _side(seen: Seen, p: int, favours: Favours, *, is_known: bool) -> dict[str, Json]:
    """One player's side; hand, secret and discards by name only if the viewer may know them."""
    size, hand, placed, used, secret, discarded = _read_side[p](seen.block)
    return {
        "hand_size": size,
        "hand": cards_in(hand) if is_known else None,
        "placed": list(placed),
        "used": _markers(used),
        "secret": cards_in(secret) if is_known else None,
        "discarded": cards_in(discarded) if is_known else None,
        "geishas": favours.counts[p],
        "points": favours.points[p],
    }


def _offer(phase: int, by: int, first: tuple[int, ...], second: tuple[int, ...]) -> dict[str, Json] | None:
    """The cards waiting for an answer: a gift's three cards, or a competition's two pairs."""
    if phase == ANSWER_GIFT:
        return {"kind": "gift", "by": by, "groups": [[card] for card in cards_in(first)]}
    if phase == ANSWER_COMPETITION:
        return {"kind": "competition", "by": by, "groups": [cards_in(first), cards_in(second)]}
    return None


def _last_round(shown: list[tuple[int, ...]], secrets: tuple[int, ...]) -> dict[str, Json] | None:
    """The account of the round that ended last."""
    if secrets[0] < 0:
        return None
    return {"placed": [*map(list, shown)], "secrets": [ITEMS[secret] for secret in secrets]}


def _result(s: Any) -> dict[str, Json]:
    return {
        "shares": [0.5, 0.5] if s.winner < 0 else [float(s.winner == p) for p in range(2)],
        "points": [int(points_of(s, p)) for p in range(2)],
        "reason": f"reason.{REASONS[s.reason]}",
    }
