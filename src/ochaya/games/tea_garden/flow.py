"""The flow of play (§3, §11): whose turn it is, what is asked next, clean-up. `advance` runs until someone must act."""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.tea_garden.cards import can_draw, clear_slots
from ochaya.games.tea_garden.dealing import find_hole
from ochaya.games.tea_garden.lu_yu.cards import LU
from ochaya.games.tea_garden.lu_yu.deck import put_under
from ochaya.games.tea_garden.lu_yu.play import lu_harvest, lu_next_line, open_lu_turn
from ochaya.games.tea_garden.pieces import (
    CUP,
    CYC1,
    CYC2,
    EFFECTS,
    FER,
    FERMENTED,
    FIRST_PENDING,
    FREE_SLOTS,
    FRESH,
    GARDEN_LEAVES,
    HAND,
    ROUNDS,
    SCROLL,
    SLOT_PRICE,
    TOKENS,
)
from ochaya.games.tea_garden.scoring import score_player
from ochaya.games.tea_garden.state import (
    ACT,
    ACTING,
    BETWEEN_TURNS,
    CHOOSE_EFFECT,
    CHOOSING_FIRST,
    DEALING,
    DISCARD_CARD,
    DUE_CARD,
    DUE_FIRST,
    FINISHED,
    FLOW,
    GONE,
    LU_ACTING,
    NONE,
    NOTHING_DUE,
    OVER_NOW,
    PAY,
    PAY_CARAVAN,
    PAY_CARD,
    PAY_EMPEROR,
    PAY_SCROLL,
    PAY_SIDE_ACTION,
    PAY_STEP,
    PAY_TOKEN,
    SETTING_UP,
    SHOP,
    TURN,
    State,
)
from ochaya.games.tea_garden.telling import T_MARKET_GONE, T_OVER, T_PASSES, T_ROUND, tell
from ochaya.games.tea_garden.turn.court import check_decrees, may_shop_any, score_halls
from ochaya.games.tea_garden.turn.effects import count_pending, lay_token_or_ask, start_effect, take_token
from ochaya.games.tea_garden.turn.extras import extras, usable_cups
from ochaya.games.tea_garden.turn.frees import arrive
from ochaya.games.tea_garden.turn.leaves import age, can_pay, count_leaves, harvest_everything, pay_without_choice
from ochaya.games.tea_garden.turn.mains import leave_market, receive_caravan, receive_card
from ochaya.games.tea_garden.turn.sides import open_stacks


@rule
def advance(s: State) -> None:
    """Go on until a player must choose, chance must give something, or the game is over."""
    while s.due == NOTHING_DUE:
        if s.draws > 0:
            if can_draw(s, s.turn_of):
                s.due = DUE_CARD
            else:
                s.draws = 0
                s.is_cycling = 0
        elif s.holes and find_hole(s):
            return
        elif s.phase == PAY:
            if not pay_without_choice(s):
                return
            s.phase = FLOW
            receive_paid(s)
        elif s.discards > 0:
            s.phase = DISCARD_CARD
            return
        elif s.phase != FLOW:
            return
        elif s.stage == ACTING:
            go_on_acting(s)
        elif s.stage == BETWEEN_TURNS:
            open_next_turn(s)
        elif s.stage == LU_ACTING:
            lu_next_line(s)
        else:
            go_on_dealing(s)


