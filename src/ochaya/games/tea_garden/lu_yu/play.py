"""Lu Yu's turn (§14): he plays by his cards, line by line; nobody is asked anything.

The back of the card on top of his deck gives the strength to add and every decision. He gains nothing from boards,
cards and tiles.
"""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.tea_garden.lu_yu.cards import (
    BACK_CARAVAN,
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
    LU,
    LU_GARDEN_LEAVES,
    LU_SLOT_PRICE,
    LU_STEP_TOKENS,
    MARKET,
    NOTHING,
    PAY_SIDE,
    SIDE,
    STEPS,
)
from ochaya.games.tea_garden.lu_yu.cups import lu_cup
from ochaya.games.tea_garden.lu_yu.deck import pile_for, play_top
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
    QUALITY,
    REGIONS,
    SQUARES,
    TOKENS,
)
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
    T_HARVEST,
    T_LU_ADVANCED,
    T_LU_BACK,
    T_LU_BACK_COURT,
    T_LU_BOAT,
    T_LU_BUY,
    T_LU_CARAVAN,
    T_LU_CARD,
    T_LU_CLIMB,
    T_LU_COURT,
    T_LU_FERMENT,
    T_LU_FRESH,
    T_LU_GARDEN,
    T_LU_INSTEAD,
    T_LU_MARKET,
    T_LU_NOTHING,
    T_LU_PASSES,
    T_LU_PAYS,
    T_LU_RESEARCH,
    T_LU_TOKEN,
    tell,
)
from ochaya.games.tea_garden.turn.court import check_decrees, send_messenger, tokens_for
from ochaya.games.tea_garden.turn.effects import cake_size, remove_open_emperor, take_token
from ochaya.games.tea_garden.turn.leaves import gardens_of
from ochaya.games.tea_garden.turn.mains import leave_caravans, leave_market, open_regions, put_pagoda, reach
from ochaya.games.tea_garden.turn.sides import open_stacks

NOT_YET, DONE, REPLACED, IMPOSSIBLE = range(4)
OUTCOMES = ("open", "done", "replaced", "impossible")
"""What became of a line of his card: nothing yet, done, done by what stands behind the slash, or nothing possible."""


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
def lu_harvest(s: State) -> None:
    """§14.5 In every clean-up, that of the last round too, each of his gardens gives fresh leaves."""
    leaves = LU_GARDEN_LEAVES * (int(s.built[LU]) + 1)
    s.leaves[LU, FRESH, 0] += leaves
    tell(s, T_HARVEST, LU, leaves, 0)


@rule
def lu_next_line(s: State) -> None:
    """§14.3 Carry out the next line of the card; behind a slash stands what he does if the first is impossible."""
    slot = int(s.turns[LU]) - 1
    card = int(s.lu_slot[slot])
    line = s.lu_line
    if line >= STEPS or FRONT[card, line, 0] == NOTHING:
        check_decrees(s, LU)
        s.lu_line = NONE
        s.stage = BETWEEN_TURNS
        return
    if line == 0:
        s.lu_backs[slot] = s.lu_top[0]
        tell(s, T_LU_BACK, LU, int(s.lu_top[0]), 0)
        if s.has_puerh:
            tell(s, T_LU_BACK_COURT, LU, int(s.lu_top[0]), 0)
    s.lu_line += 1
    first, second = FRONT[card, line, 0], FRONT[card, line, 2]
    outcome = DONE
    if not lu_do(s, first, FRONT[card, line, 1]):
        outcome = IMPOSSIBLE
        if second != NOTHING:
            tell(s, T_LU_INSTEAD, LU, first, second)
            if lu_do(s, second, FRONT[card, line, 3]):
                outcome = REPLACED
        if outcome == IMPOSSIBLE:
            tell(s, T_LU_NOTHING, LU, first if second == NOTHING else second, 0)
    s.lu_outcome[slot, line] = outcome


