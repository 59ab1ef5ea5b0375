"""A Seen as numbers for a learner, own side first: the table as it lies. The layout is a table in docs/environments.md.

Search asks for this at every leaf, so cards and pieces are gone through once and put down with their owners.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import rule
from ochaya.games.tea_garden.cards import in_hand
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
    STARTERS,
    TILES,
    TOKENS,
)
from ochaya.games.tea_garden.rules import actor
from ochaya.games.tea_garden.show.remember import REMEMBERED, remember
from ochaya.games.tea_garden.state import FINISHED, FIRST_OWNED, HAND_ZONE, NONE, PLAYERS, ZONES, State

Numbers = npt.NDArray[np.float32]
GLOBALS = 12 + 2 * EFFECTS + FINISHED + 1
STORES_AT = 4 * CARDS
GARDENS_AT = STORES_AT + 12 + 3 + 14
TILES_AT = GARDENS_AT + REGIONS
CARAVANS_AT = TILES_AT + TILES
TOKENS_AT = CARAVANS_AT + CARAVANS
DECREES_AT = TOKENS_AT + 2 * TOKENS
PER_PLAYER = DECREES_AT + DECREES + 12
"""Where each kind of thing begins among the numbers of one player, and how many there are."""
BOARD = (
    ACTION_CARDS + CARAVANS + EMPEROR_CARDS + PROVINCES * (TILES + 1) + (REGIONS - 1) * REGION_TOKENS + TOKENS
    + HALLS * 5 + 2 * DECREES + 5 + 3
)  # fmt: skip
TABLE = GLOBALS + CARDS + PLAYERS * PER_PLAYER + BOARD
SIZE = TABLE + REMEMBERED


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
    for i in range(s.players):
        _player(s, (me + i) % s.players, out, at + i * PER_PLAYER)
    _owned(s, me, out, at)
    _board(s, me, out, at + PLAYERS * PER_PLAYER)
    remember(s, me, out, TABLE)


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
    """One player's side: starting cards by zone (the draw pile holds hidden hand cards too), stores, progress."""
    for zone in range(1, ZONES):
        for card in range(STARTERS):
            out[at + (zone - 1) * CARDS + card] = s.starters[player, zone, card]
    stores = at + STORES_AT
    for kind in range(2):
        for basket in range(6):
            out[stores] = s.leaves[player, kind, basket]
            stores += 1
    for kind in range(3):
        out[stores + kind] = s.scrolls[player, kind]
    stores += 3
    out[stores] = s.points[player]
    out[stores + 1] = s.hand_size[player]
    out[stores + 2] = s.turns[player]
    out[stores + 3] = s.passed[player]
    out[stores + 4] = s.emperor_tokens[player]
    out[stores + 5] = s.built[player]
    out[stores + 6] = s.study[player]
    out[stores + 7] = s.river[player]
    out[stores + 8] = s.step[player]
    out[stores + 9] = s.ready[player]
    out[stores + 10] = s.waiting[player]
    out[stores + 11] = s.is_solo if player == 1 else 0
    out[stores + 12] = s.lu_top[0] + 1 if s.is_solo and player == 1 else 0
    out[stores + 13] = s.level if s.is_solo and player == 1 else 0
    for decree in range(DECREES):
        out[at + DECREES_AT + decree] = s.decree_done[player, decree]


@rule
def _owned(s: State, me: int, out: Numbers, at: int) -> None:
    """Cards by zone, gardens, tiles, caravans, tokens and squares, each with its owner; `at` is where players begin."""
    for card in range(STARTERS, CARDS):
        owned = int(s.place[card]) - FIRST_OWNED
        if owned >= 0 and owned % ZONES != HAND_ZONE:
            out[_begin(s, me, owned // ZONES, at) + (owned % ZONES - 1) * CARDS + card] = 1.0
    for region in range(REGIONS):
        for i in range(4):
            if s.space[region, i] > 0:
                out[_begin(s, me, int(s.space[region, i]) - 1, at) + GARDENS_AT + region] = 1.0
    for tile in range(TILES):
        owner = int(s.tile_place[tile]) - FIRST_OWNED
        if owner >= 0:
            out[_begin(s, me, owner, at) + TILES_AT + tile] = 2.0 if s.cup_token[tile] else 1.0
    for caravan in range(CARAVANS):
        owner = int(s.caravan_place[caravan]) - FIRST_OWNED
        if owner >= 0:
            out[_begin(s, me, owner, at) + CARAVANS_AT + caravan] = 1.0
    if not s.has_puerh:
        return
    for token in range(TOKENS):
        owner = int(s.token_place[token]) - FIRST_OWNED
        if owner >= 0:
            begin = _begin(s, me, owner, at) + TOKENS_AT + token
            out[begin] = 1.0
            out[begin + TOKENS] = s.cake[token] + 1
    for place in range(3):
        for square in range(4):
            if s.square[place, square] > 0:
                begin = _begin(s, me, int(s.square[place, square]) - 1, at)
                out[begin + DECREES_AT + DECREES + 4 * place + square] = 1.0


@rule
def _begin(s: State, me: int, player: int, at: int) -> int:
    """Give where the numbers of a player begin: oneself first, then clockwise."""
    return int(at + (player - me) % s.players * PER_PLAYER)


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