@rule
def receive_paid(s: State) -> None:
    """§10.4 Everything is paid: receive what it was for. A slot needs no more than its price."""
    target = s.pay_target
    s.pay_target = 0
    if s.pay_for == PAY_CARD:
        receive_card(s, target)
    elif s.pay_for == PAY_CARAVAN:
        receive_caravan(s, target // 4, target % 4)
    elif s.pay_for == PAY_STEP:
        arrive(s)
    elif s.pay_for == PAY_SIDE_ACTION:
        s.pending[target] += 1
    elif s.pay_for == PAY_SCROLL:
        s.pending[SCROLL] += 1
    elif s.pay_for == PAY_EMPEROR:
        s.emperor_tokens[s.turn_of] += 1
    elif s.pay_for == PAY_TOKEN:
        take_token(s, target)
        s.bought[s.bought_count] = target
        s.bought_count += 1
    s.pay_for = 0


@rule
def go_on_acting(s: State) -> None:
    """§3.5 Within a turn: finish shopping, resolve what was gained, lay bought tokens, then act again."""
    if s.shopping > 0:
        if may_shop_any(s):
            s.phase = SHOP
            return
        s.shopping = 0
    kinds = count_pending(s)
    if kinds > 1 or s.pending[CYC1] > 0 or s.pending[CYC2] > 0:
        s.phase = CHOOSE_EFFECT
    elif kinds == 1:
        for kind in range(FIRST_PENDING, EFFECTS):
            if s.pending[kind] > 0:
                start_effect(s, kind)
                return
    elif s.bought_count > 0:
        token = int(s.bought[0])
        s.bought_count -= 1
        for i in range(2):
            s.bought[i] = s.bought[i + 1]
        s.bought[2] = 0
        lay_token_or_ask(s, token)
    else:
        if s.has_puerh:
            check_decrees(s, s.turn_of)
        if s.main_done and not can_do_more(s):
            end_turn(s)
        else:
            s.phase = ACT


@rule
def can_use_icon(s: State, kind: int) -> bool:
    """§3.5 Say whether an unused icon of the top card would do anything."""
    if s.icons[kind] == 0:
        return False
    if kind == FER:
        return count_leaves(s, s.turn_of, FRESH, 1) > 0
    if kind == CUP:
        return open_stacks(s, s.turn_of) != 0
    return True


@rule
def can_do_more(s: State) -> bool:
    """§3.5 Say whether anything is left to do in this turn after the main action."""
    brown, green = count_leaves(s, s.turn_of, FERMENTED, 1), count_leaves(s, s.turn_of, FRESH, 1)
    return extras(s, brown, green) != 0 or usable_cups(s) != 0


@rule
def end_turn(s: State) -> None:
    """§3.5 End the turn; the next player is found by going round."""
    for kind in range(EFFECTS):
        s.icons[kind] = 0
    for i in range(4):
        s.sides_used[i] = 0
    for token in range(TOKENS):
        s.is_new[token] = 0
    s.strength = 0
    s.main_done = 0
    s.doubled = 0
    s.repeated = 0
    s.phase = FLOW
    s.stage = BETWEEN_TURNS


@rule
def must_pass(s: State, player: int) -> bool:
    """§3.6 Say whether a player cannot take another turn: no card, no slot, or the slot cannot be paid."""
    slots = 5 if s.has_puerh else 4
    if s.hand_size[player] == 0 or s.turns[player] >= slots:
        return True
    return s.turns[player] >= FREE_SLOTS and not can_pay(s, player, SLOT_PRICE, SLOT_PRICE, 1)


@rule
def open_next_turn(s: State) -> None:
    """§3.2 Going round, the next player who has not passed takes a turn; when all have passed, clean up."""
    for i in range(1, s.players + 1):
        player = (s.turn_of + i) % s.players
        if s.passed[player]:
            continue
        if s.is_solo and player == LU:
            s.turn_of = LU
            open_lu_turn(s)
            return
        if must_pass(s, player):
            s.passed[player] = 1
            tell(s, T_PASSES, player, 0, 0)
        else:
            s.turn_of = player
            s.stage = ACTING
            s.phase = TURN
            return
    for player in range(s.players):
        if not s.passed[player]:
            return
    clean_up(s)


@rule
def clean_up(s: State) -> None:
    """§11 End a round: halls, played cards, ageing, harvest, market; then everybody draws. After the last: scoring."""
    if s.has_puerh:
        score_halls(s)
    if s.is_solo:
        lu_harvest(s)
    if s.round_number == ROUNDS:
        for player in range(s.players):
            score_player(s, player)
        s.phase = FINISHED
        s.stage = OVER_NOW
        s.holes = 0
        tell(s, T_OVER, 0, 0, 0)
        return
    for player in range(s.players):
        if s.is_solo and player == LU:
            s.turns[LU] = 0
            put_under(s)
        else:
            clear_slots(s, player)
            age(s, player)
            harvest_everything(s, player, GARDEN_LEAVES)
    if s.market[0] != NONE:
        card = int(s.market[0])
        s.place[card] = GONE
        leave_market(s, card)
        tell(s, T_MARKET_GONE, 0, card, 0)
    s.starter = (s.starter + 1) % s.players
    s.holes = 1
    s.turn_of = NONE
    s.stage = DEALING


@rule
def go_on_dealing(s: State) -> None:
    """§2, §11 Deal to one player after the other; before the first round a first player is chosen."""
    if s.stage == SETTING_UP:
        s.turn_of = NONE
        s.stage = DEALING
    if s.stage == DEALING:
        s.turn_of += 1
        if s.turn_of < (1 if s.is_solo else s.players):
            s.draws = HAND
        elif s.round_number == 0 and not s.is_solo:
            s.stage = CHOOSING_FIRST
            s.due = DUE_FIRST
        else:
            start_round(s)
    elif s.stage == CHOOSING_FIRST:
        if s.compensates:
            for i in range(1, s.players):
                s.leaves[(s.starter + i) % s.players, FRESH, 0] += 1
        start_round(s)


@rule
def start_round(s: State) -> None:
    """§3.1 Begin a round with the player who has the start-player marker."""
    s.round_number += 1
    for player in range(s.players):
        s.passed[player] = 0
    s.turn_of = (s.starter + s.players - 1) % s.players
    s.stage = BETWEEN_TURNS
    tell(s, T_ROUND, 0, s.round_number, 0)
