"""§13 The court, the Pu-erh market, cakes, decrees; with the rulebook's examples."""

from __future__ import annotations

import pytest

from ochaya.games.tea_garden.turn.court import check_decrees, score_halls, tokens_for
from tests.games.tea_garden.table import Table

PP = 12
"""The number of the first premium token, pp01."""


def court(**options: str) -> Table:
    return Table(puerh="on", **options)


def cake(table: Table, *tokens: int) -> None:
    """Give seat 0 a cake of these tokens."""
    for token in tokens:
        table.s.token_place[token] = 3
        table.s.cake[token] = tokens[0]


# -- the court -------------------------------------------------------------------------------------------------------


def test_m6_a_square_must_not_exceed_the_strength() -> None:
    table = court().acting("st-2", 4)
    assert [text for text in table.can() if text.startswith("court")] == [
        "court:h01:4", "court:h01:2", "court:h02:4", "court:h02:2",
    ]  # fmt: skip


def test_m6_the_hall_acts_at_once() -> None:
    table = court().leaves().garden(4).acting("st-2", 2).do("court:h02:2")
    assert (table.fresh(2), table.fresh(4)) == (1, 1), "a leaf of its region's quality for each garden"
    assert table.s.ready[0] == 1
    assert table.s.square[1].tolist() == [0, 0, 0, 1]


def test_m6_a_square_holds_one_messenger_and_a_hall_several_of_one_player() -> None:
    table = court().acting("st-2", 4)
    table.s.square[0] = [0, 0, 1, 0]
    assert "court:h01:4" not in table.can()
    assert "court:h01:2" in table.can()


def test_m6_without_a_messenger_on_the_extension_the_court_is_closed() -> None:
    table = court().acting("st-2", 6)
    table.s.ready[0] = 0
    assert "court" not in table.kinds()


def test_m6_halls_with_several_effects_are_taken_in_any_order() -> None:
    table = court()
    table.s.halls[0] = 9  # H10: REM1 + DRAW1
    table.acting("st-2", 2).do("court:h10:2")
    assert table.can() == ["do:draw", "do:rem"]


def test_example_squares_4_and_2_against_a_single_6_the_6_wins() -> None:
    table = court()
    table.s.square[0] = [2, 0, 1, 1]
    table.s.ready[:2] = [0, 1]
    score_halls(table.s)
    assert table.s.points[:2].tolist() == [2, 5]
    assert table.s.ready[:2].tolist() == [2, 2], "the messengers come back"


def test_g67_alone_below_a_hall_five_points_and_nobody_gets_two() -> None:
    table = court(players="3")
    table.s.square[1] = [0, 0, 0, 3]
    score_halls(table.s)
    assert table.s.points[:3].tolist() == [0, 0, 5]


def test_s7_2_hall_tiles_are_replaced_every_round() -> None:
    table = court()
    before = set(table.s.halls[:2].tolist())
    table.end_round()
    assert not before & set(table.s.halls[:2].tolist())
    assert table.s.hall_used.sum() == 4


def test_s7_2_three_players_use_all_fifteen_halls() -> None:
    table = court(players="3")
    for _ in range(4):
        table.end_round()
    assert table.s.hall_used.all()


# -- the market and cakes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("strength", "tokens"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (9, 3)])
def test_m7_strength_1_3_5_buys_1_2_3_tokens(strength: int, tokens: int) -> None:
    assert tokens_for(strength) == tokens


def test_m7_a_taken_token_is_replaced_at_once() -> None:
    table = court().leaves(fresh={1: 2}).acting("st-2", 1).do("market:pp01")
    assert table.s.stock[1].tolist() == [PP + 3, PP + 1, PP + 2]
    assert table.s.token_place[PP] == 3


def test_example_two_tokens_for_3_fresh_and_2_fermented_leaves() -> None:
    """One token completes a cake (emperor token, draw-and-discard, ferment 1), the other starts alone (2 leaves)."""
    table = court().hand("ec10", "st-r", "st-g").leaves(fresh={2: 4}, fermented={3: 2})
    cake(table, 6, PP + 21)  # pb07 CYC1 and pp22 EMP1
    table.s.stock[1] = [PP, PP + 5, PP + 2]  # pp01: 2 fresh; pp06: 1 fresh + 2 fermented, FER1
    table.s.token_place[PP + 1], table.s.token_place[PP + 5] = 0, 1
    table.turn("ec10", strength=3)
    table.do("market:pp06", "market:pp01")
    assert (table.fresh(2), table.all_leaves()) == (1, 1), "3 fresh and 2 fermented leaves are paid"
    table.outcomes = ["draw:st-2"]
    table.do("join:pb07")
    assert table.s.emperor_tokens[0] == 1
    assert table.can() == ["do:fer", "do:cyc1"]
    table.do("do:cyc1", "discard:st-r")
    assert table.fermented(2) == 1
    assert table.s.cake[[6, PP + 21, PP + 5]].tolist() == [6, 6, 6]
    assert table.s.cake[PP] == PP
    assert table.fresh(1) == 2


