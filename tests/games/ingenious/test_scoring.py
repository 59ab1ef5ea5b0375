"""§3.2 Scoring: the rulebook's worked examples and the order of halves."""

from __future__ import annotations

import numpy as np

from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.board import NEIGHBOUR, OUTSIDE, PAIR_COUNT, PAIR_WAY, PAIRS, PLACES, SPACE_AT, SPACES
from ochaya.games.ingenious.scoring import half_points
from ochaya.games.ingenious.state import PLACE
from tests.games.ingenious.tables import give, mark, marker, placement, play, points, put, table

SEQUENCE = (
    ("R(3,0)+B(4,0)", (0, 1)),
    ("R(4,-1)+B(5,-1)", (1, 2)),
    ("B(6,-1)+B(6,0)", (2, 2)),
    ("R(5,-2)+B(6,-2)", (2, 4)),
)


def laid_until(step: int) -> tuple[object, str]:
    block = table(seats="4")
    for tile, _ in SEQUENCE[:step]:
        put(block[0], tile)
    return block[0], SEQUENCE[step][0]


def test_e1_a_printed_symbol_counts() -> None:
    assert points(*laid_until(0)) == (0, 1)


def test_e2_each_half_scores_its_own_lines_in_two_directions() -> None:
    assert points(*laid_until(1)) == (1, 2)


def test_e3_a_double_does_not_count_the_direction_between_its_halves() -> None:
    one, other = points(*laid_until(2))
    assert (one, other) == (2, 2)
    assert one + other == 4


def test_e4_a_line_counts_all_its_symbols_and_what_is_not_in_line_does_not_count() -> None:
    assert points(*laid_until(3)) == (2, 4)


def test_e1_to_e4_played_as_turns_move_the_markers() -> None:
    s = table(seats="4")[0]
    totals = [(0, 1), (1, 3), (1, 7), (3, 11)]
    for (tile, _), (red, blue) in zip(SEQUENCE, totals, strict=True):
        s.seat, s.phase = 0, 2
        play(s, tile)
        assert (marker(s, "R"), marker(s, "B")) == (red, blue)


FIVE = (
    "G(1,-1) G(0,-1) G(-1,0) G(-1,1) G(0,1) G(0,2) G(0,3) G(2,-1) G(2,0) G(-1,2) P(-2,3) R(0,4) Y(1,1)"
)


def test_e5_green_twelve_and_a_symbol_may_count_once_for_each_half() -> None:
    s = table()[0]
    put(s, FIVE)
    assert points(s, "G(0,0)+G(1,0)") == (7, 5)
    play(s, "G(0,0)+G(1,0)")
    assert marker(s, "G") == 12


def test_a_marker_stops_on_18_and_the_rest_is_lost() -> None:
    s = table()[0]
    put(s, FIVE)
    mark(s, G=10)
    play(s, "G(0,0)+G(1,0)")
    assert marker(s, "G") == 18


def test_t3_r_i5_a_double_ends_on_18_either_way_in_the_standard_game_and_earns_one_bonus() -> None:
    s = table()[0]
    put(s, FIVE)
    mark(s, G=10)
    give(s, "gg", "gg", "ro", "ro")
    orders = {placement("G(0,0)+G(1,0)"), placement("G(1,0)+G(0,0)")} & set(GAME.legal_ids(s))
    assert len(orders) == 1
    ends = []
    for action in (placement("G(0,0)+G(1,0)"), placement("G(1,0)+G(0,0)")):
        copy = GAME.state.new()
        copy[0] = s
        GAME.apply(copy[0], action)
        ends.append((copy.tobytes(), marker(copy[0], "G"), int(copy[0].phase), int(copy[0].bonus)))
    assert ends[0] == ends[1]
    assert ends[0][1:] == (18, PLACE, 0)


def walked(cells: np.ndarray, space: int, other: int, colour: int) -> int:
    """Count lines the slow way, over coordinates."""
    q, r = PLACES[space]
    total = 0
    for dq, dr in ((1, 0), (-1, 0), (1, -1), (0, -1), (0, 1), (-1, 1)):
        if SPACE_AT.get((q + dq, r + dr)) == other:
            continue
        at = (q + dq, r + dr)
        while at in SPACE_AT and cells[SPACE_AT[at]] == colour + 1:
            total += 1
            at = (at[0] + dq, at[1] + dr)
    return total


def test_lines_by_table_equal_lines_walked_over_coordinates() -> None:
    random = np.random.default_rng(9)
    for _ in range(300):
        cells = np.zeros(SPACES + 1, np.int8)
        cells[:SPACES] = random.integers(0, 4, SPACES)
        cells[OUTSIDE] = 7
        pair, half, colour = int(random.integers(PAIR_COUNT)), int(random.integers(2)), int(random.integers(3))
        space, other = int(PAIRS[pair, half]), int(PAIRS[pair, 1 - half])
        assert other in NEIGHBOUR[space]
        assert PAIR_WAY[pair] in range(6)
        assert half_points(cells, pair, half, colour) == walked(cells, space, other, colour)
