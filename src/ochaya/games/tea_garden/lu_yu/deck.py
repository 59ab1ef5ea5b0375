"""Lu Yu's deck (§14.1): nobody knows the order of the cards below the top one.

From top to bottom the deck is: one or two cards whose backs are known (`lu_top`), the mixed cards nobody has seen
yet, and under them one layer for each past round's played cards, each shuffled by itself. Of the mixed part only
the number of cards of each class is known, and a class is told apart by what lies beside the deck.
"""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.tea_garden.lu_yu.cards import CLASSES, LU_CARDS, LU_CLASS
from ochaya.games.tea_garden.state import NONE, State

LU_UNSEEN, LU_KNOWN, LU_PLAYED = 0, 1, 2
LU_LAYER = 2
"""`lu_place` of a card in the layer of round r is LU_LAYER + r."""
SHARE = 60
"""Weight of one mixed card, shared among the unseen cards of its class (at most six)."""


@rule
def unseen_of_class(s: State, kind: int) -> int:
    """Count the cards of a class that nobody has seen yet, in the deck or beside it."""
    cards = 0
    for card in range(LU_CARDS):
        if LU_CLASS[card] == kind and s.lu_place[card] == LU_UNSEEN:
            cards += 1
    return cards


@rule
def mixed_cards(s: State) -> int:
    """Count the cards left in the mixed part of the deck."""
    cards = 0
    for kind in range(CLASSES):
        cards += s.lu_mix[kind]
    return cards


@rule
def deck_size(s: State) -> int:
    """Count the cards of his deck: the known ones on top, the mixed part, the layers of past rounds."""
    cards = mixed_cards(s)
    for card in range(LU_CARDS):
        if s.lu_place[card] == LU_KNOWN or s.lu_place[card] > LU_LAYER:
            cards += 1
    return cards


@rule
def next_layer(s: State) -> int:
    """Give the topmost layer of past rounds that still has cards."""
    layer = 127
    for card in range(LU_CARDS):
        if s.lu_place[card] > LU_LAYER:
            layer = min(layer, s.lu_place[card])
    return layer


@rule
def top_weight(s: State, card: int) -> int:
    """Give the weight with which a card comes up as the next top card."""
    if mixed_cards(s) > 0:
        kind = LU_CLASS[card]
        if s.lu_place[card] != LU_UNSEEN or s.lu_mix[kind] == 0:
            return 0
        return SHARE * int(s.lu_mix[kind]) // unseen_of_class(s, kind)
    return 1 if s.lu_place[card] == next_layer(s) else 0


@rule
def turn_top(s: State, card: int) -> None:
    """§14.1 Chance gives the next card of the deck: its back is now on top."""
    if s.lu_place[card] == LU_UNSEEN:
        s.lu_mix[LU_CLASS[card]] -= 1
    s.lu_place[card] = LU_KNOWN
    s.lu_top[0] = card


@rule
def pile_for(s: State, side: int) -> int:
    """§14.4 Give the pile an advanced card comes from: the one pictured, else the largest, else NONE."""
    if s.lu_piles[side] > 0:
        return side
    best = NONE
    for pile in range(3):
        if s.lu_piles[pile] > 0 and (best == NONE or s.lu_piles[pile] > s.lu_piles[best]):
            best = pile
    return best


@rule
def turn_advanced(s: State, card: int) -> None:
    """§14.4 Chance gives an advanced card: it goes on top of the deck."""
    s.lu_piles[LU_CLASS[card]] -= 1
    s.lu_place[card] = LU_KNOWN
    s.lu_top[1] = s.lu_top[0]
    s.lu_top[0] = card


@rule
def play_top(s: State, slot: int) -> None:
    """§14.2 Turn the top card up on a slot of his board."""
    card = int(s.lu_top[0])
    s.lu_place[card] = LU_PLAYED
    s.lu_slot[slot] = card
    s.lu_outcome[slot] = 0
    s.lu_top[0] = s.lu_top[1]
    s.lu_top[1] = NONE
    s.holes = 1


@rule
def put_under(s: State) -> None:
    """§14.5 At the end of a round his played cards are shuffled and put under the deck."""
    for slot in range(len(s.lu_slot)):
        if s.lu_slot[slot] != NONE:
            s.lu_place[s.lu_slot[slot]] = LU_LAYER + s.round_number
            s.lu_slot[slot] = NONE
            s.lu_backs[slot] = NONE
