"""The pieces of Geisha's Road (§1): colours, gift cards, lanterns, guests, and tables worked out from them.

A set of cards is one whole number with a bit per card; card = 4 * colour + value - 1. So the four cards of a colour
are four neighbouring bits: what the rules ask about them is one look into a small table, the rest is for core/bits.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations

import numpy as np

COLOURS = ("pink", "red", "blue", "yellow", "green")
PINK, RED, BLUE, YELLOW, GREEN = range(5)
GEISHAS = ("Ruri", "Iroha", "Yoko", "Tomoyo", "Anju")
VALUES = 4
CARDS = 20
CARD_NAMES = tuple(f"{colour}-{value}" for colour in COLOURS for value in range(1, VALUES + 1))
ALL_CARDS = (1 << CARDS) - 1

LANTERNS = 9
LIGHT = (1, 1, 2, 2, 2, 3, 3, 3, 4)
"""House values (R-G1): the printed numbers are lost. Nothing else depends on them."""
DARK = (5, 4, 4, 3, 1, 2, 0, -1, -2)
LANTERN_NAMES = tuple(f"{light}/{dark}" for light, dark in zip(LIGHT, DARK, strict=True))
TOP_ROW = 5

FACE = np.array([*reversed(DARK), 0, *LIGHT], np.int8)
"""The value of a lantern as it lies, at [9 + code]: code is number + 1 light side up, -(number + 1) dark side up."""

SYMBOLS = np.array([2, 1, 0, 0] * 5, np.int8)
"""Guest symbols of each card (§1)."""

COLOUR_OF = np.array([card // VALUES for card in range(CARDS)], np.int8)
VALUE_OF = np.array([card % VALUES + 1 for card in range(CARDS)], np.int8)
BIT = np.array([1 << card for card in range(CARDS)], np.int32)
SUM = np.array([sum(value + 1 for value in range(4) if four >> value & 1) for four in range(16)], np.int8)
"""The sum of values of a colour's cards, by its four bits."""

RINGS = tuple((0, *rest) for rest in permutations(range(1, 5)))
"""The 24 rings, clockwise from the pink tea house."""
HOMES = np.array([[ring.index(colour) for colour in range(5)] for ring in RINGS], np.int8)
"""Where the tea house of each colour stands: HOMES[ring, colour]."""
FLIPS = np.array([(a, b) for a in range(5) for b in range(a + 1, 5)], np.int8)
"""The two lanterns of the row that Destiny turns to their dark side (§9)."""

ONE_COLOUR = (0, 0, 1, 4)
MANY_COLOURS = (0, 0, 1, 3, 6, 10)


Sets = tuple[tuple[int, tuple[int, ...]], ...]
"""Guests put together: for each set its points and the colour of each of its guests."""


@cache
def _worth(counts: tuple[int, ...]) -> int:
    """Give the most points that guests of these counts can make (§6); the order of colours does not matter."""
    return max((points + _worth(tuple(sorted(rest))) for points, _, rest in _sets(counts)), default=0)


def _sets(counts: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """List every set that can be made: its points, its guests, what is left."""
    for colour, have in enumerate(counts):
        for size in range(2, have + 1):
            yield ONE_COLOUR[size], (colour,) * size, (*counts[:colour], have - size, *counts[colour + 1 :])
    for chosen in range(1, 1 << len(counts)):
        guests = tuple(colour for colour in range(len(counts)) if chosen >> colour & 1)
        if len(guests) > 1 and all(counts[colour] for colour in guests):
            rest = tuple(have - (chosen >> colour & 1) for colour, have in enumerate(counts))
            yield MANY_COLOURS[len(guests)], guests, rest


@cache
def best_sets(counts: tuple[int, ...]) -> Sets:
    """Put a player's guests into sets that make the most points (R-G18); the most valuable set first."""
    most = _worth(tuple(sorted(counts)))
    if most == 0:
        return ()
    for points, guests, rest in sorted(_sets(counts), reverse=True):
        if points + _worth(tuple(sorted(rest))) == most:
            return ((points, guests), *best_sets(rest))
    return ()


GUEST_POINTS = np.array(
    [_worth(tuple(sorted(number >> 2 * colour & 3 for colour in range(5)))) for number in range(1024)], np.int8
)
"""The best partition into sets (§6, R-G18), by the counts of the five colours, two bits each."""
