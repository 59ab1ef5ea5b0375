"""§5 The exchange of tiles."""

from __future__ import annotations

from typing import Any

from ochaya.core.secrecy import NOBODY, seen
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import EXCHANGE, KEEP
from ochaya.games.ingenious.state import FINISH, REDRAW, REFILL
from tests.games.ingenious.tables import draw, give, kind_of, mark, offers_exchange, play, put, table

REST = ("bo", "by", "op", "pp", "yy")


def at_the_end_of_a_turn(*rack: str, tile: str = "R(0,0)+G(1,0)", mode: str = "standard", **markers: int) -> Any:
    block = table(mode)
    mark(block[0], **markers)
    give(block[0], *rack)
    play(block[0], tile)
    return block


def test_t4_a_rack_without_any_of_the_lowest_colours_may_be_exchanged() -> None:
    s = at_the_end_of_a_turn(*REST, R=2, G=2, B=5, O=6, Y=7, P=9)[0]
    assert (GAME.actor(s), int(s.phase)) == (0, FINISH)
    assert offers_exchange(s)


def test_t4_one_tile_with_one_of_the_lowest_colours_forbids_it() -> None:
    s = at_the_end_of_a_turn("rb", *REST[1:], R=2, G=2, B=5, O=6, Y=7, P=9)[0]
    assert GAME.legal_ids(s) == [KEEP]


def test_t5_with_all_markers_equal_nobody_is_asked() -> None:
    s = at_the_end_of_a_turn(*REST)[0]
    assert int(s.phase) == REFILL


def test_r_i12_the_exchange_is_offered_not_forced() -> None:
    block = at_the_end_of_a_turn(*REST, R=2, G=2, B=5, O=6, Y=7, P=9)
    s = block[0]
    rack = s.racks[0].copy()
    GAME.apply(s, KEEP)
    draw(s, "rg")
    assert GAME.actor(s) == 1
    assert (s.racks[0] - rack).sum() == 1


def test_the_whole_rack_is_shown_put_aside_and_back_in_the_bag_after_six_are_drawn() -> None:
    block = at_the_end_of_a_turn(*REST, R=2, G=2, B=5, O=6, Y=7, P=9)
    s = block[0]
    bag = int(s.bag.sum())
    GAME.apply(s, EXCHANGE)
    assert (int(s.phase), int(s.held[0]), int(s.aside.sum())) == (REDRAW, 0, 5)
    for viewer in (0, 1, NOBODY):
        assert sorted(GAME.view(seen(GAME, block, viewer))["aside"]) == sorted(
            ["blue-orange", "blue-yellow", "orange-purple", "purple-purple", "yellow-yellow"])
    draw(s, *["rg"] * 5)
    assert int(s.phase) == REDRAW
    assert int(s.aside.sum()) == 5
    draw(s, "gg")
    assert (GAME.actor(s), int(s.held[0]), int(s.aside.sum())) == (1, 6, 0)
    assert int(s.bag.sum()) == bag - 6 + 5
    assert all(int(s.racks[0, kind_of(tile)]) == 0 for tile in REST)


def test_tiles_put_aside_cannot_be_drawn_in_the_same_exchange() -> None:
    s = at_the_end_of_a_turn("pp", "pp", "pp", "pp", "pp", R=2, G=2, B=5, O=6, Y=7, P=9)[0]
    GAME.apply(s, EXCHANGE)
    assert kind_of("pp") not in {action - 19410 for action in GAME.legal_ids(s)}


def test_r_i8_the_exchange_comes_after_all_bonus_moves_and_once_a_turn() -> None:
    block = table()
    s = block[0]
    put(s, "B(2,0)")
    mark(s, R=2, G=2, B=17, O=6, Y=7, P=9)
    give(s, "oo", *REST[1:])
    play(s, "B(1,0)+G(0,0)")
    assert int(s.phase) != FINISH
    play(s, "O(-3,0)+O(-3,1)")
    assert offers_exchange(s)
    GAME.apply(s, EXCHANGE)
    draw(s, *["bp"] * 6)
    assert GAME.actor(s) == 1


def test_r_i9_an_empty_rack_is_simply_refilled() -> None:
    s = at_the_end_of_a_turn(R=2, G=2, B=5, O=6, Y=7, P=9)[0]
    assert (int(s.held[0]), int(s.phase)) == (0, REFILL)


def test_r_i22_in_the_team_game_the_teams_track_decides_and_right_0_counts_18() -> None:
    s = at_the_end_of_a_turn("bb", "oo", mode="team", R=18, G=18, B=19, O=20, Y=21, P=22)[0]
    assert offers_exchange(s)
    s = at_the_end_of_a_turn("bb", "oo", mode="team", R=18, G=18, B=17, O=20, Y=21, P=22)[0]
    assert GAME.legal_ids(s) == [KEEP]


def test_from_outside_the_question_looks_the_same_whether_an_exchange_is_possible_or_not() -> None:
    can = at_the_end_of_a_turn(*REST, R=2, G=2, B=5, O=6, Y=7, P=9)
    cannot = at_the_end_of_a_turn("rb", *REST[1:], R=2, G=2, B=5, O=6, Y=7, P=9)
    before = can.copy()
    assert len(GAME.legal_ids(can[0])) == 2
    assert len(GAME.legal_ids(cannot[0])) == 1
    for viewer in (1, NOBODY):
        one, other = seen(GAME, can, viewer), seen(GAME, cannot, viewer)
        assert one.tobytes() == other.tobytes()
        assert GAME.view(one) == GAME.view(other)
        assert GAME.view(one)["actor"] == 0
    for block in (can, cannot):
        GAME.apply(block[0], KEEP)
    assert seen(GAME, can, 1).tobytes() == seen(GAME, cannot, 1).tobytes()
    assert GAME.events(seen(GAME, before, 1), KEEP, seen(GAME, can, 1)) == []
