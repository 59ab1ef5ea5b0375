"""Which numbers of the observation mean what: (name, shape, what it is), in the order in which `observe` writes."""

from ochaya.games.tea_garden.lu_yu.cards import CLASSES, LU_CARDS
from ochaya.games.tea_garden.pieces import (
    ACTION_CARDS,
    CARAVANS,
    CARDS,
    DECREES,
    EFFECTS,
    EMPEROR_CARDS,
    HALLS,
    PROVINCES,
    REGION_TOKENS,
    REGIONS,
    TILES,
    TOKENS,
)
from ochaya.games.tea_garden.state import FINISHED, PLAYERS, SLOTS

PLAYER = (
    ("shown", (CARDS,), "cards known in hand"),
    ("pile", (CARDS,), "draw pile, hidden hand cards with it"),
    ("discard", (CARDS,), "discard pile"),
    ("played", (CARDS,), "cards played"),
    ("leaves", (2, 6), "leaves: kind, basket"),
    ("scrolls", (3,), "scrolls by kind"),
    ("progress", (14,), "points, hand size, turns, passed, emperor tokens, pagodas built, research, river, step, "
                        "messengers ready and waiting, is Lu Yu, his top card, his level"),
    ("gardens", (REGIONS,), "gardens by region"),
    ("tiles", (TILES,), "cup tiles; 2: with token"),
    ("caravans", (CARAVANS,), "caravan cards"),
    ("tokens", (2, TOKENS), "Pu-erh tokens, and their cakes"),
    ("decrees", (DECREES,), "decrees done"),
    ("squares", (3, 4), "squares held: hall's place, square"),
)
"""What is told of each player, the viewer first, then clockwise; all 0 for seats that are not there."""

LAYOUT = (
    ("course", (12,), "round, own turn, whose turn and who started (clockwise from oneself), strength, main action "
                      "done, ×2 used, repeat bought, leaves owed, of them fresh, their quality, amount left to choose"),
    ("icons", (EFFECTS,), "unused icons by kind"),
    ("pending", (EFFECTS,), "unresolved effects by kind"),
    ("phase", (FINISHED + 1,), "phase"),
    ("own_hand", (CARDS,), "own hand by card"),
    *((f"player_{step}_{name}", shape, f"{'oneself' if step == 0 else f'{step} clockwise'}: {about}")
      for step in range(PLAYERS) for name, shape, about in PLAYER),
    ("market", (ACTION_CARDS,), "market: column of each card, from 1"),
    ("open_caravans", (CARAVANS,), "open caravans: place, from 1"),
    ("open_emperors", (EMPEROR_CARDS,), "open emperor cards: place, from 1"),
    ("stacks", (PROVINCES, TILES + 1), "for each province: the top tile, and the height of its stack"),
    ("region_tokens", (REGIONS - 1, REGION_TOKENS), "tokens lying in the regions but the first"),
    ("stock", (TOKENS,), "open Pu-erh tokens: place, from 1"),
    ("halls", (HALLS, 5), "halls: place from 1, whose the four squares are (1: oneself, then clockwise)"),
    ("open_decrees", (DECREES, 2), "decrees: side, spaces taken"),
    ("decks", (5,), "action cards left, by level"),
    ("other_decks", (3,), "orange and blue caravans and emperor cards left"),
    ("gone", (ACTION_CARDS + EMPEROR_CARDS,), "action cards, then emperor cards, that left the game"),
    ("tops", (PLAYERS, SLOTS), "the card on top of each slot, its place + 1: own slots first, then clockwise"),
    ("strengths", (PLAYERS, SLOTS), "and the strength that lies there"),
    ("rows", (TILES,), "for each cup tile the one to its right, its place + 1"),
    ("options", (5,), "players (Lu Yu is one), Pu-erh, fresh leaves of quality 1 stay, cup tokens on same colours "
                      "only, later seats began with a leaf more"),
    ("choice", (17,), "side actions used this turn (4); the latest card of a stack, the least that may still be "
                      "chosen, cards to draw, to discard, whether each draw asks for a discard; what is being paid "
                      "for: its kind from 1, its number / 4 and the rest; the tile or token being laid, from 1; tokens "
                      "that may still be bought, bought ones to lay (3), from 1"),
    ("past_halls", (HALLS,), "halls of earlier rounds"),
    ("decree_spaces", (DECREES, 2), "whose the spaces of each decree are (1: oneself, then clockwise)"),
    ("new_tokens", (TOKENS,), "Pu-erh tokens gained this turn"),
    ("lu_places", (LU_CARDS,), "Lu Yu's cards: 0 not seen yet, 1 known on top, 2 played this round, 2 + r: put under "
                               "his deck after round r"),
    ("lu_order", (1 + SLOTS,), "his second card from the top, the cards on his slots, each + 1"),
    ("lu_counts", (CLASSES + 4,), "cards of each class in the mixed part of his deck, cards in his three piles, the "
                                  "next line of the card he plays, from 1"),
)
