"""What a placement leaves behind, as a player sees it who has learned by playing: a small network for each set-up.

Every side gets a row of numbers: its six colours from the weakest to the strongest (how they stand, what the lines on
the board offer them, what the racks can take of that), then how it stands altogether. The row goes through two small
layers; what comes out is added to the standing at a glance, in log-odds, and the sides share the win in proportion.
The numbers in foresight.npy are made by `ochaya train ingenious` (docs/training.md).
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ochaya.core.curves import exp, logistic
from ochaya.core.game import Shares
from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.core.scratch import scratch
from ochaya.games.ingenious.board import PAIR_COUNT, PAIRS, PAIRS_WITHIN, SPACES, SPACES_WITHIN
from ochaya.games.ingenious.mind.lines import points_at
from ochaya.games.ingenious.mind.standing import lacking, leaning, next_to_place, soft_lowest, standing, worth_of_half
from ochaya.games.ingenious.pieces import COLOURS, KINDS, ONE, OTHER
from ochaya.games.ingenious.scoring import own_position, side_of, sides
from ochaya.games.ingenious.state import DUEL, DUEL_TOP, FREE, PLACE, SEATS, SOLO, STANDARD, TEAM, TOP, State

Rows = npt.NDArray[np.float32]

SETUPS = ("two", "three", "four", "solo", "team", "duel")
"""The set-ups that have a network of their own, in the order of their numbers."""
ABOUT_COLOUR = 17
"""How many numbers a row has for each colour …"""
ABOUT_ALL = 23
"""… and for all together."""
FEATURES = COLOURS * ABOUT_COLOUR + ABOUT_ALL
"""Behind them stands the standing at a glance, which goes past the layers."""
ROW = COLOURS * ABOUT_COLOUR + ABOUT_ALL + 1
WIDE, NARROW = 64, 32
"""The sizes of the two layers."""
FIRST_CONSTANTS = FEATURES * WIDE
SECOND = FIRST_CONSTANTS + WIDE
SECOND_CONSTANTS = SECOND + WIDE * NARROW
LAST = SECOND_CONSTANTS + NARROW
SIZE = LAST + NARROW + 1
"""Where each part begins among a network's numbers; the very last number is the constant of the last layer."""

WEIGHTS: Rows = np.load(Path(__file__).parent / "foresight.npy").astype(np.float32)
"""The networks, one row a set-up."""

NEAR = np.array([exp(-gap / 3.0) for gap in range(2 * TOP + 1)], np.float32)
"""How much a colour matters that stands so many points above the weakest."""
COUNTED = 17
"""Points of a half are told apart up to one less than this."""
BEST, SECOND_BEST, BEST_DOUBLE, TOGETHER, PLACES = range(5)
"""What the board offers a colour: its best space and the second, the best pair for a double, all points, all spaces."""


# -- what the board offers ------------------------------------------------------------------------------------------


@rule
def look_at_board(s: State, points: Table, pairs: Table, offers: Table) -> int:
    """Write what each colour would score on each free space, the free pairs, and what is on offer; gives the pairs."""
    for space in range(SPACES_WITHIN[s.radius]):
        if s.cells[space] != FREE or points_at(s, space, points) == 0:
            continue
        for colour in range(COLOURS):
            found = min(COUNTED - 1, points[space, colour])
            points[space, colour] = found
            if found == 0:
                continue
            offers[colour, TOGETHER] += found
            offers[colour, PLACES] += 1
            if found > offers[colour, BEST]:
                offers[colour, SECOND_BEST] = offers[colour, BEST]
                offers[colour, BEST] = found
            elif found > offers[colour, SECOND_BEST]:
                offers[colour, SECOND_BEST] = found
    n = 0
    for pair in range(PAIRS_WITHIN[s.radius]):
        space, to = PAIRS[pair, 0], PAIRS[pair, 1]
        if s.cells[space] != FREE or s.cells[to] != FREE:
            continue
        pairs[n] = pair
        n += 1
        for colour in range(COLOURS):
            both = points[space, colour] + points[to, colour]
            offers[colour, BEST_DOUBLE] = max(offers[colour, BEST_DOUBLE], both)
    return n


@rule
def best_gain(s: State, seat: int, points: Table, pairs: Table, n: int, offers: Table) -> float:
    """Say what the best placement from a seat's rack would bring at once, each half by itself.

    No tile brings more than its colours' best spaces would: tiles that cannot surpass what is found are not tried.
    """
    worth = scratch((COLOURS, COUNTED), np.float32)
    hope = scratch(KINDS, np.float32)
    lack = lacking(s, seat)
    for colour in range(COLOURS):
        for found in range(1, offers[colour, BEST] + 1):
            worth[colour, found] = worth_of_half(s, seat, colour, found, lack)
    for kind in range(KINDS):
        if s.racks[seat, kind] > 0:
            one, other = ONE[kind], OTHER[kind]
            hope[kind] = worth[one, offers[one, BEST]] + worth[other, offers[other, BEST]]
    best = np.float32(0.0)
    while True:
        kind = 0
        for other_kind in range(1, KINDS):
            if hope[other_kind] > hope[kind]:
                kind = other_kind
        if hope[kind] <= best:
            return float(best)
        one, other = ONE[kind], OTHER[kind]
        for at in range(n):
            space, to = PAIRS[pairs[at], 0], PAIRS[pairs[at], 1]
            straight = worth[one, points[space, one]] + worth[other, points[to, other]]
            turned = worth[one, points[to, one]] + worth[other, points[space, other]]
            best = max(best, straight, turned)
            if best >= hope[kind]:
                break
        hope[kind] = 0.0


