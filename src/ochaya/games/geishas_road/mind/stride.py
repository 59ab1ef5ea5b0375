"""The fast path for playouts: deal whole hands and rows at once, choose without listing.

Distribution: exactly that of the plain path with a uniformly random choice among the legal actions, every time.
"""

from __future__ import annotations

from ochaya.core.bits import nth
from ochaya.core.jit import rule
from ochaya.core.rng import Rng, below
from ochaya.games.geishas_road.news import forget_news
from ochaya.games.geishas_road.offers import (
    can_counter,
    choose,
    counter,
    first_replaceable,
    intrigue,
    lay_face_down,
    lay_out,
    leave_open,
    replaceable,
    reveal,
)
from ochaya.games.geishas_road.pieces import BIT, LANTERNS, TOP_ROW
from ochaya.games.geishas_road.rounds import clear_table, draw, flip_lanterns, lanterns_left, open_turn, proceed
from ochaya.games.geishas_road.rules import draw_favour, form_ring
from ochaya.games.geishas_road.state import (
    ANSWER,
    COMPROMISE,
    DEAL,
    DOUBLE,
    DRAW,
    FAVOUR,
    FIRST,
    FLIP,
    HIDDEN,
    HIDE,
    INTRIGUE,
    LANTERN,
    ORDER,
    REDRAW,
    REVEAL,
    RING,
    TURN,
    State,
)
from ochaya.games.geishas_road.travel import place, take_tokens


@rule
def stride(s: State, rng: Rng) -> int:
    """Make one random step for whoever must act; a whole set-up counts as the steps it stands for."""
    forget_news(s)
    if s.phase == DRAW:
        draw(s, s.seat, nth(s.deck, below(rng, s.deck_size)))
        if open_turn(s):
            proceed(s)
    elif s.phase == TURN:
        random_turn(s, rng)
    elif s.phase == ANSWER:
        random_answer(s, rng)
    elif s.phase == ORDER:
        if not place(s, s.seat, nth(s.share[s.seat], below(rng, 2))):
            proceed(s)
    elif s.phase == REDRAW:
        draw(s, s.seat, nth(s.deck, below(rng, s.deck_size)))
        s.phase = ANSWER
        s.seat = 1 - s.seat
    elif s.phase == HIDE:
        at = below(rng, s.offered + 2)
        if at == 0:
            leave_open(s)
        else:
            lay_face_down(s, at - 1)
    elif s.phase <= DEAL:
        return set_up(s, rng)
    else:
        favour = below(rng, 2)
        take_tokens(s, s.seat, s.stopped, s.symbols - favour, favour)
        s.stopped = 0
        s.symbols = 0
        proceed(s)
    return 1


@rule
def set_up(s: State, rng: Rng) -> int:
    """§2 All that chance has to lay out before the first turn of a round; Destiny's flips begin a stride (§9)."""
    steps = 0
    if s.phase == FIRST:
        s.starter = below(rng, 2)
        s.phase = RING
        steps += 1
    if s.phase == RING:
        form_ring(s, below(rng, 24))
        steps += 1
    while s.phase == FAVOUR:
        colour = below(rng, 5)
        if s.favour[colour] == 0:
            draw_favour(s, colour)
            steps += 1
    if s.phase == LANTERN:
        steps += lay_rows(s, rng)
        if s.destiny:
            return steps
    if s.phase == FLIP:
        flip_lanterns(s, below(rng, 10))
        steps += 1
    deck, size = int(s.deck), int(s.deck_size)
    while s.dealt < 12:
        bit = int(BIT[nth(deck, below(rng, size))])
        deck ^= bit
        size -= 1
        who = (s.starter + s.dealt) & 1
        s.hand[who] |= bit
        s.hand_size[who] += 1
        s.dealt += 1
        steps += 1
    s.deck = deck
    s.deck_size = size
    s.seat = s.starter
    s.phase = DRAW
    return steps


@rule
def lay_rows(s: State, rng: Rng) -> int:
    """§2.6, §9 The lantern rows, or the one row of Destiny."""
    if s.laid == 0:
        clear_table(s)
    begin, end = int(s.laid), TOP_ROW if s.destiny else LANTERNS
    left = lanterns_left(s)
    for at in range(begin, end):
        lantern = nth(left, below(rng, LANTERNS - at))
        left ^= 1 << lantern
        s.row[at] = lantern + 1
    s.laid = end
    s.phase = FLIP if s.destiny else DEAL
    return end - begin - (0 if s.destiny else 1)


@rule
def random_turn(s: State, rng: Rng) -> None:
    """§4 One of all ways to use the markers that are left, each as likely."""
    who = s.seat
    size = int(s.hand_size[who])
    singles = 0 if s.used[who, REVEAL] else size
    twos = 0 if s.used[who, INTRIGUE] else size * (size - 1)
    threes = 0 if s.used[who, COMPROMISE] else size * (size - 1) * (size - 2) // 6
    fours = 0 if s.used[who, DOUBLE] else size * (size - 1) * (size - 2) * (size - 3) // 8
    at = below(rng, singles + twos + threes + fours)
    cards = int(s.hand[who])
    if at < singles:
        reveal(s, nth(cards, at))
        proceed(s)
        return
    a = nth(cards, below(rng, size))
    cards ^= int(BIT[a])
    b = nth(cards, below(rng, size - 1))
    cards ^= int(BIT[b])
    at -= singles
    if at < twos:
        intrigue(s, a, b)
        proceed(s)
        return
    c = nth(cards, below(rng, size - 2))
    if at < twos + threes:
        if a > b:
            a, b = b, a
        if b > c:
            b, c = c, b
        if a > b:
            a, b = b, a
        lay_out(s, COMPROMISE, a, b, c, -1)
        return
    d = nth(cards ^ int(BIT[c]), below(rng, size - 3))
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a < c:
        lay_out(s, DOUBLE, a, b, c, d)
    else:
        lay_out(s, DOUBLE, c, d, a, b)


@rule
def random_answer(s: State, rng: Rng) -> None:
    """§4, §7 One of all shares and counter-offers, each as likely."""
    shares = 2 if s.offered == DOUBLE else 3
    ways = 0
    faces = 2 - int(s.special[s.seat, HIDDEN])
    if can_counter(s):
        ways = replaceable(s) * int(s.hand_size[s.seat]) * faces
    at = below(rng, shares + ways)
    if at >= shares:
        at -= shares
        card = nth(s.hand[s.seat], at // faces % int(s.hand_size[s.seat]))
        slot = first_replaceable(s) + at // faces // int(s.hand_size[s.seat])
        counter(s, slot, card, at % faces)
        return
    if s.offered == DOUBLE:
        choose(s, 3 if at == 0 else 12)
    elif s.seat == s.giver:
        choose(s, 7 ^ (1 << at))
    else:
        choose(s, 1 << at)
    proceed(s)
