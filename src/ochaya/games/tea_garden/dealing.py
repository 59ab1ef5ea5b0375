"""What chance gives (§2, §4.1): which place needs filling, what may come there and with what odds."""

from __future__ import annotations

from ochaya.core.game import Ids
from ochaya.core.jit import rule
from ochaya.games.tea_garden.actions import (
    C_CARAVAN,
    C_CARD,
    C_DECREE,
    C_DRAW,
    C_EMPEROR,
    C_FIRST,
    C_HALL,
    C_LU_CLASS,
    C_LU_TOP,
    C_REGION,
    C_TILE,
    C_TOKEN,
)
from ochaya.games.tea_garden.cards import draw, held
from ochaya.games.tea_garden.lu_yu.cards import ADVANCED_BESIDE, LU_CARDS, LU_CLASS
from ochaya.games.tea_garden.lu_yu.deck import LU_UNSEEN, top_weight, turn_advanced, turn_top
from ochaya.games.tea_garden.pieces import (
    ACTION_CARDS,
    BASIC,
    CARAVAN_IS_BLUE,
    CARAVAN_IS_PUERH,
    CARAVANS,
    CARDS,
    DECREES,
    EMPEROR_CARDS,
    EMPEROR_IS_PUERH,
    FIRST_ACTION,
    FIRST_EMPEROR,
    HALLS,
    LEVEL,
    LEVELS,
    OPEN_HALLS,
    PROVINCES,
    REGION_TOKEN_IS_PUERH,
    REGION_TOKENS,
    REGIONS,
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
    DUE_LU_TOP,
    DUE_MARKET,
    DUE_PREMIUM,
    DUE_REGION,
    DUE_TILE,
    NONE,
    NOTHING_DUE,
    OPEN,
    PILE,
    SETTING_UP,
    UNSEEN,
    State,
)


@rule
def deck_level(s: State) -> int:
    """§2 Give the level (1 to 5) of the next card of the action deck, 0 if it is empty."""
    for level in range(LEVELS):
        if s.deck[level] > 0:
            return level + 1
    return 0


@rule
def unseen_tokens(s: State, row: int) -> int:
    """Count the face-down Pu-erh tokens of a stock: 0 basic, 1 premium."""
    tokens = 0
    for token in range(BASIC if row else 0, TOKENS if row else BASIC):
        if s.token_place[token] == UNSEEN:
            tokens += 1
    return tokens


@rule
def make_due(s: State, what: int, at: int) -> bool:
    """Hand over to chance: something must come to a place."""
    s.due = what
    s.due_at = at
    return True


@rule
def find_hole(s: State) -> bool:
    """§2 Find the next open place that has to be filled; says whether there is one."""
    if s.stage == SETTING_UP:
        for region in range(1, REGIONS):
            if s.region_token[region] == NONE:
                return make_due(s, DUE_REGION, region)
    for province in range(PROVINCES):
        if s.stack_top[province] == NONE and s.stack_left[province] > 0:
            return make_due(s, DUE_TILE, province)
    for column in range(6):
        if s.market[column] == NONE and deck_level(s) > 0:
            return make_due(s, DUE_MARKET, column)
    for i in range(3):
        if s.caravans[i] == NONE and s.orange_deck + s.blue_deck > 0:
            return make_due(s, DUE_CARAVAN, i)
    for i in range(3):
        if s.emperors[i] == NONE and s.emperor_deck > 0:
            return make_due(s, DUE_EMPEROR, i)
    if s.has_puerh and find_court_hole(s):
        return True
    if s.is_solo:
        if s.lu_piles[0] + s.lu_piles[1] + s.lu_piles[2] > ADVANCED_BESIDE:
            return make_due(s, DUE_LU_CLASS, 0)
        if s.lu_top[0] == NONE:
            return make_due(s, DUE_LU_TOP, 0)
    s.holes = 0
    return False


@rule
def find_court_hole(s: State) -> bool:
    """§13.1 The same for the court board: Pu-erh tokens, halls, decrees."""
    for row in range(2):
        for i in range(3):
            if s.stock[row, i] == NONE and unseen_tokens(s, row) > 0:
                return make_due(s, DUE_BASIC if row == 0 else DUE_PREMIUM, i)
    for i in range(OPEN_HALLS[s.players - 2]):
        if s.halls[i] == NONE:
            return make_due(s, DUE_HALL, i)
    decrees = 0
    for decree in range(DECREES):
        if s.decree_side[decree] > 0:
            decrees += 1
    if decrees < 4:
        return make_due(s, DUE_DECREE, decrees)
    return False


@rule
def chances(s: State, out: Ids, is_odds: int) -> int:
    """List what may come to the place due, or its odds."""
    n = 0
    due = s.due
    if due == DUE_CARD:
        for card in range(CARDS):
            copies = held(s, s.turn_of, PILE, card)
            if copies > 0:
                out[n] = copies if is_odds else C_DRAW + card
                n += 1
    elif due == DUE_LU_TOP:
        for card in range(LU_CARDS):
            weight = top_weight(s, card)
            if weight > 0:
                out[n] = weight if is_odds else C_LU_TOP + card
                n += 1
    elif due == DUE_LU_CLASS:
        for side in range(3):
            if s.lu_piles[side] > 0:
                out[n] = s.lu_piles[side] if is_odds else C_LU_CLASS + side
                n += 1
    else:
        n = even_chances(s, out)
        if is_odds:
            for i in range(n):
                out[i] = 1
    return n


