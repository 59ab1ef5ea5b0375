"""The turn: place, score, bonus moves, exchange, refill (§2 to §8)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.game import CHANCE, OVER, Ids
from ochaya.core.jit import rule
from ochaya.games.ingenious.actions import (
    EXCHANGE,
    FIRST_DRAW,
    FIRST_SEAT,
    FLIPS,
    KEEP,
    PLACEMENTS,
)
from ochaya.games.ingenious.board import (
    BESIDE,
    NEIGHBOUR,
    OUTSIDE,
    PAIR_BESIDE,
    PAIRS,
    PAIRS_WITHIN,
    PRINTED,
    SPACES,
    SPACES_WITHIN,
)
from ochaya.games.ingenious.exchange import can_exchange, is_exchange_conceivable, note_placed, put_aside, return_aside
from ochaya.games.ingenious.pieces import COLOURS, COPIES, KINDS, ONE, OTHER, RACK, SHOWS
from ochaya.games.ingenious.scoring import does_order_matter, half_points, has_won_at_once, score_half
from ochaya.games.ingenious.state import (
    DEAL,
    DUEL,
    ENDED,
    FINISH,
    FREE,
    PICK_FIRST,
    PLACE,
    REDRAW,
    REFILL,
    SOLO,
    STANDARD,
    TEAM,
    WALL,
    State,
)


@rule
def setup(s: State, options: npt.NDArray[np.int16]) -> None:
    """§2 Lay out the zone, fill the bag, put all markers on 0; options are mode, seats, first player and talk."""
    s.mode = options[0]
    s.seats = options[1] + 2
    if s.mode == SOLO:
        s.seats = 1
    elif s.mode == TEAM:
        s.seats = 4
    elif s.mode == DUEL:
        s.seats = 2
    s.talk = options[3]
    s.radius = max(5, s.seats + 3)
    for space in range(SPACES):
        s.cells[space] = FREE if space < SPACES_WITHIN[s.radius] else WALL
    s.cells[OUTSIDE] = WALL
    s.room = PAIRS_WITHIN[s.radius]
    for colour in range(COLOURS):
        fill(s, PRINTED[colour], colour)
    for kind in range(KINDS):
        s.bag[kind] = COPIES[kind]
    chosen = options[2] - 1
    s.phase = PICK_FIRST
    if s.seats == 1:
        s.phase = DEAL
    elif 0 <= chosen < s.seats:
        s.seat = chosen
        s.phase = DEAL


@rule
def actor(s: State) -> int:
    """Say who must act: the player on turn, chance while a tile is drawn, or nobody any more."""
    if s.phase in (PLACE, FINISH):
        return s.seat
    return OVER if s.phase == ENDED else CHANCE


@rule
def fill(s: State, space: int, colour: int) -> None:
    """Put a symbol on a free space and keep count of the room left."""
    for way in range(6):
        if s.cells[NEIGHBOUR[space, way]] == FREE:
            s.room -= 1
    s.cells[space] = colour + 1
    if BESIDE[space] >= 0:
        s.touched |= 1 << BESIDE[space]


@rule
def can_lie(s: State, pair: int) -> bool:
    """§3.1 Say whether the player on turn may put a tile on this pair; the first tile goes beside a fresh symbol."""
    if s.cells[PAIRS[pair, 0]] != FREE or s.cells[PAIRS[pair, 1]] != FREE:
        return False
    if s.started[s.seat]:
        return True
    beside = PAIR_BESIDE[pair]
    return beside >= 0 and not (s.touched >> beside) & 1


@rule
def legal(s: State, out: Ids) -> int:
    """List what the player on turn may do, or what chance may bring, ascending."""
    n = 0
    if s.phase == PLACE:
        return legal_placements(s, out)
    if s.phase == FINISH:
        out[0] = KEEP
        n = 1
        if can_exchange(s):
            out[1] = EXCHANGE
            n = 2
    elif s.phase == PICK_FIRST:
        for seat in range(s.seats):
            out[n] = FIRST_SEAT + seat
            n += 1
    elif s.phase != ENDED:
        for kind in range(KINDS):
            if s.bag[kind] > 0:
                out[n] = FIRST_DRAW + kind
                n += 1
    return n


@rule
def legal_placements(s: State, out: Ids) -> int:
    """§3.1 List every kind on the rack on every fitting pair, both ways round; doubles once unless order matters."""
    n = 0
    for kind in range(KINDS):
        if s.racks[s.seat, kind] == 0:
            continue
        is_double = ONE[kind] == OTHER[kind]
        for pair in range(PAIRS_WITHIN[s.radius]):
            if not can_lie(s, pair):
                continue
            out[n] = (kind * len(PAIRS) + pair) * FLIPS
            n += 1
            if not is_double or does_order_matter(s, pair, ONE[kind]):
                out[n] = out[n - 1] + 1
                n += 1
    return n


@rule
def odds(s: State, out: Ids) -> int:
    """Weigh the outcomes: each tile of the bag is as likely as another, and each seat to begin."""
    n = 0
    total = np.int64(0)
    if s.phase == PICK_FIRST:
        for seat in range(s.seats):
            out[seat] = 1
        return s.seats
    for kind in range(KINDS):
        if s.bag[kind] > 0:
            out[n] = s.bag[kind]
            total += s.bag[kind]
            n += 1
    return total  # type: ignore[return-value]


@rule
def apply(s: State, action: int) -> None:
    """Carry out an action or an outcome."""
    if action < PLACEMENTS:
        place(s, action // (len(PAIRS) * FLIPS), action // FLIPS % len(PAIRS), action % FLIPS)
    elif action == KEEP:
        s.phase = REFILL
    elif action == EXCHANGE:
        put_aside(s)
        s.phase = REDRAW
    elif action < FIRST_DRAW:
        s.seat = action - FIRST_SEAT
        s.phase = DEAL
    else:
        draw(s, action - FIRST_DRAW)


@rule
def place(s: State, kind: int, pair: int, flip: int) -> None:
    """§3 Place a tile, its first half on the pair's space `flip`; score that half, then the other."""
    one, other = ONE[kind], OTHER[kind]
    first_points = half_points(s.cells, pair, flip, one)
    second_points = half_points(s.cells, pair, 1 - flip, other)
    s.racks[s.seat, kind] -= 1
    s.held[s.seat] -= 1
    s.started[s.seat] = 1
    s.placed += 1
    for half in range(2):
        s.order[PAIRS[pair, half]] = s.placed
        s.placer[PAIRS[pair, half]] = s.seat + 1
    note_placed(s, kind)
    fill(s, PAIRS[pair, flip], one)
    fill(s, PAIRS[pair, 1 - flip], other)
    s.bonus += score_half(s, one, first_points)
    is_won = has_won_at_once(s)
    if not is_won:
        s.bonus += score_half(s, other, second_points)
        is_won = has_won_at_once(s)
    if is_won or s.room == 0:
        s.bonus = 0
        s.phase = ENDED
    elif s.bonus > 0 and s.held[s.seat] > 0:
        s.bonus -= 1
    else:
        s.bonus = 0
        s.phase = FINISH if is_exchange_conceivable(s) else REFILL


