"""Lu Yu's turn (§14): he plays by his cards, line by line; nobody is asked anything.

The back of the card on top of his deck gives the strength to add and every decision. He gains nothing from boards,
cards and tiles.
"""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.tea_garden.court import check_decrees, send_messenger, tokens_for
from ochaya.games.tea_garden.effects import cake_size, remove_open_emperor, take_token
from ochaya.games.tea_garden.leaves import has_garden
from ochaya.games.tea_garden.luyu_cards import (
    ADVANCED,
    BACK_CARAVAN,
    BACK_CUPS,
    BACK_EMPEROR,
    BACK_HALL,
    BACK_MARKET,
    BACK_PROVINCES,
    BACK_SIDE,
    BACK_STRENGTH,
    BUY,
    CARAVAN,
    COURT,
    EMPEROR,
    EMPEROR_TOKEN,
    FERMENT_LEAVES,
    FRESH_LEAVES,
    FRONT,
    GARDEN,
    LU_SLOT_PRICE,
    LU_STEP_TOKENS,
    MARKET,
    NOTHING,
    PAY_SIDE,
    SIDE,
    STEPS,
)
from ochaya.games.tea_garden.luyu_deck import pile_for, play_top
from ochaya.games.tea_garden.mains import free_space, leave_caravans, leave_market, put_pagoda, reach
from ochaya.games.tea_garden.pieces import (
    CAKE,
    FERMENTED,
    FREE_SLOTS,
    FRESH,
    LAST_SECTION,
    LAST_STEP,
    LONGEST_STUDY,
    PAGODAS,
    PROVINCE,
    PROVINCES,
    QUALITY,
    REGIONS,
    SQUARES,
    TILE_LEFT,
    TILE_RIGHT,
    TILES,
    TOKENS,
)
from ochaya.games.tea_garden.sides import has_tiles, lay_beside, may_take_tile
from ochaya.games.tea_garden.state import (
    BETWEEN_TURNS,
    DUE_LU_ADVANCED,
    FIRST_OWNED,
    LU_ACTING,
    NONE,
    ZONES,
    State,
)
from ochaya.games.tea_garden.state import (
    DISCARD as DISCARD_ZONE,
)
from ochaya.games.tea_garden.telling import (
    T_LU_ADVANCED,
    T_LU_BOAT,
    T_LU_BUY,
    T_LU_CARAVAN,
    T_LU_CARD,
    T_LU_CLIMB,
    T_LU_COURT,
    T_LU_CUP,
    T_LU_FERMENT,
    T_LU_FRESH,
    T_LU_GARDEN,
    T_LU_MARKET,
    T_LU_NOTHING,
    T_LU_PASSES,
    T_LU_PAYS,
    T_LU_RESEARCH,
    T_LU_TOKEN,
    tell,
)

LU = 1
"""His number among the players."""


@rule
def open_lu_turn(s: State) -> None:
    """§14.2 Lu Yu turns up his next card on the next slot, pays for it, or passes for the round."""
    slot = int(s.turns[LU])
    slots = 5 if s.has_puerh else 4
    price = LU_SLOT_PRICE if slot >= FREE_SLOTS else 0
    if slot >= slots or s.leaves[LU, FERMENTED, 0] < price:
        s.passed[LU] = 1
        tell(s, T_LU_PASSES, LU, 0, 0)
        return
    s.leaves[LU, FERMENTED, 0] -= price
    s.turns[LU] += 1
    tell(s, T_LU_CARD, LU, int(s.lu_top[0]), price)
    play_top(s, slot)
    s.lu_line = 0
    s.stage = LU_ACTING


@rule
def lu_next_line(s: State) -> None:
    """§14.3 Carry out the next line of the card; behind a slash stands what he does if the first is impossible."""
    card = int(s.lu_slot[s.turns[LU] - 1])
    line = s.lu_line
    if line >= STEPS or FRONT[card, line, 0] == NOTHING:
        check_decrees(s, LU)
        s.lu_line = NONE
        s.stage = BETWEEN_TURNS
        return
    s.lu_line += 1
    if not lu_do(s, FRONT[card, line, 0], FRONT[card, line, 1]) and FRONT[card, line, 2] != NOTHING:
        if not lu_do(s, FRONT[card, line, 2], FRONT[card, line, 3]):
            tell(s, T_LU_NOTHING, LU, 0, 0)


