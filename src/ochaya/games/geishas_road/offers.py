"""The four actions and the two special ones (§4, §7): laying out, hiding, choosing, counter-offers."""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.geishas_road.news import ACTED, CHOSE, COUNTERED, OFFERED, TURNED, tell
from ochaya.games.geishas_road.pieces import BIT
from ochaya.games.geishas_road.state import (
    ADVANCED,
    ANSWER,
    COMPROMISE,
    COUNTER,
    FACE_DOWN,
    HIDDEN,
    HIDE,
    INTRIGUE,
    PUT_IN,
    REDRAW,
    REVEAL,
    State,
)
from ochaya.games.geishas_road.trail import LAID, PUT_BACK, SHOWN, TUCKED, TURNED_UP, tread


@rule
def spend(s: State, who: int, marker: int) -> None:
    """Flip an action marker and give up as many cards as it asks."""
    s.used[who, marker] = 1
    s.turn_of[who, marker] = s.turn + 1
    s.hand_size[who] -= marker + 1
    tell(s, ACTED, who, 0, marker)


@rule
def reveal(s: State, card: int) -> None:
    """§4 Reveal: place one hand card on your own side."""
    who = s.seat
    tread(s, SHOWN, who, 0, s.hand_size[who], card + 1)
    spend(s, who, REVEAL)
    s.hand[who] ^= int(BIT[card])
    s.share[who] = BIT[card]
    s.first = who


@rule
def intrigue(s: State, left: int, right: int) -> None:
    """§4 Intrigue: tuck two cards face down under the marker; only the left one will be placed."""
    who = s.seat
    tread(s, TUCKED, who, 0, s.hand_size[who], 0)
    spend(s, who, INTRIGUE)
    s.hand[who] ^= int(BIT[left]) | int(BIT[right])
    s.left[who] = left + 1
    s.right[who] = right + 1


@rule
def lay_out(s: State, marker: int, a: int, b: int, c: int, d: int) -> None:
    """§4 Compromise and Double gift: lay out three cards, or two pairs (a, b) and (c, d); d is -1 for three."""
    who = s.seat
    spend(s, who, marker)
    s.giver = who
    s.offered = marker
    s.countered = 0
    s.replaced = 0
    s.slots[0] = a + 1
    s.slots[1] = b + 1
    s.slots[2] = c + 1
    s.slots[3] = d + 1
    s.hand[who] ^= int(BIT[a]) | int(BIT[b]) | int(BIT[c])
    if d >= 0:
        s.hand[who] ^= int(BIT[d])
    if s.mode == ADVANCED and s.special[who, HIDDEN] == 0:
        held = s.hand_size[who] + marker + 1
        for slot in range(marker + 1):
            s.down[slot] = who + 1
            tread(s, LAID, who, slot, held - slot, s.slots[slot])
        s.phase = HIDE
    else:
        show_offer(s, -1)


@rule
def leave_open(s: State) -> None:
    """§7 Lay every card of the offer face up."""
    lift_steps(s)
    for slot in range(4):
        s.down[slot] = 0
    show_offer(s, -1)


@rule
def lay_face_down(s: State, slot: int) -> None:
    """§7 Hidden offer: one card stays face down; it moves to the last slot, so that its place tells nothing."""
    who, last = s.giver, s.offered
    lift_steps(s)
    s.special[who, HIDDEN] = 1
    s.special_turn[who, HIDDEN] = s.turn + 1
    if s.offered == COMPROMISE:
        for i in range(slot, last):
            swap(s, i, i + 1)
    else:
        if slot < 2:
            swap(s, 0, 2)
            swap(s, 1, 3)
            slot += 2
        if slot == 2:
            swap(s, 2, 3)
    for i in range(4):
        s.down[i] = 0
    s.down[last] = who + 1
    show_offer(s, last)


@rule
def swap(s: State, a: int, b: int) -> None:
    """Exchange two cards of the offer."""
    card = s.slots[a]
    s.slots[a] = s.slots[b]
    s.slots[b] = card


@rule
def lift_steps(s: State) -> None:
    """Forget the steps of laying out: they are noted again as the offer is shown."""
    if s.backs > 0:
        for _ in range(s.offered + 1):
            s.trodden -= 1
            s.trail[s.trodden] = 0
            s.trail_card[s.trodden] = 0


@rule
def show_offer(s: State, hidden: int) -> None:
    """The offer lies on the table, one slot perhaps face down; the rival answers."""
    held = s.hand_size[s.giver] + s.offered + 1
    for slot in range(s.offered + 1):
        kind = LAID if slot == hidden else SHOWN
        tread(s, kind, s.giver, slot, held - slot, s.slots[slot])
    tell(s, OFFERED, s.giver, 0, s.offered | (1 if hidden >= 0 else 0) << 2)
    s.phase = ANSWER
    s.seat = 1 - s.giver


@rule
def can_counter(s: State) -> bool:
    """§7 Say whether the player to answer may make a counter-offer instead."""
    return s.mode == ADVANCED and s.special[s.seat, COUNTER] == 0 and s.hand_size[s.seat] > 0


@rule
def first_replaceable(s: State) -> int:
    """R-G5 Give the first slot a counter-offer may replace: in a counter to a counter only the card just put in."""
    return int(s.replaced) - 1 if s.replaced else 0


@rule
def replaceable(s: State) -> int:
    """R-G5 Say how many slots a counter-offer may replace: those laid out by the rival."""
    return 1 if s.replaced else int(s.offered) + 1


@rule
def counter(s: State, slot: int, card: int, hidden: int) -> None:
    """§7 Counter-offer: a card of the offer goes into the deck, one of your hand takes its place; then you draw."""
    who = s.seat
    removed, lay_down = s.slots[slot], s.down[slot]
    tell(s, COUNTERED, who, removed, slot | (int(card) + 1) << 2 | hidden << 7 | int(lay_down) << 8)
    s.special[who, COUNTER] = 1
    s.special_turn[who, COUNTER] = s.turn + 1
    if hidden:
        s.special[who, HIDDEN] = 1
        s.special_turn[who, HIDDEN] = s.turn + 1
    s.deck |= int(BIT[removed - 1])
    s.deck_size += 1
    s.back[s.backs] = removed
    s.back_down[s.backs] = lay_down
    s.backs += 1
    tread(s, PUT_BACK, s.backs - 1, slot, 0, 0)
    tread(s, LAID if hidden else SHOWN, who, slot, s.hand_size[who], card + 1)
    s.hand[who] ^= int(BIT[card])
    s.hand_size[who] -= 1
    s.slots[slot] = card + 1
    s.down[slot] = who + 1 if hidden else 0
    s.countered += 1
    s.replaced = slot + 1
    s.phase = REDRAW


@rule
def choose(s: State, mine: int) -> None:
    """The player to answer takes the slots in the bit mask `mine`, the other the rest; hidden cards turn up (R-G6)."""
    who = s.seat
    tell(s, CHOSE, who, 0, mine)
    s.first = who
    for slot in range(4):
        if s.slots[slot] != 0:
            if s.replaced == slot + 1:
                s.came[s.slots[slot] - 1] += PUT_IN
            if s.down[slot] != 0:
                tread(s, TURNED_UP, s.down[slot] - 1, slot, 0, s.slots[slot])
                tell(s, TURNED, s.down[slot] - 1, s.slots[slot], slot)
                s.down[slot] = 0
                s.came[s.slots[slot] - 1] += FACE_DOWN
            owner = who if mine >> slot & 1 else 1 - who
            s.share[owner] |= BIT[s.slots[slot] - 1]
            s.slots[slot] = 0
