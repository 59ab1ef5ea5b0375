"""Lu Yu's cup production (§14.3): which tile he takes, and at which end of his single row he lays it."""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.tea_garden.lu_yu.cards import BACK_CUPS, BACK_PROVINCES, LU
from ochaya.games.tea_garden.pieces import PROVINCES, TILE_LEFT, TILE_RIGHT, TILES
from ochaya.games.tea_garden.state import FIRST_OWNED, NONE, State
from ochaya.games.tea_garden.telling import T_LU_CUP, tell
from ochaya.games.tea_garden.turn.sides import has_tiles, lay_beside, open_stacks

NO_MATCH = 1000
"""A tile that makes no one-coloured connection ranks behind every one that does."""


@rule
def row_end(s: State, is_left: int) -> int:
    """Give the tile at an end of his single row."""
    for tile in range(TILES):
        if s.tile_place[tile] == FIRST_OWNED + LU:
            if (s.tile_before[tile] if is_left else s.tile_next[tile]) == NONE:
                return tile
    return NONE


@rule
def makes_match(s: State, tile: int, is_left: int) -> bool:
    """Say whether a tile would make a one-coloured connection at an end of his row."""
    if not has_tiles(s, LU):
        return False
    if is_left:
        return bool(TILE_RIGHT[tile] == TILE_LEFT[row_end(s, 1)])
    return bool(TILE_RIGHT[row_end(s, 0)] == TILE_LEFT[tile])


@rule
def cup_rank(s: State, back: int, province: int, is_left: int) -> int:
    """§14.3 Order the ways to lay the open tiles, lowest first.

    One-coloured connections come first: among them the connection's colour by the order on the back, and only then
    the right end before the left. Without a match the left half's colour decides. What is still equal: the tile's
    other half, then the order of provinces.
    """
    tile = int(s.stack_top[province])
    left, right = int(BACK_CUPS[back, TILE_LEFT[tile]]), int(BACK_CUPS[back, TILE_RIGHT[tile]])
    meeting, other = (right, left) if is_left else (left, right)
    group = 0 if makes_match(s, tile, is_left) else NO_MATCH
    return group + meeting * 100 + is_left * 50 + other * 10 + int(BACK_PROVINCES[back, province])


@rule
def lu_cup(s: State, back: int) -> bool:
    """§14.3 Take a cup tile of a province with one of his gardens and add it to his only row; says if there was one."""
    best, best_end, best_rank = NONE, 0, 10 * NO_MATCH
    stacks = open_stacks(s, LU)
    for province in range(PROVINCES):
        if not stacks >> province & 1:
            continue
        for is_left in range(2):
            rank = cup_rank(s, back, province, is_left)
            if rank < best_rank and (rank < NO_MATCH or not is_left):
                best, best_end, best_rank = province, is_left, rank
    if best == NONE:
        return False
    tile = int(s.stack_top[best])
    if has_tiles(s, LU):
        lay_beside(s, LU, tile, row_end(s, best_end), best_end)
    s.stack_top[best] = NONE
    s.tile_place[tile] = FIRST_OWNED + LU
    s.holes = 1
    tell(s, T_LU_CUP, LU, tile, best_end)
    return True
