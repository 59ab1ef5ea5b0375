"""Whether every piece is somewhere: the check that tests run on each state of their sweeps."""

from __future__ import annotations

from ochaya.core.bits import count
from ochaya.core.jit import rule
from ochaya.games.geishas_road.pieces import ALL_CARDS, BIT, LANTERNS
from ochaya.games.geishas_road.state import BASIC, FINISHED, HIDE, TRAIL, UNKNOWN, State


@rule
def conserved(s: State) -> bool:
    """Say whether all cards, sizes, tokens and lanterns add up and every number is in its range."""
    return cards_add_up(s) and tokens_add_up(s) and lanterns_add_up(s) and ranges_hold(s)


@rule
def cards_add_up(s: State) -> bool:
    """Every card lies in exactly one place, and the public sizes are true."""
    seen = int(s.deck)
    total = count(s.deck)
    if total != s.deck_size:
        return False
    for seat in range(2):
        if count(s.hand[seat]) != s.hand_size[seat]:
            return False
        for cards in (int(s.hand[seat]), int(s.side[seat]), int(s.share[seat])):
            seen |= cards
            total += count(cards)
        for code in (s.left[seat], s.right[seat]):
            if code != 0:
                if code < 0 or code >= UNKNOWN:
                    return False
                seen |= int(BIT[code - 1])
                total += 1
    for slot in range(4):
        code = s.slots[slot]
        if code != 0:
            if code < 0 or code >= UNKNOWN:
                return False
            seen |= int(BIT[code - 1])
            total += 1
    return total == 20 and seen == ALL_CARDS


@rule
def tokens_add_up(s: State) -> bool:
    """Guests and favour tokens: three guests of a colour, one token of a colour, two in all in the basic mode."""
    owned = 0
    for colour in range(5):
        guests = s.house[colour] + s.guests[0, colour] + s.guests[1, colour]
        if guests != (0 if s.mode == BASIC else 3) or min(s.house[colour], s.guests[0, colour]) < 0:
            return False
        if s.guests[1, colour] < 0 or s.token[colour] + (s.favour[colour] > 0) > 1:
            return False
        owned += s.token[colour] + (s.favour[colour] > 0)
    return owned <= 2 if s.mode == BASIC else owned == 5


@rule
def lanterns_add_up(s: State) -> bool:
    """No lantern twice; after dealing nine are out, or five in Destiny."""
    seen = 0
    found = 0
    for i in range(LANTERNS):
        if s.row[i] != 0:
            seen |= 1 << abs(int(s.row[i]))
            found += 1
    for colour in range(5):
        for i in range(2):
            if s.lit[colour, i] != 0:
                seen |= 1 << abs(int(s.lit[colour, i]))
                found += 1
        if s.returns[colour] > 2 or (s.returns[colour] == 0 and s.lit[colour, 0] != 0):
            return False
    different = 0
    for i in range(1, LANTERNS + 1):
        different += seen >> i & 1
    if different != found:
        return False
    return s.dealt == 0 or found == (5 if s.destiny else LANTERNS)


@rule
def ranges_hold(s: State) -> bool:
    """Places, phases and counters are within bounds."""
    for colour in range(5):
        if not 0 <= s.pawn[colour] < 5 or not 0 <= s.home[colour] < 5 or not 0 <= s.favour[colour] <= 2:
            return False
    for slot in range(4):
        if s.down[slot] != 0 and (s.slots[slot] == 0 or (s.phase != HIDE and s.special[s.down[slot] - 1, 1] == 0)):
            return False
    return 0 <= s.turn <= 8 and 0 <= s.phase <= FINISHED and 0 <= s.seat <= 1 and s.trodden < TRAIL