@rule
def look_at_rack(s: State, seat: int, offers: Table, halves: Table, reach: Table) -> None:
    """Write how many halves of each colour a seat holds, and the most points it can make in each at once."""
    for kind in range(KINDS):
        count = s.racks[seat, kind]
        if count == 0:
            continue
        one, other = ONE[kind], OTHER[kind]
        halves[one] += count
        halves[other] += count
        if one == other:
            reach[one] = max(reach[one], offers[one, BEST_DOUBLE])
        else:
            reach[one] = max(reach[one], offers[one, BEST])
            reach[other] = max(reach[other], offers[other, BEST])


# -- a row for each side --------------------------------------------------------------------------------------------


@rule
def marker(s: State, side: int, colour: int) -> int:
    """Give where a side's marker stands; in the duel how far on its own side."""
    if s.mode == DUEL:
        return own_position(s, side, colour)
    return s.markers[side, colour]  # type: ignore[no-any-return]


@rule
def order_colours(s: State, side: int, order: Table) -> None:
    """Write a side's colours from the weakest to the strongest."""
    for colour in range(COLOURS):
        at = colour
        while at > 0 and marker(s, side, order[at - 1]) > marker(s, side, colour):
            order[at] = order[at - 1]
            at -= 1
        order[at] = colour


@rule
def order_rivals(s: State, side: int, rivals: Table) -> int:
    """Write the other sides from the strongest to the weakest; gives how many."""
    strength = scratch(SEATS, np.float64)
    n = 0
    for other in range(sides(s)):
        strength[other] = leaning(s, other) if s.mode == DUEL else soft_lowest(s, other)
        if other == side:
            continue
        at = n
        while at > 0 and strength[rivals[at - 1]] < strength[other]:
            rivals[at] = rivals[at - 1]
            at -= 1
        rivals[at] = other
        n += 1
    return n


@rule
def next_of(s: State, side: int, mover: int, is_own: bool) -> int:
    """Give the next seat to place that is on a side, or that is not; -1 for none."""
    for turn in range(s.seats):
        seat = (mover + turn) % s.seats
        if (side_of(s, seat) == side) == is_own:
            return seat
    return -1


@rule
def describe(s: State, rows: Rows) -> int:
    """Write every side's row, its standing at a glance in the last place; gives how many sides there are."""
    points = scratch((SPACES, COLOURS), np.int16)
    pairs = scratch(PAIR_COUNT, np.int16)
    offers = scratch((COLOURS, 5), np.int16)
    gains = scratch(SEATS, np.float64)
    n = look_at_board(s, points, pairs, offers)
    for seat in range(s.seats):
        gains[seat] = best_gain(s, seat, points, pairs, n, offers)
    for side in range(sides(s)):
        describe_side(s, side, offers, gains, rows[side])
    return sides(s)


@rule
def describe_side(s: State, side: int, offers: Table, gains: Shares, row: Rows) -> None:
    """Write one side's row."""
    mover = next_to_place(s)
    own, foe = next_of(s, side, mover, True), next_of(s, side, mover, False)
    halves, reach = scratch(COLOURS, np.int16), scratch(COLOURS, np.int16)
    foe_halves, foe_reach = scratch(COLOURS, np.int16), scratch(COLOURS, np.int16)
    look_at_rack(s, own, offers, halves, reach)
    if foe >= 0:
        look_at_rack(s, foe, offers, foe_halves, foe_reach)
    unseen = scratch(COLOURS, np.int16)
    for kind in range(KINDS):
        unseen[ONE[kind]] += s.bag[kind]
        unseen[OTHER[kind]] += s.bag[kind]
    order, rivals, rival_order = scratch(COLOURS, np.int8), scratch(SEATS, np.int8), scratch(COLOURS, np.int8)
    order_colours(s, side, order)
    others = order_rivals(s, side, rivals)
    strongest = rivals[0] if others > 0 else side
    order_colours(s, strongest, rival_order)
    top = DUEL_TOP if s.mode == DUEL else (TOP if s.mode == STANDARD else 2 * TOP)
    scale = np.float32(1.0 / DUEL_TOP if s.mode == DUEL else 1.0 / TOP)
    weakest, their_weakest = marker(s, side, order[0]), marker(s, strongest, rival_order[0])
    for rank in range(COLOURS):
        colour, at = order[rank], rank * ABOUT_COLOUR
        mine, theirs = marker(s, side, colour), marker(s, strongest, colour)
        row[at] = mine * scale
        row[at + 1] = 1.0 if mine == top else 0.0
        row[at + 2] = NEAR[mine - weakest]
        if s.mode == DUEL:  # theirs is the same marker seen from the other end; what counts is on which side it is
            row[at + 3] = 1.0 if mine > 0 else 0.0
            row[at + 4] = max(-1.0, min(1.0, mine / 2.0))
        elif others > 0:
            row[at + 3] = theirs * scale
            row[at + 4] = NEAR[theirs - their_weakest]
        row[at + 5] = offers[colour, BEST] / 6.0
        row[at + 6] = offers[colour, SECOND_BEST] / 6.0
        row[at + 7] = offers[colour, BEST_DOUBLE] / 9.0
        row[at + 8] = offers[colour, TOGETHER] / 40.0
        row[at + 9] = offers[colour, PLACES] / 20.0
        row[at + 10] = halves[colour] / 3.0
        row[at + 11] = reach[colour] / 8.0
        row[at + 12] = foe_halves[colour] / 3.0
        row[at + 13] = foe_reach[colour] / 8.0
        row[at + 14] = unseen[colour] / 40.0
        row[at + 15] = reach[colour] / 8.0 * NEAR[mine - weakest]
        if s.mode == DUEL and s.tokens[colour] > 0:
            row[at + 16] = 1.0 if s.tokens[colour] == side + 1 else -1.0
    describe_standing(s, side, order, rivals, others, rival_order, gains, row)


