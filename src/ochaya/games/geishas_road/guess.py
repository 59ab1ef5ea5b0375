"""Guessing a world from what one viewer has seen, each as likely as chance makes it.

Cards whose whereabouts the viewer never knew are alike to him: any way to spread them over the places he cannot see
is as likely as any other. Only a card that he knows was put back into the deck by a counter-offer is different. For
such a card `follow` replays the public trail (trail.py) with fair draws and choices and tries again until nothing
contradicts what the viewer saw: exactly the chances given all he knows. The same replay says which card was put back
when he did not see it.
"""

from __future__ import annotations

import numpy as np

from ochaya.core.bits import count, nth
from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.core.rng import Rng, below
from ochaya.core.scratch import scratch
from ochaya.games.geishas_road.pieces import BIT
from ochaya.games.geishas_road.state import COMPROMISE, HIDE, UNKNOWN, State
from ochaya.games.geishas_road.trail import DRAWN, LAID, LEFT_UP, PUT_BACK, SHOWN, TUCKED, TURNED_UP

IN_DECK, IN_HAND, AT_LEFT, AT_RIGHT, IN_SLOT, IN_SIGHT, NOT_YET = 0, 1, 3, 5, 7, 11, 12
"""Places a card put back may be in by now; hands and Intrigue places are two each, slots four."""
MAX_TRIES = 200_000


@rule
def guess(s: State, seat: int, rng: Rng) -> None:
    """Fill a hidden record with one world that fits all that `seat` knows."""
    if s.backs == 0:
        fill(s, seat, rng)
        return
    place, card = scratch(2, np.int64), scratch(2, np.int64)
    place[0] = place[1] = NOT_YET
    for _ in range(MAX_TRIES):
        if follow(s, seat, rng, place, card):
            break
    for i in range(s.backs):
        if place[i] < IN_SIGHT:
            if card[i] == 0:
                card[i] = nth_free(s, rng, card) + 1
            settle_card(s, place[i], card[i])
    for i in range(s.backs):
        if s.back[i] == UNKNOWN:
            s.back[i] = card[1 - i] if place[i] == NOT_YET else card[i]
    fill(s, seat, rng)


@rule
def nth_free(s: State, rng: Rng, card: Table) -> int:
    """Pick a card that is not one of those being followed."""
    pool = int(s.deck)
    for i in range(2):
        if card[i] > 0 and pool & BIT[card[i] - 1]:
            pool ^= int(BIT[card[i] - 1])
    return nth(pool, below(rng, count(pool)))


@rule
def settle_card(s: State, place: int, card: int) -> None:
    """Put a card that was followed where the replay left it."""
    if place == IN_DECK:
        return
    bit = int(BIT[card - 1])
    if place < AT_LEFT:
        s.hand[place - IN_HAND] |= bit
    elif place < AT_RIGHT:
        s.left[place - AT_LEFT] = card
    elif place < IN_SLOT:
        s.right[place - AT_RIGHT] = card
    else:
        s.slots[place - IN_SLOT] = card
    s.deck ^= bit


@rule
def fill(s: State, seat: int, rng: Rng) -> None:
    """Spread the cards of the pool evenly over what is still unknown; the rest is the deck."""
    held_back = 0
    for i in range(s.backs):
        code = s.back[i]
        if 0 < code < UNKNOWN and s.deck & BIT[code - 1]:
            held_back |= int(BIT[code - 1])
    pool = int(s.deck) ^ held_back
    size = count(pool)
    for owner in range(2):
        if owner == seat:
            continue
        for _ in range(s.hand_size[owner] - count(s.hand[owner])):
            card = nth(pool, below(rng, size))
            size -= 1
            pool ^= int(BIT[card])
            s.hand[owner] |= BIT[card]
        if s.left[owner] == UNKNOWN:
            card = nth(pool, below(rng, size))
            size -= 1
            pool ^= int(BIT[card])
            s.left[owner] = card + 1
        if s.right[owner] == UNKNOWN:
            card = nth(pool, below(rng, size))
            size -= 1
            pool ^= int(BIT[card])
            s.right[owner] = card + 1
    for slot in range(4):
        if s.slots[slot] == UNKNOWN:
            card = nth(pool, below(rng, size))
            size -= 1
            pool ^= int(BIT[card])
            s.slots[slot] = card + 1
    s.deck = pool | held_back
    if s.phase == HIDE and s.giver != seat:
        put_in_order(s)


