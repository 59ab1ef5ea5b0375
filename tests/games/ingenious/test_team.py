"""§7 The team game."""

from __future__ import annotations

from ochaya.core.secrecy import NOBODY, seen
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import KEEP
from ochaya.games.ingenious.state import ENDED, FINISH, PLACE, REFILL
from tests.games.ingenious.tables import draw, give, mark, marker, placement, play, put, shares, table
from tests.games.ingenious.test_scoring import FIVE


def test_partners_sit_opposite_on_the_whole_board() -> None:
    assert GAME.teams is not None
    assert GAME.teams(GAME.complete({"mode": "team"})) == (0, 1, 0, 1)
    assert int(table("team")[0].radius) == 7


def test_partners_move_the_same_markers() -> None:
    s = table("team")[0]
    for seat, expected in ((0, (1, 0)), (1, (1, 1)), (2, (2, 1)), (3, (2, 2))):
        s.seat, s.phase = seat, PLACE
        at = ("B(4,0)+R(3,0)", "B(5,-1)+R(4,-1)", "B(4,1)+R(3,1)", "B(5,1)+G(5,2)")[seat]
        s.cells[:] = table("team")[0].cells
        play(s, at)
        assert (marker(s, "B", 0), marker(s, "B", 1)) == expected


def test_t8_two_markers_over_left_18_give_two_bonus_moves() -> None:
    s = table("team")[0]
    put(s, "G(-1,0) G(-2,0) Y(2,0) Y(3,0) Y(1,1) Y(1,2)")
    mark(s, G=16, Y=17)
    give(s, *["oo"] * 5)
    play(s, "G(0,0)+Y(1,0)")
    assert (marker(s, "G"), marker(s, "Y")) == (18, 18)
    assert (GAME.actor(s), int(s.phase), int(s.bonus)) == (0, PLACE, 1)


def test_reaching_right_18_gives_another_bonus_move_and_the_marker_stays() -> None:
    s = table("team")[0]
    put(s, FIVE)
    mark(s, G=30)
    give(s, "oo", "oo", "oo")
    play(s, "G(0,0)+G(1,0)")
    assert (marker(s, "G"), int(s.phase), int(s.bonus)) == (36, PLACE, 0)


def test_one_double_can_fill_both_sheets_of_a_colour() -> None:
    s = table("team")[0]
    put(s, "G(-1,0) G(-2,0) G(-3,0)")
    put(s, "".join(f"G({q},{r})" for way in ((1, 0), (0, 1), (1, -1), (0, -1))
                   for q, r in ((1 + way[0] * n, way[1] * n) for n in range(1, 6)) if (q, r) != (5, 0)))
    mark(s, G=17)
    give(s, "oo", "oo")
    one, other = (placement("G(0,0)+G(1,0)"), placement("G(1,0)+G(0,0)"))
    give(s, "gg")
    assert {one, other} <= set(GAME.legal_ids(s))
    GAME.apply(s, one)
    assert (marker(s, "G"), int(s.bonus)) == (36, 1)


def test_r_i7_bonus_moves_lapse_when_the_rack_is_empty() -> None:
    s = table("team")[0]
    put(s, "G(-1,0) G(-2,0) Y(2,0) Y(3,0)")
    mark(s, G=17, Y=17)
    play(s, "G(0,0)+Y(1,0)")
    assert (int(s.held[0]), int(s.phase), int(s.bonus)) == (0, REFILL, 0)


def test_teams_are_compared_like_players_with_values_up_to_36() -> None:
    s = table("team")[0]
    mark(s, 0, R=20, G=21, B=36, O=36, Y=36, P=36)
    mark(s, 1, R=20, G=22, B=22, O=22, Y=22, P=22)
    s.phase = ENDED
    assert shares(s) == [0.0, 1.0, 0.0, 1.0]
    mark(s, 1, R=20, G=21, B=36, O=36, Y=36, P=36)
    assert shares(s) == [0.5, 0.5, 0.5, 0.5]


def test_r_i13_all_six_on_right_18_win_at_once_and_six_on_left_18_do_not() -> None:
    s = table("team")[0]
    put(s, "R(1,0)")
    mark(s, R=35, G=36, B=36, O=36, Y=36, P=36)
    play(s, "R(0,0)+Y(-1,0)")
    assert (int(s.phase), shares(s)) == (ENDED, [1.0, 0.0, 1.0, 0.0])
    s = table("team")[0]
    put(s, "R(1,0)")
    mark(s, R=17, G=18, B=18, O=18, Y=18, P=18)
    give(s, "oo")
    play(s, "R(0,0)+Y(-1,0)")
    assert int(s.phase) == PLACE


def test_r_i23_a_partner_sees_only_how_many_tiles_there_are_also_with_open_talk() -> None:
    block = GAME.start({"mode": "team", "talk": "open", "first": "0"})
    draw(block[0], *["rg"] * 6, *["rb"] * 6, *["ro"] * 6, *["ry"] * 6)
    view = GAME.view(seen(GAME, block, 0))
    assert view["racks"] == [["red-green"] * 6, None, None, None]
    assert view["held"] == [6, 6, 6, 6]
    assert view["talk"] == "open"
    assert GAME.view(seen(GAME, block, NOBODY))["racks"] == [None] * 4


def test_the_turn_goes_on_to_the_left_hand_opponent() -> None:
    s = table("team")[0]
    give(s, *["oo"] * 5)
    play(s, "G(0,0)+Y(1,0)")
    if s.phase == FINISH:
        GAME.apply(s, KEEP)
    draw(s, "rg")
    assert GAME.actor(s) == 1
