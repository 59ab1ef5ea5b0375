"""The cards on offer: the row of action cards, the caravans, the emperor cards, and how many lie below."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import Json
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.show.faces import caravan_face, card_face
from ochaya.games.tea_garden.state import NONE


def rows(s: Any) -> dict[str, Json]:
    """Show the three rows and their decks."""
    return {
        "market": [_card(card) for card in s.market],
        "columns": [int(strength) for strength in p.COLUMNS],
        "deck": [int(n) for n in s.deck],
        "caravans": [None if card == NONE else caravan_face(int(card)) for card in s.caravans],
        "caravan_deck": {"orange": int(s.orange_deck), "blue": int(s.blue_deck)},
        "emperors": [_card(card) for card in s.emperors],
        "emperor_deck": int(s.emperor_deck),
    }


def _card(card: Any) -> dict[str, Json] | None:
    return None if card == NONE else card_face(int(card))
