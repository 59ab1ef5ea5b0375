"""The board: 169 hexagonal spaces as tables built once (§1.3).

A space is a number. Spaces are numbered from the centre outwards, so the zone of two players is the first 91, that
of three the first 127, that of four all 169. Pairs of neighbouring spaces are numbered the same way. The number 169
stands for everything beyond the board, so that a walk along a line needs no bounds check.

For people a space is a letter and a figure: the letter is its row (h is the middle one), the figure its slanting
column (8 goes through the centre). The centre is h8 whatever the zone.
"""

from __future__ import annotations

import numpy as np

from ochaya.games.ingenious.pieces import COLOURS

RADIUS = 7
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""East, north-east, north-west, west, south-west, south-east; direction d + 3 is opposite to d."""
WAYS = len(DIRECTIONS)


def distance(q: int, r: int) -> int:
    """Give how many steps the space (q, r) is from the centre."""
    return max(abs(q), abs(r), abs(q + r))


PLACES = tuple(sorted(
    ((q, r) for q in range(-RADIUS, RADIUS + 1) for r in range(-RADIUS, RADIUS + 1) if distance(q, r) <= RADIUS),
    key=lambda place: (distance(*place), place[1], place[0]),
))
"""The coordinates (q, r) of each space."""
SPACES = len(PLACES)
OUTSIDE = SPACES
SPACE_AT = {place: space for space, place in enumerate(PLACES)}
NAMES = tuple(f"{'abcdefghijklmno'[r + RADIUS]}{q + RADIUS + 1}" for q, r in PLACES)
SPACE_NAMED = {name: space for space, name in enumerate(NAMES)}

NEIGHBOUR = np.array(
    [[SPACE_AT.get((q + dq, r + dr), OUTSIDE) for dq, dr in DIRECTIONS] for q, r in PLACES] + [[OUTSIDE] * WAYS],
    np.int16,
)
"""The next space in each direction, [space, direction]."""

_PAIRS = sorted(
    ((space, int(NEIGHBOUR[space, way]), way) for space in range(SPACES) for way in range(WAYS)
     if space < NEIGHBOUR[space, way] < OUTSIDE),
    key=lambda pair: (distance(*PLACES[pair[1]]), pair[0], pair[1]),
)
PAIRS = np.array([pair[:2] for pair in _PAIRS], np.int16)
"""The two spaces of each neighbouring pair, the lower number first."""
PAIR_WAY = np.array([pair[2] for pair in _PAIRS], np.int8)
"""The direction from a pair's first space to its second."""
PAIR_COUNT = len(_PAIRS)
PAIR_OF = {(int(a), int(b)): pair for pair, (a, b) in enumerate(PAIRS)}

SPACES_WITHIN = np.array(
    [sum(distance(*place) <= radius for place in PLACES) for radius in range(RADIUS + 1)], np.int16
)
"""How many spaces lie within each distance of the centre: a zone is the first so many spaces."""
PAIRS_WITHIN = np.array(
    [sum(distance(*PLACES[pair[1]]) <= radius for pair in _PAIRS) for radius in range(RADIUS + 1)], np.int16
)
"""How many pairs lie within each distance of the centre."""

PRINTED = np.array([SPACE_AT[place] for place in ((0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0))], np.int16)
"""The space each colour's symbol is printed on, in the corners of the innermost zone (R-I1, R-I2)."""


def _symbol_beside(space: int) -> int:
    """Give the printed symbol next to a space, -1 for none; no space has two."""
    beside = [colour for colour in range(COLOURS) if PRINTED[colour] in NEIGHBOUR[space]]
    return beside[0] if beside else -1


BESIDE = np.array([_symbol_beside(space) for space in range(SPACES)] + [-1], np.int8)
"""The printed symbol that each space touches, -1 for none."""
PAIR_BESIDE = np.array([max(BESIDE[a], BESIDE[b]) for a, b in PAIRS], np.int8)
"""The printed symbol that a tile on each pair touches, -1 for none; a tile never touches two."""


def _symmetries() -> list[list[int]]:
    """List the board's twelve symmetries as where each space goes: six turns, then the same after a reflection."""
    found = []
    for reflect in (False, True):
        places = [(r, q) if reflect else (q, r) for q, r in PLACES]
        for _ in range(6):
            found.append([SPACE_AT[place] for place in places])
            places = [(-r, q + r) for q, r in places]
    return found


SYMMETRIES = np.array(_symmetries(), np.int16)
"""Where each space goes under the board's twelve symmetries, [symmetry, space]."""
RECOLOURINGS = np.array(
    [[list(PRINTED).index(symmetry[printed]) for printed in PRINTED] for symmetry in SYMMETRIES], np.int8
)
"""The change of colours that puts the printed symbols right again, [symmetry, colour]."""
