"""What a player may choose (§3-§10, §13), for each question that can be asked; ids always ascend."""

from __future__ import annotations

from ochaya.core.game import Ids
from ochaya.core.jit import rule
from ochaya.games.tea_garden import actions as a
from ochaya.games.tea_garden.cards import held, in_hand
from ochaya.games.tea_garden.flow import can_use_icon
from ochaya.games.tea_garden.pieces import (
    BASIC,
    BASKETS,
    CARDS,
    EFFECTS,
    FIRST_ACTION,
    FIRST_EMPEROR,
    FIRST_PENDING,
    PROVINCES,
    REGIONS,
    TILES,
    TOKENS,
)
from ochaya.games.tea_garden.state import (
    ACT,
    CHOOSE_EFFECT,
    DISCARD,
    DISCARD_CARD,
    FERMENT,
    FIRST_OWNED,
    HARVEST,
    LAY_TILE,
    LAY_TOKEN,
    NONE,
    PAY,
    PICK_SIDE,
    PILE,
    REMOVE,
    SHOP,
    STACK,
    STUDY,
    TAKE_BASIC,
    TAKE_EMPEROR,
    TAKE_SCROLL,
    TAKE_TILE,
    TURN,
    State,
)
from ochaya.games.tea_garden.turn.court import may_shop, may_visit, tokens_for
from ochaya.games.tea_garden.turn.effects import may_decline, may_join, may_start, scroll_supply
from ochaya.games.tea_garden.turn.frees import (
    has_two_bonuses,
    may_climb,
    may_double,
    may_repeat,
    may_strengthen,
    may_swap_for_scroll,
    may_swap_for_token,
    may_use_cup,
)
from ochaya.games.tea_garden.turn.leaves import fermentable, harvestable, payable
from ochaya.games.tea_garden.turn.mains import garden_sites, may_buy, may_sell
from ochaya.games.tea_garden.turn.sides import open_stacks


@rule
def add(out: Ids, n: int, action: int) -> int:
    """Write one action down."""
    out[n] = action
    return n + 1


@rule
def ascend(out: Ids, first: int, n: int) -> None:
    """Put the actions from `first` on into ascending order."""
    for i in range(first + 1, n):
        action = out[i]
        j = i
        while j > first and out[j - 1] > action:
            out[j] = out[j - 1]
            j -= 1
        out[j] = action


@rule
def choices(s: State, out: Ids) -> int:
    """List what the player to act may choose."""
    phase, player, n = s.phase, s.turn_of, 0
    if phase == ACT:
        return free_choices(s, out, main_choices(s, out))
    if phase == TURN:
        n = add(out, n, a.A_PASS)
        for card in range(CARDS):
            if in_hand(s, player, card) > 0:
                n = add(out, n, a.A_TOP + card)
    elif phase == STACK:
        n = add(out, n, a.A_STOP)
        for card in range(s.stacked, CARDS):
            if in_hand(s, player, card) > 0:
                n = add(out, n, a.A_UNDER + card)
    elif phase == PAY:
        leaves = payable(s)
        for leaf in range(2 * BASKETS):
            if leaves >> leaf & 1:
                n = add(out, n, a.A_PAY + leaf)
    elif phase == CHOOSE_EFFECT:
        if may_decline(s):
            n = add(out, n, a.A_STOP)
        for kind in range(FIRST_PENDING, EFFECTS):
            if may_start(s, kind):
                n = add(out, n, a.A_DO + kind)
    elif phase == FERMENT:
        baskets = fermentable(s)
        for basket in range(BASKETS):
            if baskets >> basket & 1:
                n = add(out, n, a.A_LEAF + basket)
    elif phase == HARVEST:
        gardens = harvestable(s)
        for region in range(REGIONS):
            if gardens >> region & 1:
                n = add(out, n, a.A_GARDEN + region)
    elif phase == DISCARD_CARD:
        for card in range(CARDS):
            if in_hand(s, player, card) > 0:
                n = add(out, n, a.A_DISCARD + card)
    elif phase == REMOVE:
        n = removal_choices(s, out)
    else:
        n = bonus_choices(s, out)
    return n


@rule
def removal_choices(s: State, out: Ids) -> int:
    """§4.3 A card of the hand, the discard pile or the draw pile, or no more."""
    player, n = s.turn_of, add(out, 0, a.A_STOP)
    for card in range(CARDS):
        if in_hand(s, player, card) > 0:
            n = add(out, n, a.A_REMOVE_HAND + card)
    for card in range(CARDS):
        if held(s, player, DISCARD, card) > 0:
            n = add(out, n, a.A_REMOVE_DISCARD + card)
    for card in range(CARDS):
        if held(s, player, PILE, card) > 0:
            n = add(out, n, a.A_REMOVE_PILE + card)
    return n


