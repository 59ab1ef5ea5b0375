"""Lu Yu's side actions, read from the rules alone: research, cups, boat."""

from __future__ import annotations

from tests.readings.lu_yu_deck import Happening, Refill
from tests.readings.lu_yu_pieces import NUMBERS, REGIONS, RIVER_POINTS, TILES
from tests.readings.lu_yu_table import LuYu, Table


def side_action(lu: LuYu, table: Table) -> Happening:
    """SIDE: the side action on the back, without its bonus; skipped where it cannot be done (G-75)."""
    side = lu.deck.back.side
    if not can_side(lu, table):
        return False
    if side == "uni":
        lu.research += 1
    elif side == "boat":
        lu.river += 1
    else:
        province = add_cup(lu, table)
        table.stacks[province] = None
        table.stacks[province] = yield Refill("stacks", province)
    return True


def side_action_again(lu: LuYu, table: Table, price: int) -> Happening:
    """For fermented leaves the side action once more; nothing is paid for one that cannot be done."""
    if lu.fermented < price or not can_side(lu, table):
        return False
    lu.fermented -= price
    return (yield from side_action(lu, table))


def can_side(lu: LuYu, table: Table) -> bool:
    """Whether there is a quarter, a section or a tile left for him."""
    side = lu.deck.back.side
    if side == "uni":
        return bool(lu.research < NUMBERS["university"]["longest"])
    if side == "boat":
        return lu.river < len(RIVER_POINTS) - 1
    return bool(open_stacks(lu, table))


def open_stacks(lu: LuYu, table: Table) -> dict[str, str]:
    """The top tile of each province in which he has a garden."""
    mine = {REGIONS[garden].province for garden in lu.gardens}
    return {province: tile for province, tile in table.stacks.items() if tile is not None and province in mine}


def add_cup(lu: LuYu, table: Table) -> str:
    """CUP: choose a tile and lay it; gives the province it came from."""
    chosen = best_match(lu, open_stacks(lu, table))
    if chosen is None:
        chosen = best_without_match(lu, open_stacks(lu, table))
    province, end = chosen
    tile = str(table.stacks[province])
    lu.cups.insert(len(lu.cups) if end == "right" else 0, tile)
    return province


def best_match(lu: LuYu, tiles: dict[str, str]) -> tuple[str, str] | None:
    """Of all one-coloured connections the back's first colour; then the right end first (G-71).

    What is still equal: the colour of the tile's other half, then the back's provinces (§14.3).
    """
    if not lu.cups:
        return None
    colours, provinces = lu.deck.back.colours, lu.deck.back.provinces
    row_left, row_right = TILES[lu.cups[0]][0], TILES[lu.cups[-1]][1]
    found = []
    for province, tile in tiles.items():
        left, right = TILES[tile]
        if left == row_right:
            found.append((colours.index(left), 0, colours.index(right), provinces.index(province), province, "right"))
        if right == row_left:
            found.append((colours.index(right), 1, colours.index(left), provinces.index(province), province, "left"))
    return min(found)[-2:] if found else None


def best_without_match(lu: LuYu, tiles: dict[str, str]) -> tuple[str, str]:
    """The tile whose left half the back prefers, at the right end; then its right half, then the provinces."""
    colours, provinces = lu.deck.back.colours, lu.deck.back.provinces

    def merit(province: str) -> tuple[int, int, int]:
        left, right = TILES[tiles[province]]
        return colours.index(left), colours.index(right), provinces.index(province)

    return min(tiles, key=merit), "right"
