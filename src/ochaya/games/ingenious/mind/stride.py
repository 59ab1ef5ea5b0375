"""The fast path for playouts: a random step without listing the moves.

Its distribution is exactly that of the plain path: for a player every legal action is as likely, for chance every
tile of the bag. A placement is found by trial: a kind among those on the rack, a free pair, a way round, each
uniformly; a double the wrong way round is thrown back unless its order matters. So every legal placement is hit
with the same chance in each trial. Tests compare it with `legal` by counting.
"""

from __future__ import annotations

import numpy as np

from ochaya.core.jit import rule
from ochaya.core.rng import Rng, below, next_word
from ochaya.games.ingenious.board import PAIRS_WITHIN
from ochaya.games.ingenious.exchange import can_exchange, put_aside
from ochaya.games.ingenious.pieces import KINDS, ONE, OTHER
from ochaya.games.ingenious.rules import can_lie, draw, place, rack_size
from ochaya.games.ingenious.scoring import does_order_matter
from ochaya.games.ingenious.state import DEAL, ENDED, FINISH, PICK_FIRST, PLACE, REDRAW, REFILL, State

FEW = 16
"""Below one free pair in so many, counting through them is quicker than trying at random."""


@rule
def random_kind(s: State, rng: Rng) -> int:
    """Give one of the kinds on the rack of the player on turn, each as likely."""
    kinds = 0
    for kind in range(KINDS):
        if s.racks[s.seat, kind] > 0:
            kinds += 1
    left = below(rng, kinds)
    for kind in range(KINDS):
        if s.racks[s.seat, kind] > 0:
            if left == 0:
                return kind
            left -= 1
    return -1


@rule
def random_pair(s: State, rng: Rng) -> int:
    """Give one of the pairs where the player on turn may place, each as likely."""
    pairs = PAIRS_WITHIN[s.radius]
    if s.room * FEW < pairs and s.started[s.seat]:
        left = below(rng, s.room)
        for pair in range(pairs):
            if can_lie(s, pair):
                if left == 0:
                    return pair
                left -= 1
    pair = below(rng, pairs)
    while not can_lie(s, pair):
        pair = below(rng, pairs)
    return pair


@rule
def random_placement(s: State, rng: Rng) -> int:
    """Give a legal placement as kind, pair and flip in one number, each as likely; see the top of the file."""
    while True:
        kind = random_kind(s, rng)
        pair = random_pair(s, rng)
        flip = next_word(rng) & 1
        if flip == 0 or ONE[kind] != OTHER[kind] or does_order_matter(s, pair, ONE[kind]):
            return (kind * 512 + pair) * 2 + flip


@rule
def random_tile(s: State, rng: Rng) -> int:
    """Give the kind of a random tile of the bag."""
    total = np.int64(0)
    for kind in range(KINDS):
        total += s.bag[kind]
    left = below(rng, total)  # type: ignore[arg-type]
    for kind in range(KINDS):
        left -= s.bag[kind]
        if left < 0:
            return kind
    return -1


@rule
def deal_all(s: State, rng: Rng) -> int:
    """Let chance do all that is due: pick who begins, deal, refill; give how many outcomes that was."""
    steps = 0
    if s.phase == PICK_FIRST:
        s.seat = below(rng, s.seats)
        s.phase = DEAL
        steps += 1
    while s.phase in (DEAL, REFILL, REDRAW) and s.held[s.seat] < rack_size(s):
        draw(s, random_tile(s, rng))
        steps += 1
    return steps


@rule
def stride(s: State, rng: Rng) -> int:
    """Take one random step for whoever is to act; give how many ordinary steps it stands for."""
    if s.phase == PLACE:
        chosen = random_placement(s, rng)
        place(s, chosen // 1024, chosen // 2 % 512, chosen % 2)
        return 1
    if s.phase == FINISH:
        s.phase = REFILL
        if can_exchange(s) and next_word(rng) & 1:
            put_aside(s)
            s.phase = REDRAW
        return 1
    if s.phase == ENDED:
        return 0
    return deal_all(s, rng)
