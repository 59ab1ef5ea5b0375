"""§3 Rounds, turns, slots, strength, passing."""

from __future__ import annotations

import pytest

from ochaya.games.tea_garden.state import ACT
from tests.games.tea_garden.table import Table


def test_s3_3_cards_are_stacked_and_their_strengths_add_up() -> None:
    table = Table().hand("st-r", "st-2", "st-2", "st-uni")
    table.turn("st-uni", "st-r", "st-2")
    assert table.s.strength == 4
    assert table.s.slot_cards[0, 0] == 3


def test_s3_3_cards_below_the_top_one_go_in_ascending_order_so_that_no_turn_is_listed_twice() -> None:
    table = Table().hand("st-r", "st-2", "st-b", "st-uni")
    table.do("top:st-uni", "under:st-b")
    assert table.can() == ["stop", "under:st-2"]


def test_s3_3_only_the_icons_of_the_top_card_are_active() -> None:
    table = Table().hand("st-r", "st-boat", "st-uni", "st-2")
    table.turn("st-uni", "st-boat")
    assert "do:uni" in table.can()
    assert "do:boat" not in table.can()


def test_s3_3_a_whole_hand_needs_no_stop() -> None:
    table = Table().hand("st-r", "st-2")
    table.do("top:st-2", "under:st-r")
    assert table.s.phase == ACT


def test_s3_5_exactly_one_main_action() -> None:
    table = Table().acting()
    assert "end" not in table.can()
    table.do("harvest")
    assert not {"build", "buy", "sell", "ferment", "harvest"} & table.kinds()


def test_s3_5_side_and_main_action_in_any_order() -> None:
    table = Table().acting("st-boat", 1).do("do:boat")
    assert table.s.river[0] == 1
    assert "harvest" in table.can()
    other = Table().acting("st-boat", 1).do("harvest")
    assert "do:boat" in other.can()


def test_s3_5_the_turn_ends_by_itself_when_nothing_is_left_to_do() -> None:
    table = Table().leaves()
    table.acting().do("ferment")
    assert table.s.turn_of == 1


def test_g16_each_icon_once() -> None:
    table = Table().hand("a28", "st-r")
    table.turn("a28").do("do:uni", "study:1:1", "do:uni", "study:2:2", "scroll:plus")
    assert "do:uni" not in table.can()
    assert table.s.study[0] == 2


def test_s3_2_turns_go_round_one_at_a_time() -> None:
    table = Table(players="3").leaves().leaves(seat=1).leaves(seat=2)
    for seat in (0, 1, 2, 0):
        assert table.s.turn_of == seat
        table.do(table.can()[1])
        if "stop" in table.can():
            table.do("stop")
        table.do("ferment")


def test_g08_the_fourth_slot_costs_two_fermented_leaves() -> None:
    table = Table().hand("st-r", "st-r", "st-g").leaves(fermented={1: 2})
    table.s.turns[0] = 3
    table.turn("st-r")
    assert table.all_leaves() == 0


def test_g08_a_slot_that_cannot_be_paid_cannot_be_used() -> None:
    table = Table().hand("st-r", "st-r", "st-g").hand("st-r", "st-r", seat=1).leaves(fresh={1: 1}).leaves(seat=1)
    table.s.turns[0] = 2
    table.turn("st-r").do("ferment")
    table.turn("st-r").do("ferment")
    assert table.s.passed[0] == 1
    assert table.s.turn_of == 1


def test_g65_the_fifth_slot_comes_with_puerh_at_the_same_price() -> None:
    table = Table(puerh="on").hand("st-r", "st-r", "st-g").leaves(fermented={2: 4})
    table.s.turns[0] = 4
    table.turn("st-r")
    assert table.fermented(2) == 2
    base = Table()
    assert base.s.slot_top.shape[1] == 5


def test_g51_passing_is_possible_at_any_own_turn_and_final_for_the_round() -> None:
    table = Table().do("pass")
    assert table.s.turn_of == 1
    table.leaves(seat=1).turn("st-2").do("ferment")
    assert table.s.turn_of == 1


def test_g51_no_cards_no_turn() -> None:
    table = Table().hand("st-r").leaves().leaves(seat=1)
    table.turn("st-r").do("ferment")
    table.hand("st-r", "st-g", seat=1).turn("st-r").do("ferment")
    assert table.s.passed[0] == 1


def test_s3_1_five_rounds() -> None:
    table = Table()
    for number in range(1, 6):
        assert table.s.round_number == number
        table.end_round()
    assert table.game.actor(table.s) == -2


def test_g45_the_start_player_marker_moves_on() -> None:
    table = Table(players="3").end_round()
    assert table.s.starter == 1
    assert table.s.turn_of == 1


def test_s3_5_hand_cards_stay_and_four_are_drawn_on_top() -> None:
    table = Table().hand("st-r", "st-g", "st-2")
    table.end_round()
    assert len(table.hand_of()) == 7


@pytest.mark.parametrize(("puerh", "turns"), [("off", 4), ("on", 5)])
def test_s3_2_at_most_four_turns_a_round_and_five_with_puerh(puerh: str, turns: int) -> None:
    table = Table(puerh=puerh).leaves(fermented={1: 30})
    table.do("top:" + table.hand_of()[0], "stop", "harvest", "end")
    table.leaves(seat=1).do("pass")
    for _ in range(turns - 1):
        table.hand("st-r", "st-r").turn("st-r").do("harvest", "end")
    assert table.s.round_number == 2, "the next round has begun although cards and leaves were left"


def test_g49_a_hand_has_no_limit() -> None:
    table = Table()
    for _ in range(2):
        table.end_round()
    assert len(table.hand_of()) == 11, "4 + 4 + 3: all there are"
