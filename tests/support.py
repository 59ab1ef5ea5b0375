"""What the suites share: the list of (game, setup) cases, random matches and sampled positions.

Nothing here is a test. The checks themselves are plain functions in `tests/contract/checks.py` and
`tests/leaks/checks.py`; they take a Game, so that a deliberately broken copy can be put through them as well.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from ochaya.core import dealing
from ochaya.core.game import CHANCE, OVER, Game, Options
from ochaya.core.record import Block
from ochaya.core.secrecy import NOBODY
from ochaya.games import games


@dataclass(frozen=True, repr=False)
class Case:
    """One game with one of its named option sets."""

    game: Game
    setup: str

    @property
    def options(self) -> dict[str, str]:
        """The options of the setup, completed."""
        return self.game.complete(self.game.setups[self.setup])

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.game.seats(self.options)

    def __str__(self) -> str:
        return f"{self.game.name}-{self.setup}"

    __repr__ = __str__


def cases() -> list[Case]:
    """List every setup of every game in the register."""
    return [Case(game, setup) for game in games() for setup in game.setups]


def _of_game(item: object, game: str) -> Any:
    """Mark a parameter so that `-n 2 --dist loadgroup` compiles each game in one process only."""
    return pytest.param(item, id=str(item), marks=pytest.mark.xdist_group(game))


each_case = pytest.mark.parametrize("case", [_of_game(case, case.game.name) for case in cases()])
"""Run a test once for every setup of every game."""


each_game = pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=game.name, marks=pytest.mark.xdist_group(game.name)) for game in games()],
)
"""Run a test once for every game."""


@dataclass(frozen=True)
class Step:
    """One step of a match: the moment, who acted, what was possible, what was done."""

    number: int
    before: Block
    actor: int
    legal: list[int]
    weights: list[int]
    """The odds of each outcome at CHANCE; empty at a seat's decision."""
    action: int
    after: Block


def viewers(seats: int) -> list[int]:
    """List everybody who may look on: each seat, and the spectator."""
    return [*range(seats), NOBODY]


def play(game: Game, options: Options, seed: str) -> Iterator[Step]:
    """Play one random match, chance by its odds and seats evenly; the same for ever for the same seed."""
    key = dealing.key_from_seed(seed)
    state = game.start(options)
    for number in range(game.max_length + 1):
        actor = int(game.actor(state[0]))
        if actor == OVER:
            return
        assert number < game.max_length, f"{game.name} seed {seed!r}: longer than max_length {game.max_length}"
        legal = game.legal_ids(state[0])
        weights: list[int] = []
        assert legal, f"{game.name} seed {seed!r} step {number}: nothing is legal and the match is not over"
        if actor == CHANCE:
            legal, weights = game.outcome_odds(state[0])
        action = dealing.draw(key, number, legal, weights or [1] * len(legal))
        after = state.copy()
        game.apply(after[0], action)
        yield Step(number, state, actor, legal, weights, action, after)
        state = after


def final(game: Game, options: Options, seed: str) -> Block:
    """Give the last state of one random match."""
    state = game.start(options)
    for step in play(game, options, seed):
        state = step.after
    return state


def positions(game: Game, options: Options, count: int, seed: str, matches: int = 8) -> Iterator[Block]:
    """Give about `count` states spread evenly over a few random matches, always with their first and last."""
    for match in range(matches):
        states = [game.start(options)]
        states.extend(step.after for step in play(game, options, f"{seed} {match}"))
        wanted = max(2, count // matches)
        chosen = {0, len(states) - 1} | {at * len(states) // wanted for at in range(wanted)}
        yield from (states[at] for at in sorted(chosen))


def steps(game: Game, options: Options, count: int, seed: str, matches: int = 8) -> Iterator[Step]:
    """Give about `count` steps of random matches, spread by chance, the very first and last of each included."""
    for match in range(matches):
        name = f"{seed} {match}"
        whole = list(play(game, options, name))
        wanted = min(len(whole), max(2, count // matches))
        chosen = {0, len(whole) - 1, *random.Random(name).sample(range(len(whole)), wanted)}
        yield from (whole[at] for at in sorted(chosen))


def some(items: Sequence[int], count: int, seed: str) -> list[int]:
    """Give at most `count` of the items, the first and the last always among them."""
    if len(items) <= count:
        return list(items)
    inner = random.Random(seed).sample(range(1, len(items) - 1), count - 2)
    return [items[at] for at in [0, *sorted(inner), len(items) - 1]]


def place(game: Game, options: Options, seed: str, number: int) -> str:
    """Say how to come to a position again: what stands in every failure."""
    chosen = ", ".join(f"{name}={value}" for name, value in options.items())
    return f"{game.name} ({chosen}) seed {seed!r} step {number}"
