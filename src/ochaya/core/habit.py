"""A learned habit: a network over what a seat sees, which likes every legal action by the parts that it is made of.

An action's parts are what `decode` names. So a game with thousands of actions needs vectors for some hundred parts
only, and what is learned about a card in one offer serves in all of them; where there are few actions each has a part
of its own besides. That two parts go well together is said by a second vector of each: what they have in common, summed
over all pairs of an action's parts, is compared with the second half of the network's question.

`ochaya train` learns the numbers, tools/put_learned.py puts them into a game, and a game names its habit in one line of
its mind/:

    instinct = habit_of(GAME, Path(__file__).parent / "instinct.npy")

What comes out is an `Instinct` (core/sense.py), compiled, the same in the browser.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ochaya.core.curves import exp, power
from ochaya.core.game import Game, Ids, Shares
from ochaya.core.jit import rule, specialise
from ochaya.core.layers import aligned, ask
from ochaya.core.scratch import scratch
from ochaya.core.sense import Instinct, Weights

if TYPE_CHECKING:  # the game's own function and the sizes of its network, bound by `specialise`
    observe: Callable[[Any, int, npt.NDArray[np.float32]], None]
    OBSERVED: int
    INPUTS: int
    WIDE: int
    ROOM: int
    LAYERS: int
    LENGTH: int
    PAIRS: int
    ASKED: int
    PLACES: int
    LIKINGS: int
    VECTORS: int
    MATES: int
    TABLE: int

FEW = 1024
"""Up to so many actions each gets a part of its own."""
MOST_PARTS = 2048
"""Numbers travel with half precision, which holds whole numbers up to here."""
DOUBT = 0.3
"""So much of the chances is shared out evenly, so that search also tries what was never met while learning."""
HARDLY_EVER = 0.03
"""What would be done so much less often than the likeliest action is not done at all: errors come from what an
experienced player would at least think of, the more of it the warmer, and not from a long tail of anything."""


# -- parts of actions -------------------------------------------------------------------------------------------------

def _walk(path: tuple[Any, ...], value: Any) -> Iterator[tuple[Any, ...]]:
    """Name the parts of a value: itself, or in a list each element with its place."""
    if isinstance(value, list | tuple):
        for place, element in enumerate(value):
            yield from _walk((*path, place), element)
    elif isinstance(value, dict):
        for name, element in value.items():
            yield from _walk((*path, name), element)
    elif value is not None:
        yield (*path, value)


def parts_of(decode: Callable[[int], Any], action: int) -> list[tuple[Any, ...]]:
    """Name an action's parts: its kind, and each thing that it names, by kind and field."""
    named: dict[str, Any] = asdict(decode(action))
    kind = named.pop("kind")
    return [(kind,), *_walk((kind,), named)]


@functools.cache
def table_of_parts(decode: Callable[[int], Any], actions: int) -> tuple[npt.NDArray[np.int64], int]:
    """Give the parts of every action, [action, place], 0 for none, and how many different ones there are with that."""
    lists = [parts_of(decode, action) for action in range(actions)]
    if actions <= FEW:
        lists = [[*parts, (action,)] for action, parts in enumerate(lists)]
    numbers: dict[tuple[Any, ...], int] = {}
    table = np.zeros((actions, max(len(parts) for parts in lists)), np.int64)
    for action, parts in enumerate(lists):
        for place, part in enumerate(parts):
            table[action, place] = numbers.setdefault(part, len(numbers) + 1)
    return table, len(numbers) + 1


# -- the network ------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Shape:
    """The sizes of a habit's network."""

    wide: int = 256
    """Of every layer; each after the first adds to what it is given."""
    layers: int = 3
    length: int = 64
    """Of a part's vector."""
    pairs: int = 0
    """Of a part's second vector, by which parts of one action go well together; 0: they are only added up."""
    inputs: int | None = None
    """So many numbers of an observation are looked at, the first ones; None: all. It may have grown since."""

    def sizes(self, inputs: int, parts: int) -> dict[str, int]:
        """Give how many numbers each piece of the network has, in the order in which they lie."""
        return {
            "first": (inputs + 1) * self.wide,
            "later": (self.layers - 1) * (self.wide + 1) * self.wide,
            "query": (self.wide + 1) * (self.length + self.pairs),
            "likings": parts,
            "vectors": parts * self.length,
            "mates": parts * self.pairs,
        }


