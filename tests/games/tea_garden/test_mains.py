"""§5-§7 Building, buying, selling."""

from __future__ import annotations

import pytest

from ochaya.games.tea_garden.pieces import CARD_NAMES
from tests.games.tea_garden.table import Table


def regions(table: Table) -> list[int]:
    return [int(text.partition(":")[2]) for text in table.can() if text.startswith("build:")]


def test_m1_build_next_to_an_own_garden() -> None:
    assert regions(Table().acting("st-2", 1)) == [2, 3, 6, 7]


def test_g07_two_more_strength_allow_distance_two() -> None:
    assert regions(Table().acting("st-2", 2)) == [2, 3, 6, 7]
    assert regions(Table().acting("st-2", 3)) == [2, 3, 4, 5, 6, 7, 8, 9]


def test_g06_pagodas_cost_1_2_2_3_3_4_from_the_left() -> None:
    for built, strength in enumerate([1, 2, 2, 3, 3, 4]):
        table = Table().acting("st-2", strength)
        table.s.built[0] = built
        assert regions(table)
        table.s.strength = strength - 1
        assert not regions(table)


def test_g06_no_seventh_pagoda() -> None:
    table = Table().acting("st-2", 6)
    table.s.built[0] = 6
    assert not regions(table)


def test_g02_one_own_garden_in_a_region() -> None:
    table = Table().garden(2).acting("st-2", 2)
    assert 2 not in regions(table)


def test_m1_a_full_region_is_closed() -> None:
    table = Table(players="4").garden(3, 1).garden(3, 2).acting("st-2", 1)
    assert 3 not in regions(table)


def test_g03_the_builder_takes_the_best_free_space() -> None:
    table = Table().garden(10).acting("st-2", 2).do("build:11")
    assert table.s.points[0] == 4
    assert table.s.space[10].tolist()[:3] == [1, 0, 0]
    second = Table().garden(11, 1).garden(10).acting("st-2", 2)
    second.do("build:11")
    assert second.s.points[0] == 2


def test_g04_every_builder_gets_the_tokens_bonus() -> None:
    table = Table().leaves().acting("st-2", 1).do("build:2")
    assert table.fresh(3) == 1, "rb01 lies on region 2"
    assert table.s.region_token[1] == 0


def test_m2_columns_need_their_strength() -> None:
    table = Table().leaves(fresh={3: 5}).acting("a25", 2)
    bought = [text for text in table.can() if text.startswith("buy:")]
    assert bought == ["buy:a01", "buy:a02", "buy:a03"]


def test_m2_leaves_of_the_quality_are_needed() -> None:
    table = Table().leaves(fresh={1: 5}).acting("a25", 5)
    assert "buy:a03" in table.can()
    assert "buy:a04" not in table.can()


def test_s3_4_teapots_of_all_slots_of_this_round_count() -> None:
    table = Table().leaves(fresh={2: 5}).acting("st-2", 0)
    assert "buy:a01" not in table.can()
    table.s.slot_top[0, 1] = CARD_NAMES.index("st-r")
    assert "buy:a01" in table.can()


def test_g15_teapots_are_shown_not_spent_and_each_counts_once_a_purchase() -> None:
    table = Table().leaves(fresh={6: 9}).acting("st-2", 5)
    table.s.market[5] = CARD_NAMES.index("a37")
    table.s.slot_top[0, 1] = CARD_NAMES.index("st-r")
    table.s.slot_top[0, 2] = CARD_NAMES.index("st-r")
    assert "buy:a37" not in table.can(), "R R any needs three"
    table.s.slot_top[0, 3] = CARD_NAMES.index("st-b")
    assert "buy:a37" in table.can()


def test_g15_a_universal_teapot_fits_any_price() -> None:
    table = Table().leaves(fresh={6: 9}).acting("st-2", 5)
    table.s.market[5] = CARD_NAMES.index("a31")
    table.s.slot_top[0, 1] = CARD_NAMES.index("a25")
    assert "buy:a31" in table.can()


def test_g36_a_teapot_scroll_supplies_what_is_missing_and_only_that() -> None:
    table = Table().leaves(fresh={2: 5}).acting("st-2", 0)
    table.s.scrolls[0, 2] = 2
    table.do("buy:a01")
    assert table.s.scrolls[0, 2] == 1


def test_m2_the_card_goes_to_hand_and_the_row_slides() -> None:
    table = Table().leaves(fresh={2: 2}).acting("st-r", 1)
    table.do("buy:a01")
    assert "a01" in table.hand_of()
    assert [CARD_NAMES[card] for card in table.s.market] == ["a02", "a03", "a04", "a10", "a11", "a12"]


def test_s3_3_a_bought_card_can_be_played_in_a_later_turn_of_the_round() -> None:
    table = Table().leaves(fresh={2: 2}).leaves(seat=1).acting("st-r", 1).do("buy:a01")
    table.turn("st-2").do("ferment")
    assert "top:a01" in table.can()


def test_g20_both_halves_of_a_caravan_and_the_large_strength_half_may_be_declined() -> None:
    table = Table().leaves(fresh={1: 9}).acting("st-2", 3)
    sales = [text for text in table.can() if text.startswith("sell:co01")]
    assert sales == [f"sell:co01:{way}" for way in ("low+small", "low+large", "high+small", "high+large")]


def test_g19_strength_below_the_minimum_closes_a_caravan() -> None:
    table = Table().leaves(fresh={1: 9}, fermented={1: 9}).acting("st-2", 1)
    table.s.caravans[0] = 19
    assert not [text for text in table.can() if text.startswith("sell:cb01")]
    table.s.strength = 2
    assert "sell:cb01:low+small" in table.can()
    assert "sell:cb01:high+small" not in table.can()


def test_m3_reward_card_and_refill() -> None:
    table = Table().leaves(fresh={1: 5}).acting("st-2", 3).do("sell:co01:high+large")
    assert table.s.points[0] == 7
    assert table.s.emperor_tokens[0] == 2
    assert table.s.caravan_place[0] == 3
    assert table.s.caravans[0] == 3, "refilled at once, in the same place"


def test_m3_blue_caravans_ask_for_fermented_leaves() -> None:
    table = Table().leaves(fresh={1: 9}, fermented={1: 1}).acting("st-2", 2)
    table.s.caravans[0] = 19
    assert "sell:cb01:low+small" in table.can()
    assert "sell:cb01:low+large" not in table.can()


@pytest.mark.parametrize("strength", [1, 4])
def test_ferment_and_harvest_are_always_legal(strength: int) -> None:
    assert {"ferment", "harvest"} <= set(Table().leaves().acting("st-2", strength).can())
