"""Every history that one viewer cannot tell from the true one, with the chance of each: worlds by enumeration.

It knows nothing of `guess`: it deals every possible start, follows the match step by step with every outcome and
every hidden choice, and keeps what would have looked the same to the viewer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from ochaya.core.game import CHANCE
from ochaya.core.record import Block
from ochaya.core.secrecy import seen
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.pieces import BIT
from ochaya.games.geishas_road.state import UNKNOWN, State
from tests.games.geishas_road.table import names

World = tuple[int, ...]


def world_of(state: Block) -> World:
    """Give where every card is, and which cards were put back."""
    s = state[0]
    places = (s.deck, *s.hand, *s.left, *s.right, *s.slots, *s.back)
    return tuple(int(place) for place in places)


def starts(state: Block, viewer: int) -> Iterator[Block]:
    """Deal every way the unseen cards could lie, before any counter-offer: all as likely."""
    hidden = seen(GAME, state, viewer).block
    s = hidden[0]
    pool = [i for i in range(20) if int(s.deck) >> i & 1]
    seats = [p for p in range(2) if p != viewer]
    singles = [(field, p) for p in seats for field in ("left", "right") if s[field][p] == UNKNOWN]
    for tucked in permutations(pool, len(singles)):
        rest = [card for card in pool if card not in tucked]
        for hands in _hands(rest, [int(s.hand_size[p]) for p in seats]):
            world = hidden.copy()
            for (field, p), card in zip(singles, tucked, strict=True):
                world[0][field][p] = card + 1
            for p, hand in zip(seats, hands, strict=True):
                world[0].hand[p] = sum(int(BIT[card]) for card in hand)
            used = {*tucked, *(card for hand in hands for card in hand)}
            world[0].deck = sum(int(BIT[card]) for card in pool if card not in used)
            yield world


def _hands(cards: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        for others in _hands([card for card in cards if card not in hand], sizes[1:]):
            yield [hand, *others]


@dataclass
class Histories:
    """All histories that look alike to `viewer`, as end states with their weights."""

    viewer: int
    ends: list[tuple[Block, float]]
    most: int = 6000

    def step(self, before: Block, action: int, after: Block) -> bool:
        """Follow the true match by one step; False when there would be too many histories."""
        told = int(GAME.hide_action(before[0], action, self.viewer))
        shown = seen(GAME, after, self.viewer).tobytes()
        merged: dict[bytes, float] = {}
        numbers = set()
        for state, weight in self.ends:
            choices = GAME.legal_ids(state[0])
            numbers.add(len(choices))
            share = weight / len(choices) if GAME.actor(state[0]) == CHANCE else weight
            for choice in choices:
                if int(GAME.hide_action(state[0], choice, self.viewer)) == told:
                    end = state.copy()
                    GAME.apply(end[0], choice)
                    if seen(GAME, end, self.viewer).tobytes() == shown:
                        merged[end.tobytes()] = merged.get(end.tobytes(), 0.0) + share
            if len(merged) > self.most:
                return False
        assert len(numbers) == 1, "how many choices there are is public, so a random rival weighs all histories alike"
        self.ends = [(State.load(data), weight) for data, weight in merged.items()]
        return True

    def worlds(self) -> dict[World, float]:
        """Give each world's probability."""
        found: Counter[World] = Counter()
        for state, weight in self.ends:
            found[world_of(state)] += weight  # type: ignore[assignment]
        total = sum(found.values())
        return {world: weight / total for world, weight in found.items()}


def told(world: World) -> str:
    """Name a world's cards, for messages."""
    return f"deck {names(world[0])} hands {names(world[1])} {names(world[2])} {world[3:]}"
