"""The numbers of all actions: one range for each kind of step; §numbers are those of docs/rules/tea_garden.md.

Decisions first, then what chance gives. `SIZES` is the one list; every constant below follows from it.
"""

from __future__ import annotations

from ochaya.core.game import disjoint_ranges
from ochaya.games.tea_garden.lu_yu.cards import LU_CARDS
from ochaya.games.tea_garden.pieces import (
    ACTION_CARDS,
    BASIC,
    CARAVANS,
    CARDS,
    DECREES,
    EFFECTS,
    EMPEROR_CARDS,
    HALLS,
    PREMIUM,
    PROVINCES,
    REGION_TOKENS,
    REGIONS,
    TILES,
    TOKENS,
)

SIZES = (
    ("pass", 1),  # §3.6
    ("stop", 1),  # no more cards, leaves, tokens
    ("end", 1),  # §3.5
    ("top", CARDS),  # §3.3 the card that lies on top
    ("under", CARDS),  # §3.3 a card below it
    ("pay", 12),  # §10.4 a leaf: fresh 1 to 6, fermented 1 to 6
    ("build", REGIONS),  # §5
    ("buy", ACTION_CARDS),  # §6
    ("sell", CARAVANS * 4),  # §7 card * 4 + 2 * large strength half + large leaf half
    ("ferment", 1),  # §10.2
    ("harvest", 1),  # §10.3
    ("court", HALLS * 4),  # §13.2 hall * 4 + square
    ("market", PREMIUM),  # §13.3
    ("do", EFFECTS),  # §4 use an icon, or resolve a gained effect
    ("strength", 1),  # §9.1 the +1 scroll
    ("double", 3),  # §9.1 the times-two scroll: UNI, CUP, BOAT
    ("again", 3),  # §9.4 a side action again for leaves
    ("swap-scroll", 1),  # §9.4
    ("swap-emperor", 1),  # §9.4
    ("climb", 1),  # §9.2
    ("cup-left", TILES),  # §9.3 the token right of this tile: this tile's bonus
    ("cup-right", TILES),  # §9.3 the token right of this tile: the next tile's bonus
    ("leaf", 6),  # §10.2 the quality of a leaf to ferment
    ("garden", REGIONS),  # §10.3 a garden to harvest
    ("remove-hand", CARDS),  # §4.3
    ("remove-discard", CARDS),
    ("remove-pile", CARDS),
    ("discard", CARDS),  # §4.2
    ("study", 8),  # §8.1 2 * quarter + choice
    ("stack", PROVINCES),  # §8.2
    ("row", 1),  # §8.2 start a new row
    ("lay-left", TILES),  # §8.2 to the left of this tile
    ("lay-right", TILES),  # §8.2 to the right of this tile
    ("side", 3),  # §8 a side action of one's choice
    ("scroll", 3),  # §9.1
    ("emperor", EMPEROR_CARDS),  # §9.2
    ("basic", BASIC),  # §13.4
    ("cake", 1),  # §13.4 start a new cake
    ("join", TOKENS),  # §13.4 join the cake this token started
    ("first", 4),
    ("put-token", REGION_TOKENS),
    ("turn-tile", TILES),
    ("turn-card", ACTION_CARDS),
    ("turn-caravan", CARAVANS),
    ("turn-emperor", EMPEROR_CARDS),
    ("turn-token", TOKENS),
    ("turn-hall", HALLS),
    ("put-decree", DECREES),
    ("draw", CARDS),
    ("lu-class", 3),
    ("lu-top", LU_CARDS),
)
RANGES = disjoint_ranges(SIZES)
FIRST = {kind: ids.start for kind, ids in RANGES.items()}
MAX_ACTIONS = RANGES["lu-top"].stop
HIDDEN_DRAW = MAX_ACTIONS
"""What others see of a drawn card."""

A_PASS, A_STOP, A_END = FIRST["pass"], FIRST["stop"], FIRST["end"]
A_TOP, A_UNDER, A_PAY = FIRST["top"], FIRST["under"], FIRST["pay"]
A_BUILD, A_BUY, A_SELL = FIRST["build"], FIRST["buy"], FIRST["sell"]
A_FERMENT, A_HARVEST, A_COURT, A_MARKET = FIRST["ferment"], FIRST["harvest"], FIRST["court"], FIRST["market"]
A_DO, A_STRENGTH, A_DOUBLE, A_AGAIN = FIRST["do"], FIRST["strength"], FIRST["double"], FIRST["again"]
A_SWAP_SCROLL, A_SWAP_EMPEROR, A_CLIMB = FIRST["swap-scroll"], FIRST["swap-emperor"], FIRST["climb"]
A_CUP_LEFT, A_CUP_RIGHT = FIRST["cup-left"], FIRST["cup-right"]
A_LEAF, A_GARDEN = FIRST["leaf"], FIRST["garden"]
A_REMOVE_HAND, A_REMOVE_DISCARD, A_REMOVE_PILE = FIRST["remove-hand"], FIRST["remove-discard"], FIRST["remove-pile"]
A_DISCARD, A_STUDY, A_STACK = FIRST["discard"], FIRST["study"], FIRST["stack"]
A_ROW, A_LAY_LEFT, A_LAY_RIGHT = FIRST["row"], FIRST["lay-left"], FIRST["lay-right"]
A_SIDE, A_SCROLL, A_EMPEROR = FIRST["side"], FIRST["scroll"], FIRST["emperor"]
A_BASIC, A_CAKE, A_JOIN = FIRST["basic"], FIRST["cake"], FIRST["join"]
C_FIRST, C_REGION, C_TILE, C_CARD = FIRST["first"], FIRST["put-token"], FIRST["turn-tile"], FIRST["turn-card"]
C_CARAVAN, C_EMPEROR, C_TOKEN = FIRST["turn-caravan"], FIRST["turn-emperor"], FIRST["turn-token"]
C_HALL, C_DECREE, C_DRAW = FIRST["turn-hall"], FIRST["put-decree"], FIRST["draw"]
C_LU_CLASS, C_LU_TOP = FIRST["lu-class"], FIRST["lu-top"]
