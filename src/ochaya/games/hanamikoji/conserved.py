"""§4.5 The check that no card is lost or doubled, run on every state by the tests."""

from __future__ import annotations

import numpy as np

from ochaya.core.jit import rule
from ochaya.games.hanamikoji.hide import spent_on
from ochaya.games.hanamikoji.packed import holds, pack
from ochaya.games.hanamikoji.pieces import CHARM, DEALT, GEISHAS
from ochaya.games.hanamikoji.state import ANSWER_COMPETITION, ANSWER_GIFT, PICK_FIRST, State


@rule
def conserved(s: State) -> bool:
    """§4.5 All 21 cards are somewhere, and nothing is counted twice."""
    if s.phase == PICK_FIRST:
        return True
    for g in range(GEISHAS):
        total = np.int64(s.unseen[g])
        for p in range(2):
            total += s.hands[p, g] + s.placed[p, g] + s.secret[p, g] + s.discarded[p, g] + s.offer[p, g]
            if min(s.hands[p, g], s.placed[p, g], s.secret[p, g], s.discarded[p, g], s.offer[p, g]) < 0:
                return False
        if total != CHARM[g] or s.unseen[g] < 0:
            return False
    accounted = np.int64(0)  # a card drawn is still held, or was spent with a marker: one, two, three or four
    for p in range(2):
        held = np.int64(0)
        for g in range(GEISHAS):
            held += s.hands[p, g]
        if held != s.hand_size[p]:
            return False
        accounted += held
        for marker in range(4):
            accounted += (marker + 1) * s.used[p, marker]
    if accounted != s.drawn or not (_draws_fit(s, 0) and _draws_fit(s, 1)):
        return False
    return s.phase == ANSWER_GIFT or s.phase == ANSWER_COMPETITION or _no_offer(s)


@rule
def _no_offer(s: State) -> bool:
    """Whether no card waits for an answer."""
    for g in range(GEISHAS):
        if s.offer[0, g] != 0 or s.offer[1, g] != 0:
            return False
    return True


@rule
def _draws_fit(s: State, p: int) -> bool:
    """Whether each card drawn was then in hand: going back turn by turn, what was used returns, the draw leaves."""
    hand = pack(s.hands[p])
    for turn in range(s.drawn - 2 * DEALT, 0, -1):
        for marker in range(4):
            if s.turn_of[p, marker] == turn:
                hand += spent_on(s, p, marker)
        card = s.drew[p, (turn - 1) // 2] - 1
        if (turn + p + s.starter) % 2 == 1 and card >= 0:
            if not holds(hand, 1 << (8 * int(card))):
                return False
            hand -= 1 << (8 * int(card))
    return True
