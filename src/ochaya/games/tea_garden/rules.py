"""The rules as the house asks for them: setup, actor, legal, odds, apply (§2-§14 of docs/rules/tea_garden.md)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.game import CHANCE, OVER, Ids
from ochaya.core.jit import rule
from ochaya.games.tea_garden import actions as a
from ochaya.games.tea_garden.cards import discard, leave_hand, put, take_out
from ochaya.games.tea_garden.choices import choices
from ochaya.games.tea_garden.dealing import chances, receive
from ochaya.games.tea_garden.flow import advance, end_turn
from ochaya.games.tea_garden.lu_yu.cards import BASIC_CLASS, CLASS_SIZE, MASTER_CLASS, MASTERS
from ochaya.games.tea_garden.pieces import (
    ANY,
    BASIC,
    BOAT,
    CARDS_OF_A_LEVEL,
    COPIES,
    CUP,
    CYC1,
    CYC2,
    EFFECTS,
    EMP,
    FERMENT_RATE,
    FIRST_ACTION,
    FIRST_EMPEROR,
    FIRST_LEAVES,
    FIRST_PENDING,
    FREE_SLOTS,
    FRESH,
    HARVEST_RATE,
    ICONS,
    LEVELS,
    ORANGE_CARAVANS,
    READY,
    SLOT_PRICE,
    STACK_SIZE,
    STARTERS,
    STRENGTH,
    STUDY_BONUS,
    UNI,
    WAITING,
)
from ochaya.games.tea_garden.state import (
    ACT,
    CHOOSE_EFFECT,
    DISCARD,
    DISCARD_CARD,
    FERMENT,
    FINISHED,
    FLOW,
    FROM_STUDY,
    HARVEST,
    LAY_TILE,
    LAY_TOKEN,
    NONE,
    NOTHING_DUE,
    PAY,
    PAY_SLOT,
    PICK_SIDE,
    PILE,
    PLAYED,
    REMOVE,
    SETTING_UP,
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
from ochaya.games.tea_garden.telling import T_EMPEROR_TOKENS, forget, tell
from ochaya.games.tea_garden.turn.court import shop, tokens_for, visit
from ochaya.games.tea_garden.turn.effects import (
    decline,
    gain,
    lay_token,
    lay_token_or_ask,
    start_effect,
    take_emperor,
    take_scroll,
    take_token,
)
from ochaya.games.tea_garden.turn.frees import (
    climb,
    double,
    repeat,
    strengthen,
    swap_for_scroll,
    swap_for_token,
    use_cup,
)
from ochaya.games.tea_garden.turn.leaves import (
    ask_payment,
    ferment,
    ferment_leaf,
    harvest,
    harvest_garden,
    pay_leaf,
    take_without_choice,
)
from ochaya.games.tea_garden.turn.mains import build, buy, sell
from ochaya.games.tea_garden.turn.sides import lay_tile, study, take_tile

_PLAYERS = np.array([2, 1, 3, 4], np.int8)
"""The values of the option `players`, in order."""


@rule
def setup(s: State, options: npt.NDArray[np.int16]) -> None:
    """§2 Set everything up that chance has no part in; options are players, puerh, level, starts, floor, cups, gift."""
    seats = _PLAYERS[options[0]]
    s.is_solo = 1 if seats == 1 else 0
    s.players = max(2, seats)
    s.has_puerh = options[1]
    s.level = options[2]
    s.lu_first = options[3]
    s.floor_stays = options[4]
    s.match_only = options[5]
    s.compensates = options[6]
    s.stage = SETTING_UP
    s.holding = NONE
    s.lu_line = NONE
    s.holes = 1
    set_up_board(s)
    for player in range(s.players):
        set_up_player(s, player)
    s.starter = s.lu_first if s.is_solo else 0
    advance(s)


@rule
def set_up_board(s: State) -> None:
    """§2.1 Empty places and full decks."""
    s.market[:] = NONE
    s.emperors[:] = NONE
    s.caravans[:] = NONE
    s.stack_top[:] = NONE
    s.region_token[:] = NONE
    s.tile_next[:] = NONE
    s.tile_before[:] = NONE
    s.stock[:] = NONE
    s.halls[:] = NONE
    s.cake[:] = NONE
    s.slot_top[:] = NONE
    s.lu_slot[:] = NONE
    s.lu_backs[:] = NONE
    s.lu_top[:] = NONE
    count = s.players - 2
    s.stack_left[:] = STACK_SIZE[count]
    for level in range(LEVELS):
        s.deck[level] = CARDS_OF_A_LEVEL[count]
    s.orange_deck = ORANGE_CARAVANS[count]
    s.blue_deck = 19 if s.has_puerh else 15
    s.emperor_deck = 17 if s.has_puerh else 16
    if s.is_solo:
        for side in range(3):
            s.lu_piles[side] = CLASS_SIZE[side]
        s.lu_mix[BASIC_CLASS] = CLASS_SIZE[BASIC_CLASS]
        s.lu_mix[MASTER_CLASS] = MASTERS[s.level]


@rule
def set_up_player(s: State, player: int) -> None:
    """§2.2 A garden in the start region, leaves, the starting deck; Lu Yu has his own deck."""
    s.space[0, player] = player + 1
    if s.has_puerh:
        s.ready[player] = READY
        s.waiting[player] = WAITING
    if s.is_solo and player == 1:
        s.leaves[player, FRESH, 0] = FIRST_LEAVES
        return
    s.leaves[player, FRESH, 1] = FIRST_LEAVES
    for card in range(STARTERS):
        s.starters[player, PILE, card] = COPIES[card]


@rule
def actor(s: State) -> int:
    """Say who must act: the player whose choice it is, or chance."""
    if s.due != NOTHING_DUE:
        return CHANCE
    if s.phase == FINISHED:
        return OVER
    return s.turn_of


@rule
def legal(s: State, out: Ids) -> int:
    """List the actions possible now, ascending."""
    if s.due != NOTHING_DUE:
        return chances(s, out, 0)
    if s.phase == FINISHED:
        return 0
    return choices(s, out)


@rule
def odds(s: State, out: Ids) -> int:
    """Give the weights of what chance may give; their sum."""
    n = chances(s, out, 1)
    total = 0
    for i in range(n):
        total += out[i]
    return total


@rule
def apply(s: State, action: int) -> None:
    """Carry out an action or take what chance gave, and go on until somebody must act."""
    forget(s)
    if s.due != NOTHING_DUE:
        receive(s, action)
    elif s.phase == ACT:
        if action < a.A_DO:
            do_main(s, action)
        else:
            do_free(s, action)
    elif s.phase in (TURN, STACK):
        play_card(s, action)
    else:
        answer(s, action)
    advance(s)


@rule
def play_card(s: State, action: int) -> None:
    """§3.3 Choose the top card, then the cards below it in ascending order; or pass."""
    player = s.turn_of
    slot = int(s.turns[player])
    if action == a.A_PASS:
        s.passed[player] = 1
        end_turn(s)
        return
    if action == a.A_STOP:
        open_slot(s)
        return
    is_top = action < a.A_UNDER
    card = action - a.A_TOP if is_top else action - a.A_UNDER
    leave_hand(s, player, card)
    put(s, player, PLAYED, card)
    s.slot_strength[player, slot] += STRENGTH[card]
    s.slot_cards[player, slot] += 1
    if is_top:
        s.slot_top[player, slot] = card
    s.stacked = 0 if is_top else card
    s.phase = STACK
    if s.hand_size[player] == 0:
        open_slot(s)


@rule
def open_slot(s: State) -> None:
    """§3.3, §3.4 The stack is complete: its strength counts, its top card's icons are ready, the slot is paid."""
    player = s.turn_of
    slot = int(s.turns[player])
    top = int(s.slot_top[player, slot])
    s.turns[player] += 1
    s.stacked = 0
    s.strength = s.slot_strength[player, slot]
    for kind in range(FIRST_PENDING, EFFECTS):
        s.icons[kind] = ICONS[top, kind]
    if ICONS[top, EMP] > 0:
        s.emperor_tokens[player] += ICONS[top, EMP]
        tell(s, T_EMPEROR_TOKENS, player, ICONS[top, EMP], 0)
    if slot >= FREE_SLOTS:
        ask_payment(s, SLOT_PRICE, SLOT_PRICE, 1, PAY_SLOT, 0)
    else:
        s.phase = FLOW


