"""The whole truth of one moment of Tea Garden, as one flat record.

Players are numbered like seats; alone, Lu Yu is player 1 although he has no seat. Nothing is kept in order that
nobody has seen in order: draw piles are sets, decks are numbers of cards together with the marks of what has not
been seen yet.
"""

from __future__ import annotations

import numpy as np

from ochaya.core.record import Record, Table, number, table
from ochaya.games.tea_garden.lu_yu.cards import CLASSES, LU_CARDS, STEPS
from ochaya.games.tea_garden.pieces import (
    BASKETS,
    CARAVANS,
    CARDS,
    DECREES,
    EFFECTS,
    HALLS,
    LEVELS,
    PROVINCES,
    REGION_TOKENS,
    REGIONS,
    STARTERS,
    TILES,
    TOKENS,
)

PLAYERS = 4
SLOTS = 5
NONE = -1
"""No card, no tile, nobody."""

# Where a playable card is: beside the players (below ZONES it is nobody's), or in one of a player's five zones.
UNSEEN, OPEN, GONE = 0, 1, 2
HAND_ZONE, SHOWN, PILE, DISCARD, PLAYED = range(5)
"""SHOWN is the part of the hand that the others know: bought cards, and the hand whenever the draw pile ran out."""
ZONES = 5
FIRST_OWNED = 3
"""`place` of card c in zone z of player p is FIRST_OWNED + ZONES * p + z."""

# What is asked (phase).
(
    FLOW, TURN, STACK, PAY, ACT, CHOOSE_EFFECT, FERMENT, HARVEST, REMOVE, DISCARD_CARD, STUDY, TAKE_TILE, LAY_TILE,
    PICK_SIDE, TAKE_SCROLL, TAKE_EMPEROR, TAKE_BASIC, LAY_TOKEN, SHOP, FINISHED,
) = range(20)  # fmt: skip
PHASE_NAMES = (
    "flow", "turn", "stack", "pay", "act", "choose-effect", "ferment", "harvest", "remove", "discard", "study",
    "take-tile", "lay-tile", "pick-side", "take-scroll", "take-emperor", "take-basic", "lay-token", "shop", "over",
)  # fmt: skip

# Where the match stands (stage).
SETTING_UP, DEALING, CHOOSING_FIRST, BETWEEN_TURNS, ACTING, LU_ACTING, OVER_NOW = range(7)

# What chance must give (due).
(
    NOTHING_DUE, DUE_FIRST, DUE_REGION, DUE_TILE, DUE_MARKET, DUE_CARAVAN, DUE_EMPEROR, DUE_BASIC, DUE_PREMIUM,
    DUE_HALL, DUE_DECREE, DUE_CARD, DUE_LU_CLASS, DUE_LU_TOP, DUE_LU_ADVANCED,
) = range(15)  # fmt: skip

# What leaves are being paid for (pay_for).
PAY_SLOT, PAY_CARD, PAY_CARAVAN, PAY_STEP, PAY_SIDE_ACTION, PAY_SCROLL, PAY_EMPEROR, PAY_TOKEN = range(8)

# Where points come from (tally).
(
    FROM_GARDENS, FROM_CARAVANS, FROM_BONUSES, FROM_HALLS, FROM_CARDS, FROM_EMPEROR_CARDS, FROM_RIVER, FROM_STUDY,
    FROM_TRACK, FROM_CUPS, FROM_CAKES, FROM_DECREES, FROM_LEFTOVERS,
) = range(13)  # fmt: skip
SOURCES = 13
SOURCE_NAMES = (
    "gardens", "caravans", "bonuses", "halls", "cards", "emperor-cards", "river", "university", "track", "cups",
    "cakes", "decrees", "leftovers",
)  # fmt: skip
TELLINGS = 28
"""Room for what happened in one step; more than this is not told."""