@rule
def even_chances(s: State, out: Ids) -> int:
    """List what may come where everything unseen is as likely."""
    n = 0
    due = s.due
    if due == DUE_FIRST:
        for player in range(s.players):
            out[n] = C_FIRST + player
            n += 1
    elif due == DUE_REGION:
        for token in range(REGION_TOKENS):
            if not s.token_used[token] and (s.has_puerh or not REGION_TOKEN_IS_PUERH[token]):
                out[n] = C_REGION + token
                n += 1
    elif due == DUE_TILE:
        for tile in range(TILES):
            if s.tile_place[tile] == UNSEEN:
                out[n] = C_TILE + tile
                n += 1
    elif due == DUE_MARKET:
        level = deck_level(s)
        for i in range(ACTION_CARDS):
            if s.place[FIRST_ACTION + i] == UNSEEN and LEVEL[FIRST_ACTION + i] == level:
                out[n] = C_CARD + i
                n += 1
    elif due == DUE_CARAVAN:
        blue = 0 if s.orange_deck > 0 else 1
        for caravan in range(CARAVANS):
            if s.caravan_place[caravan] == UNSEEN and CARAVAN_IS_BLUE[caravan] == blue:
                if s.has_puerh or not CARAVAN_IS_PUERH[caravan]:
                    out[n] = C_CARAVAN + caravan
                    n += 1
    elif due == DUE_EMPEROR:
        for i in range(EMPEROR_CARDS):
            if s.place[FIRST_EMPEROR + i] == UNSEEN and (s.has_puerh or not EMPEROR_IS_PUERH[i]):
                out[n] = C_EMPEROR + i
                n += 1
    elif due in (DUE_BASIC, DUE_PREMIUM):
        for token in range(BASIC if due == DUE_PREMIUM else 0, TOKENS if due == DUE_PREMIUM else BASIC):
            if s.token_place[token] == UNSEEN:
                out[n] = C_TOKEN + token
                n += 1
    elif due == DUE_HALL:
        for hall in range(HALLS):
            if not s.hall_used[hall]:
                out[n] = C_HALL + hall
                n += 1
    elif due == DUE_DECREE:
        for decree in range(DECREES):
            if s.decree_side[decree] == 0:
                out[n] = C_DECREE + decree
                n += 1
    elif due == DUE_LU_ADVANCED:
        for card in range(LU_CARDS):
            if LU_CLASS[card] == s.due_at and s.lu_place[card] == LU_UNSEEN:
                out[n] = C_LU_TOP + card
                n += 1
    return n


@rule
def receive(s: State, outcome: int) -> None:
    """Put what chance gave on its place."""
    due, at = s.due, s.due_at
    s.due = NOTHING_DUE
    s.due_at = 0
    if due == DUE_CARD:
        draw(s, outcome - C_DRAW)
    elif due == DUE_REGION:
        s.region_token[at] = outcome - C_REGION
        s.token_used[outcome - C_REGION] = 1
    elif due == DUE_TILE:
        s.stack_top[at] = outcome - C_TILE
        s.stack_left[at] -= 1
        s.tile_place[outcome - C_TILE] = OPEN
    elif due == DUE_MARKET:
        card = outcome - C_CARD + FIRST_ACTION
        s.deck[LEVEL[card] - 1] -= 1
        s.market[at] = card
        s.place[card] = OPEN
    elif due == DUE_CARAVAN:
        if s.orange_deck > 0:
            s.orange_deck -= 1
        else:
            s.blue_deck -= 1
        s.caravans[at] = outcome - C_CARAVAN
        s.caravan_place[outcome - C_CARAVAN] = OPEN
    elif due == DUE_EMPEROR:
        s.emperor_deck -= 1
        s.emperors[at] = outcome - C_EMPEROR + FIRST_EMPEROR
        s.place[outcome - C_EMPEROR + FIRST_EMPEROR] = OPEN
    elif due in (DUE_BASIC, DUE_PREMIUM):
        s.stock[0 if due == DUE_BASIC else 1, at] = outcome - C_TOKEN
        s.token_place[outcome - C_TOKEN] = OPEN
    elif due == DUE_HALL:
        s.halls[at] = outcome - C_HALL
        s.hall_used[outcome - C_HALL] = 1
    elif due == DUE_DECREE:
        s.decree_side[outcome - C_DECREE] = 1 if at < 2 else 2
    elif due == DUE_LU_CLASS:
        s.lu_piles[outcome - C_LU_CLASS] -= 1
        s.lu_mix[outcome - C_LU_CLASS] += 1
    elif due == DUE_LU_TOP:
        turn_top(s, outcome - C_LU_TOP)
    elif due == DUE_LU_ADVANCED:
        turn_advanced(s, outcome - C_LU_TOP)
    elif due == DUE_FIRST:
        s.starter = outcome - C_FIRST