@rule
def lu_do(s: State, order: int, amount: int) -> bool:
    """§14.3 Carry out one order; says whether it was possible."""
    back = int(s.lu_top[0])
    strength = amount + BACK_STRENGTH[back]
    if order == FRESH_LEAVES:
        s.leaves[LU, FRESH, 0] += amount
        tell(s, T_LU_FRESH, LU, amount, 0)
        return True
    if order == FERMENT_LEAVES:
        return lu_ferment(s, amount)
    if order == EMPEROR_TOKEN:
        s.emperor_tokens[LU] += amount
        tell(s, T_LU_TOKEN, LU, amount, 0)
        return True
    if order == GARDEN:
        return lu_garden(s, back)
    if order == BUY:
        return lu_buy(s, strength)
    if order == CARAVAN:
        return lu_caravan(s, back)
    if order == COURT:
        return s.has_puerh == 1 and lu_court(s, back, strength)
    if order == MARKET:
        return s.has_puerh == 1 and lu_market(s, back, strength)
    if order == SIDE:
        return lu_side(s, back)
    if order == PAY_SIDE:
        return lu_pay_side(s, back, amount)
    if order == EMPEROR:
        return lu_emperor(s, back)
    return lu_advanced(s, back)


@rule
def lu_ferment(s: State, amount: int) -> bool:
    """§14.3 Turn up to so many of his fresh leaves to their fermented side."""
    turned = min(amount, int(s.leaves[LU, FRESH, 0]))
    s.leaves[LU, FRESH, 0] -= turned
    s.leaves[LU, FERMENTED, 0] += turned
    if turned > 0:
        tell(s, T_LU_FERMENT, LU, turned, 0)
    return turned > 0


@rule
def lu_advanced(s: State, back: int) -> bool:
    """§14.4 An advanced card of the side action on the back comes on top of his deck."""
    pile = pile_for(s, BACK_SIDE[back])
    if pile == NONE:
        return False
    s.due = DUE_LU_ADVANCED
    s.due_at = pile
    tell(s, T_LU_ADVANCED, LU, pile, 0)
    return True


@rule
def lu_garden(s: State, back: int) -> bool:
    """§14.3 A garden in the best adjacent region: quality, then the order of provinces, then the lower number."""
    if s.built[LU] >= len(PAGODAS):
        return False
    sites = reach(s, LU, 0) & open_regions(s) & ~gardens_of(s, LU)
    best = NONE
    for region in range(REGIONS):
        if not sites >> region & 1:
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
def can_side(s: State, side: int) -> bool:
    """Say whether there is a quarter, a tile or a section left for him."""
    if side == 0:
        return bool(s.study[LU] < LONGEST_STUDY)
    if side == 2:
        return bool(s.river[LU] < LAST_SECTION)
    return open_stacks(s, LU) != 0


@rule
def lu_side(s: State, back: int) -> bool:
    """§14.3 The side action on the back of the top card, without its bonus; skipped if it cannot be done."""
    side = BACK_SIDE[back]
    if not can_side(s, side):
        return False
    if side == 0:
        s.study[LU] += 1
        tell(s, T_LU_RESEARCH, LU, int(s.study[LU]), 0)
    elif side == 1:
        lu_cup(s, back)
    else:
        s.river[LU] += 1
        tell(s, T_LU_BOAT, LU, int(s.river[LU]), 0)
    return True


@rule
def lu_pay_side(s: State, back: int, price: int) -> bool:
    """§14.3 The side action again for fermented leaves; nothing is paid for one that cannot be done."""
    if s.leaves[LU, FERMENTED, 0] < price or not can_side(s, BACK_SIDE[back]):
        return False
    s.leaves[LU, FERMENTED, 0] -= price
    tell(s, T_LU_PAYS, LU, price, 0)
    return lu_side(s, back)


@rule
def lu_emperor(s: State, back: int) -> bool:
    """§14.3 With two emperor tokens: one step up the track, and the emperor card on the place shown is removed."""
    if s.emperor_tokens[LU] < LU_STEP_TOKENS or s.step[LU] >= LAST_STEP:
        return False
    s.emperor_tokens[LU] -= LU_STEP_TOKENS
    s.step[LU] += 1
    removed = NONE
    for i in range(3):
        if removed == NONE:
            removed = int(s.emperors[(BACK_EMPEROR[back] + i) % 3])
    if removed != NONE:
        remove_open_emperor(s, removed)
    tell(s, T_LU_CLIMB, LU, int(s.step[LU]), removed)
    return True


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
