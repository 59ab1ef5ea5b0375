"""The fast path for playouts: deal whole hands at once, choose without listing.

Distribution: chance is exact. A player picks one of the unused markers, each as likely, then for it single cards of
the hand, each as likely; a competition's four cards fall into two pairs at random. An answer takes one of the three
shown cards, or one of the two pairs, each as likely. So a set of cards held in more ways is chosen more often, while
the plain path picks every distinct action as likely.
"""

from __future__ import annotations

import numpy as np

from ochaya.core.jit import rule
from ochaya.core.rng import Rng, below
from ochaya.games.hanamikoji.actions import (
    FIRST_COMPETITION,
    FIRST_DISCARD,
    FIRST_DRAW,
    FIRST_GIFT,
    FIRST_PAIR,
    FIRST_PLAYER,
    FIRST_SECRET,
    FIRST_TAKE,
    PAIR_ID,
    SPLIT_ID,
    TRIPLE_ID,
)
from ochaya.games.hanamikoji.hide import draw_unseen
from ochaya.games.hanamikoji.pieces import CARDS, DEALT, DISCARD, GIFT, SECRET
from ochaya.games.hanamikoji.rules import apply, card_at
from ochaya.games.hanamikoji.state import ANSWER_GIFT, CHOOSE, DRAW, PICK_FIRST, State


@rule
def stride(s: State, rng: Rng) -> int:
    """Make one random step for whoever must act; a whole deal counts as the steps it stands for."""
    if s.phase == DRAW:
        return deal(s, rng)
    if s.phase == CHOOSE:
        apply(s, random_marker(s, rng))
    elif s.phase == ANSWER_GIFT:
        apply(s, FIRST_TAKE + pick_shown(s, rng))
    elif s.phase == PICK_FIRST:
        apply(s, FIRST_PLAYER + below(rng, 2))
    else:
        apply(s, FIRST_PAIR + below(rng, 2))
    return 1


@rule
def deal(s: State, rng: Rng) -> int:
    """§3.1 Deal both hands where that is due, then draw for the player on turn."""
    steps = 1
    left = CARDS - s.drawn
    if s.drawn == 0:
        steps += 2 * DEALT
        for i in range(2 * DEALT):
            s.hands[i & 1, draw_unseen(s, left, rng)] += 1
            left -= 1
        s.hand_size[0] = s.hand_size[1] = DEALT
        s.drawn = 2 * DEALT
    apply(s, FIRST_DRAW + card_at(s.unseen, below(rng, left)))
    return steps


@rule
def random_marker(s: State, rng: Rng) -> int:
    """§4 An unused marker, then cards of the hand, each as likely."""
    unused = np.int64(0)
    for marker in range(4):
        unused += 1 - s.used[s.seat, marker]
    at = below(rng, unused)  # type: ignore[arg-type]
    marker = 0
    while s.used[s.seat, marker] or at > 0:
        if not s.used[s.seat, marker]:
            at -= 1
        marker += 1
    a = take_from_hand(s, 0, rng)
    if marker == SECRET:
        action = FIRST_SECRET + a
    else:
        b = take_from_hand(s, 1, rng)
        if marker == DISCARD:
            action = FIRST_DISCARD + PAIR_ID[a, b]
        else:
            c = take_from_hand(s, 2, rng)
            if marker == GIFT:
                action = FIRST_GIFT + TRIPLE_ID[a, b, c]
            else:
                d = take_from_hand(s, 3, rng)
                action = FIRST_COMPETITION + SPLIT_ID[PAIR_ID[a, b], PAIR_ID[c, d]]
                s.hands[s.seat, d] += 1
            s.hands[s.seat, c] += 1
        s.hands[s.seat, b] += 1
    s.hands[s.seat, a] += 1
    return action


@rule
def take_from_hand(s: State, taken: int, rng: Rng) -> int:
    """Lift one card from the acting player's hand, each card as likely; the caller puts it back."""
    card = card_at(s.hands[s.seat], below(rng, s.hand_size[s.seat] - taken))
    s.hands[s.seat, card] -= 1
    return card


@rule
def pick_shown(s: State, rng: Rng) -> int:
    """§4.3 One of the three shown cards, each as likely."""
    return card_at(s.offer[0], below(rng, 3))
