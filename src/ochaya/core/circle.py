"""Tables at which several pieces are alike: how they are described, and a network that asks the same of each of them.

Five geishas of Geisha's Road differ by where they stand and by nothing else. So each is described in the same words,
one set of numbers looks at all of them, each hears of the others only by their mean, and what is learned about one is
learned about five (in 120 orders). A game describes itself by a `Circle` in its mind/description.py. circle_habit.py
and circle_hunch.py make of such a network what an experienced player would do, and a chance told from a table.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import specialise
from ochaya.core.layers import Places, Singles, add_rows, add_up, list_filled
from ochaya.core.scratch import scratch

if TYPE_CHECKING:  # the sizes of the network, bound by `specialise`
    MEMBERS: int
    OF_MEMBER: int
    OF_ALL: int
    WIDE: int
    TWICE: int
    LAYERS: int
    FIRST: int
    SPREAD: int
    LATER: int

CARDS = 4
"""An action names at most so many cards."""


class Kind(NamedTuple):
    """A kind of action: what becomes of each of the cards that it names, and which of them go together."""

    roles: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()
    """0 or 1 for each card."""


@dataclass(frozen=True)
class Circle:
    """How a game is described to such a network. Numbers are whole and small."""

    describe: Callable[[Any, int, npt.NDArray[np.float32]], None]
    """`describe(s, seat, out)`, compiled: writes what the seat knows, `of_member` numbers for each member, then
    `of_all` that concern all of them, then the `slots`."""
    members: int
    of_member: int
    of_all: int
    slots: int
    """So many places on the table may hold a card: its number + 1, 0 for none or one that is not known."""
    cards: int
    """Different cards of each member; a card's number is member * cards + which."""
    kinds: tuple[Kind, ...]
    named: npt.NDArray[np.int16]
    """[action, 1 + CARDS] an action's kind, then its cards: a card's number + 1, a slot's after those; 0: none."""

    @property
    def size(self) -> int:
        """How many numbers a description has."""
        return self.members * self.of_member + self.of_all + self.slots

    @functools.cached_property
    def roles(self) -> list[str]:
        """The names of all roles, in the order in which the network keeps them."""
        return list(dict.fromkeys(role for kind in self.kinds for role in kind.roles))

    @functools.cached_property
    def roles_of_kinds(self) -> npt.NDArray[np.int64]:
        """[kind, CARDS] the number of the role that each card has; -1: no card."""
        table = np.full((len(self.kinds), CARDS), -1)
        for number, kind in enumerate(self.kinds):
            table[number, : len(kind.roles)] = [self.roles.index(role) for role in kind.roles]
        return table

    @functools.cached_property
    def groups_of_kinds(self) -> npt.NDArray[np.int64]:
        """[kind, CARDS] the group in which each card is."""
        table = np.zeros((len(self.kinds), CARDS), np.int64)
        for number, kind in enumerate(self.kinds):
            table[number, : len(kind.groups)] = kind.groups
        return table


# -- the network's layers ---------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Rounds:
    """The sizes of a network's layers: what is thought of each member and of all, `wide` numbers; each adds to that."""

    wide: int
    layers: int

    def sizes(self, circle: Circle) -> dict[str, int]:
        """Give how many numbers each piece has, in the order in which they lie."""
        wide = self.wide
        return {
            "all": (circle.of_all + 1) * wide,
            "first": (circle.of_member + 1) * wide,
            "spread": wide * wide,
            "later": self.layers * (5 * wide + 2) * wide,
        }

    def room(self, circle: Circle) -> int:
        """Give how many inputs any of the layers has at most."""
        return max(circle.size, 2 * self.wide)


def think(numbers: Singles, seen: Singles, members: npt.NDArray[np.float32], world: Singles, places: Places) -> None:
    """Work out what is thought of each member, [members, wide], and of all, layer by layer."""
    both, heard, told = scratch(TWICE, np.float32), scratch(WIDE, np.float32), scratch(WIDE, np.float32)
    add_up(seen[MEMBERS * OF_MEMBER : MEMBERS * OF_MEMBER + OF_ALL], places, numbers, 0, told)
    for j in range(WIDE):
        world[j] = max(told[j], np.float32(0.0))
        heard[j] = numbers[FIRST + OF_MEMBER * WIDE + j]
    add_rows(world, places, list_filled(world, places), numbers, SPREAD, heard)
    for one in range(MEMBERS):
        own, about = members[one], seen[one * OF_MEMBER : (one + 1) * OF_MEMBER]
        for j in range(WIDE):
            told[j] = heard[j]
        add_rows(about, places, list_filled(about, places), numbers, FIRST, told)
        for j in range(WIDE):
            own[j] = max(told[j], np.float32(0.0))
    for layer in range(LAYERS):  # a member's own numbers and constants, what it hears, what is told to all
        start = LATER + layer * (5 * WIDE + 2) * WIDE
        for j in range(WIDE):
            total = np.float32(0.0)
            for one in range(MEMBERS):
                total += members[one, j]
            both[j] = total / np.float32(MEMBERS)
            both[WIDE + j] = world[j]
            heard[j] = numbers[start + WIDE * WIDE + j]
            told[j] = numbers[start + (5 * WIDE + 1) * WIDE + j]
        filled = list_filled(both, places)
        add_rows(both, places, filled, numbers, start + (WIDE + 1) * WIDE, heard)
        add_rows(both, places, filled, numbers, start + (3 * WIDE + 1) * WIDE, told)
        for j in range(WIDE):
            world[j] += max(told[j], np.float32(0.0))
        for one in range(MEMBERS):
            own = members[one]
            for j in range(WIDE):
                told[j] = heard[j]
            add_rows(own, places, list_filled(own, places), numbers, start, told)
            for j in range(WIDE):
                own[j] += max(told[j], np.float32(0.0))


def thinker(game: str, circle: Circle, rounds: Rounds, form: str) -> Callable[..., None]:
    """Compile `think` for a game and a network whose numbers begin with these layers."""
    pieces = rounds.sizes(circle)
    starts = dict(zip(pieces, np.cumsum([0, *pieces.values()]).tolist(), strict=False))
    bound: dict[str, Any] = {
        "MEMBERS": circle.members, "OF_MEMBER": circle.of_member, "OF_ALL": circle.of_all, "WIDE": rounds.wide,
        "TWICE": 2 * rounds.wide, "LAYERS": rounds.layers, "FIRST": starts["first"], "SPREAD": starts["spread"],
        "LATER": starts["later"],
    }
    return specialise(think, game, form=f"{form}{rounds.wide}x{rounds.layers}.", **bound)
