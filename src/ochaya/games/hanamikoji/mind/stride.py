"""The fast path for playouts: deal whole hands at once, choose without listing.

Distribution: chance is exact. A player picks one of the unused markers, each as likely, then for it single cards of
the hand, each as likely; a competition's four cards fall into two pairs at random. An answer takes one of the three
shown cards, or one of the two pairs, each as likely. So a set of cards held in more ways is chosen more often, while
the plain path picks every distinct action as likely.
"""

from __future__ import annotations

import numpy as np

from ochaya.core.jit import inner_rule, rule
from ochaya.core.rng import Rng, below
from ochaya.core.scratch import scratch
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
from ochaya.games.hanamikoji.hide import deal_to
from ochaya.games.hanamikoji.packed import card_at, pack, unpack
from ochaya.games.hanamikoji.pieces import CARDS, DEALT, DISCARD, GIFT, SECRET
from ochaya.games.hanamikoji.rules import apply
from ochaya.games.hanamikoji.state import ANSWER_GIFT, CHOOSE, DRAW, PICK_FIRST, State


@rule
def stride(s: State, rng: Rng) -> int:
    """Make one random step for whoever must act; a whole deal counts as the steps it stands for."""
    own = scratch(1, np.uint64)  # an array of the caller's is counted in and out of every function it is passed to
    own[0] = rng[0]
    steps = 1
    if s.phase == DRAW:
        steps = deal(s, own)
    elif s.phase == PICK_FIRST:
        apply(s, FIRST_PLAYER + below(own, 2))
    else:
        if s.phase == CHOOSE:
            apply(s, random_marker(s, own))
        elif s.phase == ANSWER_GIFT:
            apply(s, FIRST_TAKE + card_at(pack(s.offer[0]), below(own, 3)))
        else:
            apply(s, FIRST_PAIR + below(own, 2))
        if s.phase == DRAW and s.drawn > 0:
            draw_one(s, own)
            steps = 2
    rng[0] = own[0]
    return steps


@inner_rule
def deal(s: State, rng: Rng) -> int:
    """§3.1 Deal both hands where that is due, then draw for the player on turn."""
    steps = 1
    if s.drawn == 0:
        unseen, left = deal_to(s.hands[0], DEALT, pack(s.unseen), CARDS, rng)
        unseen, left = deal_to(s.hands[1], DEALT, unseen, left, rng)
        unpack(unseen, s.unseen)
        s.hand_size[0] = s.hand_size[1] = DEALT
        s.drawn = 2 * DEALT
        steps += 2 * DEALT
    draw_one(s, rng)
    return steps


@inner_rule
def draw_one(s: State, rng: Rng) -> None:
    """§3.2 Draw a card for the player on turn."""
    apply(s, FIRST_DRAW + card_at(pack(s.unseen), below(rng, CARDS - s.drawn)))


@inner_rule
def random_marker(s: State, rng: Rng) -> int:
    """§4 An unused marker, each as likely, with random cards of the hand."""
    unused = 4
    for marker in range(4):
        unused -= s.used[s.seat, marker]
    at = below(rng, unused)
    marker = 0
    while s.used[s.seat, marker] or at > 0:
        at -= 1 - s.used[s.seat, marker]
        marker += 1
    return random_cards(marker, pack(s.hands[s.seat]), s.hand_size[s.seat], rng)


@inner_rule
def random_cards(marker: int, hand: int, size: int, rng: Rng) -> int:
    """§4 The cards for a marker, taken one by one from the packed hand, each card as likely."""
    a = card_at(hand, below(rng, size))
    if marker == SECRET:
        return FIRST_SECRET + a
    hand -= 1 << (8 * a)
    b = card_at(hand, below(rng, size - 1))
    if marker == DISCARD:
        return FIRST_DISCARD + PAIR_ID[a, b]  # type: ignore[no-any-return]
    hand -= 1 << (8 * b)
    c = card_at(hand, below(rng, size - 2))
    if marker == GIFT:
        return FIRST_GIFT + TRIPLE_ID[a, b, c]  # type: ignore[no-any-return]
    hand -= 1 << (8 * c)
    d = card_at(hand, below(rng, size - 3))
    return FIRST_COMPETITION + SPLIT_ID[PAIR_ID[a, b], PAIR_ID[c, d]]  # type: ignore[no-any-return]