@rule
def describe_standing(
    s: State, side: int, order: Table, rivals: Table, others: int, rival_order: Table, gains: Shares, row: Rows
) -> None:
    """Write the part of a side's row that is about all colours together."""
    mover = next_to_place(s)
    own, foe = next_of(s, side, mover, True), next_of(s, side, mover, False)
    at = COLOURS * ABOUT_COLOUR
    open_part = s.room / PAIRS_WITHIN[s.radius]
    is_mine = side_of(s, mover) == side
    row[at] = open_part
    row[at + 1] = math.sqrt(open_part)
    row[at + 2] = 1.0 if is_mine else 0.0
    row[at + 3] = s.bonus if is_mine and s.phase == PLACE else 0.0
    row[at + 4] = s.held[own] / 6.0
    row[at + 5] = gains[own] / 3.0
    if is_mine:
        row[at + 6] = gains[own] / 3.0
    if foe >= 0:
        row[at + 7] = gains[foe] / 3.0
        row[at + 8] = 1.0 if others > 0 and side_of(s, foe) == rivals[0] else 0.0
        if not is_mine:
            row[at + 9] = gains[foe] / 3.0
    if others > 0:
        for rank in range(COLOURS):
            ahead = marker(s, side, order[rank]) - marker(s, rivals[0], rival_order[rank])
            row[at + 10 + rank] = ahead / 6.0
            if rank < 3:
                row[at + 16 + rank] = max(-1.0, min(1.0, ahead / 2.0))
    for place in range(1, others):
        lowest = 2 * TOP
        for colour in range(COLOURS):
            lowest = min(lowest, marker(s, rivals[place], colour))
        row[at + 18 + place] = (marker(s, side, order[0]) - lowest) / 6.0
    row[at + 21] = soft_lowest(s, side) / 18.0 if s.mode != DUEL else leaning(s, side) / 3.0
    row[at + 22] = 1.0 - open_part if s.room > 12 else 1.0 - s.room / 12.0
    row[FEATURES] = standing(s, side)


# -- the network ----------------------------------------------------------------------------------------------------


@rule
def ask(weights: Rows, row: Rows) -> float:
    """Send a row through a network; gives log-odds, the standing at a glance included."""
    one, two = scratch(WIDE, np.float32), scratch(NARROW, np.float32)
    for j in range(WIDE):
        one[j] = weights[FIRST_CONSTANTS + j]
    for i in range(FEATURES):
        if row[i] != 0:
            number, start = row[i], i * WIDE
            for j in range(WIDE):
                one[j] += number * weights[start + j]
    for k in range(NARROW):
        two[k] = weights[SECOND_CONSTANTS + k]
    for j in range(WIDE):
        if one[j] > 0:
            number, start = one[j], SECOND + j * NARROW
            for k in range(NARROW):
                two[k] += number * weights[start + k]
    total = weights[SIZE - 1] + row[FEATURES]
    for k in range(NARROW):
        if two[k] > 0:
            total += two[k] * weights[LAST + k]
    return float(total)


@rule
def setup_of(s: State) -> int:
    """Give the number of the set-up that a state belongs to."""
    if s.mode == STANDARD:
        return s.seats - 2
    if s.mode == SOLO:
        return 3
    return 4 if s.mode == TEAM else 5


@rule
def foresee(s: State, out: Shares) -> None:
    """Each seat's share as learned by playing."""
    rows = scratch((SEATS, ROW), np.float32)
    count = describe(s, rows)
    weights = WEIGHTS[setup_of(s)]
    if count == 1:
        out[0] = logistic(ask(weights, rows[0]))
        return
    total = 0.0
    for side in range(count):
        out[side] = exp(ask(weights, rows[side]))
        total += out[side]
    for seat in range(s.seats - 1, -1, -1):
        out[seat] = out[side_of(s, seat)] / total
