"""§8 The duel. Seat 0's end of the shared sheet is -9, seat 1's is +9."""

from __future__ import annotations

from typing import Any

import pytest

from ochaya.core.secrecy import NOBODY, seen
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import EXCHANGE, KEEP, PLACEMENTS
from ochaya.games.ingenious.pieces import COLOUR_LETTERS
from ochaya.games.ingenious.state import ENDED, FINISH, PLACE, REDRAW, REFILL
from tests.games.ingenious.tables import (
    draw,
    give,
    kind_of,
    mark,
    marker,
    offers_exchange,
    placement,
    play,
    put,
    shares,
    table,
)

FIVE_BLUES = "B(0,1) B(0,2) B(0,3) B(-1,1) B(-2,2)"


def ended(**positions: int) -> list[float]:
    """Give the shares when the markers stand so; positive is seat 1's side."""
    s = table("duel")[0]
    mark(s, **positions)
    s.phase = ENDED
    return shares(s)


def test_d1_equal_numbers_are_decided_by_the_weakest_markers_then_the_next() -> None:
    assert ended(R=-2, G=-4, B=2, Y=3) == [1.0, 0.0]


def test_d2_points_pull_the_marker_towards_the_player() -> None:
    s = table("duel")[0]
    put(s, FIVE_BLUES)
    mark(s, B=3)
    give(s, "oo")
    play(s, "B(0,0)+R(1,0)")
    assert marker(s, "B") == -2
    assert s.phase == REFILL


def test_d2_nine_is_the_end_takes_the_token_and_gives_a_bonus_move() -> None:
    s = table("duel")[0]
    put(s, FIVE_BLUES)
    mark(s, B=-7)
    give(s, "oo", "oo")
    play(s, "B(0,0)+R(1,0)")
    assert marker(s, "B") == -9
    assert int(s.tokens[COLOUR_LETTERS.index("b")]) == 1
    assert (GAME.actor(s), int(s.phase), int(s.bonus)) == (0, PLACE, 0)


def test_d3_r_i18_no_second_bonus_while_i_hold_the_token() -> None:
    s = table("duel")[0]
    put(s, FIVE_BLUES)
    mark(s, B=-4)
    s.tokens[2] = 1
    give(s, "oo")
    play(s, "B(0,0)+R(1,0)")
    assert (marker(s, "B"), int(s.phase)) == (-9, FINISH)


def test_d3_r_i19_the_token_stays_until_the_other_brings_the_marker_to_his_nine() -> None:
    s = table("duel")[0]
    put(s, FIVE_BLUES)
    mark(s, B=-9)
    s.tokens[2] = 1
    s.seat = 1
    give(s, "oo", "oo", seat=1)
    play(s, "B(0,0)+R(1,0)")
    assert (marker(s, "B"), int(s.tokens[2])) == (-4, 1)
    s.cells[:] = table("duel")[0].cells
    put(s, FIVE_BLUES)
    mark(s, B=5)
    s.seat, s.phase = 1, PLACE
    play(s, "B(0,0)+R(1,0)")
    assert (marker(s, "B"), int(s.tokens[2]), int(s.phase)) == (9, 2, PLACE)


def test_r_i14_the_bonus_move_cannot_be_declined() -> None:
    s = table("duel")[0]
    put(s, FIVE_BLUES)
    mark(s, B=-7)
    give(s, "oo")
    play(s, "B(0,0)+R(1,0)")
    assert all(action < PLACEMENTS for action in GAME.legal_ids(s))


def at_the_end_of_a_turn(*rack: str, **positions: int) -> Any:
    block = table("duel")
    mark(block[0], **positions)
    give(block[0], *rack)
    play(block[0], "G(0,0)+O(1,0)")
    return block


def test_d4_r_i16_exactly_the_tiles_with_a_colour_on_the_own_nine_are_exchanged() -> None:
    block = at_the_end_of_a_turn("rb", "rr", "go", "yp", "op", R=-9)
    s = block[0]
    s.tokens[0] = 1
    assert offers_exchange(s)
    bag = int(s.bag.sum())
    GAME.apply(s, EXCHANGE)
    assert (int(s.phase), int(s.held[0])) == (REDRAW, 3)
    for viewer in (1, NOBODY):
        assert GAME.view(seen(GAME, block, viewer))["aside"] == ["red-red", "red-blue"]
    draw(s, "gg", "bb", "yy")
    assert (GAME.actor(s), int(s.held[0]), int(s.bag.sum())) == (1, 6, bag - 3 + 2)
    assert [int(s.racks[0, kind_of(t)]) for t in ("rb", "rr", "go", "yp", "op")] == [0, 0, 1, 1, 1]


def test_d4_a_rack_without_such_a_tile_has_nothing_to_exchange() -> None:
    s = at_the_end_of_a_turn("bb", "go", "yp", "op", R=-9)[0]
    assert GAME.legal_ids(s) == [KEEP]


def test_r_i15_the_other_ends_nine_gives_no_exchange() -> None:
    s = at_the_end_of_a_turn("rb", "rr", "go", "yp", "op", R=9)[0]
    assert s.phase == REFILL


def test_r_i17_the_standard_exchange_does_not_exist() -> None:
    s = at_the_end_of_a_turn("bb", "bb", R=-3, B=4)[0]
    assert s.phase == REFILL


def test_d5_more_markers_beat_stronger_ones() -> None:
    assert ended(R=-1, G=-1, B=-1, O=9, Y=9, P=0) == [1.0, 0.0]


def test_d6_r_i20_six_markers_on_the_own_side_win_at_once() -> None:
    s = table("duel")[0]
    put(s, "R(1,0)")
    mark(s, R=0, G=-1, B=-1, O=-5, Y=-9, P=-2)
    give(s, "oo")
    play(s, "R(0,0)+Y(-1,0)")
    assert (int(s.phase), shares(s)) == (ENDED, [1.0, 0.0])
    assert int(s.room) > 0


def test_r_i20_a_marker_on_0_is_nobodys() -> None:
    s = table("duel")[0]
    put(s, "R(1,0)")
    mark(s, R=0, G=-1, B=0, O=-5, Y=-8, P=-2)
    give(s, "oo")
    play(s, "R(0,0)+Y(-1,0)")
    assert int(s.phase) != ENDED


@pytest.mark.parametrize("positions", [{}, {"R": -2, "G": -5, "B": 2, "Y": 5}, {"R": -9, "P": 9}])
def test_d7_mirrored_markers_are_a_draw(positions: dict[str, int]) -> None:
    assert ended(**positions) == [0.5, 0.5]


def test_tokens_do_not_count_at_the_end() -> None:
    s = table("duel")[0]
    mark(s, R=-1)
    s.tokens[:] = 2
    s.phase = ENDED
    assert shares(s) == [1.0, 0.0]


def test_the_duel_is_symmetric_between_the_seats() -> None:
    assert ended(R=2, G=4, B=-2, Y=-3) == [0.0, 1.0]
    s = table("duel")[0]
    put(s, FIVE_BLUES)
    s.seat = 1
    give(s, "oo", seat=1)
    play(s, "B(0,0)+R(1,0)")
    assert marker(s, "B") == 5
    assert placement("B(0,0)+R(1,0)") not in GAME.legal_ids(s)
