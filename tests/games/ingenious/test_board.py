"""§1 The board and the tiles."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.board import (
    BESIDE,
    DIRECTIONS,
    NAMES,
    NEIGHBOUR,
    OUTSIDE,
    PAIR_BESIDE,
    PAIR_COUNT,
    PAIR_OF,
    PAIR_WAY,
    PAIRS,
    PAIRS_WITHIN,
    PLACES,
    PRINTED,
    RECOLOURINGS,
    SPACE_AT,
    SPACES,
    SPACES_WITHIN,
    SYMMETRIES,
    distance,
)
from ochaya.games.ingenious.pieces import COLOURS, COPIES, KINDS, ONE, OTHER
from ochaya.games.ingenious.scoring import half_points
from ochaya.games.ingenious.state import FREE
from tests.games.ingenious.tables import can_play, give, placement, table


def test_there_are_120_tiles_six_of_each_mixed_kind_and_five_of_each_double() -> None:
    assert KINDS == 21
    assert int(COPIES.sum()) == 120
    for colour in range(COLOURS):
        shown = sum(int(COPIES[k]) * (int(ONE[k] == colour) + int(OTHER[k] == colour)) for k in range(KINDS))
        assert shown == 40


def test_r_i1_zones_have_91_127_and_169_spaces_with_85_121_and_163_free() -> None:
    assert [int(SPACES_WITHIN[radius]) for radius in (5, 6, 7)] == [91, 127, 169]
    for seats, free in (("2", 85), ("3", 121), ("4", 163)):
        s = table(seats=seats)[0]
        assert int((s.cells[:SPACES] == FREE).sum()) == free


def test_r_i1_symbols_stand_in_the_corners_of_the_inner_zone_whatever_the_number_of_players() -> None:
    for seats in ("2", "3", "4"):
        s = table(seats=seats)[0]
        assert [int(s.cells[space]) for space in PRINTED] == [1, 2, 3, 4, 5, 6]
    assert all(distance(*PLACES[space]) == 5 for space in PRINTED)


def test_r_i2_symbols_go_clockwise_red_green_blue_orange_yellow_purple_from_the_upper_left() -> None:
    assert [PLACES[space] for space in PRINTED] == [(0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0)]


def test_neighbours_are_mutual_and_pairs_are_all_of_them_once() -> None:
    for space, (q, r) in enumerate(PLACES):
        for way, (dq, dr) in enumerate(DIRECTIONS):
            there = int(NEIGHBOUR[space, way])
            assert there == SPACE_AT.get((q + dq, r + dr), OUTSIDE)
            if there != OUTSIDE:
                assert NEIGHBOUR[there, (way + 3) % 6] == space
                assert (min(space, there), max(space, there)) in PAIR_OF
    assert PAIR_COUNT == len({tuple(pair) for pair in PAIRS.tolist()}) == 462
    assert [int(PAIRS_WITHIN[radius]) for radius in (5, 6, 7)] == [240, 342, 462]
    for pair, (a, b) in enumerate(PAIRS):
        assert NEIGHBOUR[a, PAIR_WAY[pair]] == b
    assert all(max(PAIRS[pair]) < SPACES_WITHIN[5] for pair in range(240))
    assert all(max(PAIRS[pair]) < SPACES_WITHIN[6] for pair in range(342))


def test_no_space_and_no_tile_touches_two_printed_symbols() -> None:
    for space in range(SPACES):
        assert sum(int(printed) in NEIGHBOUR[space] for printed in PRINTED) == int(BESIDE[space] >= 0)
    for pair, (a, b) in enumerate(PAIRS):
        touched = {int(BESIDE[space]) for space in (a, b)} - {-1}
        assert len(touched) <= 1
        assert PAIR_BESIDE[pair] == (touched.pop() if touched else -1)


def test_every_space_has_its_own_name_and_the_centre_is_h8() -> None:
    assert len(set(NAMES)) == SPACES
    assert NAMES[SPACE_AT[0, 0]] == "h8"
    assert NAMES[SPACE_AT[0, -5]] == "c8"


@pytest.mark.parametrize(("seats", "pairs"), [("2", 54), ("3", 102), ("4", 144)])
def test_the_very_first_tile_has_54_102_or_144_places(seats: str, pairs: int) -> None:
    s = table(seats=seats, started=False)[0]
    give(s, "rb")
    assert len(GAME.legal_ids(s)) == 2 * pairs
    s = table(seats=seats, started=False)[0]
    give(s, "rr")
    assert len(GAME.legal_ids(s)) == pairs


@pytest.mark.parametrize(("seats", "six", "seven"), [("2", False, False), ("3", True, False), ("4", True, True)])
def test_t7_the_grey_ring_is_for_three_the_outer_for_four(seats: str, six: bool, seven: bool) -> None:
    s = table(seats=seats)[0]
    give(s, "rb")
    assert can_play(s, "R(5,1)+B(4,1)") is six
    assert can_play(s, "R(6,0)+B(6,-1)") is six
    assert can_play(s, "R(7,0)+B(7,-1)") is seven
    assert can_play(s, "R(6,0)+B(7,0)") is seven


def test_halves_may_be_swapped_and_a_double_is_offered_once() -> None:
    s = table()[0]
    give(s, "rb", "gg", "gg")
    assert can_play(s, "R(0,0)+B(1,0)")
    assert can_play(s, "B(0,0)+R(1,0)")
    ids = GAME.legal_ids(s)
    assert len({placement("G(0,0)+G(1,0)"), placement("G(1,0)+G(0,0)")} & set(ids)) == 1
    assert len(ids) == 222 * 3


def test_taken_and_printed_spaces_are_not_free() -> None:
    s = table()[0]
    give(s, "rb")
    assert not can_play(s, "R(0,-5)+B(0,-4)")
    GAME.apply(s, placement("R(0,0)+B(1,0)"))
    s.phase, s.seat = 2, 0
    give(s, "rb")
    assert not can_play(s, "R(0,0)+B(-1,0)")
    assert can_play(s, "R(0,1)+B(-1,1)")


def test_scoring_looks_the_same_after_every_turn_and_reflection_of_the_board() -> None:
    random = np.random.default_rng(4)
    for trial in range(40):
        cells = np.zeros(SPACES + 1, np.int8)
        cells[:SPACES] = random.integers(0, 5, SPACES)
        cells[OUTSIDE] = 7
        pair, colour = int(random.integers(PAIR_COUNT)), int(random.integers(4))
        symmetry, recolour = SYMMETRIES[trial % 12], RECOLOURINGS[trial % 12]
        moved = cells.copy()
        for space in range(SPACES):
            moved[symmetry[space]] = recolour[cells[space] - 1] + 1 if cells[space] else 0
        a, b = (int(symmetry[space]) for space in PAIRS[pair])
        there = PAIR_OF[min(a, b), max(a, b)]
        assert half_points(cells, pair, 0, colour) == half_points(moved, there, int(a > b), int(recolour[colour]))


def test_symmetries_are_twelve_and_keep_the_printed_symbols_in_place() -> None:
    assert len({tuple(symmetry) for symmetry in SYMMETRIES.tolist()}) == 12
    for symmetry, recolour in zip(SYMMETRIES, RECOLOURINGS, strict=True):
        assert sorted(symmetry.tolist()) == list(range(SPACES))
        assert [int(symmetry[space]) for space in PRINTED] == [int(PRINTED[colour]) for colour in recolour]
