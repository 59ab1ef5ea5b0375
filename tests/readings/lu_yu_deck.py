"""Lu Yu's deck as the person at the table knows it: what lies on top, what may come next and how likely."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction

from tests.readings.lu_yu_pieces import CARDS, OWN, SIDES, Card

LEVELS = ("easy", "medium", "hard", "master")


@dataclass(frozen=True)
class Refill:
    """A place in a row of the table that has become empty."""

    row: str
    place: int | str


@dataclass(frozen=True)
class TurnUp:
    """A card of Lu Yu's whose back comes to light: each card it may be, with its chance."""

    chances: dict[str, Fraction]


Happening = Generator[Refill | TurnUp, str | None, bool]
"""Something Lu Yu does: it asks for what chance gives on the way, and says in the end whether it could be done."""


class Deck:
    """His cards: the known ones on top, what is left of the first shuffle, the shuffles put below it, three piles."""

    def __init__(self, level: str, advanced: dict[str, int]) -> None:
        """Deck = 3 basic + 3 advanced (so many of each side action) + the masters of the level; the rest in piles."""
        self.known: list[str] = []
        self.unseen = {**advanced, "basic": 3, "master": OWN["masters"][LEVELS.index(level)]}
        self.below: list[set[str]] = []
        self.strangers = {group: {c.name for c in CARDS.values() if c.group == group} for group in self.unseen}
        """Cards whose back nobody has seen yet, in the deck or not."""
        self.piles = {side: len(self.strangers[side]) - advanced[side] for side in SIDES}

    @property
    def back(self) -> Card:
        """The card on top, whose back decides."""
        return CARDS[self.known[0]]

    def next_top(self) -> dict[str, Fraction]:
        """What may come to light below the known cards."""
        size = sum(self.unseen.values())
        if size:
            return {
                name: Fraction(count, size * len(self.strangers[group]))
                for group, count in self.unseen.items()
                if count
                for name in self.strangers[group]
            }
        layer = next(layer for layer in self.below if layer)
        return {name: Fraction(1, len(layer)) for name in layer}

    def show_top(self) -> Happening:
        """Let the back of the top card be seen, if it is not known already."""
        if not self.known:
            name = yield from turned_up(self.next_top())
            if any(self.unseen.values()):
                group = CARDS[name].group
                self.unseen[group] -= 1
                self.strangers[group].remove(name)
            else:
                next(layer for layer in self.below if layer).remove(name)
            self.known.append(name)
        return True

    def add_advanced(self) -> Happening:
        """ADV: from the pile of the side action on the back, else (G-77) from the largest, onto the deck."""
        side = self.back.side
        if not self.piles[side]:
            side = max(SIDES, key=lambda pile: self.piles[pile])
        if not self.piles[side]:
            return False
        self.piles[side] -= 1
        strangers = self.strangers[side]
        name = yield from turned_up({name: Fraction(1, len(strangers)) for name in strangers})
        strangers.remove(name)
        self.known.insert(0, name)
        return True


def turned_up(chances: dict[str, Fraction]) -> Generator[Refill | TurnUp, str | None, str]:
    """Ask which card it is."""
    name = yield TurnUp(chances)
    assert name in chances, f"{name} cannot come to light among {sorted(chances)}"
    return name
