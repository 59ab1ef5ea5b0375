"""Exchanging tiles at the end of a turn (§5, §8), and what everybody may conclude from it later.

Whether a player could have exchanged says something about the rack. So the player is asked at the end of every turn
in which the table alone does not rule an exchange out, even when there is nothing to choose: from outside both look
the same (R-I12 and the leak checklist).
"""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.ingenious.pieces import ALL_COLOURS, COLOURS, KINDS, SHOWS
from ochaya.games.ingenious.scoring import own_position, side_of
from ochaya.games.ingenious.state import DUEL, DUEL_TOP, SOLO, State


@rule
def exchange_colours(s: State) -> int:
    """§5, R-I15, R-I22 Give, as bits, the lowest colours of the player on turn; in the duel those on the own 9."""
    bits = 0
    if s.mode == DUEL:
        for colour in range(COLOURS):
            if own_position(s, s.seat, colour) == DUEL_TOP:
                bits |= 1 << colour
        return bits
    side = side_of(s, s.seat)
    lowest = s.markers[side, 0]
    for colour in range(1, COLOURS):
        lowest = min(lowest, s.markers[side, colour])
    for colour in range(COLOURS):
        if s.markers[side, colour] == lowest:
            bits |= 1 << colour
    return bits


@rule
def is_exchange_conceivable(s: State) -> bool:
    """Say whether an exchange is possible as far as everybody can see: with a rack of the right kind."""
    if s.mode == SOLO or s.held[s.seat] == 0:
        return False
    if s.mode == DUEL:
        return exchange_colours(s) != 0
    return exchange_colours(s) != ALL_COLOURS


@rule
def can_exchange(s: State) -> bool:
    """§5, §8 Say whether the player on turn may exchange: no tile with a lowest colour; in the duel, one on a 9."""
    if not is_exchange_conceivable(s):
        return False
    bits = exchange_colours(s)
    for kind in range(KINDS):
        if s.racks[s.seat, kind] > 0 and SHOWS[kind] & bits:
            return s.mode == DUEL
    return s.mode != DUEL


@rule
def put_aside(s: State) -> None:
    """§5, R-I16 Show the rack (in the duel: the matching tiles only) and put it aside before drawing anew."""
    bits = exchange_colours(s)
    for kind in range(KINDS):
        s.shown[s.seat, kind] = 0
        count = s.racks[s.seat, kind]
        if count > 0 and (s.mode != DUEL or SHOWS[kind] & bits):
            s.aside[kind] = s.shown[s.seat, kind] = count
            s.racks[s.seat, kind] = 0
            s.held[s.seat] -= count
            s.older[s.seat] = max(0, s.older[s.seat] - count)
            meet(s, kind, count)
    s.shown_at[s.seat] = s.placed
    s.kept[s.seat] = s.held[s.seat]
    s.kept_without[s.seat] = bits if s.kept[s.seat] > 0 else 0


@rule
def return_aside(s: State) -> None:
    """§5 Put the old tiles back into the bag after the new ones are drawn, and note that every rack is older."""
    for kind in range(KINDS):
        s.bag[kind] += s.aside[kind]
        s.returned[kind] = s.aside[kind]
        for seat in range(s.seats):
            s.unmet[seat, kind] = s.aside[kind]
        s.aside[kind] = 0
    for seat in range(s.seats):
        s.older[seat] = s.held[seat]


@rule
def meet(s: State, kind: int, count: int) -> None:
    """Everybody but the player on turn sees tiles of a kind: they may be those that the latest exchange put back."""
    for other in range(s.seats):
        if other != s.seat:
            s.unmet[other, kind] = max(0, s.unmet[other, kind] - count)


@rule
def note_placed(s: State, kind: int) -> None:
    """Remember what a placed tile says of the latest exchanges: any tile that could be one of them may be it."""
    s.returned[kind] = max(0, s.returned[kind] - 1)
    s.older[s.seat] = max(0, s.older[s.seat] - 1)
    meet(s, kind, 1)
    if s.kept[s.seat] > 0 and not SHOWS[kind] & s.kept_without[s.seat]:
        s.kept[s.seat] -= 1
        if s.kept[s.seat] == 0:
            s.kept_without[s.seat] = 0
