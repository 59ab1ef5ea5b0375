"""What chance gives, for the fast path: what may come is a set of bits, of which one is drawn; nothing is listed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.bits import count, nth
from ochaya.core.jit import inner_rule, rule
from ochaya.core.rng import Rng, below, next_word, part
from ochaya.core.scratch import scratch
from ochaya.games.tea_garden import actions as a
from ochaya.games.tea_garden.cards import draw
from ochaya.games.tea_garden.dealing import deck_level, receive
from ochaya.games.tea_garden.flow import advance
from ochaya.games.tea_garden.lu_yu.cards import CLASSES, LU_CARDS, LU_CLASS
from ochaya.games.tea_garden.lu_yu.deck import LU_UNSEEN, SHARE, mixed_cards, next_layer
from ochaya.games.tea_garden.pieces import (
    BASIC,
    CARAVAN_IS_BLUE,
    CARAVAN_IS_PUERH,
    CARAVANS,
    CARDS,
    DECREES,
    EMPEROR_IS_PUERH,
    FIRST_EMPEROR,
    HALLS,
    LEVEL,
    LEVELS,
    REGION_TOKEN_IS_PUERH,
    REGION_TOKENS,
    REGIONS,
    STARTERS,
    TILES,
    TOKENS,
)
from ochaya.games.tea_garden.state import (
    DUE_BASIC,
    DUE_CARAVAN,
    DUE_CARD,
    DUE_DECREE,
    DUE_EMPEROR,
    DUE_FIRST,
    DUE_HALL,
    DUE_LU_ADVANCED,
    DUE_LU_CLASS,
    DUE_MARKET,
    DUE_PREMIUM,
    DUE_REGION,
    DUE_TILE,
    FIRST_OWNED,
    NOTHING_DUE,
    PILE,
    UNSEEN,
    ZONES,
    State,
)
from ochaya.games.tea_garden.telling import forget


def _bits(is_in: npt.NDArray[np.bool_]) -> int:
    """Give a set as bits."""
    return sum(1 << int(member) for member in np.flatnonzero(is_in))


CARDS_OF_LEVEL = np.array([_bits(LEVEL[STARTERS:] == level) for level in range(LEVELS + 1)], np.int64)
"""The action cards of each level, counted from the first; level 0 has none."""
CARDS_OF_LEVEL[0] = 0
FIRST_EMPEROR_BIT = FIRST_EMPEROR - STARTERS
EMPERORS = np.array([_bits(EMPEROR_IS_PUERH == 0), (1 << len(EMPEROR_IS_PUERH)) - 1], np.int64)
"""The emperor cards of the base game, and those with Pu-erh; likewise the tokens of regions and the caravans."""
REGION_POOL = np.array([_bits(REGION_TOKEN_IS_PUERH == 0), (1 << REGION_TOKENS) - 1], np.int64)
CARAVAN_POOL = np.array(
    [[_bits((blue == CARAVAN_IS_BLUE) & (puerh >= CARAVAN_IS_PUERH)) for blue in range(2)] for puerh in range(2)],
    np.int64,
)
"""[with Pu-erh, blue]"""
LU_CARDS_OF_CLASS = np.array([_bits(np.equal(LU_CLASS, kind)) for kind in range(CLASSES)], np.int64)


@inner_rule
def cards_at(s: State, place: int) -> int:
    """Give the action and emperor cards in a place, counted from the first after the starting cards."""
    cards = 0
    for i in range(CARDS - STARTERS):
        if s.place[STARTERS + i] == place:
            cards |= 1 << i
    return cards


@inner_rule
def tiles_at(s: State, place: int) -> int:
    """Give the cup tiles in a place."""
    tiles = 0
    for tile in range(TILES):
        if s.tile_place[tile] == place:
            tiles |= 1 << tile
    return tiles


@inner_rule
def deal(s: State, rng: Rng) -> int:
    """Let chance give what is due, cards and tokens of regions all at once; give how many outcomes that was."""
    forget(s)
    steps = 1
    if s.due == DUE_CARD:
        steps = draw_all(s, rng)
    elif s.due == DUE_REGION:
        steps = lay_region_tokens(s, rng)
    else:
        receive(s, outcome(s, next_word(rng)))
    advance(s)
    return steps


@inner_rule
def draw_all(s: State, rng: Rng) -> int:
    """§4.1 Draw as many cards as are due and lie in the draw pile."""
    player, steps, weak = s.turn_of, 0, np.int64(0)
    for card in range(STARTERS):
        weak += s.starters[player, PILE, card]
    cards = cards_at(s, FIRST_OWNED + ZONES * player + PILE)
    left = int(weak) + count(cards)
    while s.draws > 0 and left > 0:
        at = below(rng, left)
        if at < weak:
            card, passed = 0, np.int64(0)
            for kind in range(STARTERS):
                passed += s.starters[player, PILE, kind]
                card += int(at >= passed)
            weak -= 1
        else:
            bit = nth(cards, at - int(weak))
            cards ^= 1 << bit
            card = STARTERS + bit
        draw(s, card)
        left -= 1
        steps += 1
    s.due = NOTHING_DUE
    return steps


@inner_rule
def lay_region_tokens(s: State, rng: Rng) -> int:
    """§2 Put a token on every region that waits for one."""
    first, pool = int(s.due_at), int(REGION_POOL[s.has_puerh])
    for token in range(REGION_TOKENS):
        if s.token_used[token]:
            pool &= ~(1 << token)
    left = count(pool)
    for region in range(first, REGIONS):
        token = nth(pool, below(rng, left))
        pool ^= 1 << token
        left -= 1
        s.due = DUE_REGION
        s.due_at = region
        receive(s, a.C_REGION + token)
    return REGIONS - first


@inner_rule
def outcome(s: State, word: int) -> int:
    """Give what comes to the place due."""
    due = s.due
    if due == DUE_FIRST:
        return a.C_FIRST + part(word, s.players)
    if due == DUE_LU_CLASS:
        left = part(word, s.lu_piles[0] + s.lu_piles[1] + s.lu_piles[2])
        return a.C_LU_CLASS + int(left >= s.lu_piles[0]) + int(left >= s.lu_piles[0] + s.lu_piles[1])
    if due == DUE_TILE:
        first, pool = a.C_TILE, tiles_at(s, UNSEEN)
    elif due == DUE_MARKET:
        first, pool = a.C_CARD, cards_at(s, UNSEEN) & CARDS_OF_LEVEL[deck_level(s)]
    elif due == DUE_EMPEROR:
        first, pool = a.C_EMPEROR, cards_at(s, UNSEEN) >> FIRST_EMPEROR_BIT & EMPERORS[s.has_puerh]
    elif due == DUE_CARAVAN:
        first, pool = a.C_CARAVAN, unseen_caravans(s)
    elif due in (DUE_BASIC, DUE_PREMIUM, DUE_HALL, DUE_DECREE):
        first, pool = court_pool(s)
    elif due == DUE_LU_ADVANCED:
        first, pool = a.C_LU_TOP, lu_cards_at(s, LU_UNSEEN) & LU_CARDS_OF_CLASS[s.due_at]
    elif mixed_cards(s) > 0:
        return a.C_LU_TOP + mixed_card(s, word)
    else:
        first, pool = a.C_LU_TOP, lu_cards_at(s, next_layer(s))
    return first + nth(pool, part(word, count(pool)))


@inner_rule
def unseen_caravans(s: State) -> int:
    """§7 Give the caravans that may come: orange ones as long as there are any."""
    caravans = 0
    for caravan in range(CARAVANS):
        if s.caravan_place[caravan] == UNSEEN:
            caravans |= 1 << caravan
    return caravans & int(CARAVAN_POOL[s.has_puerh, 0 if s.orange_deck > 0 else 1])


@rule
def court_pool(s: State) -> tuple[int, int]:
    """§13.1 Give what may come to the court board: the number of the first outcome and the set."""
    pool = 0
    if s.due == DUE_HALL:
        for hall in range(HALLS):
            pool |= int(s.hall_used[hall] == 0) << hall
        return a.C_HALL, pool
    if s.due == DUE_DECREE:
        for decree in range(DECREES):
            pool |= int(s.decree_side[decree] == 0) << decree
        return a.C_DECREE, pool
    for token in range(TOKENS):
        pool |= int(s.token_place[token] == UNSEEN) << token
    return a.C_TOKEN, pool & (1 << BASIC) - 1 if s.due == DUE_BASIC else pool >> BASIC << BASIC


@inner_rule
def lu_cards_at(s: State, place: int) -> int:
    """§14.1 Give Lu Yu's cards in a place."""
    cards = 0
    for card in range(LU_CARDS):
        if s.lu_place[card] == place:
            cards |= 1 << card
    return cards


@rule
def mixed_card(s: State, word: int) -> int:
    """§14.1 Give a card of the mixed part of Lu Yu's deck, with the odds of `top_weight`."""
    unseen, total = lu_cards_at(s, LU_UNSEEN), 0
    weights = scratch(CLASSES, np.int64)
    for kind in range(CLASSES):
        cards = count(unseen & LU_CARDS_OF_CLASS[kind])
        if cards > 0:
            weights[kind] = SHARE * int(s.lu_mix[kind]) // cards
            total += cards * int(weights[kind])
    left = part(word, total)
    for card in range(LU_CARDS):
        if unseen >> card & 1:
            left -= weights[LU_CLASS[card]]
            if left < 0:
                return card
    return -1