class State(Record):
    """One moment of one match."""

    # -- the match
    players: int = number(np.int64)  # 2 to 4; alone it is 2, with Lu Yu as player 1
    is_solo: int = number(np.int64)
    has_puerh: int = number(np.int64)
    floor_stays: int = number(np.int64)  # option: a fresh leaf in basket 1 stays instead of being lost
    match_only: int = number(np.int64)  # option: a cup token only on a same-colour connection
    compensates: int = number(np.int64)  # option: later seats start with an extra leaf
    # -- the flow of play
    turn_of: int = number(np.int64)  # whose turn, draw or payment this is
    starter: int = number(np.int64)  # who has the start-player marker
    round_number: int = number(np.int64)  # 1 to 5; 0 during set-up
    phase: int = number(np.int64)
    due: int = number(np.int64)
    due_at: int = number(np.int64)  # which place chance fills, where there are several
    stage: int = number(np.int64)
    holes: int = number(np.int64)  # some open place may need filling
    passed: Table = table(PLAYERS)
    points: Table = table(PLAYERS, kind=np.int16)
    tally: Table = table(PLAYERS, SOURCES, kind=np.int16)  # the same points by where they came from
    told: Table = table(TELLINGS, 4)  # what happened in the last step: [what, who, two numbers]
    told_count: int = number(np.int64)
    # -- one turn
    strength: int = number(np.int64)
    main_done: int = number(np.int64)
    doubled: int = number(np.int64)  # a times-two scroll was used this turn
    repeated: int = number(np.int64)  # leaves were paid for a second side action this turn
    sides_used: Table = table(4)  # side-action icons of the top card used so far: UNI, CUP, BOAT, any
    stacked: int = number(np.int64)  # the last card put under the top card (they go in ascending order)
    icons: Table = table(EFFECTS)  # icons of the top card not yet used
    pending: Table = table(EFFECTS)  # effects gained and not yet resolved
    # -- one choice
    amount: int = number(np.int64)  # leaves, gardens or cards still to choose
    at_least: int = number(np.int64)  # choices go in ascending order, so that none is listed twice
    draws: int = number(np.int64)  # cards still to draw
    discards: int = number(np.int64)  # cards to discard afterwards
    is_cycling: int = number(np.int64)  # each card drawn now must be matched by a discard
    owed: int = number(np.int64)
    owed_fresh: int = number(np.int64)  # how many of them may be fresh
    owed_quality: int = number(np.int64)
    pay_for: int = number(np.int64)
    pay_target: int = number(np.int64)
    holding: int = number(np.int64)  # a cup tile or Pu-erh token being laid
    shopping: int = number(np.int64)  # Pu-erh tokens that may still be bought
    bought: Table = table(3)  # bought Pu-erh tokens waiting to be laid
    bought_count: int = number(np.int64)
    # -- each player
    starters: Table = table(PLAYERS, ZONES, STARTERS)  # starting cards by zone
    place: Table = table(CARDS)  # where every action and emperor card is; starting cards are not used here
    hand_size: Table = table(PLAYERS)
    slot_top: Table = table(PLAYERS, SLOTS)  # the visible card of each slot
    slot_strength: Table = table(PLAYERS, SLOTS)
    slot_cards: Table = table(PLAYERS, SLOTS)  # how many cards lie there
    turns: Table = table(PLAYERS)  # slots used this round
    leaves: Table = table(PLAYERS, 2, BASKETS, kind=np.int16)  # [player, fresh or fermented, quality - 1]
    scrolls: Table = table(PLAYERS, 3)
    emperor_tokens: Table = table(PLAYERS)
    built: Table = table(PLAYERS)  # pagodas taken from the player board
    study: Table = table(PLAYERS)  # research steps
    river: Table = table(PLAYERS)
    step: Table = table(PLAYERS)  # on the emperor track
    # -- the board
    space: Table = table(REGIONS, 4)  # who stands on each space of a region, plus 1; best space first
    region_token: Table = table(REGIONS)
    token_used: Table = table(REGION_TOKENS)  # 1: lies on the map
    market: Table = table(6)
    deck: Table = table(LEVELS)  # action cards left, by level
    emperors: Table = table(3)
    emperor_deck: int = number(np.int64)
    caravan_place: Table = table(CARAVANS)  # UNSEEN, OPEN, GONE, or FIRST_OWNED + player
    caravans: Table = table(3)
    orange_deck: int = number(np.int64)
    blue_deck: int = number(np.int64)
    tile_place: Table = table(TILES)  # UNSEEN, OPEN, or FIRST_OWNED + player
    tile_next: Table = table(TILES)  # the tile to the right in the same row
    tile_before: Table = table(TILES)
    cup_token: Table = table(TILES)  # a token lies between this tile and the one to its right
    stack_top: Table = table(PROVINCES)
    stack_left: Table = table(PROVINCES)  # tiles below the top one
    # -- Pu-erh
    token_place: Table = table(TOKENS)  # UNSEEN, OPEN, or FIRST_OWNED + player
    cake: Table = table(TOKENS)  # the first token of the cake this one belongs to
    is_new: Table = table(TOKENS)  # gained this turn
    stock: Table = table(2, 3)  # the open tokens: basic, premium
    hall_used: Table = table(HALLS)
    halls: Table = table(3)
    square: Table = table(3, 4)  # who stands on each square, plus 1
    ready: Table = table(PLAYERS)  # messengers on the extension
    waiting: Table = table(PLAYERS)  # messengers waiting at court
    decree_side: Table = table(DECREES)  # 0: in the box, 1: brown, 2: red
    decree_space: Table = table(DECREES, 2)  # who stands on each space, plus 1
    decree_done: Table = table(PLAYERS, DECREES)
    # -- Lu Yu
    level: int = number(np.int64)
    lu_first: int = number(np.int64)  # he starts
    lu_place: Table = table(LU_CARDS)  # see lu_yu/deck.py
    lu_mix: Table = table(CLASSES)  # cards of each class still in the part of his deck nobody has seen
    lu_piles: Table = table(3)  # advanced cards beside the deck
    lu_top: Table = table(2)  # the known cards on top of his deck
    lu_slot: Table = table(SLOTS)
    lu_backs: Table = table(SLOTS)  # the back that decided the turn of each slot
    lu_outcome: Table = table(SLOTS, STEPS)  # what became of each line: see lu_yu/play.py
    lu_line: int = number(np.int64)  # next line of the card he is playing, or NONE
