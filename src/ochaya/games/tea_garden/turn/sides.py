"""The three side actions (§8): research, cup production, river sailing."""

from __future__ import annotations

import numpy as np

from ochaya.core.bits import count, lowest
from ochaya.core.jit import inner_rule, rule
from ochaya.games.tea_garden.pieces import (
    LAST_SECTION,
    LONGEST_STUDY,
    PROVINCE,
    PROVINCES,
    REGIONS,
    RIVER_BEYOND,
    STUDY_BEYOND,
    TILE_LEFT,
    TILE_RIGHT,
    TILES,
)
from ochaya.games.tea_garden.state import (
    FIRST_OWNED,
    FLOW,
    FROM_RIVER,
    FROM_STUDY,
    LAY_TILE,
    NONE,
    STUDY,
    TAKE_TILE,
    State,
)
from ochaya.games.tea_garden.telling import T_BOAT, T_POINTS, T_RESEARCH, tell
from ochaya.games.tea_garden.turn.leaves import gardens_of

REGIONS_OF = np.array(
    [sum(1 << region for region in range(REGIONS) if PROVINCE[region] == province) for province in range(PROVINCES)],
    np.int64,
)
"""The regions of each province, as bits."""


@rule
def count_points(s: State, player: int, amount: int, source: int) -> None:
    """Score points and remember where they came from, without telling it here."""
    s.points[player] += amount
    s.tally[player, source] += amount


@rule
def score_points(s: State, player: int, amount: int, source: int) -> None:
    """Score points, remember where they came from and tell it."""
    count_points(s, player, amount, source)
    if amount > 0:
        tell(s, T_POINTS, player, min(amount, 127), source)


@rule
def begin_study(s: State) -> None:
    """§8.1 Research: enter the next quarter and choose one of its two bonuses; after the last circle, points."""
    if s.study[s.turn_of] >= LONGEST_STUDY:
        score_points(s, s.turn_of, STUDY_BEYOND, FROM_STUDY)
    else:
        s.phase = STUDY


@rule
def study(s: State) -> None:
    """§8.1 Move the worker one quarter on; after the fourth it stands in the centre."""
    s.study[s.turn_of] += 1
    s.phase = FLOW
    tell(s, T_RESEARCH, s.turn_of, int(s.study[s.turn_of]), 0)


@rule
def sail(s: State) -> bool:
    """§8.3 Move the boat one section; says whether it moved. At the end of the river it scores points."""
    if s.river[s.turn_of] >= LAST_SECTION:
        score_points(s, s.turn_of, RIVER_BEYOND, FROM_RIVER)
        return False
    s.river[s.turn_of] += 1
    tell(s, T_BOAT, s.turn_of, int(s.river[s.turn_of]), 0)
    return True


@rule
def open_stacks(s: State, player: int) -> int:
    """§8.2 Give the provinces whose top tile a player may take, as bits: a garden there, a tile left."""
    stacks, gardens = 0, gardens_of(s, player)
    for province in range(PROVINCES):
        is_open = (s.stack_top[province] != NONE) & (gardens & REGIONS_OF[province] != 0)
        stacks |= int(is_open) << province
    return stacks


@rule
def begin_cup(s: State) -> None:
    """§8.2 Cup production: choose a stack; nothing happens if none is open to the player."""
    stacks = open_stacks(s, s.turn_of)
    if count(stacks) == 1:
        take_tile(s, lowest(stacks))
    elif stacks:
        s.phase = TAKE_TILE


@rule
def has_tiles(s: State, player: int) -> bool:
    """Say whether a player has any cup tile."""
    for tile in range(TILES):
        if s.tile_place[tile] == FIRST_OWNED + player:
            return True
    return False


@rule
def take_tile(s: State, province: int) -> None:
    """§8.2 Take the top tile of a stack; the first one of all simply starts a row."""
    tile = int(s.stack_top[province])
    s.stack_top[province] = NONE
    s.holes = 1
    if has_tiles(s, s.turn_of):
        s.holding = tile
        s.tile_place[tile] = FIRST_OWNED + s.turn_of
        s.phase = LAY_TILE
    else:
        s.tile_place[tile] = FIRST_OWNED + s.turn_of
        s.phase = FLOW


@rule
def lay_beside(s: State, player: int, tile: int, other: int, is_left: int) -> None:
    """§8.2 Lay a tile to the left or right of another; a cup token comes on the connection."""
    left, right = (tile, other) if is_left else (other, tile)
    s.tile_next[left] = right
    s.tile_before[right] = left
    if not (s.is_solo and player == 1):
        if TILE_RIGHT[left] == TILE_LEFT[right] or not s.match_only:
            s.cup_token[left] = 1


@rule
def lay_tile(s: State, other: int, is_left: int) -> None:
    """§8.2 Lay the tile just taken at an end of a row, or (other NONE) start a new row with it."""
    if other != NONE:
        lay_beside(s, s.turn_of, s.holding, other, is_left)
    s.holding = NONE
    s.phase = FLOW


@rule
def count_connections(s: State, player: int) -> int:
    """§8.2 Count a player's same-colour connections in all rows together."""
    same = 0
    for tile in range(TILES):
        if s.tile_place[tile] == FIRST_OWNED + player and s.tile_next[tile] != NONE:
            if TILE_RIGHT[tile] == TILE_LEFT[s.tile_next[tile]]:
                same += 1
    return same


@inner_rule
def count_tiles(s: State, player: int) -> int:
    """Count a player's cup tiles."""
    tiles = 0
    for tile in range(TILES):
        if s.tile_place[tile] == FIRST_OWNED + player:
            tiles += 1
    return tiles
