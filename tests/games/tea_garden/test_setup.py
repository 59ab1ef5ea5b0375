"""§2 Set-up, by number of players."""

from __future__ import annotations

import pytest

from ochaya.games.tea_garden.pieces import CARAVAN_IS_BLUE
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


def test_s2_1_nobody_has_a_scroll_or_an_emperor_token_yet() -> None:
    table = Table(players="4")
    assert not table.s.scrolls.any()
    assert not table.s.emperor_tokens.any()
    assert not table.s.cup_token.any()


@pytest.mark.parametrize(("puerh", "tokens"), [("off", 18), ("on", 20)])
def test_s2_2_region_tokens_are_drawn_from_eighteen_or_twenty(puerh: str, tokens: int) -> None:
    table = Table(puerh=puerh)
    assert sum(text.startswith("put-token") for text in table.log) == 15
    block = table.game.start({"puerh": puerh})
    assert [table.game.notation(action) for action in table.game.legal_ids(block[0])] == [
        f"put-token:rb{number:02d}" for number in range(1, tokens + 1)
    ]


def test_s2_3_each_province_has_a_stack_with_its_top_tile_open() -> None:
    table = Table(players="3")
    assert len(set(table.s.stack_top.tolist())) == 5
    assert (table.s.stack_top != NONE).all()


def test_s2_5_orange_caravans_lie_on_top_of_the_blue_ones() -> None:
    table = Table()
    assert CARAVAN_IS_BLUE[table.s.caravans].tolist() == [0, 0, 0]
    table.s.orange_deck = 0
    table.s.caravans[0] = NONE
    table.s.holes = 1
    table.leaves().acting("st-2", 1).do("ferment")
    assert CARAVAN_IS_BLUE[table.s.caravans[0]] == 1, "blue ones come when the orange ones are gone"


def test_s2_6_three_emperor_cards_are_open() -> None:
    table = Table()
    assert (table.s.emperors != NONE).all()
    assert table.s.emperor_deck == 16 - 3


def test_s2_7_workers_boat_and_points_begin_at_nought() -> None:
    table = Table(players="4")
    for begun in (table.s.study, table.s.river, table.s.step, table.s.points, table.s.built):
        assert not begun.any()


def test_g56_all_regions_are_open_with_any_number_of_players() -> None:
    for players in ("1", "2", "3", "4"):
        assert (Table(players=players).s.region_token[1:] != NONE).all()


def test_s7_7_lu_yu_starts_like_a_player_but_without_quality() -> None:
    table = Table(players="1", puerh="on")
    assert table.s.space[0].tolist()[:2] == [1, 2]
    assert table.s.leaves[1].tolist() == [[2, 0, 0, 0, 0, 0], [0] * 6]
    assert (table.s.ready[1], table.s.waiting[1]) == (2, 2)
