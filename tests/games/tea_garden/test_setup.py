"""§2 Set-up, by number of players."""

from __future__ import annotations

import pytest

from ochaya.games.tea_garden.state import NONE
from tests.games.tea_garden.table import Table


@pytest.mark.parametrize(("players", "tiles", "cards", "orange"), [("2", 5, 4, 7), ("3", 6, 5, 10), ("4", 8, 6, 13)])
def test_s2_decks_by_number_of_players(players: str, tiles: int, cards: int, orange: int) -> None:
    table = Table(players=players)
    assert (table.s.stack_left + 1 == tiles).all()
    assert table.s.deck.sum() + 6 == 5 * cards
    assert table.s.orange_deck + 3 == orange
    assert table.s.blue_deck == 15


def test_s2_4_the_market_begins_with_the_lowest_level() -> None:
    table = Table()
    assert table.s.deck.tolist() == [0, 2, 4, 4, 4]


def test_g04_every_region_but_the_start_region_has_a_token() -> None:
    table = Table()
    assert table.s.region_token[0] == NONE
    assert len(set(table.s.region_token[1:].tolist())) == 15


def test_s2_7_everybody_has_a_garden_in_region_1() -> None:
    table = Table(players="4")
    assert table.s.space[0].tolist() == [1, 2, 3, 4]


def test_s2_8_two_fresh_leaves_of_quality_2() -> None:
    table = Table()
    assert table.fresh(2) == 2
    assert table.all_leaves() == 2


def test_s2_9_four_cards_of_eleven() -> None:
    table = Table()
    assert len(table.hand_of()) == 4
    assert len(table.in_zone(0, 2)) == 7


def test_g46_the_first_player_is_drawn_by_lot() -> None:
    table = Table()
    assert "first:0" in table.log
    assert table.s.round_number == 1


def test_g46_option_later_seats_start_with_an_extra_leaf() -> None:
    table = Table(players="3", compensation="leaf")
    assert [table.fresh(1, seat) for seat in range(3)] == [0, 1, 1]


@pytest.mark.parametrize(("players", "halls"), [("2", 2), ("3", 3), ("4", 3)])
def test_s7_1_puerh_set_up(players: str, halls: int) -> None:
    table = Table(players=players, puerh="on")
    assert (table.s.halls != NONE).sum() == halls
    assert (table.s.stock != NONE).all()
    assert sorted(table.s.decree_side.tolist()) == [0, 0, 0, 1, 1, 2, 2]
    assert table.s.ready.tolist()[: int(players)] == [2] * int(players)
    assert table.s.waiting.tolist()[: int(players)] == [2] * int(players)
    assert table.s.blue_deck == 19
    assert table.s.emperor_deck == 14


@pytest.mark.parametrize(("level", "masters"), [("easy", 0), ("medium", 1), ("hard", 2), ("master", 3)])
def test_s7_7_lu_yus_deck_by_level(level: str, masters: int) -> None:
    table = Table(players="1", level=level)
    top = 1
    assert table.s.lu_mix.sum() + top == 6 + masters
    assert table.s.lu_piles.sum() == 15
    assert table.s.leaves[1, 0, 0] == 2


def test_s7_7_who_starts_is_the_humans_choice() -> None:
    assert Table(players="1").s.turns[1] == 0
    assert Table(players="1", starts="lu-yu").s.turns[1] == 1
