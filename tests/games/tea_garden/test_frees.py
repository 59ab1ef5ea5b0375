"""§9 Scrolls, emperor track, cup tokens, exchanges."""

from __future__ import annotations

from ochaya.games.tea_garden.pieces import CARD_NAMES
from tests.games.tea_garden.table import Table


def test_g36_a_plus_one_scroll_adds_strength_also_after_the_cards_are_played() -> None:
    table = Table().acting("st-2", 2)
    table.s.scrolls[0, 0] = 2
    table.do("strength", "strength")
    assert table.s.strength == 4
    assert table.s.scrolls[0, 0] == 0


def test_g36_a_times_two_scroll_repeats_the_side_action_once_a_turn() -> None:
    table = Table().acting("st-boat", 1)
    table.s.scrolls[0, 1] = 2
    assert "double" not in table.kinds(), "nothing to repeat yet"
    table.do("do:boat", "double:boat")
    assert table.s.river[0] == 2
    assert "double" not in table.kinds()


def test_g36_after_a_side_action_of_choice_any_may_be_repeated() -> None:
    table = Table().hand("a36", "st-r").turn("a36")
    table.s.scrolls[0, 1] = 1
    table.do("do:any", "side:boat")
    assert {"double:uni", "double:cup", "double:boat"} <= set(table.can())


def test_g09a_three_fermented_leaves_repeat_the_side_action_once_a_turn() -> None:
    table = Table().acting("st-boat", 1).leaves(fermented={1: 7})
    table.do("do:boat", "again:boat")
    assert table.s.river[0] == 2
    assert table.fermented(1) == 4 + 1, "section 2 ferments a leaf"
    assert "again" not in table.kinds()


def test_g09b_three_leaves_of_any_kind_for_a_scroll_of_choice() -> None:
    table = Table().acting("st-2", 1).leaves(fresh={1: 2}, fermented={3: 1}).do("swap-scroll")
    assert table.can() == ["scroll:plus", "scroll:twice", "scroll:pot"]
    table.do("scroll:twice")
    assert table.s.scrolls[0].tolist() == [0, 1, 0]
    assert table.all_leaves() == 0


def test_g09c_two_fermented_leaves_for_an_emperor_token() -> None:
    table = Table().acting("st-2", 1).leaves(fermented={1: 2}).do("swap-emperor")
    assert table.s.emperor_tokens[0] == 1


def test_g35_a_kind_that_is_out_of_supply_is_replaced_by_another() -> None:
    table = Table().acting("st-boat", 1)
    table.s.scrolls[1, 0] = 8
    table.s.river[0] = 2
    table.do("do:boat")
    assert table.can() == ["scroll:twice", "scroll:pot"]


def test_g22_a_step_costs_two_emperor_tokens_and_leaves() -> None:
    table = Table().acting("st-2", 1).leaves(fresh={1: 1})
    table.s.emperor_tokens[0] = 1
    assert "climb" not in table.can()
    table.s.emperor_tokens[0] = 2
    table.do("climb")
    assert table.s.step[0] == 1
    assert table.s.emperor_tokens[0] == 0
    assert table.all_leaves() == 0


def test_f2_an_emperor_card_goes_to_hand_and_is_replaced() -> None:
    table = Table().acting("st-2", 1).leaves(fresh={1: 1})
    table.s.emperor_tokens[0] = 2
    table.do("climb", "emperor:ec02")
    assert "ec02" in table.hand_of()
    assert [CARD_NAMES[card] for card in table.s.emperors] == ["ec01", "ec04", "ec03"]


def test_g22_the_last_step_needs_fermented_leaves_of_quality_6() -> None:
    table = Table().acting("st-2", 1).leaves(fresh={6: 9}, fermented={5: 9})
    table.s.emperor_tokens[0] = 2
    table.s.step[0] = 5
    assert "climb" not in table.can()
    table.s.leaves[0, 1, 5] = 3
    assert "climb" in table.can()


def test_g23_several_steps_a_turn_but_none_past_the_sixth() -> None:
    table = Table().acting("st-2", 1).leaves(fresh={1: 1}, fermented={6: 5})
    table.s.emperor_tokens[0] = 9
    table.do("climb", "pay:fresh-1", "emperor:ec01", "climb")
    assert table.s.step[0] == 2
    table.s.phase = 4
    table.s.pending[:] = 0
    table.s.step[0] = 6
    assert "climb" not in table.can()


def test_g25_without_an_emperor_card_three_points() -> None:
    table = Table().acting("st-2", 1).leaves(fresh={1: 1})
    table.s.emperor_tokens[0] = 2
    table.s.emperors[:] = -1
    table.s.emperor_deck = 0
    table.do("climb")
    assert table.s.points[0] == 3


def test_f3_a_cup_token_gives_the_bonus_of_one_of_its_two_tiles() -> None:
    for text, fresh in (("cup-left:ct01", (0, 1)), ("cup-right:ct01", (2, 0))):
        table = Table().leaves()
        for tile in (0, 1):  # ct01 LEAF3x1, ct02 LEAF1x2
            table.s.tile_place[tile] = 3
            table.s.stack_top[table.s.stack_top == tile] = -1
        table.s.tile_next[0], table.s.tile_before[1], table.s.cup_token[0] = 1, 0, 1
        table.acting("st-2", 1).do(text)
        assert (table.fresh(1), table.fresh(3)) == fresh
        assert not table.s.cup_token.any()


def test_f3_where_both_tiles_show_the_same_bonus_there_is_one_choice() -> None:
    table = Table().leaves()
    for tile in (0, 8):  # ct01 and ct09: LEAF3x1
        table.s.tile_place[tile] = 3
        table.s.stack_top[table.s.stack_top == tile] = -1
    table.s.tile_next[0], table.s.tile_before[8], table.s.cup_token[0] = 8, 0, 1
    table.acting("st-2", 1)
    assert [text for text in table.can() if text.startswith("cup")] == ["cup-left:ct01"]
