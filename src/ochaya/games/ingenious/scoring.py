"""Counting lines and moving markers (§3.2, §3.3, §6, §7, §8), and who wins (§4, §8)."""

from __future__ import annotations

import numpy as np

from ochaya.core.game import Shares
from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.games.ingenious.board import NEIGHBOUR, PAIR_WAY, PAIRS
from ochaya.games.ingenious.pieces import COLOURS
from ochaya.games.ingenious.state import DUEL, DUEL_TOP, SOLO, STANDARD, TEAM, TOP, State


@rule
def count_lines(cells: Table, space: int, colour: int, partner_way: int) -> int:
    """§3.2 Count the symbols of `colour` in the five lines from `space` that do not lead to the tile's other half."""
    points = np.int64(0)
    for way in range(6):
        if way == partner_way:
            continue
        at = NEIGHBOUR[space, way]
        while cells[at] == colour + 1:
            points += 1
            at = NEIGHBOUR[at, way]
    return points  # type: ignore[return-value]


@rule
def half_points(cells: Table, pair: int, half: int, colour: int) -> int:
    """§3.2 Points of the half that lies on a pair's space `half` (0 or 1)."""
    way = PAIR_WAY[pair] if half == 0 else (PAIR_WAY[pair] + 3) % 6
    return count_lines(cells, PAIRS[pair, half], colour, way)


@rule
def side_of(s: State, seat: int) -> int:
    """§7 Give whose markers a seat moves: its own, or its team's."""
    if s.mode == TEAM:
        return seat % 2
    return seat


@rule
def sides(s: State) -> int:
    """Give how many rows of markers are in play; the duel's shared sheet counts as two sides."""
    if s.mode == TEAM:
        return 2
    return s.seats


@rule
def own_position(s: State, seat: int, colour: int) -> int:
    """§8 Give how far a marker of the duel sheet stands on `seat`'s side; negative on the other's."""
    position = np.int64(s.markers[0, colour])
    return -position if seat == 0 else position  # type: ignore[return-value]


@rule
def advance(mode: int, value: int, points: int) -> int:
    """§3.2, §6, §8 Give where a marker on `value` ends after `points`; what goes beyond a sheet's end is lost."""
    goal = TOP
    if mode == DUEL:
        goal = DUEL_TOP
    elif mode != STANDARD and value >= TOP:
        goal = 2 * TOP
    return min(goal, value + points)


@rule
def score_half(s: State, colour: int, points: int) -> int:
    """§3.2, §3.3 Move the marker of the player on turn; give the bonus moves earned, 0 or 1."""
    if points == 0:
        return 0
    if s.mode == DUEL:
        now = advance(DUEL, own_position(s, s.seat, colour), points)
        s.markers[0, colour] = -now if s.seat == 0 else now
        if now == DUEL_TOP and s.tokens[colour] != s.seat + 1:
            s.tokens[colour] = s.seat + 1
            return 1
        return 0
    side = side_of(s, s.seat)
    before = s.markers[side, colour]
    now = advance(s.mode, before, points)
    s.markers[side, colour] = now
    if s.mode == SOLO or now == before:
        return 0
    return 1 if now in (TOP, 2 * TOP) else 0


@rule
def has_won_at_once(s: State) -> bool:
    """§4, §7, §8 Say whether the player on turn has all six markers at the end (in the duel: on the own side)."""
    for colour in range(COLOURS):
        if s.mode == DUEL:
            if own_position(s, s.seat, colour) < 1:
                return False
        elif s.markers[side_of(s, s.seat), colour] < (TOP if s.mode == STANDARD else 2 * TOP):
            return False
    return True


@rule
def does_order_matter(s: State, pair: int, colour: int) -> bool:
    """§3.2, R-I5, R-I21 Say whether a double would end elsewhere if its other half were scored first."""
    if s.mode in (STANDARD, DUEL):
        return False
    value = s.markers[side_of(s, s.seat), colour]
    one = half_points(s.cells, pair, 0, colour)
    other = half_points(s.cells, pair, 1, colour)
    return advance(s.mode, advance(s.mode, value, one), other) != advance(s.mode, advance(s.mode, value, other), one)


@rule
def nth_lowest(values: Table, n: int) -> int:
    """Give the n-th lowest of six values, counting equal ones separately (§4)."""
    for i in range(COLOURS):
        lower = np.int64(0)
        for j in range(COLOURS):
            if values[j] < values[i] or (values[j] == values[i] and j < i):
                lower += 1
        if lower == n:
            return np.int64(values[i])  # type: ignore[return-value]
    return 0


@rule
def compare_sides(s: State, one: int, other: int) -> int:
    """§4 Compare two sides' markers, lowest first; positive when the first side is ahead, 0 when all are equal."""
    if s.mode == DUEL:
        return compare_duel(s) if one == 0 else -compare_duel(s)
    for n in range(COLOURS):
        difference = nth_lowest(s.markers[one], n) - nth_lowest(s.markers[other], n)
        if difference != 0:
            return difference
    return 0


@rule
def weakest(s: State, seat: int, n: int) -> int:
    """§8 Give the n-th weakest of the markers on `seat`'s side of the duel sheet; 0 when there are not so many."""
    left = n
    for position in range(1, DUEL_TOP + 1):
        for colour in range(COLOURS):
            if own_position(s, seat, colour) == position:
                if left == 0:
                    return position
                left -= 1
    return 0


@rule
def compare_duel(s: State) -> int:
    """§8 More markers on the own side win, then the stronger weakest marker, then the next; positive for seat 0."""
    balance = np.int64(0)
    for colour in range(COLOURS):
        position = own_position(s, 0, colour)
        if position > 0:
            balance += 1
        elif position < 0:
            balance -= 1
    if balance != 0:
        return balance  # type: ignore[return-value]
    for n in range(COLOURS // 2):
        difference = weakest(s, 0, n) - weakest(s, 1, n)
        if difference != 0:
            return difference
    return 0


@rule
def place_of(s: State, side: int) -> int:
    """§4, R-I10 Give a side's place, 1 for the best; equal sides share it."""
    ahead = np.int64(1)
    for other in range(sides(s)):
        if other != side and compare_sides(s, other, side) > 0:
            ahead += 1
    return ahead  # type: ignore[return-value]


@rule
def score(s: State, out: Shares) -> None:
    """§4, §6, §7, §8 Give each seat its share of the win; the solo game gives the lowest marker out of 36."""
    if s.mode == SOLO:
        out[0] = nth_lowest(s.markers[0], 0) / (2.0 * TOP)
        return
    best = np.int64(0)
    for side in range(sides(s)):
        if place_of(s, side) == 1:
            best += 1
    for seat in range(s.seats):
        out[seat] = 1.0 / best if place_of(s, side_of(s, seat)) == 1 else 0.0
