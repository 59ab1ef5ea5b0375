"""Lu Yu's board: his played cards line by line, the backs that decide, his deck and piles."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import Json
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.lu_yu.cards import LU
from ochaya.games.tea_garden.lu_yu.deck import deck_size
from ochaya.games.tea_garden.lu_yu.play import OUTCOMES
from ochaya.games.tea_garden.show.faces import lu_back, lu_front
from ochaya.games.tea_garden.show.view.seats import progress
from ochaya.games.tea_garden.state import DISCARD, FIRST_OWNED, NONE, ZONES

LEVEL_NAMES = ("easy", "medium", "hard", "master")


def lu_yu(s: Any, ends: dict[str, int]) -> dict[str, Json]:
    """Show Lu Yu's board.

    `top` is the back of the card he plays next. While he plays, the back then on top decides: `decided` is the one
    of his last turn this round; `decides` the one of his next turn, where it is known already.
    """
    slots = 5 if s.has_puerh else 4
    used = int(s.turns[LU])
    return {
        **progress(s, LU, ends),
        "level": LEVEL_NAMES[s.level],
        "fresh": int(s.leaves[LU, 0, 0]),
        "fermented": int(s.leaves[LU, 1, 0]),
        "passed": bool(s.passed[LU]),
        "slots": [_slot(s, slot) for slot in range(slots)],
        "top": _back(s.lu_top[0]),
        "decided": _back(s.lu_backs[used - 1]) if used else None,
        "decides": _back(s.lu_top[1]),
        "deck": int(deck_size(s)),
        "piles": [int(n) for n in s.lu_piles],
        "cards": [p.CARD_NAMES[card] for card in range(p.CARDS) if s.place[card] == FIRST_OWNED + ZONES * LU + DISCARD],
    }


def _back(card: Any) -> dict[str, Json] | None:
    return None if card == NONE else lu_back(int(card))


def _slot(s: Any, slot: int) -> dict[str, Json] | None:
    """A played card, what became of each of its lines, and the back that decided."""
    card = int(s.lu_slot[slot])
    if card == NONE:
        return None
    face = lu_front(card)
    return {
        **face,
        "outcomes": [OUTCOMES[outcome] for outcome in s.lu_outcome[slot, : len(face["lines"])]],
        "back": _back(s.lu_backs[slot]),
    }
