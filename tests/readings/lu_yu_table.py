"""The table and Lu Yu's own things, as plain words, for the independent reading of his rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.readings.lu_yu_deck import Deck
from tests.readings.lu_yu_pieces import NUMBERS

PERSON, LU_YU = "person", "lu yu"


@dataclass
class Table:
    """What lies open between the two: places are names or None where nothing lies."""

    market: list[str | None]
    caravans: list[str | None]
    emperors: list[str | None]
    stacks: dict[str, str | None]
    """The top cup tile of each province."""
    premium: list[str | None]
    squares: list[list[str | None]]
    """Who stands on each square below each hall, the highest square first."""
    spaces: dict[int, list[str | None]]
    """Who stands on each space of a region, the best first."""
    decrees: dict[str, str]
    """The side that is up of each decree in play."""
    decree_spaces: dict[str, list[str | None]]


@dataclass
class LuYu:
    """All that is his."""

    deck: Deck
    has_puerh: bool
    fresh: int = NUMBERS["setup"]["fresh_leaves_of_quality_2"]
    fermented: int = 0
    tokens: int = 0
    gardens: list[int] = field(default_factory=lambda: [1])
    cups: list[str] = field(default_factory=list)
    """His single row from left to right."""
    cakes: list[list[str]] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    caravans: list[str] = field(default_factory=list)
    research: int = 0
    river: int = 0
    step: int = 0
    ready: int = 0
    waiting: int = 0
    decrees: set[str] = field(default_factory=set)
    slots: list[str] = field(default_factory=list)
    has_passed: bool = False
    hall_points: int = 0

    @property
    def whole_cakes(self) -> int:
        """How many of his cakes are complete."""
        return sum(len(cake) == NUMBERS["puerh"]["tokens_in_a_cake"] for cake in self.cakes)