def test_s7_4_joining_gains_the_bonuses_of_the_whole_cake() -> None:
    table = court().leaves(fresh={2: 2}).acting("st-2", 1)
    cake(table, 8)  # pb09: VP1
    table.do("market:pp01", "join:pb09")
    assert table.s.points[0] == 1
    assert table.fresh(1) == 2


def test_s7_4_alone_a_token_gives_only_its_own_bonus() -> None:
    table = court().leaves(fresh={2: 2}).acting("st-2", 1)
    cake(table, 8)
    table.do("market:pp01", "cake")
    assert table.fresh(1) == 2
    assert table.s.points[0] == 0


def test_s7_4_two_tokens_of_one_turn_are_not_joined_to_each_other() -> None:
    table = court().leaves(fresh={2: 6}, fermented={1: 6}).acting("st-2", 3)
    table.do("market:pp01", "pay:fresh-2", "pay:fresh-2")
    while "join" not in table.kinds() and table.s.shopping:
        table.do(next(text for text in table.can() if text.startswith("market")))
        while table.kinds() == {"pay"}:
            table.do(table.can()[0])
    leaders = [token for token in range(42) if table.s.cake[token] == token]
    assert len(leaders) == 2


def test_s7_4_a_complete_cake_takes_no_fourth_token() -> None:
    table = court().leaves(fresh={2: 2}).acting("st-2", 1)
    cake(table, 0, 2, 4)
    table.do("market:pp01")
    assert table.s.cake[PP] == PP


def test_s7_3_basic_tokens_come_from_bonuses_and_cost_no_main_action() -> None:
    table = court().hand("ec17", "st-r").leaves().turn("ec17").do("do:pub")
    assert table.can() == ["basic:pb01", "basic:pb02", "basic:pb03"]
    table.do("basic:pb02")
    assert table.fresh(1) == 1
    assert not table.s.main_done
    assert table.s.stock[0].tolist() == [0, 3, 2]


def test_example_a_region_token_gives_a_basic_token_laid_alone() -> None:
    table = court().leaves()
    table.s.region_token[1] = 18  # RB19: PUB
    table.acting("st-2", 1).do("build:2", "basic:pb01")
    assert table.fresh(1) == 1


def test_g66_an_empty_stock_makes_the_bonus_void() -> None:
    table = court().hand("ec17", "st-r").turn("ec17")
    table.s.stock[0] = -1
    table.s.token_place[:PP] = 4
    table.do("do:pub")
    assert "basic" not in table.kinds()


# -- decrees -----------------------------------------------------------------------------------------------------------


def test_s7_5_a_decree_gives_a_space_and_a_messenger() -> None:
    table = court().acting("st-boat", 1)  # de1: river, brown 5
    table.s.river[0] = 4
    table.do("do:boat")
    assert table.s.decree_done[0, 0] == 1
    assert table.s.decree_space[0].tolist() == [1, 0]
    assert (table.s.ready[0], table.s.waiting[0]) == (3, 1)


def test_s7_5_only_the_first_two_get_points_but_later_ones_get_the_messenger() -> None:
    table = court(players="3")
    table.s.decree_space[0] = [2, 3]
    table.s.river[0] = 5
    check_decrees(table.s, 0)
    assert table.s.decree_space[0].tolist() == [2, 3]
    assert table.s.ready[0] == 3


def test_s7_5_each_decree_once_and_at_most_two_more_messengers() -> None:
    table = court()
    table.s.decree_side[:] = 1
    table.s.river[0], table.s.step[0], table.s.study[0] = 12, 6, 8
    check_decrees(table.s, 0)
    check_decrees(table.s, 0)
    assert (table.s.decree_space == 1).sum() == 3
    assert (table.s.ready[0], table.s.waiting[0]) == (4, 0)


@pytest.mark.parametrize(
    ("decree", "brown", "red"), [(0, 5, 9), (1, 2, 4), (2, 1, 2), (3, 4, 6), (4, 3, 6), (5, 4, 7), (6, 1, 3)]
)
def test_g61_thresholds(decree: int, brown: int, red: int) -> None:
    for side, needed in ((1, brown), (2, red)):
        for amount, done in ((needed - 1, 0), (needed, 1)):
            table = court()
            s = table.s
            s.decree_side[:] = 0
            s.decree_side[decree] = side
            s.river[0], s.step[0], s.study[0], s.built[0] = 0, 0, 0, 0
            if decree == 0:
                s.river[0] = amount
            elif decree == 1:
                s.step[0] = amount
            elif decree == 2:
                s.study[0] = 4 * amount
            elif decree == 3:
                s.built[0] = amount - 1
            elif decree == 4:
                s.caravan_place[:amount] = 3
            elif decree == 5:
                s.tile_place[:amount] = 3
            else:
                for i in range(amount):
                    cake(table, 3 * i, 3 * i + 1, 3 * i + 2)
            check_decrees(s, 0)
            assert s.decree_done[0, decree] == done
