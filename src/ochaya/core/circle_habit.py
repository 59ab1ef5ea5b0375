"""A learned habit over a circle (circle.py): what an experienced player would do, from what his seat sees alone.

An action is scored by the cards that it names, each as its member makes it look: its kind gives every card a role,
cards that go the same way form a group, and a small last layer judges the groups. `ochaya train` learns the numbers
(train/policy/circle.py), tools/put_learned.py puts them into the game, and one line of its mind/ reads them:

    instinct = circle_habit_of(GAME, CIRCLE, Path(__file__).parent / "instinct.npy")
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ochaya.core.circle import CARDS, Circle, Rounds, thinker
from ochaya.core.game import Game, Ids, Shares
from ochaya.core.habit import share_out
from ochaya.core.jit import specialise
from ochaya.core.layers import Places, Singles, add_rows, add_up, aligned, list_filled
from ochaya.core.scratch import scratch
from ochaya.core.sense import Instinct, Weights

if TYPE_CHECKING:  # the game's own function and the sizes of its network, bound by `specialise`
    describe: Callable[[Any, int, Singles], None]
    think: Callable[[Singles, Singles, npt.NDArray[np.float32], Singles, Places], None]
    MEMBERS: int
    SIZE: int
    DECK: int
    SLOTS: int
    WHICH: int
    WIDE: int
    LENGTH: int
    OF_MEMBER: int
    ROOM: int
    CARD: int
    CONTEXT: int
    MIX: int
    LIKE: int
    GATES: int
    SHIFTS: int
    KINDS: int
    GROUPS: int
    TABLE: int


@dataclass(frozen=True)
class CircleShape:
    """The sizes of a habit's network."""

    wide: int = 128
    layers: int = 3
    length: int = 48
    """Of what is thought of a card."""

    def rounds(self) -> Rounds:
        """The sizes of its layers."""
        return Rounds(self.wide, self.layers)

    def sizes(self, circle: Circle) -> dict[str, int]:
        """Give how many numbers each piece of the network has, in the order in which they lie."""
        wide, length, kinds = self.wide, self.length, len(circle.kinds)
        return {
            **self.rounds().sizes(circle),
            "card": (wide + 1) * circle.cards * length,
            "context": (wide + 1) * length,
            "mix": length * length,
            "like": length,
            "gates": kinds * CARDS * length,
            "shifts": kinds * CARDS * length,
            "kinds": kinds * length,
        }


def like(
    weights: Weights, seen: Singles, cards: npt.NDArray[np.float32], context: Singles, action: int, places: Places
) -> float:
    """Say how an action is liked: its cards by their roles, group by group, and its kind."""
    one, two, judged = scratch(LENGTH, np.float32), scratch(LENGTH, np.float32), scratch(LENGTH, np.float32)
    row = TABLE + action * (1 + CARDS)
    kind = np.int64(weights[row])
    for j in range(LENGTH):
        one[j] = two[j] = 0.0
    for place in range(CARDS):
        code = np.int64(weights[row + 1 + place])
        if code == 0:
            continue
        if code > DECK:
            code = np.int64(seen[SLOTS + code - DECK - 1])
        at = (kind * CARDS + place) * LENGTH
        group = two if weights[GROUPS + kind * CARDS + place] > 0.0 else one
        for j in range(LENGTH):
            group[j] += weights[SHIFTS + at + j]
        if code > 0:
            for j in range(LENGTH):
                group[j] += cards[code - 1, j] * weights[GATES + at + j]
    for j in range(LENGTH):
        one[j] = max(one[j], np.float32(0.0)) + max(two[j], np.float32(0.0))
        judged[j] = context[j] + weights[KINDS + kind * LENGTH + j]
    add_rows(one, places, list_filled(one, places), weights, MIX, judged)
    liking = np.float32(0.0)
    for j in range(LENGTH):
        liking += max(judged[j], np.float32(0.0)) * weights[LIKE + j]
    return float(liking)


def weigh(weights: Weights, s: Any, seat: int, actions: Ids, n: int, out: Shares) -> None:
    """Write the chance of each legal action."""
    seen, members = scratch(SIZE, np.float32), scratch((MEMBERS, WIDE), np.float32)
    world, context = scratch(WIDE, np.float32), scratch(LENGTH, np.float32)
    cards, places = scratch((DECK, LENGTH), np.float32), scratch(ROOM, np.int16)
    of_member = scratch(OF_MEMBER, np.float32)
    describe(s, seat, seen)
    think(weights, seen, members, world, places)
    for one in range(MEMBERS):
        add_up(members[one], places, weights, CARD, of_member)
        for which in range(WHICH):
            for j in range(LENGTH):
                cards[one * WHICH + which, j] = max(of_member[which * LENGTH + j], np.float32(0.0))
    add_up(world, places, weights, CONTEXT, context)
    for at in range(n):
        out[at] = like(weights, seen, cards, context, int(actions[at]), places)
    share_out(out, n)


def circle_habit_of(game: Game, circle: Circle, file: Path, shape: CircleShape = CircleShape()) -> Instinct:  # noqa: B008
    """Make an instinct of the numbers in `file`, which are read when they are first asked for."""
    sizes = shape.sizes(circle)
    starts = dict(zip((*sizes, "groups"), np.cumsum([0, *sizes.values()]).tolist(), strict=True))
    groups = circle.groups_of_kinds.ravel()

    @functools.cache
    def load() -> Weights:
        numbers = np.load(file)
        if numbers.shape != (starts["groups"],):
            raise ValueError(f"{file.name} of {game.name}: {numbers.shape} numbers instead of {starts['groups']}")
        return aligned(np.concatenate([numbers, groups, circle.named.ravel()]))

    names = ("card", "context", "mix", "like", "gates", "shifts", "kinds", "groups")
    bound: dict[str, Any] = {
        "MEMBERS": circle.members, "SIZE": circle.size, "DECK": circle.members * circle.cards,
        "SLOTS": circle.size - circle.slots, "WHICH": circle.cards, "WIDE": shape.wide, "LENGTH": shape.length,
        "OF_MEMBER": circle.cards * shape.length, "ROOM": max(shape.rounds().room(circle), shape.length),
        **{name.upper(): starts[name] for name in names}, "TABLE": starts["groups"] + len(groups),
    }
    form = f"{shape.wide}x{shape.layers}x{shape.length}."
    bound["like"] = specialise(like, game.name, form=form, **bound)
    bound["think"] = thinker(game.name, circle, shape.rounds(), "habit.")
    compiled = specialise(weigh, game.name, form=form, describe=circle.describe, **bound)
    return Instinct(compiled, load)
