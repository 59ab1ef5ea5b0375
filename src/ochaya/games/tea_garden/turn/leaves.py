"""Tea leaves (§10): gaining, fermenting, harvesting, paying, ageing.

A leaf has a number: 0 to 5 fresh of quality 1 to 6, 6 to 11 fermented of quality 1 to 6. Several leaves are always
chosen in ascending order, so that no payment is listed twice.
"""

from __future__ import annotations

import numpy as np

from ochaya.core.bits import count, lowest
from ochaya.core.jit import inner_rule, rule
from ochaya.core.record import Table
from ochaya.games.tea_garden.pieces import BASKETS, FERMENTED, FRESH, GARDEN_LEAVES, QUALITY, REGIONS
from ochaya.games.tea_garden.state import FERMENT, FLOW, HARVEST, PAY, State
from ochaya.games.tea_garden.telling import T_FERMENTED, T_HARVEST, T_HARVESTED, T_LEAVES, T_PAID, tell

FROM_BASKET = np.array([((1 << BASKETS) - (1 << first)) * ((1 << BASKETS) + 1) for first in range(BASKETS)], np.int64)
"""All leaves, fresh and fermented, of a basket and those above it, as bits."""


@rule
def count_leaves(s: State, player: int, kind: int, quality: int) -> int:
    """Count a player's fresh or fermented leaves of at least this quality."""
    leaves = 0
    for basket in range(quality - 1, BASKETS):
        leaves += s.leaves[player, kind, basket]
    return leaves


@inner_rule
def sum_leaves(s: State, player: int, sums: Table) -> None:
    """Write a player's leaves of at least each quality: [fresh or fermented, quality - 1]."""
    green, brown = 0, 0
    for i in range(BASKETS):
        basket = BASKETS - 1 - i
        green += s.leaves[player, FRESH, basket]
        brown += s.leaves[player, FERMENTED, basket]
        sums[FRESH, basket] = green
        sums[FERMENTED, basket] = brown


@rule
def gain_leaves(s: State, player: int, quality: int, amount: int) -> None:
    """§10.1 Take fresh leaves into the basket of their quality."""
    s.leaves[player, FRESH, quality - 1] += amount
    tell(s, T_LEAVES, player, quality, amount)


@rule
def can_pay(s: State, player: int, total: int, fermented: int, quality: int) -> bool:
    """§10.4 Say whether a price can be paid: fermented leaves may stand in for fresh ones, not the other way."""
    return covers(
        count_leaves(s, player, FERMENTED, quality), count_leaves(s, player, FRESH, quality), total, fermented)


@inner_rule
def covers(brown: int, green: int, total: int, fermented: int) -> bool:
    """§10.4 Say whether so many fermented and fresh leaves make a price."""
    return (brown >= fermented) & (brown + green >= total)


@rule
def ask_payment(s: State, total: int, fermented: int, quality: int, what_for: int, target: int) -> None:
    """§10.4 Begin to pay a price; which leaves is asked where there is a choice."""
    s.phase = PAY
    s.owed = total
    s.owed_fresh = total - fermented
    s.owed_quality = quality
    s.pay_for = what_for
    s.pay_target = target
    s.at_least = 0


@inner_rule
def payable(s: State) -> int:
    """§10.4 Give the leaves that may be the next one paid, as bits; the rest comes from leaves numbered no lower."""
    player, owed, fresh = s.turn_of, s.owed, s.owed_fresh
    leaves, green, brown, total = 0, 0, 0, count_leaves(s, player, FERMENTED, s.owed_quality)
    for i in range(BASKETS):
        basket = BASKETS - 1 - i
        here = int(s.leaves[player, FRESH, basket])
        green += here
        leaves |= int((here > 0) & (fresh > 0) & (min(green, fresh) + total >= owed)) << basket
        here = int(s.leaves[player, FERMENTED, basket])
        brown += here
        leaves |= int((here > 0) & (brown >= owed)) << BASKETS + basket
    return leaves & int(FROM_BASKET[s.owed_quality - 1]) >> s.at_least << s.at_least


@rule
def pay_leaf(s: State, leaf: int) -> None:
    """§10.4 Give one leaf back to the supply."""
    kind = leaf // BASKETS
    s.leaves[s.turn_of, kind, leaf % BASKETS] -= 1
    s.owed -= 1
    if kind == FRESH:
        s.owed_fresh -= 1
    s.at_least = leaf


@rule
def pay_without_choice(s: State) -> bool:
    """§10.4 Pay as long as only one leaf can be next; says whether everything is paid."""
    while s.owed > 0:
        leaves = payable(s)
        if count(leaves) != 1:
            return False
        only = lowest(leaves)
        pay_leaf(s, only)
        tell(s, T_PAID, s.turn_of, only, 0)
    s.owed_fresh = 0
    s.owed_quality = 0
    s.at_least = 0
    return True


