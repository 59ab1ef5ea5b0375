"""How cards and lanterns are named for people."""

from __future__ import annotations

from ochaya.games.geishas_road.pieces import CARD_NAMES, CARDS, FACE, LANTERNS
from ochaya.games.geishas_road.state import UNKNOWN


def cards_in(cards: int) -> list[str]:
    """List the cards of a set."""
    return [CARD_NAMES[card] for card in range(CARDS) if int(cards) >> card & 1]


def card_name(code: int) -> str | None:
    """Name the card in a single place: None when there is none or the viewer may not know it."""
    return CARD_NAMES[code - 1] if 0 < code < UNKNOWN else None


def lantern(code: int) -> dict[str, int] | None:
    """A lantern as it lies: its value and that of its other side, which small digits show."""
    if code == 0:
        return None
    return {"value": int(FACE[LANTERNS + code]), "other": int(FACE[LANTERNS - code]), "dark": int(code < 0)}
