"""§8 What each player may know, and worlds that fit it."""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.core.rng import Rng, below
from ochaya.games.hanamikoji.actions import (
    FIRST_DISCARD,
    FIRST_DRAW,
    FIRST_GIFT,
    FIRST_SECRET,
    HIDDEN_DISCARD,
    HIDDEN_DRAW,
    HIDDEN_SECRET,
)
from ochaya.games.hanamikoji.packed import card_at, pack, unpack
from ochaya.games.hanamikoji.pieces import DEALT, DISCARD, GEISHAS, SECRET
from ochaya.games.hanamikoji.state import FINISHED, State


@rule
def hidden_marker(action: int) -> int:
    """§8 Others learn that a card was kept secret or that two were discarded, not which."""
    if FIRST_SECRET <= action < FIRST_DISCARD:
        return HIDDEN_SECRET
    if FIRST_DISCARD <= action < FIRST_GIFT:
        return HIDDEN_DISCARD
    return action


@rule
def hide(s: State, seat: int) -> None:
    """§8 The hand, the secret and the discards of everybody else join the cards nobody has seen."""
    for p in range(2):
        if p != seat:
            for g in range(GEISHAS):
                s.unseen[g] += s.hands[p, g] + s.secret[p, g] + s.discarded[p, g]
                s.hands[p, g] = 0
                s.secret[p, g] = 0
                s.discarded[p, g] = 0
    if s.follower != seat:
        s.followed[0] = hidden_marker(s.followed[0] - 1) + 1


@rule
def guess(s: State, seat: int, rng: Rng) -> None:
    """§8 Deal the cards this player has not seen again: every deal that fits is as likely."""
    unseen = pack(s.unseen)
    left = 0
    for g in range(GEISHAS):
        left += s.unseen[g]
    for p in range(2):
        if p != seat:
            unseen, left = deal_to(s.hands[p], s.hand_size[p], unseen, left, rng)
            if s.used[p, SECRET] and s.phase != FINISHED:  # §5.1 by then it lies open
                unseen, left = deal_to(s.secret[p], 1, unseen, left, rng)
            if s.used[p, DISCARD]:
                unseen, left = deal_to(s.discarded[p], 2, unseen, left, rng)
    unpack(unseen, s.unseen)


@rule
def deal_to(where: Table, number: int, unseen: int, left: int, rng: Rng) -> tuple[int, int]:
    """Deal some of the `left` unseen cards (packed) to a row of counts, each card as likely; give what remains."""
    for _ in range(number):
        card = card_at(unseen, below(rng, left))
        where[card] += 1
        unseen -= 1 << (8 * card)
        left -= 1
    return unseen, left


@rule
def hide_action(s: State, action: int, seat: int) -> int:
    """§8 What `seat` learns of an action: a drawn card is its drawer's, a face-down card its owner's."""
    if FIRST_DRAW <= action < FIRST_SECRET:
        drawer = (s.starter + s.drawn) % 2 if s.drawn < 2 * DEALT else s.seat
        return action if drawer == seat else HIDDEN_DRAW
    return action if s.seat == seat else hidden_marker(action)
