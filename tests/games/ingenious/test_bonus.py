"""§3.3 Bonus moves."""

from __future__ import annotations

from typing import Any

from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import KEEP, PLACEMENTS
from ochaya.games.ingenious.board import PLACES, SPACES_WITHIN
from ochaya.games.ingenious.pieces import RACK
from ochaya.games.ingenious.rules import fill
from ochaya.games.ingenious.state import ENDED, FINISH, FREE, PLACE, REFILL
from tests.games.ingenious.tables import draw, give, mark, marker, placement, play, put, shares, table

BLUES = "B(0,1) B(0,2) B(0,3) B(-1,1) B(-2,2)"


def test_t1_a_marker_that_would_pass_18_stops_there_and_gives_one_bonus_move() -> None:
    s = table()[0]
    put(s, BLUES)
    mark(s, B=16)
    give(s, *["oo"] * 5)
    play(s, "B(0,0)+R(1,0)")
    assert marker(s, "B") == 18
    assert (GAME.actor(s), int(s.phase), int(s.bonus)) == (0, PLACE, 0)
    play(s, "O(2,-4)+O(3,-4)")
    assert s.phase in (FINISH, REFILL)


def test_t1_a_marker_on_18_gives_nothing_more() -> None:
    s = table()[0]
    put(s, BLUES)
    mark(s, B=18)
    give(s, *["oo"] * 5)
    play(s, "B(0,0)+R(1,0)")
    assert marker(s, "B") == 18
    assert s.phase in (FINISH, REFILL)


def test_a_marker_that_reaches_18_exactly_gives_a_bonus_move() -> None:
    s = table()[0]
    put(s, BLUES)
    mark(s, B=13)
    give(s, "oo")
    play(s, "B(0,0)+R(1,0)")
    assert (marker(s, "B"), int(s.phase)) == (18, PLACE)


def two_bonuses() -> Any:
    s = table()[0]
    put(s, "R(2,0) B(0,1) B(0,2) B(0,3)")
    mark(s, R=17, B=15, G=1, O=1, Y=1, P=1)
    give(s, *["oo"] * 3, *["yy"] * 2)
    play(s, "B(0,0)+R(1,0)")
    return s


def test_t2_two_markers_at_once_give_two_bonus_moves_and_the_rack_is_refilled_after_both() -> None:
    s = two_bonuses()
    assert (marker(s, "R"), marker(s, "B")) == (18, 18)
    assert (int(s.phase), int(s.bonus), int(s.held[0])) == (PLACE, 1, 5)
    GAME.apply(s, placement("O(-3,0)+O(-3,1)"))
    assert (GAME.actor(s), int(s.phase), int(s.bonus), int(s.held[0])) == (0, PLACE, 0, 4)
    GAME.apply(s, placement("Y(3,-3)+Y(3,-4)"))
    assert (int(s.phase), int(s.held[0])) == (FINISH, 3)
    GAME.apply(s, KEEP)
    draw(s, "rg", "rg", "rg")
    assert (GAME.actor(s), int(s.held[0])) == (1, RACK)


def test_bonus_moves_cannot_be_declined() -> None:
    s = two_bonuses()
    assert all(action < PLACEMENTS for action in GAME.legal_ids(s))


def test_a_bonus_move_may_earn_another() -> None:
    s = table()[0]
    put(s, BLUES + " O(0,-1)")
    mark(s, B=16, O=17)
    give(s, "oo", "yy", "gg")
    play(s, "B(0,0)+R(1,0)")
    assert int(s.phase) == PLACE
    GAME.apply(s, placement("O(1,-1)+O(2,-1)"))
    assert (marker(s, "O"), int(s.phase), int(s.bonus)) == (18, PLACE, 0)


def test_five_bonus_moves_are_the_most_and_the_last_tile_of_the_rack_wins() -> None:
    s = table()[0]
    mark(s, R=17, G=17, B=17, O=17, Y=17, P=17)
    give(s, "rr", "gg", "bb", "oo", "yy", "pp")
    beside = ("R(0,-4)+R(0,-3)", "G(4,-4)+G(3,-3)", "B(4,0)+B(3,0)", "O(0,4)+O(0,3)", "Y(-4,4)+Y(-3,3)",
              "P(-4,0)+P(-3,0)")
    for number, tile in enumerate(beside):
        assert (GAME.actor(s), int(s.phase), int(s.held[0])) == (0, PLACE, 6 - number)
        action = placement(tile)
        GAME.apply(s, action if action in GAME.legal_ids(s) else placement("+".join(tile.split("+")[::-1])))
    assert (int(s.phase), int(s.held[0]), shares(s)) == (ENDED, 0, [1.0, 0.0])


def fill_all_but(s: Any, *free: tuple[int, int]) -> None:
    """Fill the white zone but for some spaces with green and orange."""
    for space in range(int(SPACES_WITHIN[5])):
        if s.cells[space] == FREE and PLACES[space] not in free:
            fill(s, space, 1 if space % 2 else 3)


def test_t10_r_i6_the_match_ends_at_once_when_a_bonus_tile_fills_the_last_pair() -> None:
    s = table()[0]
    put(s, "R(-1,0) B(2,0)")
    fill_all_but(s, (0, 0), (1, 0), (-3, 0), (-3, 1))
    mark(s, R=17, B=17)
    give(s, "rb", "pp", "yy")
    GAME.apply(s, placement("R(0,0)+B(1,0)"))
    assert (marker(s, "R"), marker(s, "B")) == (18, 18)
    assert (int(s.phase), int(s.bonus), int(s.held[0])) == (PLACE, 1, 2)
    GAME.apply(s, GAME.legal_ids(s)[0])
    assert (int(s.phase), int(s.bonus), int(s.held[0])) == (ENDED, 0, 1)
    assert sum(shares(s)) == 1


def test_t11_r_i11_five_on_18_and_the_sixth_reaching_it_wins_at_once() -> None:
    s = table(seats="3")[0]
    put(s, "R(1,0)")
    mark(s, R=17, G=18, B=18, O=18, Y=18, P=18)
    mark(s, 1, R=18, G=18, B=18, O=18, Y=18, P=17)
    give(s, "ry", "bb")
    GAME.apply(s, placement("R(0,0)+Y(-1,0)"))
    assert int(s.phase) == ENDED
    assert int(s.room) > 0
    assert shares(s) == [1.0, 0.0, 0.0]


def test_r_i11_the_win_counts_after_the_first_half_already() -> None:
    s = table()[0]
    put(s, "R(1,0) Y(-2,0)")
    mark(s, R=17, G=18, B=18, O=18, Y=18, P=18)
    give(s, "ry")
    GAME.apply(s, placement("R(0,0)+Y(-1,0)"))
    assert (int(s.phase), int(s.bonus), shares(s)) == (ENDED, 0, [1.0, 0.0])
