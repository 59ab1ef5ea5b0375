"""What lies in the box: six symbols and 120 tiles of 21 kinds (§1)."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

COLOURS = 6
COLOUR_NAMES = ("red", "green", "blue", "orange", "yellow", "purple")
COLOUR_LETTERS = "rgboyp"
"""One letter per colour, for notation and for the terminal; the symbols go with the colours one to one."""
SYMBOLS = ("star-12", "circle", "star-6", "hexagon", "star-24", "ring")

KIND_COLOURS = tuple(combinations_with_replacement(range(COLOURS), 2))
"""The two colours of each kind of tile, the lower first: 6 doubles and 15 mixed tiles."""
KINDS = len(KIND_COLOURS)
TILES = 120

ONE = np.array([one for one, _ in KIND_COLOURS], np.int8)
"""Colour of a tile's first half, by kind."""
OTHER = np.array([other for _, other in KIND_COLOURS], np.int8)
"""Colour of a tile's second half, by kind."""
COPIES = np.array([5 if one == other else 6 for one, other in KIND_COLOURS], np.int8)
"""How many tiles of each kind there are."""
SHOWS = np.array([(1 << one) | (1 << other) for one, other in KIND_COLOURS], np.int16)
"""The colours of each kind as bits."""
ALL_COLOURS = (1 << COLOURS) - 1

RACK = 6
"""Tiles on a full rack (§2)."""

TILE_NAMES = tuple(f"{COLOUR_NAMES[one]}-{COLOUR_NAMES[other]}" for one, other in KIND_COLOURS)
TILE_LETTERS = tuple(COLOUR_LETTERS[one] + COLOUR_LETTERS[other] for one, other in KIND_COLOURS)
KIND_OF_LETTERS = {letters: kind for kind, letters in enumerate(TILE_LETTERS)}
