"""The main actions of the base game (§5-§7): build a garden, buy a card, sell to a caravan.

Fermenting and harvesting are in leaves.py, the two main actions of Pu-erh in court.py.
"""

from __future__ import annotations

from ochaya.core.bits import lowest
from ochaya.core.jit import inner_rule, rule
from ochaya.games.tea_garden.cards import pots_shown, take_to_hand
from ochaya.games.tea_garden.pieces import (
    CARAVAN_FERMENTED,
    CARAVAN_LEAF_BONUS,
    CARAVAN_STRENGTH,
    CARAVAN_STRENGTH_BONUS,
    CARAVAN_TOTAL,
    COLUMNS,
    FARTHER,
    FIRST_ACTION,
    NEAR,
    PAGODAS,
    POT,
    PRICE_LEAVES,
    PRICE_POTS,
    PRICE_QUALITY,
    REGION_TOKEN_BONUS,
    REGIONS,
    SKIP,
    SPACE_POINTS,
    SPACES,
)
from ochaya.games.tea_garden.state import (
    FIRST_OWNED,
    FROM_BONUSES,
    FROM_CARAVANS,
    FROM_GARDENS,
    NONE,
    PAY_CARAVAN,
    PAY_CARD,
    State,
)
from ochaya.games.tea_garden.turn.effects import gain
from ochaya.games.tea_garden.turn.leaves import ask_payment, can_pay, gardens_of, regions_of, spaces_with
from ochaya.games.tea_garden.turn.sides import score_points

ALL_SPACES = sum((1 << int(SPACES[region])) - 1 << 4 * region for region in range(REGIONS))
"""The spaces there are, as bits, four to a region."""


@rule
def free_space(s: State, region: int) -> int:
    """§5 Give the best free space of a region, or NONE."""
    for i in range(SPACES[region]):
        if s.space[region, i] == 0:
            return i
    return NONE


@rule
def reach(s: State, player: int, is_far: int) -> int:
    """§5 Give the regions next to a player's gardens (or two steps away), as bits, whether free or not."""
    return around(gardens_of(s, player), is_far)


@inner_rule
def around(gardens: int, is_far: int) -> int:
    """§5 Give the regions next to gardens (or two steps away)."""
    near = 0
    while gardens:
        region = lowest(gardens)
        near |= FARTHER[region] if is_far else NEAR[region]
        gardens &= gardens - 1
    return near


@inner_rule
def open_regions(s: State) -> int:
    """§5 Give the regions with a free space, as bits."""
    return regions_of(spaces_with(s, 0) & ALL_SPACES)


@rule
def garden_sites(s: State, strength: int) -> int:
    """§5 Give the regions where the player whose turn it is may build with this strength, as bits."""
    player = s.turn_of
    if s.built[player] >= len(PAGODAS) or strength < PAGODAS[s.built[player]]:
        return 0
    gardens = gardens_of(s, player)
    sites = around(gardens, 0)
    if strength >= PAGODAS[s.built[player]] + SKIP:
        sites |= around(gardens, 1)
    return sites & open_regions(s) & ~gardens


@rule
def put_pagoda(s: State, player: int, region: int) -> int:
    """§5 Put the next pagoda on the best free space of a region and say which."""
    space = free_space(s, region)
    s.space[region, space] = player + 1
    s.built[player] += 1
    return space


@rule
def build(s: State, region: int) -> None:
    """§5 Build a tea garden: the points of the space and the bonus of the region's token."""
    space = put_pagoda(s, s.turn_of, region)
    score_points(s, s.turn_of, SPACE_POINTS[region, space], FROM_GARDENS)
    gain(s, REGION_TOKEN_BONUS[s.region_token[region]], FROM_BONUSES)


@rule
def missing_pots(s: State, card: int) -> int:
    """§6.2 Count the teapots a price asks for beyond those shown this round; scrolls must supply them."""
    player = s.turn_of
    red, green, blue = pots_shown(s, player, 0), pots_shown(s, player, 1), pots_shown(s, player, 2)
    return pots_short(card, red, green, blue, pots_shown(s, player, 3))


@rule
def pots_short(card: int, red: int, green: int, blue: int, wild: int) -> int:
    """§6.2 Count the teapots a price asks for beyond these."""
    price = PRICE_POTS[card - FIRST_ACTION]
    short = max(0, int(price[0]) - red) + max(0, int(price[1]) - green) + max(0, int(price[2]) - blue)
    spare = max(0, red - int(price[0])) + max(0, green - int(price[1])) + max(0, blue - int(price[2]))
    missing = max(0, short - wild)
    spare += max(0, wild - short)
    return missing + max(0, int(price[3]) - spare)


@rule
def may_buy(s: State, column: int) -> bool:
    """§6 Say whether the card in a column can be bought: strength, leaves and teapots suffice."""
    card = int(s.market[column])
    if card == NONE or s.strength < COLUMNS[column]:
        return False
    price = card - FIRST_ACTION
    if not can_pay(s, s.turn_of, PRICE_LEAVES[price], 0, PRICE_QUALITY[price]):
        return False
    return bool(missing_pots(s, card) <= s.scrolls[s.turn_of, POT])


@rule
def buy(s: State, card: int) -> None:
    """§6 Buy an action card: use the scrolls needed for its teapots, then pay the leaves."""
    s.scrolls[s.turn_of, POT] -= missing_pots(s, card)
    ask_payment(s, PRICE_LEAVES[card - FIRST_ACTION], 0, PRICE_QUALITY[card - FIRST_ACTION], PAY_CARD, card)


@rule
def leave_market(s: State, card: int) -> None:
    """§6.3 Take a card out of the row; the others slide to the left and a new one comes at the right end."""
    found = False
    for column in range(6):
        if s.market[column] == card:
            found = True
        if found:
            s.market[column] = s.market[column + 1] if column < 5 else NONE
    s.holes = 1


@rule
def receive_card(s: State, card: int) -> None:
    """§6.3 The bought card goes to hand."""
    leave_market(s, card)
    take_to_hand(s, s.turn_of, card)


@rule
def may_sell(s: State, caravan: int, version: int) -> bool:
    """§7 Say whether a version of a caravan can be served: 2 for the large strength half, 1 for the large leaf half."""
    if s.strength < CARAVAN_STRENGTH[caravan, version // 2]:
        return False
    half = version % 2
    return can_pay(s, s.turn_of, CARAVAN_TOTAL[caravan, half], CARAVAN_FERMENTED[caravan, half], 1)


@rule
def sell(s: State, caravan: int, version: int) -> None:
    """§7 Sell tea to a caravan: pay the leaves of the chosen half."""
    half = version % 2
    target = caravan * 4 + version
    ask_payment(s, CARAVAN_TOTAL[caravan, half], CARAVAN_FERMENTED[caravan, half], 1, PAY_CARAVAN, target)


@rule
def leave_caravans(s: State, caravan: int, player: int) -> None:
    """§7 Keep a caravan card; a new one takes its place."""
    for i in range(3):
        if s.caravans[i] == caravan:
            s.caravans[i] = NONE
    s.caravan_place[caravan] = FIRST_OWNED + player
    s.holes = 1


@rule
def receive_caravan(s: State, caravan: int, version: int) -> None:
    """§7 Take the card and both rewards."""
    leave_caravans(s, caravan, s.turn_of)
    gain(s, CARAVAN_STRENGTH_BONUS[caravan, version // 2], FROM_CARAVANS)
    gain(s, CARAVAN_LEAF_BONUS[caravan, version % 2], FROM_CARAVANS)
