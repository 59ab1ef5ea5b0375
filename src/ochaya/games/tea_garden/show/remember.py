"""The end of an observation: what has gone by and can be remembered, and what the choice at hand still hangs on.

All of it is public and in the record: which cards left the game, what lies on top of the slots, how cup tiles follow
one another, which halls have been, who was first at a decree, what is being paid for, what is known of Lu Yu's deck.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import rule
from ochaya.games.tea_garden.lu_yu.cards import CLASSES, LU_CARDS
from ochaya.games.tea_garden.pieces import (
    ACTION_CARDS,
    CARDS,
    DECREES,
    EMPEROR_CARDS,
    FIRST_ACTION,
    HALLS,
    TILES,
    TOKENS,
)
from ochaya.games.tea_garden.state import GONE, NONE, PAY, PLAYERS, SLOTS, State

Numbers = npt.NDArray[np.float32]
CHOICE = 17
PUERH = HALLS + 2 * DECREES + TOKENS
LU_DECK = LU_CARDS + 1 + SLOTS + CLASSES + 4
REMEMBERED = ACTION_CARDS + EMPEROR_CARDS + 2 * PLAYERS * SLOTS + TILES + 5 + CHOICE + PUERH + LU_DECK


@rule
def remember(s: State, me: int, out: Numbers, at: int) -> None:
    """Write all of it from `at` on, where everything is 0 still."""
    for card in range(FIRST_ACTION, CARDS):
        if s.place[card] == GONE:
            out[at + card - FIRST_ACTION] = 1.0
    at += CARDS - FIRST_ACTION
    for i in range(s.players):
        player = (me + i) % s.players
        for slot in range(s.turns[player] + 1 if s.turns[player] < SLOTS else SLOTS):
            out[at + i * SLOTS + slot] = s.slot_top[player, slot] + 1
            out[at + (PLAYERS + i) * SLOTS + slot] = s.slot_strength[player, slot]
    at += 2 * PLAYERS * SLOTS
    for tile in range(TILES):
        out[at + tile] = s.tile_next[tile] + 1
    at += TILES
    out[at] = s.players
    out[at + 1] = s.has_puerh
    out[at + 2] = s.floor_stays
    out[at + 3] = s.match_only
    out[at + 4] = s.compensates
    remember_choice(s, out, at + 5)
    at += 5 + CHOICE
    if s.has_puerh:
        remember_court(s, me, out, at)
    if s.is_solo:
        remember_deck(s, out, at + PUERH)


@rule
def remember_choice(s: State, out: Numbers, at: int) -> None:
    """§3.5, §10.4 What the choice at hand hangs on: side actions used, the order of choosing, draws, the payment."""
    for i in range(4):
        out[at + i] = s.sides_used[i]
    out[at + 4] = s.stacked
    out[at + 5] = s.at_least
    out[at + 6] = s.draws
    out[at + 7] = s.discards
    out[at + 8] = s.is_cycling
    if s.phase == PAY:
        out[at + 9] = s.pay_for + 1
        out[at + 10] = s.pay_target // 4
        out[at + 11] = s.pay_target % 4
    out[at + 12] = s.holding + 1
    out[at + 13] = s.shopping
    for i in range(s.bought_count):
        out[at + 14 + i] = s.bought[i] + 1


@rule
def remember_court(s: State, me: int, out: Numbers, at: int) -> None:
    """§13 Halls of earlier rounds, who stands on which space of a decree, tokens gained this turn."""
    for hall in range(HALLS):
        out[at + hall] = s.hall_used[hall]
    for place in range(3):
        if s.halls[place] != NONE:
            out[at + int(s.halls[place])] = 0.0
    at += HALLS
    for decree in range(DECREES):
        for i in range(2):
            if s.decree_space[decree, i] > 0:
                out[at + 2 * decree + i] = 1 + (s.decree_space[decree, i] - 1 - me) % s.players
    at += 2 * DECREES
    for token in range(TOKENS):
        out[at + token] = s.is_new[token]


@rule
def remember_deck(s: State, out: Numbers, at: int) -> None:
    """§14.1 Where each of Lu Yu's cards is, the second card on top, his slots, and what is in the deck unseen."""
    for card in range(LU_CARDS):
        out[at + card] = s.lu_place[card]
    at += LU_CARDS
    out[at] = s.lu_top[1] + 1
    for slot in range(SLOTS):
        out[at + 1 + slot] = s.lu_slot[slot] + 1
    at += 1 + SLOTS
    for kind in range(CLASSES):
        out[at + kind] = s.lu_mix[kind]
    at += CLASSES
    for pile in range(3):
        out[at + pile] = s.lu_piles[pile]
    out[at + 3] = s.lu_line + 1
