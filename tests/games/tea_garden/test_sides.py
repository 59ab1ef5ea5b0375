"""§8 Research, cup production, river sailing."""

from __future__ import annotations

from itertools import pairwise

from ochaya.games.tea_garden.turn.sides import count_connections
from tests.games.tea_garden.table import Table


def with_tiles(*tiles: int) -> Table:
    """A table in a turn with a CUP icon, where seat 0 has these tiles as one row."""
    table = Table()
    for left, right in pairwise(tiles):
        table.s.tile_next[left] = right
        table.s.tile_before[right] = left
    for tile in tiles:
        if tile in table.s.stack_top:
            table.s.stack_top[table.s.stack_top == tile] = 30 + tile
            table.s.tile_place[30 + tile] = 1
        table.s.tile_place[tile] = 3
    return table.acting("st-cup", 1)


def test_uni_one_of_the_two_bonuses_of_the_next_quarter() -> None:
    table = Table().leaves().acting("st-uni", 1).do("do:uni")
    assert table.can() == ["study:1:1", "study:1:2"]
    table.do("study:1:1")
    assert table.fresh(3) == 1
    assert table.s.study[0] == 1


def test_g27_after_the_fourth_quarter_a_new_worker_starts() -> None:
    table = Table().acting("st-uni", 1)
    table.s.study[0] = 3
    table.do("do:uni", "study:4:1")
    assert table.s.emperor_tokens[0] == 2
    table.s.icons[18] = 1
    table.do("do:uni")
    assert table.can() == ["study:1:1", "study:1:2"]


def test_g27_beyond_28_steps_two_points() -> None:
    table = Table().acting("st-uni", 1)
    table.s.study[0] = 28
    table.do("do:uni")
    assert table.s.points[0] == 2
    assert table.s.study[0] == 28


def test_boat_one_section_and_its_bonus() -> None:
    table = Table().leaves().acting("st-boat", 1).do("do:boat")
    assert table.s.river[0] == 1
    assert table.fresh(1) == 2


def test_g30_at_the_end_of_the_river_two_points() -> None:
    table = Table().acting("st-boat", 1)
    table.s.river[0] = 12
    table.do("do:boat")
    assert (table.s.points[0], table.s.river[0]) == (2, 12)


def test_cup_only_from_provinces_with_an_own_garden() -> None:
    table = Table().garden(10).acting("st-cup", 1).do("do:cup")
    assert table.can() == ["stack:start", "stack:orange"]


def test_g33_the_first_tile_starts_a_row_and_gives_nothing() -> None:
    table = Table().leaves().acting("st-cup", 1).do("do:cup")
    assert table.s.tile_place[0] == 3
    assert table.all_leaves() == 0
    assert not table.s.cup_token.any()
    assert table.s.stack_top[0] == 5, "the next tile is turned up"


def test_cup_at_either_end_of_a_row_or_a_new_one() -> None:
    table = with_tiles(0, 1).do("do:cup")
    assert table.can() == ["row", "lay-left:ct01", "lay-right:ct02"]
    table.do("lay-right:ct02")
    assert table.s.tile_next[1] == 30


def test_g32_a_cup_token_on_every_new_connection() -> None:
    table = with_tiles(1).do("do:cup", "lay-right:ct02")
    assert table.s.cup_token[1] == 1


def test_g32_option_a_cup_token_only_on_a_match() -> None:
    for left, token in ((0, 0), (1, 1)):  # ct01 ends blue, ct02 ends green
        table = with_tiles(left)
        table.s.match_only = 1
        table.s.stack_top[0] = 3  # ct04 begins green
        table.s.tile_place[3] = 1
        table.do("do:cup", f"lay-right:ct0{left + 1}")
        assert table.s.cup_token[left] == token


def test_g34_same_colour_connections_are_counted_in_all_rows() -> None:
    table = with_tiles(0, 1, 3)  # blue|blue-blue|green-green|blue
    assert count_connections(table.s, 0) == 2


def test_cup_is_void_without_a_stack() -> None:
    table = Table()
    table.s.stack_top[:] = -1
    table.s.stack_left[:] = 0
    table.acting("st-cup", 1)
    assert "do:cup" not in table.can()


def test_any_side_action_of_ones_choice() -> None:
    table = Table().hand("a36", "st-r").turn("a36").do("do:any")
    assert table.can() == ["side:uni", "side:cup", "side:boat"]
    table.do("side:boat")
    assert table.s.river[0] == 1
