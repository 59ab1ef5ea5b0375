"""§4 Drawing, draw-and-discard, removing; effects resolved in the order the player chooses."""

from __future__ import annotations

from ochaya.games.tea_garden.pieces import CYC1, CYC2, FER
from tests.games.tea_garden.table import Table


def test_s4_4_an_empty_draw_pile_is_made_from_the_discard_pile() -> None:
    table = Table().hand("a08", "st-r")
    table.s.starters[0] = 0
    table.s.starters[0, 0, 0] = 1
    table.s.starters[0, 3, 6] = 2
    table.turn("a08").do("do:draw")
    assert table.hand_of() == ["st-r", "st-2"]
    assert table.in_zone(0, 2) == ["st-2"]
    assert table.discard_of() == []


def test_g50_with_both_piles_empty_nothing_is_drawn() -> None:
    table = Table().hand("a08", "st-r")
    table.s.starters[0] = 0
    table.s.starters[0, 0, 0] = 1
    table.turn("a08").do("do:draw")
    assert table.hand_of() == ["st-r"]


def test_s4_4_draw_and_discard() -> None:
    table = Table(puerh="on").hand("ec17", "st-r").turn("ec17")
    table.outcomes = ["draw:st-2"]
    table.do("do:cyc1")
    assert table.can() == ["discard:st-r", "discard:st-2"]
    table.do("discard:st-r")
    assert table.hand_of() == ["st-2"]
    assert table.discard_of() == ["st-r"]


def test_s4_4_draw_and_discard_may_be_declined() -> None:
    table = Table().acting("st-2", 2).leaves(fresh={2: 2})
    table.s.pending[CYC1] = 2
    table.s.caravans[0] = 0
    table.do("sell:co01:low+small")
    hand = table.hand_of()
    assert table.can() == ["stop", "do:cyc1"]
    table.do("stop")
    assert table.hand_of() == hand
    assert "end" in table.can() or table.s.turn_of == 1


def test_s4_4_draw_and_discard_is_not_declined_while_something_else_waits() -> None:
    table = Table().acting("st-2", 2).leaves(fresh={2: 4})
    table.s.pending[CYC2] = 1
    table.s.pending[FER] = 1
    table.s.caravans[0] = 0
    table.do("sell:co01:low+small")
    assert table.can() == ["do:fer", "do:cyc2"]
    table.do("do:cyc2")
    assert table.kinds() == {"discard"}


def test_g55_remove_from_hand_discard_or_draw_pile_but_not_from_slots() -> None:
    table = Table().hand("a09", "st-r", "st-uni").turn("a09")
    table.s.starters[0, 2, 6] -= 1
    table.s.starters[0, 3, 6] += 1
    table.do("do:rem")
    assert "remove-hand:st-uni" in table.can()
    assert "remove-discard:st-2" in table.can()
    assert "remove-pile:st-g" in table.can()
    assert "remove-hand:a09" not in table.can()
    table.do("remove-pile:st-g")
    assert table.s.starters[0, :, 1].sum() == 1


def test_removing_may_be_declined() -> None:
    table = Table().hand("a09", "st-r", "st-uni").turn("a09").do("do:rem", "stop")
    assert table.s.starters[0].sum() == 11


def test_s4_effects_are_resolved_in_the_order_the_player_chooses() -> None:
    table = Table().acting("st-boat", 1).leaves(fresh={1: 1})
    table.s.river[0] = 9
    table.do("do:boat")
    assert table.can() == ["do:draw", "do:rem"]
    table.do("do:rem")
    assert "stop" in table.can()
    table.do("stop")
    assert len(table.hand_of()) == 3


def test_s6_1_played_cards_go_to_the_discard_pile_at_the_end_of_the_round() -> None:
    table = Table().acting("st-uni", 1).leaves().do("ferment")
    if table.s.turn_of == 0:
        table.do("end")
    table.end_round()
    assert "st-uni" in table.discard_of()
    assert table.s.turns[0] == 0
