"""The board of Ingenious as the reading keeps it (§1.3): spaces are axial (q, r), the centre is (0, 0)."""

from __future__ import annotations

Space = tuple[int, int]

DIRECTIONS = [(1, 0), (-1, 0), (1, -1), (0, -1), (0, 1), (-1, 1)]
PRINTED: dict[Space, str] = {(0, -5): "r", (5, -5): "g", (5, 0): "b", (0, 5): "o", (-5, 5): "y", (-5, 0): "p"}
"""§1.3: clockwise from the upper left."""


def distance(space: Space) -> int:
    """How far a space lies from the centre."""
    q, r = space
    return max(abs(q), abs(r), abs(q + r))


def name(space: Space) -> str:
    """§1.3: the letter of the row, the number of the slanting column; the centre is h8."""
    return f"{'abcdefghijklmno'[space[1] + 7]}{space[0] + 8}"


SPACES = {name((q, r)): (q, r) for r in range(-7, 8) for q in range(-7, 8) if distance((q, r)) <= 7}
NAMES = {space: text for text, space in SPACES.items()}


def beside(space: Space, direction: Space) -> Space:
    """The next space in a direction."""
    return space[0] + direction[0], space[1] + direction[1]


def in_reading_order(space: Space) -> tuple[int, int, int]:
    """How a double is written: the space nearer the centre first, else the upper, else the left one."""
    return distance(space), space[1], space[0]


def line_from(space: Space, direction: Space) -> list[Space]:
    """All spaces of the board beyond a space, in one direction."""
    line = []
    while distance(beside(space, direction)) <= 7:
        space = beside(space, direction)
        line.append(space)
    return line


LINES = {space: [line_from(space, direction) for direction in DIRECTIONS] for space in NAMES}
AROUND = {symbol: {line[0] for line in LINES[symbol]} for symbol in PRINTED}
"""The spaces that touch each printed symbol."""


def neighbours_within(radius: int) -> list[tuple[Space, Space]]:
    """All pairs of neighbouring spaces of a zone, each once and in reading order."""
    zone = sorted((space for space in NAMES if distance(space) <= radius), key=in_reading_order)
    steps = [(one, beside(one, direction)) for one in zone for direction in DIRECTIONS]
    return [(one, two) for one, two in steps if two in zone and in_reading_order(one) < in_reading_order(two)]


PAIRS = {radius: neighbours_within(radius) for radius in (5, 6, 7)}