@rule
def share_out(likings: Shares, n: int) -> None:
    """Make chances of the likings of n actions, a part of them shared out evenly."""
    highest = -1e9
    for at in range(n):
        highest = max(highest, likings[at])
    total = 0.0
    for at in range(n):
        likings[at] = exp(likings[at] - highest)
        total += likings[at]
    for at in range(n):
        likings[at] = (1.0 - DOUBT) * likings[at] / total + DOUBT / n


def weigh(weights: Weights, s: Any, seat: int, actions: Ids, n: int, out: Shares) -> None:
    """Write the chance of each legal action."""
    seen, one, two = scratch(OBSERVED, np.float32), scratch(WIDE, np.float32), scratch(WIDE, np.float32)
    asked, sums, squares = scratch(ASKED, np.float32), scratch(PAIRS, np.float32), scratch(PAIRS, np.float32)
    places = scratch(ROOM, np.int16)
    observe(s, seat, seen)
    ask(seen[:INPUTS], weights, LAYERS - 1, one, two, asked, places)
    for at in range(n):
        liking = 0.0
        for k in range(PAIRS):
            sums[k] = squares[k] = 0.0
        for place in range(PLACES):
            part = np.int64(weights[TABLE + actions[at] * PLACES + place])
            if part > 0:
                liking += weights[LIKINGS + part]
                for k in range(LENGTH):
                    liking += asked[k] * weights[VECTORS + part * LENGTH + k]
                for k in range(PAIRS):
                    mate = weights[MATES + part * PAIRS + k]
                    sums[k] += mate
                    squares[k] += mate * mate
        for k in range(PAIRS):  # the square of a sum less its squares is twice the sum over all pairs
            liking += asked[LENGTH + k] * np.float32(0.5) * (sums[k] * sums[k] - squares[k])
        out[at] = liking
    share_out(out, n)


def habit_of(game: Game, file: Path, shape: Shape = Shape()) -> Instinct:  # noqa: B008
    """Make an instinct of the numbers in `file`, which are read when they are first asked for."""
    table, parts = table_of_parts(game.decode, game.max_actions)
    inputs = shape.inputs or game.observation_size
    sizes = shape.sizes(inputs, parts)
    starts = dict(zip((*sizes, "table"), np.cumsum([0, *sizes.values()]).tolist(), strict=True))

    @functools.cache
    def load() -> Weights:
        numbers = np.load(file)
        if numbers.shape != (starts["table"],):
            raise ValueError(f"{file.name} of {game.name}: {numbers.shape} numbers instead of {starts['table']}")
        return aligned(np.concatenate([numbers, table.ravel()]))

    compiled = specialise(
        weigh, game.name, form=f"{file.stem}.", observe=game.observe, OBSERVED=game.observation_size, INPUTS=inputs,
        WIDE=shape.wide, ROOM=max(inputs, shape.wide), LAYERS=shape.layers,
        LENGTH=shape.length, PAIRS=shape.pairs, ASKED=shape.length + shape.pairs, PLACES=table.shape[1],
        LIKINGS=starts["likings"], VECTORS=starts["vectors"], MATES=starts["mates"], TABLE=starts["table"])
    return Instinct(compiled, load)


# -- playing by chances -----------------------------------------------------------------------------------------------

@rule
def forget_doubt(chances: Shares, n: int) -> None:
    """Take from the chances of n actions the doubt that is there for search."""
    for at in range(n):
        chances[at] = max(chances[at] - DOUBT / n, 0.0)


@rule
def drawn(chances: Shares, n: int, temperature: float, draw: float) -> int:
    """Give the place of one of n actions by a number drawn from 0 up to, not including, 1; overwrites the chances."""
    best = 0
    for at in range(n):
        if chances[at] > chances[best]:
            best = at
    if temperature <= 0.0:
        return best
    highest, total = chances[best], 0.0
    for at in range(n):
        weight = power(chances[at] / highest, 1.0 / temperature)
        chances[at] = weight if weight >= HARDLY_EVER else 0.0
        total += chances[at]
    end = 0.0
    for at in range(n):
        end += chances[at]
        if end > draw * total:
            return at
    return best