@rule
def ferment_leaf(s: State, quality: int) -> None:
    """§10.2 Turn one fresh leaf to its fermented side; it stays in its basket."""
    s.leaves[s.turn_of, FRESH, quality - 1] -= 1
    s.leaves[s.turn_of, FERMENTED, quality - 1] += 1
    s.amount -= 1
    s.at_least = quality - 1
    tell(s, T_FERMENTED, s.turn_of, quality, 1)


@rule
def fermentable(s: State) -> int:
    """§10.2 Give the baskets of the next leaf, as bits: enough leaves of no lower quality must remain."""
    baskets, leaves = 0, 0
    for i in range(BASKETS):
        basket = BASKETS - 1 - i
        here = int(s.leaves[s.turn_of, FRESH, basket])
        leaves += here
        baskets |= int((here > 0) & (leaves >= s.amount)) << basket
    return baskets >> s.at_least << s.at_least


@rule
def has_garden(s: State, player: int, region: int) -> bool:
    """Say whether a player has a garden in a region."""
    for i in range(4):
        if s.space[region, i] == player + 1:
            return True
    return False


@rule
def gardens_of(s: State, player: int) -> int:
    """Give the regions where a player has a garden, as bits."""
    return regions_of(spaces_with(s, player + 1))


@inner_rule
def spaces_with(s: State, mark: int) -> int:
    """Give the spaces of all regions with this mark (0: nobody, a player plus 1), as bits, four to a region."""
    spaces = 0
    for region in range(REGIONS):
        for i in range(4):
            spaces |= int(s.space[region, i] == mark) << 4 * region + i
    return spaces


@inner_rule
def regions_of(spaces: int) -> int:
    """Give the regions of these spaces: each four bits become one."""
    bits = spaces | spaces >> 2
    bits = (bits | bits >> 1) & 0x1111111111111111
    bits = (bits | bits >> 3) & 0x0303030303030303
    bits = (bits | bits >> 6) & 0x000F000F000F000F
    bits = (bits | bits >> 12) & 0x000000FF000000FF
    return (bits | bits >> 24) & 0xFFFF


@rule
def harvest_garden(s: State, region: int) -> None:
    """§10.3 Take the leaves of one own garden."""
    s.leaves[s.turn_of, FRESH, QUALITY[region] - 1] += GARDEN_LEAVES
    s.amount -= 1
    s.at_least = region + 1
    tell(s, T_HARVESTED, s.turn_of, region, GARDEN_LEAVES)


@rule
def harvestable(s: State) -> int:
    """§10.3 Give the gardens that may be next, as bits: enough gardens of higher number must remain."""
    gardens, wanted = gardens_of(s, s.turn_of) >> s.at_least << s.at_least, 0
    for _ in range(count(gardens) - s.amount + 1):
        wanted |= gardens & -gardens
        gardens &= gardens - 1
    return wanted


@rule
def take_without_choice(s: State, phase: int) -> None:
    """§10.2, §10.3 Ferment or harvest as long as only one leaf or garden can be next, then ask or finish."""
    while s.amount > 0:
        ways = fermentable(s) if phase == FERMENT else harvestable(s)
        if count(ways) != 1:
            s.phase = phase
            return
        if phase == FERMENT:
            ferment_leaf(s, lowest(ways) + 1)
        else:
            harvest_garden(s, lowest(ways))
    s.at_least = 0
    s.phase = FLOW


@rule
def ferment(s: State, amount: int) -> None:
    """§10.2 Ferment up to so many leaves. A fermented leaf is never worth less, so as many as possible are turned."""
    s.amount = min(amount, count_leaves(s, s.turn_of, FRESH, 1))
    s.at_least = 0
    take_without_choice(s, FERMENT)


@rule
def harvest(s: State, amount: int) -> None:
    """§10.3 Harvest up to so many different own gardens; a leaf is never a burden, so as many as possible."""
    s.amount = min(amount, s.built[s.turn_of] + 1)
    s.at_least = 0
    take_without_choice(s, HARVEST)


@rule
def harvest_everything(s: State, player: int, each: int) -> None:
    """§11 Every garden gives its leaves (§4: or one leaf each)."""
    leaves, gardens = 0, gardens_of(s, player)
    while gardens:
        s.leaves[player, FRESH, QUALITY[lowest(gardens)] - 1] += each
        leaves += each
        gardens &= gardens - 1
    tell(s, T_HARVEST, player, leaves, 0)


@rule
def age(s: State, player: int) -> None:
    """§11 Every fermented leaf moves one basket up, every fresh leaf one basket down."""
    kept = s.leaves[player, FRESH, 0] if s.floor_stays else 0
    for basket in range(BASKETS - 1):
        s.leaves[player, FRESH, basket] = s.leaves[player, FRESH, basket + 1]
    s.leaves[player, FRESH, BASKETS - 1] = 0
    s.leaves[player, FRESH, 0] += kept
    s.leaves[player, FERMENTED, BASKETS - 1] += s.leaves[player, FERMENTED, BASKETS - 2]
    for i in range(BASKETS - 2):
        basket = BASKETS - 2 - i
        s.leaves[player, FERMENTED, basket] = s.leaves[player, FERMENTED, basket - 1]
    s.leaves[player, FERMENTED, 0] = 0
