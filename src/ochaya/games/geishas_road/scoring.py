"""The end of a round and of the match (§5, §6): who wins the geishas, and the points."""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.geishas_road.news import SCORED, WON, tell
from ochaya.games.geishas_road.pieces import FACE, GUEST_POINTS, LANTERNS, SUM
from ochaya.games.geishas_road.state import (
    ADVANCED,
    BASIC,
    BY_POINTS,
    BY_TOKENS,
    FINISHED,
    FOUR_GEISHAS,
    LANTERN,
    SHARED,
    State,
)


@rule
def sum_of(cards: int, colour: int) -> int:
    """Add the values of the cards of one colour."""
    return int(SUM[cards >> 4 * colour & 15])


@rule
def winner_of(s: State, colour: int) -> int:
    """§5.2 Say who wins a geisha's favour: the larger sum, on equal sums the favour token (seat + 1, 0 nobody)."""
    mine, yours = sum_of(s.side[0], colour), sum_of(s.side[1], colour)
    if mine > yours:
        return 1
    if yours > mine:
        return 2
    return int(s.favour[colour])


@rule
def lantern_points(s: State, colour: int) -> int:
    """Add the lanterns on a tile, as they lie."""
    return int(FACE[LANTERNS + s.lit[colour, 0]]) + int(FACE[LANTERNS + s.lit[colour, 1]])


@rule
def guest_points(s: State, seat: int) -> int:
    """§6 Give the points of a player's guests in their best sets."""
    index = 0
    for colour in range(5):
        index |= int(s.guests[seat, colour]) << 2 * colour
    return int(GUEST_POINTS[index])


@rule
def round_points(s: State, seat: int) -> int:
    """§5.4 Give a player's points for the round: tiles, lanterns, guests and unused special markers."""
    points = 0
    for colour in range(5):
        if s.won[colour] == seat + 1:
            points += 1 + s.part + lantern_points(s, colour)
    if s.mode != BASIC:
        points += guest_points(s, seat)
    if s.mode == ADVANCED:
        points += unused_points(s, seat)
    return points


@rule
def unused_points(s: State, seat: int) -> int:
    """§7 Each special marker that was not used is worth a point."""
    return 2 - int(s.special[seat, 0]) - int(s.special[seat, 1])


@rule
def score_round(s: State) -> None:
    """§5.2 to §5.5 Award the geishas; four of them win at once, else points are counted."""
    first = second = 0
    for colour in range(5):
        owner = winner_of(s, colour)
        s.won[colour] = owner
        first += int(owner == 1)
        second += int(owner == 2)
    s.scored += 1
    if s.part == 0:
        keep_table(s)
    tell(s, SCORED, 0, 0, s.part)
    s.seat = s.starter
    if first >= 4 or second >= 4:
        finish(s, 1 if first >= 4 else 2, FOUR_GEISHAS)
        return
    for seat in range(2):
        s.points[s.part, seat] = round_points(s, seat)
    if s.part == 1:
        settle(s)
        return
    if s.points[0, 0] != s.points[0, 1]:
        s.starter = 0 if s.points[0, 0] < s.points[0, 1] else 1
    else:
        s.starter = 1 - s.starter
    s.part = 1
    s.laid = 0
    s.phase = LANTERN


@rule
def keep_table(s: State) -> None:
    """Remember how the first round ended, so that it can be looked at again in the second."""
    for seat in range(2):
        s.past_side[seat] = s.side[seat]
        for colour in range(5):
            s.past_guests[seat, colour] = s.guests[seat, colour]
        for marker in range(2):
            s.past_special[seat, marker] = s.special[seat, marker]
    for colour in range(5):
        s.past_favour[colour] = s.favour[colour]
        for i in range(2):
            s.past_lit[colour, i] = s.lit[colour, i]


@rule
def settle(s: State) -> None:
    """§5 End of the match: more points over both rounds, then favour tokens (not in the basic mode), else shared."""
    lead = s.points[0, 0] + s.points[1, 0] - s.points[0, 1] - s.points[1, 1]
    if lead != 0:
        finish(s, 1 if lead > 0 else 2, BY_POINTS)
        return
    tokens = 0
    for colour in range(5):
        tokens += int(s.favour[colour] == 1) - int(s.favour[colour] == 2)
    if s.mode == BASIC or tokens == 0:
        finish(s, 3, SHARED)
    else:
        finish(s, 1 if tokens > 0 else 2, BY_TOKENS)


@rule
def finish(s: State, winner: int, reason: int) -> None:
    """End the match."""
    s.winner = winner
    s.reason = reason
    s.phase = FINISHED
    tell(s, WON, 0, 0, winner | reason << 2)