@rule
def put_in_order(s: State) -> None:
    """Lay an offer that is not shown yet in its one order: lowest first, in and between the pairs."""
    if s.offered == COMPROMISE:
        order(s, 0, 1)
        order(s, 1, 2)
        order(s, 0, 1)
    else:
        order(s, 0, 1)
        order(s, 2, 3)
        if s.slots[0] > s.slots[2]:
            for i in range(2):
                card = s.slots[i]
                s.slots[i] = s.slots[i + 2]
                s.slots[i + 2] = card


@rule
def order(s: State, a: int, b: int) -> None:
    """Put two slots in ascending order."""
    if s.slots[a] > s.slots[b]:
        card = s.slots[a]
        s.slots[a] = s.slots[b]
        s.slots[b] = card


@rule
def follow(s: State, seat: int, rng: Rng, place: Table, card: Table) -> bool:
    """Replay the trail once for the cards put back; False when it contradicts what `seat` saw."""
    place[0] = place[1] = NOT_YET
    card[0] = card[1] = 0
    for i in range(s.trodden):
        step = int(s.trail[i])
        kind, who, slot, size = step & 7, step >> 3 & 1, step >> 4 & 3, step >> 6
        seen = int(s.trail_card[i])
        if kind == PUT_BACK:
            put_back(s, who, IN_SLOT + slot, place, card)
        elif kind == TURNED_UP:
            if not meet(IN_SLOT + slot, 1, seen, rng, place, card):
                return False
        elif kind == DRAWN:
            if who == seat:
                if not meet(IN_DECK, size, seen, rng, place, card):
                    return False
            else:
                move(IN_DECK, size, IN_HAND + who, rng, place)
        elif who == seat:
            continue
        elif kind == SHOWN:
            if not meet(IN_HAND + who, size, seen, rng, place, card):
                return False
        elif kind == LEFT_UP:
            if not meet(AT_LEFT + who, 1, seen, rng, place, card):
                return False
        elif kind == LAID:
            move(IN_HAND + who, size, IN_SLOT + slot, rng, place)
        elif kind == TUCKED:
            move(IN_HAND + who, size, AT_LEFT + who, rng, place)
            move(IN_HAND + who, size - 1, AT_RIGHT + who, rng, place)
    return True


@rule
def put_back(s: State, which: int, slot: int, place: Table, card: Table) -> None:
    """A slot's card goes into the deck: begin to follow it, unless it is one that is followed already."""
    if s.back[which] != UNKNOWN:
        card[which] = s.back[which]
        place[which] = IN_DECK
        return
    other = 1 - which
    if place[other] == slot:
        place[other] = IN_DECK
    else:
        place[which] = IN_DECK


@rule
def hit(source: int, size: int, rng: Rng, place: Table) -> int:
    """Pick one of `size` cards of a place; give which followed card it was, or -1."""
    inside = int(place[0] == source) + int(place[1] == source)
    if inside == 0:
        return -1
    n = below(rng, size)
    if n >= inside:
        return -1
    if n == 0 and place[0] == source:
        return 0
    return 1


@rule
def move(source: int, size: int, target: int, rng: Rng, place: Table) -> None:
    """A card that the viewer does not see goes from one place to another."""
    which = hit(source, size, rng, place)
    if which >= 0:
        place[which] = target


@rule
def meet(source: int, size: int, seen: int, rng: Rng, place: Table, card: Table) -> bool:
    """The viewer sees which card leaves a place; False when the replay does not allow it."""
    for i in range(2):
        if seen > 0 and card[i] == seen and place[i] < IN_SIGHT:
            if place[i] != source:
                return False
            place[i] = IN_SIGHT
            return True
    which = hit(source, size, rng, place)
    if which < 0:
        return True
    if card[which] != 0:
        return False
    card[which] = seen
    place[which] = IN_SIGHT
    return True
