"""§8 What each player may know, and worlds that fit it."""

from __future__ import annotations

from ochaya.core.jit import inner_rule, rule
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
    PACKED,
)
from ochaya.games.hanamikoji.packed import card_at, pack, unpack
from ochaya.games.hanamikoji.pieces import DEALT, DISCARD, GEISHAS, GIFT, SECRET
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
            for turn in range(4):
                s.drew[p, turn] = 0
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
    for p in range(2):
        if p != seat:
            guess_draws(s, p, rng)


@rule
def guess_draws(s: State, p: int, rng: Rng) -> None:
    """§3.2 Say which card this player drew on which turn: going back turn by turn, any of those then in hand."""
    hand, size = pack(s.hands[p]), int(s.hand_size[p])
    first = 1 if p == s.starter else 2
    for turn in range(s.drawn - 2 * DEALT, 0, -1):
        if (turn - first) % 2 == 0:
            for marker in range(4):
                if s.turn_of[p, marker] == turn:
                    hand += spent_on(s, p, marker)
                    size += marker + 1
            card = card_at(hand, below(rng, size))
            s.drew[p, (turn - 1) // 2] = card + 1
            hand -= 1 << (8 * card)
            size -= 1


@rule
def spent_on(s: State, p: int, marker: int) -> int:
    """Give the cards, packed, that this player used with a marker."""
    if marker == SECRET:
        return 1 << (8 * int(s.shown_secret[p])) if s.phase == FINISHED else pack(s.secret[p])
    if marker == DISCARD:
        return pack(s.discarded[p])
    return int(PACKED[s.offers[p, marker - GIFT] - FIRST_SECRET])


@inner_rule
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
