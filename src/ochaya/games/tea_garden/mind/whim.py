"""A main or free action of a turn at random, for the fast path: every kind is counted, only the one drawn is found.

The kinds stand in the order of their numbers (actions.py); what `choices.py` lists one by one is here a set of bits.
"""

from __future__ import annotations

import numpy as np

from ochaya.core.bits import count, lowest, nth
from ochaya.core.jit import inner_rule, rule
from ochaya.core.record import Table
from ochaya.core.rng import part
from ochaya.core.scratch import scratch
from ochaya.games.tea_garden import actions as a
from ochaya.games.tea_garden.cards import pots_shown
from ochaya.games.tea_garden.pieces import (
    BASIC,
    BASKETS,
    CARAVAN_FERMENTED,
    CARAVAN_STRENGTH,
    CARAVAN_TOTAL,
    COLUMNS,
    FERMENTED,
    FIRST_ACTION,
    FRESH,
    POT,
    PRICE_LEAVES,
    PRICE_QUALITY,
    TOKEN_FERMENTED,
    TOKEN_LEAVES,
)
from ochaya.games.tea_garden.state import NONE, State
from ochaya.games.tea_garden.turn.court import may_visit, tokens_for
from ochaya.games.tea_garden.turn.extras import extras, usable_cups
from ochaya.games.tea_garden.turn.frees import has_two_bonuses
from ochaya.games.tea_garden.turn.leaves import covers, sum_leaves
from ochaya.games.tea_garden.turn.mains import garden_sites, pots_short


@inner_rule
def whim(s: State, word: int) -> int:
    """§3.5 One of all main and free actions, each as likely."""
    sums = scratch((2, BASKETS), np.int64)
    sum_leaves(s, s.turn_of, sums)
    sites, cards, sales, halls, tokens = 0, 0, 0, 0, 0
    mains = 1
    if not s.main_done:
        sites, cards, sales = garden_sites(s, s.strength), buyable(s, sums), sellable(s, sums)
        mains = 2 + count(sites) + count(cards) + count(sales)
        if s.has_puerh:
            halls, tokens = visitable(s), shoppable(s, sums)
            mains += count(halls) + count(tokens)
    frees, cups, twofold = extras(s, sums[FERMENTED, 0], sums[FRESH, 0]), usable_cups(s), 0
    total = mains + count(frees)
    if cups:
        twofold = with_two_bonuses(s, cups)
        total += count(cups) + count(twofold)
    at = part(word, total)
    if at >= mains:
        return a_free(frees, cups, twofold, at - mains)
    if s.main_done:
        return a.A_END
    if at < count(sites):
        return a.A_BUILD + nth(sites, at)
    at -= count(sites)
    if at < count(cards):
        return a.A_BUY + nth(cards, at)
    at -= count(cards)
    if at < count(sales):
        return sale(s, sales, at)
    at -= count(sales)
    if at < 2:
        return a.A_FERMENT + int(at)
    at -= 2
    if at < count(halls):
        return a.A_COURT + nth(halls, at)
    return a.A_MARKET + nth(tokens, at - count(halls))


@inner_rule
def a_free(frees: int, cups: int, twofold: int, at: int) -> int:
    """§3.5, §9 Find the free action drawn."""
    if at < count(frees):
        return a.A_DO + nth(frees, at)
    at -= count(frees)
    if at < count(cups):
        return a.A_CUP_LEFT + nth(cups, at)
    return a.A_CUP_RIGHT + nth(twofold, at - count(cups))


@inner_rule
def buyable(s: State, sums: Table) -> int:
    """§6 The action cards that can be bought, counted from the first."""
    player, cards, is_counted = s.turn_of, 0, False
    red, green, blue, wild = 0, 0, 0, 0
    for column in range(6):
        card = int(s.market[column])
        if card == NONE or s.strength < COLUMNS[column]:
            continue
        price = card - FIRST_ACTION
        quality = PRICE_QUALITY[price] - 1
        if covers(sums[FERMENTED, quality], sums[FRESH, quality], PRICE_LEAVES[price], 0):
            if not is_counted:
                red, green, blue = pots_shown(s, player, 0), pots_shown(s, player, 1), pots_shown(s, player, 2)
                wild = pots_shown(s, player, 3)
                is_counted = True
            cards |= int(pots_short(card, red, green, blue, wild) <= s.scrolls[player, POT]) << price
    return cards


@inner_rule
def sellable(s: State, sums: Table) -> int:
    """§7 The versions of caravans that can be served: four bits for each open place."""
    sales, brown, green = 0, sums[FERMENTED, 0], sums[FRESH, 0]
    for i in range(3):
        caravan = int(s.caravans[i])
        if caravan != NONE:
            halves = int(covers(brown, green, CARAVAN_TOTAL[caravan, 0], CARAVAN_FERMENTED[caravan, 0]))
            halves |= int(covers(brown, green, CARAVAN_TOTAL[caravan, 1], CARAVAN_FERMENTED[caravan, 1])) << 1
            low, high = s.strength >= CARAVAN_STRENGTH[caravan, 0], s.strength >= CARAVAN_STRENGTH[caravan, 1]
            sales |= halves * (int(low) | int(high) << 2) << 4 * i
    return sales


@rule
def sale(s: State, sales: int, at: int) -> int:
    """§7 Find the sale drawn; caravans count in the order of their numbers, not of their places."""
    left = 7
    while True:
        place = lowest(left)
        for i in range(3):
            if left >> i & 1 and s.caravans[i] < s.caravans[place]:
                place = i
        versions = sales >> 4 * place & 15
        if at < count(versions):
            return a.A_SELL + 4 * int(s.caravans[place]) + nth(versions, at)
        at -= count(versions)
        left ^= 1 << place


@inner_rule
def visitable(s: State) -> int:
    """§13.2 The squares at court a messenger may stand on: four bits for each hall."""
    squares = 0
    for place in range(3):
        for square in range(4):
            if may_visit(s, place, square):
                squares |= 1 << 4 * int(s.halls[place]) + square
    return squares


@inner_rule
def shoppable(s: State, sums: Table) -> int:
    """§13.3 The premium tokens that can be bought, counted from the first."""
    tokens, brown, green = 0, sums[FERMENTED, 0], sums[FRESH, 0]
    if tokens_for(s.strength) > 0:
        for place in range(3):
            token = int(s.stock[1, place])
            if token != NONE and covers(brown, green, TOKEN_LEAVES[token], TOKEN_FERMENTED[token]):
                tokens |= 1 << token - BASIC
    return tokens


@rule
def with_two_bonuses(s: State, cups: int) -> int:
    """§9.3 Those of the tiles whose cup token gives a choice of two bonuses."""
    twofold = 0
    while cups:
        tile = lowest(cups)
        if has_two_bonuses(s, tile):
            twofold |= 1 << tile
        cups &= cups - 1
    return twofold
