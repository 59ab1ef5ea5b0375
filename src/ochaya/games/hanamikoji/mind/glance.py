"""At a glance: how the table leans within a round, geisha by geisha, and how much further an action would lean it.

Good enough for the greedy bot, for what search tries first, and for playing on quickly beside one who plays so
(company.py).
"""

from __future__ import annotations

import math

import numpy as np

from ochaya.core.curves import tanh
from ochaya.core.game import Ids
from ochaya.core.jit import rule
from ochaya.core.scratch import scratch
from ochaya.games.hanamikoji.actions import (
    CARDS_OF,
    FIRST_COMPETITION,
    FIRST_DISCARD,
    FIRST_GIFT,
    FIRST_PAIR,
    FIRST_SECRET,
    FIRST_TAKE,
    PAIR_OF,
)
from ochaya.games.hanamikoji.pieces import CHARM, GEISHAS
from ochaya.games.hanamikoji.rules import legal
from ochaya.games.hanamikoji.state import ANSWER_COMPETITION, ANSWER_GIFT, State

MOST_LEGAL = len(CARDS_OF)
MIDDLE = 12
"""Where a lead of 0 stands in the table; a lead is counted in half cards, a card in hand counting half."""


def _tilt() -> np.ndarray:
    """Say how far each geisha leans towards seat 0: [geisha, favour + 1, lead, open cards]."""
    tilt = np.zeros((GEISHAS, 3, 2 * MIDDLE + 1, 7))
    for g in range(GEISHAS):
        for favour in range(3):
            for lead in range(2 * MIDDLE + 1):
                for left in range(7):
                    settled = (0.0, 0.3, -0.3)[favour]
                    spread = 0.6 + 0.5 * math.sqrt(left)
                    tilt[g, favour, lead, left] = 0.25 * (CHARM[g] + 2) * tanh(
                        ((lead - MIDDLE) / 2 + settled) / spread)
    return tilt


TILT = np.ascontiguousarray(_tilt()).ravel()
CARD, HALF = 1, 7
"""In the flat table, one open card fewer is one place back, a lead of half a card more seven places on."""


@rule
def place_of(s: State, g: int) -> int:
    """Where a geisha stands in the table."""
    laid = np.int64(s.placed[0, g] + s.secret[0, g] - s.placed[1, g] - s.secret[1, g])
    lead = 2 * laid + s.hands[0, g] - s.hands[1, g]
    left = s.unseen[g] + s.hands[0, g] + s.hands[1, g]
    row = np.int64(g * 3 + s.favour[g] + 1) * (2 * MIDDLE + 1)
    return (row + lead + MIDDLE) * HALF + left  # type: ignore[no-any-return]


@rule
def best_card(s: State) -> int:
    """The card of a gift that helps the one who takes it most, the others going to the giver."""
    toward = 2 * HALF if s.seat == 0 else -2 * HALF
    best, most = -1, -1e9
    for g in range(GEISHAS):
        if s.offer[0, g] > 0:
            left_to_giver = place_of(s, g) - toward * s.offer[0, g]
            worth = TILT[left_to_giver + 2 * toward] - TILT[left_to_giver]
            if s.seat == 1:
                worth = -worth
            if worth > most:
                best, most = g, worth
    return best


@rule
def best_pair(s: State) -> int:
    """The pair of a competition that helps the one who takes it most."""
    toward = 2 * HALF if s.seat == 0 else -2 * HALF
    lead = 0.0
    for g in range(GEISHAS):
        more = s.offer[0, g] - s.offer[1, g]
        if more != 0:
            here = place_of(s, g)
            lead += TILT[here + toward * more] - TILT[here - toward * more]
    return 0 if (lead >= 0) == (s.seat == 0) else 1


@rule
def table_leans(s: State) -> float:
    """How the table leans to seat 0, an offer answered as well as can be."""
    toward = 2 * HALF if s.seat == 0 else -2 * HALF
    card, pair = -1, 0
    if s.phase == ANSWER_GIFT:
        card = best_card(s)
    elif s.phase == ANSWER_COMPETITION:
        pair = best_pair(s)
    total = 0.0
    for g in range(GEISHAS):
        more = s.offer[pair, g] - s.offer[1 - pair, g]
        if card >= 0:
            more = (2 if g == card else 0) - s.offer[0, g]
        total += TILT[place_of(s, g) + toward * more]
    return total


# -- what an action promises ----------------------------------------------------------------------------------------


@rule
def promise(s: State, action: int) -> float:
    """How much further the table would lean to the one who acts, the other answering as well as he can.

    A card from the hand to one's own side leads by half a card more, to the other's by three halves less, and away
    by half a card less.
    """
    cards = CARDS_OF[action - FIRST_SECRET]
    sign = 1.0 if s.seat == 0 else -1.0
    half = HALF if s.seat == 0 else -HALF
    split = max(action - FIRST_COMPETITION, 0)
    mine, other, worst = 0.0, 0.0, 1e9
    for g in range(GEISHAS):
        count = cards[g]
        if count > 0:
            here = place_of(s, g)
            now = TILT[here]
            here -= count * CARD
            if action < FIRST_DISCARD:
                mine += TILT[here + half] - now
            elif action < FIRST_GIFT:
                mine += TILT[here - half * count] - now
            elif action < FIRST_COMPETITION:
                kept = TILT[here + half * count]
                mine += kept - now
                worst = min(worst, sign * (TILT[here + half * (count - 4)] - kept))
            else:
                more = 2 * (PAIR_OF[split, 0, g] - PAIR_OF[split, 1, g])
                mine += TILT[here + half * (more - count)] - now
                other += TILT[here - half * (more + count)] - now
    if action < FIRST_GIFT:
        return sign * mine
    if action < FIRST_COMPETITION:
        return sign * mine + worst
    return min(sign * mine, sign * other)


@rule
def best_at_a_glance(s: State) -> int:
    """Give the action that promises most to the one who acts, every card as it lies here."""
    if s.phase == ANSWER_GIFT:
        return FIRST_TAKE + best_card(s)
    if s.phase == ANSWER_COMPETITION:
        return FIRST_PAIR + best_pair(s)
    actions: Ids = scratch(MOST_LEGAL, np.int32)
    best, most = -1, -1e9
    for at in range(legal(s, actions)):
        worth = promise(s, int(actions[at]))
        if worth > most:
            best, most = int(actions[at]), worth
    return best