@rule
def do_main(s: State, action: int) -> None:
    """§3.5 Perform the main action of the turn, or end the turn."""
    s.phase = FLOW
    if action == a.A_END:
        end_turn(s)
        return
    s.main_done = 1
    if action < a.A_BUY:
        build(s, action - a.A_BUILD)
    elif action < a.A_SELL:
        buy(s, action - a.A_BUY + FIRST_ACTION)
    elif action < a.A_FERMENT:
        sell(s, (action - a.A_SELL) // 4, (action - a.A_SELL) % 4)
    elif action == a.A_FERMENT:
        ferment(s, FERMENT_RATE * s.strength)
    elif action == a.A_HARVEST:
        harvest(s, HARVEST_RATE * s.strength)
    elif action < a.A_MARKET:
        visit(s, (action - a.A_COURT) // 4, (action - a.A_COURT) % 4)
    else:
        s.shopping = tokens_for(s.strength)
        shop(s, action - a.A_MARKET + BASIC)


@rule
def do_free(s: State, action: int) -> None:
    """§3.5, §9 Use an icon of the top card or perform a free action."""
    s.phase = FLOW
    if action < a.A_STRENGTH:
        use_icon(s, action - a.A_DO)
    elif action == a.A_STRENGTH:
        strengthen(s)
    elif action < a.A_AGAIN:
        double(s, action - a.A_DOUBLE)
    elif action < a.A_SWAP_SCROLL:
        repeat(s, action - a.A_AGAIN)
    elif action == a.A_SWAP_SCROLL:
        swap_for_scroll(s)
    elif action == a.A_SWAP_EMPEROR:
        swap_for_token(s)
    elif action == a.A_CLIMB:
        climb(s)
    elif action < a.A_CUP_RIGHT:
        use_cup(s, action - a.A_CUP_LEFT, 0)
    else:
        use_cup(s, action - a.A_CUP_RIGHT, 1)


@rule
def use_icon(s: State, kind: int) -> None:
    """§3.5 Use an icon of the top card: side actions one at a time, anything else whole."""
    if kind in (UNI, CUP, BOAT, ANY):
        s.icons[kind] -= 1
        s.sides_used[kind - UNI] += 1
        s.pending[kind] += 1
    else:
        s.pending[kind] += s.icons[kind]
        s.icons[kind] = 0
        if kind in (CYC1, CYC2):
            start_effect(s, kind)


@rule
def remove_card(s: State, action: int) -> None:
    """§4.3 Remove a card of the hand, the discard pile or the draw pile from the game."""
    player = s.turn_of
    if action < a.A_REMOVE_DISCARD:
        leave_hand(s, player, action - a.A_REMOVE_HAND)
    elif action < a.A_REMOVE_PILE:
        take_out(s, player, DISCARD, action - a.A_REMOVE_DISCARD)
    else:
        take_out(s, player, PILE, action - a.A_REMOVE_PILE)


@rule
def answer(s: State, action: int) -> None:
    """Answer the question asked: a payment, a choice of leaves, cards, tiles or tokens."""
    phase = s.phase
    if phase == PAY:
        pay_leaf(s, action - a.A_PAY)
    elif phase == CHOOSE_EFFECT:
        if action == a.A_STOP:
            decline(s)
        else:
            start_effect(s, action - a.A_DO)
    elif phase == FERMENT:
        ferment_leaf(s, action - a.A_LEAF + 1)
        take_without_choice(s, FERMENT)
    elif phase == HARVEST:
        harvest_garden(s, action - a.A_GARDEN)
        take_without_choice(s, HARVEST)
    elif phase == DISCARD_CARD:
        s.phase = FLOW
        discard(s, action - a.A_DISCARD)
    elif phase == REMOVE:
        if action != a.A_STOP:
            remove_card(s, action)
            s.amount -= 1
        if action == a.A_STOP or s.amount == 0:
            s.amount = 0
            s.phase = FLOW
    else:
        answer_bonus(s, action)


@rule
def answer_bonus(s: State, action: int) -> None:
    """§8, §9, §13 Answer a question that a bonus brought."""
    phase = s.phase
    s.phase = FLOW
    if phase == STUDY:
        study(s)
        gain(s, STUDY_BONUS[action - a.A_STUDY], FROM_STUDY)
    elif phase == TAKE_TILE:
        take_tile(s, action - a.A_STACK)
    elif phase == LAY_TILE:
        if action == a.A_ROW:
            lay_tile(s, NONE, 0)
        elif action < a.A_LAY_RIGHT:
            lay_tile(s, action - a.A_LAY_LEFT, 1)
        else:
            lay_tile(s, action - a.A_LAY_RIGHT, 0)
    elif phase == PICK_SIDE:
        s.pending[UNI + action - a.A_SIDE] += 1
    elif phase == TAKE_SCROLL:
        take_scroll(s, action - a.A_SCROLL)
    elif phase == TAKE_EMPEROR:
        take_emperor(s, action - a.A_EMPEROR + FIRST_EMPEROR)
    elif phase == TAKE_BASIC:
        take_token(s, action - a.A_BASIC)
        lay_token_or_ask(s, action - a.A_BASIC)
    elif phase == LAY_TOKEN:
        lay_token(s, s.holding, s.holding if action == a.A_CAKE else action - a.A_JOIN)
    elif phase == SHOP:
        if action == a.A_STOP:
            s.shopping = 0
        else:
            shop(s, action - a.A_MARKET + BASIC)