@rule
def rack_size(s: State) -> int:
    """§2, §6 Give how many tiles a player draws up to: six, or one in the solo game."""
    return 1 if s.mode == SOLO else RACK


@rule
def draw(s: State, kind: int) -> None:
    """§2, §3, §5 A tile comes from the bag; a full rack ends the turn, or at the deal goes on to the next player."""
    s.bag[kind] -= 1
    s.racks[s.seat, kind] += 1
    s.held[s.seat] += 1
    s.unmet[s.seat, kind] = max(0, s.unmet[s.seat, kind] - 1)
    if s.held[s.seat] < rack_size(s):
        return
    if s.phase == REDRAW:
        return_aside(s)
    s.seat = (s.seat + 1) % s.seats
    if s.phase != DEAL or s.held[s.seat] > 0:
        s.phase = PLACE


@rule
def conserved(s: State) -> bool:
    """Check that every tile is somewhere, every count is what it counts and every marker is on its sheet."""
    for colour in range(COLOURS):
        halves = np.int64(-1)
        for space in range(SPACES):
            if s.cells[space] == colour + 1:
                halves += 1
        for kind in range(KINDS):
            copies = np.int64(s.bag[kind]) + s.aside[kind]
            for seat in range(s.seats):
                copies += s.racks[seat, kind]
            halves += copies * (np.int64(ONE[kind] == colour) + np.int64(OTHER[kind] == colour))
        if halves != 40:
            return False
    return is_in_range(s) and counts_agree(s) and is_memory_true(s)


@rule
def counts_agree(s: State) -> bool:
    """Check the numbers kept for speed against what they count."""
    room = np.int64(0)
    for pair in range(PAIRS_WITHIN[s.radius]):
        if s.cells[PAIRS[pair, 0]] == FREE and s.cells[PAIRS[pair, 1]] == FREE:
            room += 1
    if room != s.room or (room == 0 and s.phase != ENDED):
        return False
    for seat in range(s.seats):
        held = np.int64(0)
        for kind in range(KINDS):
            held += s.racks[seat, kind]
        if held != s.held[seat] or held > RACK or not 0 <= s.older[seat] <= held:
            return False
    return bool(s.cells[OUTSIDE] == WALL)


@rule
def is_memory_true(s: State) -> bool:
    """Check that what is concluded from exchanges is so: tiles not met are somewhere unseen, kept ones on the rack."""
    for seat in range(s.seats):
        plain = np.int64(0)
        for kind in range(KINDS):
            if not SHOWS[kind] & s.kept_without[seat]:
                plain += s.racks[seat, kind]
            unseen = np.int64(s.bag[kind])
            for other in range(s.seats):
                if other != seat:
                    unseen += s.racks[other, kind]
            if not 0 <= s.unmet[seat, kind] <= unseen:
                return False
        if not 0 <= s.kept[seat] <= plain:
            return False
    return True


@rule
def is_in_range(s: State) -> bool:
    """Check that no count is negative and no marker off its sheet."""
    for kind in range(KINDS):
        if s.bag[kind] < 0 or s.aside[kind] < 0 or not 0 <= s.returned[kind] <= COPIES[kind]:
            return False
        for seat in range(s.seats):
            if s.racks[seat, kind] < 0:
                return False
    low, high = 0, 36
    if s.mode == STANDARD:
        high = 18
    elif s.mode == DUEL:
        low, high = -9, 9
    for side in range(s.seats):
        for colour in range(COLOURS):
            if not low <= s.markers[side, colour] <= high:
                return False
    return 0 <= s.bonus <= RACK
