"""A policy's decisions in many matches, compiled: its network's sums in one order, without PyTorch.

They are the same to the bit on every machine and with any number of threads, which a shard's round must be; PyTorch
promises that of one machine at most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import prange

from ochaya.core.curves import exp, log, logistic
from ochaya.core.game import Game
from ochaya.core.habit import table_of_parts
from ochaya.core.jit import rule, specialise
from ochaya.core.layers import aligned, ask
from ochaya.core.rng import Rng, unit
from ochaya.envs import Batch
from ochaya.envs.vector import RANGES_PER_THREAD, most_threads

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]


class Net(NamedTuple):
    """A network's numbers as they are added up."""

    layers: Floats
    """One after the other, each input by input, then its constants (core/layers.py)."""
    later: int
    """How many there are between the first and the query."""
    share: Floats
    """[wide + 1], its constant last."""
    vectors: Floats
    """[action, length]"""
    likings: Floats
    """[action]"""


class Room(NamedTuple):
    """Room to work in, a row for each range of matches."""

    seen: Floats
    one: Floats
    two: Floats
    asked: Floats
    filled: npt.NDArray[np.int16]
    weights: npt.NDArray[np.float64]


class Drawn(NamedTuple):
    """A decision in each of some matches."""

    places: Places
    """Which of the legal actions was taken."""
    chances: Floats
    """The logarithm of its chance."""
    shares: Floats
    """What was expected."""


def net_of(game: Game, arrays: Mapping[str, npt.NDArray[Any]]) -> Net:
    """Lay out the numbers of a PolicyNetwork as `numbers_of` gives them (networks.py); scales go into the first layer.

    Vectors of actions are added up part by part, so that here, too, sums have one order.
    """
    def layer(name: str, scale: Any = 1.0) -> Floats:
        rows = np.asarray((arrays[f"numbers.{name}.weight"] / scale).T, np.float32)
        return np.concatenate([rows.ravel(), arrays[f"numbers.{name}.bias"]], dtype=np.float32)

    def of_parts(name: str) -> Floats:
        """Give a vector for each part; none for the part 0, which stands for no part."""
        vectors = np.array(arrays[f"numbers.{name}.weight"], np.float32)
        vectors[0] = 0.0
        return vectors

    table, parts = table_of_parts(game.decode, game.max_actions)
    later = [layer(f"layers.{at}") for at in range(len(arrays)) if f"numbers.layers.{at}.weight" in arrays]
    likings, vectors = of_parts("liking"), of_parts("vectors")
    mates = of_parts("mates") if "numbers.mates.weight" in arrays else np.zeros((parts, 0), np.float32)
    liking, vector, sums, squares = (
        np.zeros((len(table), numbers.shape[1]), np.float32) for numbers in (likings, vectors, mates, mates))
    for place in table.T:
        liking += likings[place]
        vector += vectors[place]
        sums += mates[place]
        squares += np.square(mates)[place]
    return Net(
        aligned(np.concatenate([layer("first", arrays["numbers.scale"]), *later, layer("query")])), len(later),
        np.concatenate([arrays["numbers.share.weight"][0], arrays["numbers.share.bias"]]),
        np.concatenate([vector, (sums * sums - squares) * np.float32(0.5)], axis=1), liking[:, 0].copy())


@rule
def think(net: Net, row: int, room: Room) -> float:
    """Ask the network about what is `seen` in a row of the room; its question is written there, its share given."""
    one = room.one[row]
    ask(room.seen[row], net.layers, net.later, one, room.two[row], room.asked[row], room.filled[row])
    lead = net.share[len(one)]
    for k in range(len(one)):
        lead += one[k] * net.share[k]
    return logistic(lead)


@rule
def draw_range(
    first: int, last: int, row: int, net: Net, matches: Places, now: Batch, rngs: Rng, room: Room, drawn: Drawn
) -> None:
    """Draw an action by its chance in some of the matches, each with its own generator."""
    seen, asked, weights = room.seen[row], room.asked[row], room.weights[row]
    for at in range(first, last):
        match = matches[at]
        for i in range(len(seen)):
            seen[i] = now.observations[match, i]
        drawn.shares[at] = think(net, row, room)
        n = int(now.counts[match])
        highest = -1e9
        for i in range(n):
            action = now.legals[match, i]
            liking = net.likings[action]
            for k in range(len(asked)):
                liking += asked[k] * net.vectors[action, k]
            weights[i] = liking
            highest = max(highest, weights[i])
        total = 0.0
        for i in range(n):
            weights[i] -= highest
            total += exp(weights[i])
        left, place = unit(rngs[match]) * total, 0
        end = exp(weights[0])
        while end <= left and place < n - 1:
            place += 1
            end += exp(weights[place])
        drawn.places[at] = place
        drawn.chances[at] = weights[place] - log(total)


def draw_together(net: Net, matches: Places, now: Batch, rngs: Rng, room: Room, drawn: Drawn) -> None:
    """Draw in all these matches, a range for each row of the room."""
    rows, n = len(room.seen), len(matches)
    for row in prange(rows):
        draw_range(row * n // rows, (row + 1) * n // rows, row, net, matches, now, rngs, room, drawn)


class Drawer:
    """Draws actions of a game's matches by the chances that networks of one size give them."""

    def __init__(self, game: Game, wide: int, asked: int) -> None:
        """Make room; compiles nothing yet."""
        rows = RANGES_PER_THREAD * most_threads()
        self._room = Room(
            np.zeros((rows, game.observation_size), np.float32), np.zeros((rows, wide), np.float32),
            np.zeros((rows, wide), np.float32), np.zeros((rows, asked), np.float32),
            np.zeros((rows, max(game.observation_size, wide)), np.int16), np.zeros((rows, game.max_legal)))
        self._draw: Callable[..., None] = specialise(draw_together, game.name, parallel=True)

    def draw(self, net: Net, matches: Places, now: Batch, rngs: Rng) -> Drawn:
        """Draw an action in each of these matches."""
        n = len(matches)
        drawn = Drawn(np.zeros(n, np.int64), np.zeros(n, np.float32), np.zeros(n, np.float32))
        self._draw(net, matches, now, rngs, self._room, drawn)
        return drawn