@rule
def bonus_choices(s: State, out: Ids) -> int:
    """§8, §9, §13 The choices that bonuses bring."""
    phase, player, n = s.phase, s.turn_of, 0
    if phase == STUDY:
        quarter = int(s.study[player]) % 4
        n = add(out, n, a.A_STUDY + 2 * quarter)
        n = add(out, n, a.A_STUDY + 2 * quarter + 1)
    elif phase == TAKE_TILE:
        stacks = open_stacks(s, player)
        for province in range(PROVINCES):
            if stacks >> province & 1:
                n = add(out, n, a.A_STACK + province)
    elif phase == LAY_TILE:
        n = tile_choices(s, out)
    elif phase == PICK_SIDE:
        for side in range(3):
            if side != 1 or open_stacks(s, player):
                n = add(out, n, a.A_SIDE + side)
    elif phase == TAKE_SCROLL:
        for kind in range(3):
            if scroll_supply(s, kind) > 0:
                n = add(out, n, a.A_SCROLL + kind)
    elif phase == TAKE_EMPEROR:
        for i in range(3):
            if s.emperors[i] != NONE:
                n = add(out, n, a.A_EMPEROR + int(s.emperors[i]) - FIRST_EMPEROR)
        ascend(out, 0, n)
    elif phase == TAKE_BASIC:
        for i in range(3):
            if s.stock[0, i] != NONE:
                n = add(out, n, a.A_BASIC + int(s.stock[0, i]))
        ascend(out, 0, n)
    elif phase == LAY_TOKEN:
        n = add(out, n, a.A_CAKE)
        for leader in range(TOKENS):
            if may_join(s, leader):
                n = add(out, n, a.A_JOIN + leader)
    elif phase == SHOP:
        n = add(out, n, a.A_STOP)
        for place in range(3):
            if may_shop(s, place):
                n = add(out, n, a.A_MARKET + int(s.stock[1, place]) - BASIC)
        ascend(out, 1, n)
    return n


@rule
def tile_choices(s: State, out: Ids) -> int:
    """§8.2 A new row, or either end of one of the player's rows."""
    mine, n = FIRST_OWNED + s.turn_of, add(out, 0, a.A_ROW)
    for tile in range(TILES):
        if s.tile_place[tile] == mine and tile != s.holding and s.tile_before[tile] == NONE:
            n = add(out, n, a.A_LAY_LEFT + tile)
    for tile in range(TILES):
        if s.tile_place[tile] == mine and tile != s.holding and s.tile_next[tile] == NONE:
            n = add(out, n, a.A_LAY_RIGHT + tile)
    return n


@rule
def main_choices(s: State, out: Ids) -> int:
    """§3.5 End the turn after the main action; before it, every main action that is possible."""
    if s.main_done:
        return add(out, 0, a.A_END)
    n = 0
    sites = garden_sites(s, s.strength)
    for region in range(REGIONS):
        if sites >> region & 1:
            n = add(out, n, a.A_BUILD + region)
    first = n
    for column in range(6):
        if may_buy(s, column):
            n = add(out, n, a.A_BUY + int(s.market[column]) - FIRST_ACTION)
    for i in range(3):
        if s.caravans[i] != NONE:
            for version in range(4):
                if may_sell(s, s.caravans[i], version):
                    n = add(out, n, a.A_SELL + 4 * int(s.caravans[i]) + version)
    ascend(out, first, n)
    n = add(out, n, a.A_FERMENT)
    n = add(out, n, a.A_HARVEST)
    if s.has_puerh:
        first = n
        for place in range(3):
            for square in range(4):
                if may_visit(s, place, square):
                    n = add(out, n, a.A_COURT + 4 * int(s.halls[place]) + square)
        if tokens_for(s.strength) > 0:
            for place in range(3):
                if may_shop(s, place):
                    n = add(out, n, a.A_MARKET + int(s.stock[1, place]) - BASIC)
        ascend(out, first, n)
    return n


@rule
def free_choices(s: State, out: Ids, n: int) -> int:
    """§3.5, §9 The icons of the top card and the free actions."""
    for kind in range(FIRST_PENDING, EFFECTS):
        if can_use_icon(s, kind):
            n = add(out, n, a.A_DO + kind)
    if may_strengthen(s):
        n = add(out, n, a.A_STRENGTH)
    for side in range(3):
        if may_double(s, side):
            n = add(out, n, a.A_DOUBLE + side)
    for side in range(3):
        if may_repeat(s, side):
            n = add(out, n, a.A_AGAIN + side)
    if may_swap_for_scroll(s):
        n = add(out, n, a.A_SWAP_SCROLL)
    if may_swap_for_token(s):
        n = add(out, n, a.A_SWAP_EMPEROR)
    if may_climb(s):
        n = add(out, n, a.A_CLIMB)
    for tile in range(TILES):
        if may_use_cup(s, tile):
            n = add(out, n, a.A_CUP_LEFT + tile)
    for tile in range(TILES):
        if may_use_cup(s, tile) and has_two_bonuses(s, tile):
            n = add(out, n, a.A_CUP_RIGHT + tile)
    return n
