"""§8 What each player may know, and worlds that fit it."""

from __future__ import annotations

from ochaya.core.jit import rule
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
from ochaya.games.hanamikoji.pieces import DEALT, DISCARD, GEISHAS, SECRET
from ochaya.games.hanamikoji.rules import card_at
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
def draw_unseen(s: State, left: int, rng: Rng) -> int:
    """Take one of the `left` unseen cards, each as likely."""
    card = card_at(s.unseen, below(rng, left))
    s.unseen[card] -= 1
    return card


@rule
def guess(s: State, seat: int, rng: Rng) -> None:
    """§8 Deal the cards this player has not seen again: every deal that fits is as likely."""
    left = 0
    for g in range(GEISHAS):
        left += s.unseen[g]
    for p in range(2):
        if p != seat:
            for _ in range(s.hand_size[p]):
                s.hands[p, draw_unseen(s, left, rng)] += 1
                left -= 1
            if s.used[p, SECRET] and s.phase != FINISHED:  # §5.1 by then it lies open
                s.secret[p, draw_unseen(s, left, rng)] += 1
                left -= 1
            if s.used[p, DISCARD]:
                for _ in range(2):
                    s.discarded[p, draw_unseen(s, left, rng)] += 1
                    left -= 1


def hide_action(s: State, action: int, seat: int) -> int:
    """§8 What `seat` learns of an action: a drawn card is its drawer's, a face-down card its owner's."""
    if FIRST_DRAW <= action < FIRST_SECRET:
        drawer = (s.starter + s.drawn) % 2 if s.drawn < 2 * DEALT else s.seat
        return action if drawer == seat else HIDDEN_DRAW
    return action if s.seat == seat else int(hidden_marker(action))
