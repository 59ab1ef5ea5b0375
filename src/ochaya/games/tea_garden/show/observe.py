"""A Seen as numbers for a learner, own side first. The layout is a table in docs/games/tea_garden.md."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import rule
from ochaya.games.tea_garden.cards import held, in_hand
from ochaya.games.tea_garden.pieces import (
    ACTION_CARDS,
    CARAVANS,
    CARDS,
    DECREES,
    EFFECTS,
    EMPEROR_CARDS,
    FIRST_ACTION,
    FIRST_EMPEROR,
    HALLS,
    PROVINCES,
    REGION_TOKENS,
    REGIONS,
    TILES,
    TOKENS,
)
from ochaya.games.tea_garden.rules import actor
from ochaya.games.tea_garden.state import DISCARD, FINISHED, FIRST_OWNED, NONE, PILE, PLAYED, PLAYERS, SHOWN, State

Numbers = npt.NDArray[np.float32]
GLOBALS = 12 + 2 * EFFECTS + FINISHED + 1
PER_PLAYER = 4 * CARDS + 12 + 3 + 14 + REGIONS + TILES + CARAVANS + 2 * TOKENS + DECREES + 12
BOARD = (
    ACTION_CARDS + CARAVANS + EMPEROR_CARDS + PROVINCES * (TILES + 1) + (REGIONS - 1) * REGION_TOKENS + TOKENS
    + HALLS * 5 + 2 * DECREES + 5 + 3
)  # fmt: skip
SIZE = GLOBALS + CARDS + PLAYERS * PER_PLAYER + BOARD


@rule
def observe(s: State, seat: int, out: Numbers) -> None:
    """Write what `seat` knows; a spectator sees the table from seat 0 with all hands hidden."""
    me = seat if seat >= 0 else 0
    for i in range(len(out)):
        out[i] = 0.0
    at = _globals(s, me, out)
    if seat >= 0:
        for card in range(CARDS):
            out[at + card] = in_hand(s, me, card)
    at += CARDS
    for i in range(PLAYERS):
        if i < s.players:
            _player(s, (me + i) % s.players, out, at)
        at += PER_PLAYER
    _board(s, me, out, at)


@rule
def _globals(s: State, me: int, out: Numbers) -> int:
    """Round, turn and the choice at hand."""
    out[0] = s.round_number
    out[1] = 1.0 if actor(s) == me else 0.0
    out[2] = (s.turn_of - me) % s.players if s.turn_of >= 0 else 0
    out[3] = (s.starter - me) % s.players
    out[4] = s.strength
    out[5] = s.main_done
    out[6] = s.doubled
    out[7] = s.repeated
    out[8] = s.owed
    out[9] = s.owed_fresh
    out[10] = s.owed_quality
    out[11] = s.amount
    at = 12
    for kind in range(EFFECTS):
        out[at + kind] = s.icons[kind]
        out[at + EFFECTS + kind] = s.pending[kind]
    at += 2 * EFFECTS
    out[at + s.phase] = 1.0
    return at + FINISHED + 1


@rule
def _player(s: State, player: int, out: Numbers, at: int) -> None:
    """One player's public side: cards by zone (the draw pile holds hidden hand cards too), stores, progress."""
    for card in range(CARDS):
        out[at + card] = held(s, player, SHOWN, card)
        out[at + CARDS + card] = held(s, player, PILE, card)
        out[at + 2 * CARDS + card] = held(s, player, DISCARD, card)
        out[at + 3 * CARDS + card] = held(s, player, PLAYED, card)
    at += 4 * CARDS
    for kind in range(2):
        for basket in range(6):
            out[at] = s.leaves[player, kind, basket]
            at += 1
    for kind in range(3):
        out[at + kind] = s.scrolls[player, kind]
    at += 3
    out[at] = s.points[player]
    out[at + 1] = s.hand_size[player]
    out[at + 2] = s.turns[player]
    out[at + 3] = s.passed[player]
    out[at + 4] = s.emperor_tokens[player]
    out[at + 5] = s.built[player]
    out[at + 6] = s.study[player]
    out[at + 7] = s.river[player]
    out[at + 8] = s.step[player]
    out[at + 9] = s.ready[player]
    out[at + 10] = s.waiting[player]
    out[at + 11] = s.is_solo if player == 1 else 0
    out[at + 12] = s.lu_top[0] + 1 if s.is_solo and player == 1 else 0
    out[at + 13] = s.level if s.is_solo and player == 1 else 0
    at += 14
    for region in range(REGIONS):
        for i in range(4):
            if s.space[region, i] == player + 1:
                out[at + region] = 1.0
    at += REGIONS
    mine = FIRST_OWNED + player
    for tile in range(TILES):
        if s.tile_place[tile] == mine:
            out[at + tile] = 2.0 if s.cup_token[tile] else 1.0
    at += TILES
    for caravan in range(CARAVANS):
        out[at + caravan] = 1.0 if s.caravan_place[caravan] == mine else 0.0
    at += CARAVANS
    for token in range(TOKENS):
        if s.token_place[token] == mine:
            out[at + token] = 1.0
            out[at + TOKENS + token] = s.cake[token] + 1
    at += 2 * TOKENS
    for decree in range(DECREES):
        out[at + decree] = s.decree_done[player, decree]
    at += DECREES
    for place in range(3):
        for square in range(4):
            out[at + 4 * place + square] = 1.0 if s.square[place, square] == player + 1 else 0.0


@rule
def _board(s: State, me: int, out: Numbers, at: int) -> None:
    """What lies open on the boards."""
    for column in range(6):
        if s.market[column] != NONE:
            out[at + int(s.market[column]) - FIRST_ACTION] = column + 1
    at += ACTION_CARDS
    for i in range(3):
        if s.caravans[i] != NONE:
            out[at + int(s.caravans[i])] = i + 1
    at += CARAVANS
    for i in range(3):
        if s.emperors[i] != NONE:
            out[at + int(s.emperors[i]) - FIRST_EMPEROR] = i + 1
    at += EMPEROR_CARDS
    for province in range(PROVINCES):
        if s.stack_top[province] != NONE:
            out[at + int(s.stack_top[province])] = 1.0
        out[at + TILES] = s.stack_left[province]
        at += TILES + 1
    for region in range(1, REGIONS):
        if s.region_token[region] != NONE:
            out[at + int(s.region_token[region])] = 1.0
        at += REGION_TOKENS
    for row in range(2):
        for i in range(3):
            if s.stock[row, i] != NONE:
                out[at + int(s.stock[row, i])] = i + 1
    at += TOKENS
    for place in range(3):
        if s.halls[place] != NONE:
            hall = 5 * int(s.halls[place])
            out[at + hall] = place + 1
            for square in range(4):
                owner = s.square[place, square]
                out[at + hall + 1 + square] = 0 if owner == 0 else 1 + (owner - 1 - me) % s.players
    at += 5 * HALLS
    for decree in range(DECREES):
        out[at + 2 * decree] = s.decree_side[decree]
        out[at + 2 * decree + 1] = 0.0
        for i in range(2):
            if s.decree_space[decree, i] > 0:
                out[at + 2 * decree + 1] += 1.0
    at += 2 * DECREES
    for level in range(5):
        out[at + level] = s.deck[level]
    at += 5
    out[at] = s.orange_deck
    out[at + 1] = s.blue_deck
    out[at + 2] = s.emperor_deck