@rule
def lu_do(s: State, order: int, amount: int) -> bool:
    """§14.3 Carry out one order; says whether it was possible."""
    back = int(s.lu_top[0])
    strength = amount + BACK_STRENGTH[back]
    if order == FRESH_LEAVES:
        s.leaves[LU, FRESH, 0] += amount
        tell(s, T_LU_FRESH, LU, amount, 0)
    elif order == FERMENT_LEAVES:
        turned = min(amount, int(s.leaves[LU, FRESH, 0]))
        s.leaves[LU, FRESH, 0] -= turned
        s.leaves[LU, FERMENTED, 0] += turned
        tell(s, T_LU_FERMENT, LU, turned, 0)
    elif order == EMPEROR_TOKEN:
        s.emperor_tokens[LU] += amount
        tell(s, T_LU_TOKEN, LU, amount, 0)
    elif order == GARDEN:
        return lu_garden(s, back)
    elif order == BUY:
        return lu_buy(s, strength)
    elif order == CARAVAN:
        return lu_caravan(s, back)
    elif order == COURT:
        return s.has_puerh == 1 and lu_court(s, back, strength)
    elif order == MARKET:
        return s.has_puerh == 1 and lu_market(s, back, strength)
    elif order == SIDE:
        lu_side(s, back)
    elif order == PAY_SIDE:
        if s.leaves[LU, FERMENTED, 0] >= amount:
            s.leaves[LU, FERMENTED, 0] -= amount
            tell(s, T_LU_PAYS, LU, amount, 0)
            lu_side(s, back)
    elif order == EMPEROR:
        lu_emperor(s, back)
    elif order == ADVANCED:
        pile = pile_for(s, BACK_SIDE[back])
        if pile != NONE:
            s.due = DUE_LU_ADVANCED
            s.due_at = pile
            tell(s, T_LU_ADVANCED, LU, pile, 0)
    return True


@rule
def lu_garden(s: State, back: int) -> bool:
    """§14.3 A garden in the best adjacent region: quality, then the order of provinces, then the lower number."""
    if s.built[LU] >= len(PAGODAS):
        return False
    near = reach(s, LU, 0)
    best = NONE
    for region in range(REGIONS):
        if not near >> region & 1 or has_garden(s, LU, region) or free_space(s, region) == NONE:
            continue
        if best == NONE or QUALITY[region] > QUALITY[best]:
            best = region
        elif QUALITY[region] == QUALITY[best]:
            if BACK_PROVINCES[back, PROVINCE[region]] < BACK_PROVINCES[back, PROVINCE[best]]:
                best = region
    if best == NONE:
        return False
    put_pagoda(s, LU, best)
    tell(s, T_LU_GARDEN, LU, best, 0)
    return True


@rule
def lu_buy(s: State, strength: int) -> bool:
    """§14.3 The action card in the column of his strength; an empty column sends him to the next cheaper one."""
    for i in range(6):
        column = min(strength, 5) - i
        if column >= 0 and s.market[column] != NONE:
            card = int(s.market[column])
            leave_market(s, card)
            s.place[card] = FIRST_OWNED + ZONES * LU + DISCARD_ZONE
            tell(s, T_LU_BUY, LU, card, 0)
            return True
    return False


@rule
def lu_caravan(s: State, back: int) -> bool:
    """§14.3 The caravan card on the place shown, or the next one to the right, going round."""
    for i in range(3):
        caravan = int(s.caravans[(BACK_CARAVAN[back] + i) % 3])
        if caravan != NONE:
            leave_caravans(s, caravan, LU)
            tell(s, T_LU_CARAVAN, LU, caravan, 0)
            return True
    return False


@rule
def lu_side(s: State, back: int) -> None:
    """§14.3 The side action on the back of the top card, without its bonus; skipped if it cannot be done."""
    side = BACK_SIDE[back]
    if side == 0:
        if s.study[LU] < LONGEST_STUDY:
            s.study[LU] += 1
            tell(s, T_LU_RESEARCH, LU, int(s.study[LU]), 0)
    elif side == 1:
        lu_cup(s, back)
    elif s.river[LU] < LAST_SECTION:
        s.river[LU] += 1
        tell(s, T_LU_BOAT, LU, int(s.river[LU]), 0)


