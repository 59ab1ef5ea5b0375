"""§3.1 The first tile of each player, and who begins."""

from __future__ import annotations

import pytest

from ochaya.core.game import CHANCE
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import FIRST_SEAT
from ochaya.games.ingenious.state import PLACE
from tests.games.ingenious.tables import can_play, draw, give, play, table


def test_t6_the_first_tile_goes_beside_a_symbol_that_no_tile_touches_yet() -> None:
    s = table(started=False)[0]
    give(s, "rg")
    assert not can_play(s, "R(0,0)+G(1,0)")
    play(s, "R(4,0)+G(3,0)")
    s.seat, s.phase = 1, PLACE
    give(s, "rg", seat=1)
    assert not can_play(s, "R(4,1)+G(3,2)")
    assert can_play(s, "R(-4,0)+G(-3,0)")
    assert not can_play(s, "R(0,0)+G(1,0)")
    play(s, "R(-4,0)+G(-3,0)")
    for seat in (0, 1):
        s.seat, s.phase = seat, PLACE
        give(s, "rg", seat=seat)
        assert can_play(s, "R(0,0)+G(1,0)")
        assert can_play(s, "R(4,1)+G(3,2)")


def test_the_colour_beside_the_symbol_need_not_match_and_either_half_may_touch_it() -> None:
    s = table(started=False)[0]
    give(s, "gy")
    assert can_play(s, "G(4,0)+Y(3,0)")
    assert can_play(s, "Y(4,0)+G(3,0)")


@pytest.mark.parametrize(("mode", "seats"), [("standard", 4), ("team", 4), ("duel", 2), ("solo", 1)])
def test_r_i4_the_rule_holds_for_the_first_tile_of_every_player_in_every_mode(mode: str, seats: int) -> None:
    s = table(mode, "4" if mode == "standard" else "2", started=False)[0]
    corners = ("R(4,0)+G(3,0)", "R(-4,0)+G(-3,0)", "R(0,4)+G(0,3)", "R(0,-4)+G(0,-3)")
    for seat in range(seats):
        s.seat, s.phase = seat, PLACE
        give(s, "rg", seat=seat)
        assert not can_play(s, "R(0,0)+G(1,0)")
        assert can_play(s, corners[seat])
        play(s, corners[seat])
    s.seat, s.phase = 0, PLACE
    give(s, "rg")
    assert can_play(s, "R(0,0)+G(1,0)")


def test_r_i4_a_bonus_tile_of_the_first_turn_may_lie_anywhere() -> None:
    s = table(started=False)[0]
    s.markers[0, 2] = 17
    give(s, "rg", "yy")
    play(s, "B(4,0)+R(3,0)")
    assert (int(s.seat), int(s.phase)) == (0, PLACE)
    assert can_play(s, "R(0,0)+G(1,0)")


def test_r_i3_the_first_player_is_drawn_or_chosen() -> None:
    s = GAME.start({"seats": "3"})[0]
    assert GAME.actor(s) == CHANCE
    assert GAME.outcome_odds(s) == ([FIRST_SEAT, FIRST_SEAT + 1, FIRST_SEAT + 2], [1, 1, 1])
    s = GAME.start({"seats": "3", "first": "2"})[0]
    assert int(s.seat) == 2
    assert len(GAME.legal_ids(s)) == 21
    draw(s, *["rg"] * 6, *["rb"] * 6, *["ro"] * 6)
    assert (GAME.actor(s), int(s.held.sum())) == (2, 18)
    assert [int(s.racks[seat].max()) for seat in range(3)] == [6, 6, 6]


def test_r_i3_choosing_a_seat_that_is_not_there_means_a_draw() -> None:
    s = GAME.start({"seats": "2", "first": "3"})[0]
    assert GAME.legal_ids(s) == [FIRST_SEAT, FIRST_SEAT + 1]


def test_turns_go_clockwise() -> None:
    s = table(seats="3")[0]
    give(s, *["rg"] * 5)
    play(s, "R(0,0)+G(1,0)")
    draw(s, "bo")
    assert GAME.actor(s) == 1
