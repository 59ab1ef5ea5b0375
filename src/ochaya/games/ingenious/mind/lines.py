"""What the lines on the board would bring: the points of each colour on each free space."""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.games.ingenious.board import NEIGHBOUR
from ochaya.games.ingenious.state import FREE, WALL, State


@rule
def points_at(s: State, space: int, points: Table) -> int:
    """Write what each colour would score on a free space; give how many free spaces are beside it."""
    openings = 0
    for way in range(6):
        at = NEIGHBOUR[space, way]
        found = s.cells[at]
        if found == FREE:
            openings += 1
        elif found != WALL:
            length = 0
            while s.cells[at] == found:
                length += 1
                at = NEIGHBOUR[at, way]
            points[space, found - 1] += length
    return openings