@rule
def row_end(s: State, is_left: int) -> int:
    """Give the tile at an end of his single row."""
    for tile in range(TILES):
        if s.tile_place[tile] == FIRST_OWNED + LU:
            if (s.tile_before[tile] if is_left else s.tile_next[tile]) == NONE:
                return tile
    return NONE


@rule
def cup_rank(s: State, back: int, province: int) -> int:
    """§14.3 Order the tiles he may take, lowest first: a match at the right end, at the left end, then no match.

    Within each group the colours on the back decide - of the connection where there is a match, else of the left
    half - then the tile's other half, then the order of provinces.
    """
    tile = int(s.stack_top[province])
    left, right = BACK_CUPS[back, TILE_LEFT[tile]], BACK_CUPS[back, TILE_RIGHT[tile]]
    group, first, second = 2, left, right
    if has_tiles(s, LU):
        if TILE_RIGHT[row_end(s, 0)] == TILE_LEFT[tile]:
            group = 0
        elif TILE_LEFT[row_end(s, 1)] == TILE_RIGHT[tile]:
            group, first, second = 1, right, left
    return group * 100 + int(first) * 30 + int(second) * 10 + int(BACK_PROVINCES[back, province])


@rule
def lu_cup(s: State, back: int) -> None:
    """§14.3 Take a cup tile of a province with one of his gardens and add it to his only row."""
    best, best_rank = NONE, 1000
    for province in range(PROVINCES):
        if may_take_tile(s, LU, province):
            rank = cup_rank(s, back, province)
            if rank < best_rank:
                best, best_rank = province, rank
    if best == NONE:
        return
    tile = int(s.stack_top[best])
    if has_tiles(s, LU):
        is_left = 1 if best_rank // 100 == 1 else 0
        lay_beside(s, LU, tile, row_end(s, is_left), is_left)
    s.stack_top[best] = NONE
    s.tile_place[tile] = FIRST_OWNED + LU
    s.holes = 1
    tell(s, T_LU_CUP, LU, tile, 0)


@rule
def lu_emperor(s: State, back: int) -> None:
    """§14.3 With two emperor tokens: one step up the track, and the emperor card on the place shown is removed."""
    if s.emperor_tokens[LU] < LU_STEP_TOKENS or s.step[LU] >= LAST_STEP:
        return
    s.emperor_tokens[LU] -= LU_STEP_TOKENS
    s.step[LU] += 1
    removed = NONE
    for i in range(3):
        if removed == NONE:
            removed = int(s.emperors[(BACK_EMPEROR[back] + i) % 3])
    if removed != NONE:
        remove_open_emperor(s, removed)
    tell(s, T_LU_CLIMB, LU, int(s.step[LU]), removed)


@rule
def lu_court(s: State, back: int, strength: int) -> bool:
    """§14.3 A messenger on the highest free square he can reach in the hall shown, else in the other."""
    if s.ready[LU] == 0:
        return False
    for i in range(2):
        place = (BACK_HALL[back] + i) % 2
        for square in range(4):
            if s.halls[place] != NONE and s.square[place, square] == 0 and SQUARES[square] <= strength:
                send_messenger(s, LU, place, square)
                tell(s, T_LU_COURT, LU, int(s.halls[place]), SQUARES[square])
                return True
    return False


@rule
def lu_market(s: State, back: int, strength: int) -> bool:
    """§14.3 Premium tokens by strength, in the order shown, each added to his current cake."""
    taken = 0
    for i in range(3):
        token = int(s.stock[1, BACK_MARKET[back, i]])
        if token == NONE or taken >= tokens_for(strength):
            continue
        taken += 1
        take_token(s, token)
        s.is_new[token] = 0
        leader = unfinished_cake(s)
        s.cake[token] = token if leader == NONE else leader
        tell(s, T_LU_MARKET, LU, token, 0)
    return taken > 0


@rule
def unfinished_cake(s: State) -> int:
    """Give the token that started his current cake, or NONE."""
    for leader in range(TOKENS):
        if 0 < cake_size(s, LU, leader) < CAKE:
            return leader
    return NONE
