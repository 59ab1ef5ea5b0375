"""§6 The solo game."""

from __future__ import annotations

from ochaya.core.game import CHANCE
from ochaya.core.secrecy import NOBODY, seen
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.state import ENDED, PLACE, REFILL
from tests.games.ingenious.tables import draw, give, mark, marker, placement, play, put, shares, table
from tests.games.ingenious.test_scoring import FIVE


def test_one_tile_is_drawn_placed_and_scored_at_a_time_on_the_white_zone() -> None:
    s = GAME.start({"mode": "solo"})[0]
    assert (GAME.actor(s), int(s.radius)) == (CHANCE, 5)
    draw(s, "rb")
    assert (GAME.actor(s), int(s.held[0])) == (0, 1)
    GAME.apply(s, placement("B(4,0)+R(3,0)"))
    assert marker(s, "B") == 1
    assert GAME.actor(s) == CHANCE
    draw(s, "gg")
    assert (GAME.actor(s), int(s.held[0])) == (0, 1)


def test_t8_markers_that_reach_or_pass_left_18_go_to_right_0_without_a_bonus() -> None:
    s = table("solo")[0]
    put(s, "G(-1,0) G(-2,0) Y(2,0) Y(3,0) Y(1,1) Y(1,2)")
    mark(s, G=16, Y=17)
    play(s, "G(0,0)+Y(1,0)")
    assert (marker(s, "G"), marker(s, "Y")) == (18, 18)
    assert (int(s.phase), int(s.bonus)) == (REFILL, 0)


def test_t9_r_i5_r_i21_the_order_of_a_doubles_halves_matters_on_the_double_track() -> None:
    ends = {}
    for tile in ("G(0,0)+G(1,0)", "G(1,0)+G(0,0)"):
        s = table("solo")[0]
        put(s, FIVE)
        mark(s, G=16)
        play(s, tile)
        ends[tile] = marker(s, "G")
    assert ends == {"G(0,0)+G(1,0)": 23, "G(1,0)+G(0,0)": 25}


def test_r_i5_a_double_is_offered_in_both_orders_only_where_that_changes_something() -> None:
    s = table("solo")[0]
    put(s, FIVE)
    give(s, "gg")
    both = {placement("G(0,0)+G(1,0)"), placement("G(1,0)+G(0,0)")}
    assert len(both & set(GAME.legal_ids(s))) == 1
    mark(s, G=16)
    assert both <= set(GAME.legal_ids(s))


def test_the_right_sheet_ends_on_18() -> None:
    s = table("solo")[0]
    put(s, FIVE)
    mark(s, G=30)
    play(s, "G(0,0)+G(1,0)")
    assert marker(s, "G") == 36


def test_there_is_no_exchange() -> None:
    s = table("solo")[0]
    mark(s, R=0, G=5, B=5, O=5, Y=5, P=5)
    play(s, "G(0,0)+G(1,0)")
    assert int(s.phase) == REFILL


def test_r_i13_all_six_on_right_18_end_the_game_with_36() -> None:
    s = table("solo")[0]
    put(s, "R(1,0)")
    mark(s, R=35, G=36, B=36, O=36, Y=36, P=36)
    play(s, "R(0,0)+Y(-1,0)")
    assert (int(s.phase), shares(s)) == (ENDED, [1.0])


def test_r_i13_all_six_on_left_18_do_not() -> None:
    s = table("solo")[0]
    put(s, "R(1,0)")
    mark(s, R=17, G=18, B=18, O=18, Y=18, P=18)
    play(s, "R(0,0)+Y(-1,0)")
    assert int(s.phase) == REFILL


def test_the_result_is_the_lowest_marker_out_of_36() -> None:
    s = table("solo")[0]
    mark(s, R=9, G=36, B=18, O=20, Y=12, P=10)
    s.phase = ENDED
    assert shares(s) == [9 / 36]


def test_spectators_see_the_tile_in_hand_and_nobody_the_next() -> None:
    block = table("solo")
    give(block[0], "rb")
    block[0].phase = PLACE
    for viewer in (0, NOBODY):
        view = GAME.view(seen(GAME, block, viewer))
        assert view["racks"] == [["red-blue"]]
        assert view["bag"] == 119
