"""§10 Leaves: quality, substitution, fermenting, harvesting, ageing."""

from __future__ import annotations

import pytest

from tests.games.tea_garden.table import Table


def test_s5_fermented_leaves_may_stand_in_for_fresh_ones() -> None:
    table = Table().leaves(fermented={1: 2}).acting("st-2", 1)
    assert "sell:co01:low+small" in table.can()


def test_s5_fresh_leaves_never_stand_in_for_fermented_ones() -> None:
    table = Table().leaves(fresh={6: 9}).acting("st-2", 1)
    assert "swap-emperor" not in table.can()
    table.s.leaves[0, 1, 0] = 2
    assert "swap-emperor" in table.can()


def test_g42_a_price_with_a_quality_is_a_minimum_and_gives_no_change() -> None:
    table = Table().leaves(fresh={1: 4, 5: 2}).acting("st-2", 3)
    table.s.slot_top[0, 0] = 0
    assert "buy:a04" in table.can()
    table.do("buy:a04")
    assert table.fresh(5) == 0
    assert table.fresh(1) == 4


def test_payments_are_asked_leaf_by_leaf_in_ascending_order() -> None:
    table = Table().leaves(fresh={1: 1, 2: 1}, fermented={3: 1}).acting("st-2", 1)
    table.do("sell:co01:low+small")
    assert table.can() == ["pay:fresh-1", "pay:fresh-2"]
    table.do("pay:fresh-2")
    assert table.fresh(1) == 1
    assert table.fermented(3) == 0


def test_a_payment_without_choice_is_not_asked() -> None:
    table = Table().leaves(fresh={1: 2}).acting("st-2", 1)
    table.do("sell:co01:low+small")
    assert table.all_leaves() == 0
    assert table.s.points[0] == 3


def test_g37_ferment_two_leaves_for_each_strength() -> None:
    table = Table().leaves(fresh={2: 9}).acting("st-2", 3).do("ferment")
    assert table.fermented(2) == 6
    assert table.fresh(2) == 3


def test_s5_fermenting_keeps_the_basket() -> None:
    table = Table().leaves(fresh={2: 2, 4: 2}).acting("st-2", 1)
    table.do("ferment")
    assert table.can() == ["leaf:fresh-2", "leaf:fresh-4"]
    table.do("leaf:fresh-2", "leaf:fresh-4")
    assert (table.fermented(2), table.fermented(4)) == (1, 1)


def test_g51_ferment_is_legal_without_leaves() -> None:
    table = Table().leaves().acting("st-2", 1)
    assert "ferment" in table.can()


def test_g39_a_garden_gives_two_leaves_of_its_regions_quality() -> None:
    table = Table().leaves().acting("st-2", 1).do("harvest")
    assert table.fresh(2) == 2


def test_g38_as_many_gardens_as_strength_chosen_in_ascending_order() -> None:
    table = Table().leaves().garden(2).garden(4).garden(11)
    table.acting("st-2", 2).do("harvest")
    assert table.can() == ["garden:1", "garden:2", "garden:4"]
    table.do("garden:4")
    assert (table.fresh(4), table.fresh(6), table.fresh(2)) == (2, 2, 0)


def test_g44_ageing_comes_before_the_harvest() -> None:
    table = Table().leaves(fresh={3: 1, 1: 5}, fermented={2: 1, 6: 2, 5: 1}).leaves(seat=1)
    table.end_round()
    assert [table.fresh(q) for q in range(1, 7)] == [0, 3, 0, 0, 0, 0]
    assert [table.fermented(q) for q in range(1, 7)] == [0, 0, 1, 0, 0, 3]


@pytest.mark.parametrize(("floor", "left"), [("lost", 1), ("stays", 6)])
def test_g40_a_fresh_leaf_in_basket_1_is_lost_or_stays_by_option(floor: str, left: int) -> None:
    table = Table(fresh_floor=floor).leaves(fresh={1: 5, 2: 1})
    table.end_round()
    assert table.fresh(1) == left


def test_g41_a_fermented_leaf_in_basket_6_stays() -> None:
    table = Table().leaves(fermented={6: 4})
    table.end_round()
    assert table.fermented(6) == 4


def test_s5_leaves_are_gained_fresh_into_the_basket_of_their_quality() -> None:
    table = Table().leaves()
    table.s.region_token[1] = 1  # RB02: LEAF2x2
    table.acting("st-2", 1).do("build:2")
    assert (table.fresh(2), table.fermented(2)) == (2, 0)


def test_s5_quality_does_not_matter_for_caravans_slots_and_tokens() -> None:
    table = Table(puerh="on").leaves(fresh={1: 5}).acting("st-2", 1)
    assert {"sell:co01:low+small", "market:pp01"} <= set(table.can())
    table = Table().hand("st-r", "st-r").leaves(fermented={1: 3})
    table.s.turns[0] = 3
    assert "top:st-r" in table.can()


def test_g43_leaves_and_baskets_have_no_limit() -> None:
    table = Table().leaves(fresh={2: 300}).garden(2).acting("st-2", 2).do("harvest")
    assert table.all_leaves() == 304
