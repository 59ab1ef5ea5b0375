"""What a placement would score, told before it is made: lines, and where markers would stop (§3.2, §3.3).

The browser and the terminal add up what stands here and need no rule. A half placed on a space scores the sum of the
runs in its colour in all six directions: where its other half will lie the space is free, so no line runs there yet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ochaya.core.game import Json
from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.games.ingenious.board import NAMES, NEIGHBOUR, SPACES, SPACES_WITHIN, WAYS
from ochaya.games.ingenious.pieces import COLOUR_NAMES, COLOURS
from ochaya.games.ingenious.scoring import own_position, side_of
from ochaya.games.ingenious.state import DUEL, DUEL_TOP, FREE, SOLO, STANDARD, TOP, WALL


@rule
def measure_runs(cells: Table, spaces: int, out: Table) -> None:
    """Write the run that begins beside each of the first `spaces` spaces, [space, direction, colour]."""
    for space in range(spaces):
        for way in range(WAYS):
            for colour in range(COLOURS):
                out[space, way, colour] = 0
            at = NEIGHBOUR[space, way]
            symbol = np.int64(cells[at])
            if cells[space] != FREE or symbol in (FREE, WALL):
                continue
            while cells[at] == symbol:
                out[space, way, symbol - 1] += 1
                at = NEIGHBOUR[at, way]


def lines(s: Any) -> dict[str, Json]:
    """Give, for each free space and each colour that would score there, the points in each of the six directions."""
    runs = np.zeros((SPACES, WAYS, COLOURS), np.int8)
    measure_runs(s.cells, int(SPACES_WITHIN[s.radius]), runs)
    found: dict[str, Json] = {}
    for space, colour in np.argwhere(runs.any(axis=1)):
        at = found.setdefault(NAMES[space], {})
        assert isinstance(at, dict)
        at[COLOUR_NAMES[colour]] = runs[space, :, colour].tolist()
    return found


def runs_from(cells: Any, space: int, colour: int) -> list[Json]:
    """Give the points a half of `colour` scores in each direction from a space that is still free."""
    runs = np.zeros((SPACES, WAYS, COLOURS), np.int8)
    measure_runs(cells, space + 1, runs)
    return [int(points) for points in runs[space, :, colour]]


def goals(s: Any) -> dict[str, Json]:
    """Give, for each colour of the player on turn, where its marker stops next and whether that earns a bonus move.

    A half's points carry a marker no further than the next stop above it; a double track has two (§6).
    """
    return {name: {"stops": stops(s, colour), "is_bonus": earns(s, colour)} for colour, name in enumerate(COLOUR_NAMES)}


def stops(s: Any, colour: int) -> list[Json]:
    """List the ends of the sheets that a marker of the player on turn still has before it."""
    if s.mode == DUEL:
        return [DUEL_TOP] if own_position(s, s.seat, colour) < DUEL_TOP else []
    ends = (TOP,) if s.mode == STANDARD else (TOP, 2 * TOP)
    return [end for end in ends if s.markers[side_of(s, s.seat), colour] < end]


def earns(s: Any, colour: int) -> bool:
    """Say whether a marker that stops earns the player on turn a bonus move (§3.3, §6, R-I18)."""
    return bool(s.mode != SOLO and (s.mode != DUEL or s.tokens[colour] != s.seat + 1))
