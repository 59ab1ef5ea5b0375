"""All that may be done in a turn beside its main action (§3.5, §9), as bits: icons, scrolls, swaps, cup tokens.

What each of them is and when it is possible is told in frees.py, one by one; here they are asked for together.
"""

from __future__ import annotations

from ochaya.core.jit import inner_rule
from ochaya.games.tea_garden import actions as a
from ochaya.games.tea_garden.pieces import (
    CUP,
    EFFECTS,
    EMPEROR_TOKEN_PRICE,
    FER,
    FIRST_PENDING,
    SCROLL_PRICE,
    SIDE_PRICE,
    TILES,
    TWICE,
)
from ochaya.games.tea_garden.state import FIRST_OWNED, State
from ochaya.games.tea_garden.turn.frees import has_scrolls, may_climb, may_strengthen
from ochaya.games.tea_garden.turn.leaves import covers
from ochaya.games.tea_garden.turn.sides import open_stacks


@inner_rule
def extras(s: State, brown: int, green: int) -> int:
    """§3.5, §9 Give the icons of the top card and the free actions but cup tokens, counted from `A_DO`.

    `brown` and `green` are all fermented and all fresh leaves of the player.
    """
    player, bits = s.turn_of, 0
    for kind in range(FIRST_PENDING, EFFECTS):
        bits |= int(s.icons[kind] > 0) << kind
    if green == 0:
        bits &= ~(1 << FER)
    if bits >> CUP & 1 and not open_stacks(s, player):
        bits ^= 1 << CUP
    used = 0
    for side in range(3):
        used |= int((s.sides_used[side] > 0) | (s.sides_used[3] > 0)) << side
    if used:
        if s.scrolls[player, TWICE] > 0 and not s.doubled:
            bits |= used << a.A_DOUBLE - a.A_DO
        if not s.repeated and covers(brown, green, SIDE_PRICE, SIDE_PRICE):
            bits |= used << a.A_AGAIN - a.A_DO
    bits |= int(may_strengthen(s)) << a.A_STRENGTH - a.A_DO
    bits |= int(covers(brown, green, SCROLL_PRICE, 0) and has_scrolls(s)) << a.A_SWAP_SCROLL - a.A_DO
    bits |= int(covers(brown, green, EMPEROR_TOKEN_PRICE, EMPEROR_TOKEN_PRICE)) << a.A_SWAP_EMPEROR - a.A_DO
    return bits | int(may_climb(s)) << a.A_CLIMB - a.A_DO


@inner_rule
def usable_cups(s: State) -> int:
    """§9.3 Give the tiles with an own cup token to their right."""
    cups, mine = 0, FIRST_OWNED + s.turn_of
    for tile in range(TILES):
        cups |= int((s.cup_token[tile] == 1) & (s.tile_place[tile] == mine)) << tile
    return cups
