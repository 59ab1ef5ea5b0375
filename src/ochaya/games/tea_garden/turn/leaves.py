"""Tea leaves (§10): gaining, fermenting, harvesting, paying, ageing.

A leaf has a number: 0 to 5 fresh of quality 1 to 6, 6 to 11 fermented of quality 1 to 6. Several leaves are always
chosen in ascending order, so that no payment is listed twice.
"""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.tea_garden.pieces import BASKETS, FERMENTED, FRESH, GARDEN_LEAVES, QUALITY, REGIONS
from ochaya.games.tea_garden.state import FERMENT, FLOW, HARVEST, PAY, State
from ochaya.games.tea_garden.telling import T_FERMENTED, T_HARVEST, T_HARVESTED, T_LEAVES, T_PAID, tell


@rule
def count_leaves(s: State, player: int, kind: int, quality: int) -> int:
    """Count a player's fresh or fermented leaves of at least this quality."""
    leaves = 0
    for basket in range(quality - 1, BASKETS):
        leaves += s.leaves[player, kind, basket]
    return leaves


@rule
def gain_leaves(s: State, player: int, quality: int, amount: int) -> None:
    """§10.1 Take fresh leaves into the basket of their quality."""
    s.leaves[player, FRESH, quality - 1] += amount
    tell(s, T_LEAVES, player, quality, amount)


@rule
def can_pay(s: State, player: int, total: int, fermented: int, quality: int) -> bool:
    """§10.4 Say whether a price can be paid: fermented leaves may stand in for fresh ones, not the other way."""
    brown = count_leaves(s, player, FERMENTED, quality)
    return brown >= fermented and brown + count_leaves(s, player, FRESH, quality) >= total


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


@rule
def may_pay_with(s: State, leaf: int) -> bool:
    """§10.4 Say whether this leaf may be the next one paid, the rest coming from leaves numbered no lower."""
    player, kind, basket = s.turn_of, leaf // BASKETS, leaf % BASKETS
    if leaf < s.at_least or basket + 1 < s.owed_quality or s.leaves[player, kind, basket] == 0:
        return False
    if kind == FRESH and s.owed_fresh == 0:
        return False
    green = 0
    if kind == FRESH:
        for b in range(basket, BASKETS):
            green += s.leaves[player, FRESH, b]
        green = min(green, s.owed_fresh)
    brown = 0
    for b in range(basket if kind == FERMENTED else s.owed_quality - 1, BASKETS):
        brown += s.leaves[player, FERMENTED, b]
    return green + brown >= s.owed


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
        choices, only = 0, 0
        for leaf in range(2 * BASKETS):
            if may_pay_with(s, leaf):
                choices += 1
                only = leaf
        if choices != 1:
            return False
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
def may_ferment(s: State, quality: int) -> bool:
    """§10.2 Say whether a leaf of this quality may be next: enough leaves of no lower quality must remain."""
    if s.leaves[s.turn_of, FRESH, quality - 1] == 0 or quality - 1 < s.at_least:
        return False
    return count_leaves(s, s.turn_of, FRESH, quality) >= s.amount


@rule
def has_garden(s: State, player: int, region: int) -> bool:
    """Say whether a player has a garden in a region."""
    for i in range(4):
        if s.space[region, i] == player + 1:
            return True
    return False


@rule
def harvest_garden(s: State, region: int) -> None:
    """§10.3 Take the leaves of one own garden."""
    s.leaves[s.turn_of, FRESH, QUALITY[region] - 1] += GARDEN_LEAVES
    s.amount -= 1
    s.at_least = region + 1
    tell(s, T_HARVESTED, s.turn_of, region, GARDEN_LEAVES)


@rule
def may_harvest(s: State, region: int) -> bool:
    """§10.3 Say whether this garden may be next: enough gardens of higher number must remain."""
    if region < s.at_least or not has_garden(s, s.turn_of, region):
        return False
    gardens = 0
    for other in range(region, REGIONS):
        if has_garden(s, s.turn_of, other):
            gardens += 1
    return gardens >= s.amount


@rule
def take_without_choice(s: State, phase: int) -> None:
    """§10.2, §10.3 Ferment or harvest as long as only one leaf or garden can be next, then ask or finish."""
    while s.amount > 0:
        choices, only = 0, 0
        for i in range(BASKETS if phase == FERMENT else REGIONS):
            if may_ferment(s, i + 1) if phase == FERMENT else may_harvest(s, i):
                choices += 1
                only = i
        if choices != 1:
            s.phase = phase
            return
        if phase == FERMENT:
            ferment_leaf(s, only + 1)
        else:
            harvest_garden(s, only)
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
    leaves = 0
    for region in range(REGIONS):
        if has_garden(s, player, region):
            s.leaves[player, FRESH, QUALITY[region] - 1] += each
            leaves += each
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
