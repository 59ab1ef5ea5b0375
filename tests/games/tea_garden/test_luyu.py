"""§14 Lu Yu: his deck, his turn line by line, clean-up, scoring; with the rulebook's sample turn."""

from __future__ import annotations

from ochaya.core.secrecy import seen
from ochaya.games.tea_garden.flow import clean_up
from ochaya.games.tea_garden.lu_yu.cards import (
    ADVANCED,
    BUY,
    CARAVAN,
    COURT,
    EMPEROR,
    GARDEN,
    LU,
    LU_NAMES,
    MARKET,
    PAY_SIDE,
    SIDE,
)
from ochaya.games.tea_garden.lu_yu.deck import LU_PLAYED
from ochaya.games.tea_garden.lu_yu.play import lu_do, lu_next_line, open_lu_turn
from ochaya.games.tea_garden.pieces import CARD_NAMES, LU_STEP_POINTS
from ochaya.games.tea_garden.scoring import score_player
from ochaya.games.tea_garden.state import (
    DUE_LU_ADVANCED,
    FROM_CAKES,
    FROM_CARAVANS,
    FROM_LEFTOVERS,
    FROM_TRACK,
    LU_ACTING,
    NONE,
    OVER_NOW,
)
from ochaya.games.tea_garden.turn.court import score_halls
from tests.games.tea_garden.table import Table


def solo(**options: str) -> Table:
    return Table(players="1", **options)


def with_top(name: str, **options: str) -> Table:
    """A table where the back of this card is on top of his deck."""
    table = solo(**options)
    old = int(table.s.lu_top[0])
    table.s.lu_place[old] = 0
    table.s.lu_top[0] = LU_NAMES.index(name)
    table.s.lu_place[LU_NAMES.index(name)] = 1
    return table


def play(table: Table, front: str, back: str) -> None:
    """Let him play a card while the back of another lies on top."""
    table.s.lu_top[:] = [LU_NAMES.index(front), LU_NAMES.index(back)]
    open_lu_turn(table.s)
    while table.s.stage == LU_ACTING:
        lu_next_line(table.s)


def test_example_lu_yus_sample_turn() -> None:
    """2 fresh leaves, the caravan on the right, ferment 2, boat, no second side action with 2 leaves, one step."""
    table = solo()
    s = table.s
    s.leaves[LU, 0, 0] = 0
    s.emperor_tokens[LU] = 2
    right, removed = int(s.caravans[2]), int(s.emperors[2])
    play(table, "la02", "la18")  # la18: boat, caravan right, emperor right
    assert s.caravan_place[right] == 3 + LU
    assert s.leaves[LU, :, 0].tolist() == [0, 2]
    assert s.river[LU] == 1
    assert s.step[LU] == 1
    assert s.emperor_tokens[LU] == 0
    assert s.place[removed] == 2
    assert s.points[LU] == 0, "he gains nothing from the board"


def test_s7_7_with_three_fermented_leaves_he_repeats_the_side_action() -> None:
    table = with_top("la18")
    table.s.leaves[LU, 1, 0] = 3
    lu_do(table.s, PAY_SIDE, 3)
    assert table.s.river[LU] == 1
    assert table.s.leaves[LU, 1, 0] == 0


def test_garden_best_quality_then_the_order_on_the_back() -> None:
    table = with_top("lb1")  # G>B>O>R
    lu_do(table.s, GARDEN, 0)
    assert table.s.space[1, 0] == LU + 1, "regions 2, 3, 6, 7 have quality 3: green first, lower number first"
    table = with_top("lb2")  # B>O>R>G
    lu_do(table.s, GARDEN, 0)
    assert table.s.space[5, 0] == LU + 1
    table.garden(5, LU)
    lu_do(table.s, GARDEN, 0)
    assert LU + 1 in table.s.space[12], "quality 5 next to region 5"
    assert table.s.points[LU] == 0


def test_garden_impossible_then_the_effect_behind_the_slash() -> None:
    table = solo()
    table.s.built[LU] = 6
    play(table, "lb1", "la03")  # GARDEN / BUY+0
    assert (table.s.place == 3 + 5 * LU + 3).sum() == 1


def test_buy_takes_the_column_of_his_strength() -> None:
    table = with_top("lb1")  # strength 1
    second = int(table.s.market[1])
    lu_do(table.s, BUY, 0)
    assert CARD_NAMES[second] == "a02"
    assert table.s.place[second] == 3 + 5 * LU + 3


def test_g74_strength_above_five_takes_the_sixth_column_and_an_empty_one_sends_him_left() -> None:
    table = with_top("la03")  # strength 3
    sixth = int(table.s.market[5])
    lu_do(table.s, BUY, 3)
    assert table.s.place[sixth] == 3 + 5 * LU + 3
    table.settle()
    table.s.market[2:] = NONE
    second = int(table.s.market[1])
    lu_do(table.s, BUY, 3)
    assert table.s.place[second] == 3 + 5 * LU + 3


def test_g71_an_empty_caravan_place_sends_him_to_the_right_going_round() -> None:
    table = with_top("lb3")  # right
    table.s.caravans[2] = NONE
    left = int(table.s.caravans[0])
    assert lu_do(table.s, CARAVAN, 0)
    assert table.s.caravan_place[left] == 3 + LU


def test_cups_matching_tile_first_at_the_right_end() -> None:
    table = with_top("lb2")  # CUP, g>w>b
    table.garden(2, LU).garden(6, LU)
    s = table.s
    lu_do(s, SIDE, 0)
    first = next(tile for tile in range(40) if s.tile_place[tile] == 3 + LU)
    assert s.tile_next[first] == NONE
    table.settle()
    s.stack_top[:3] = [0, 5, 6]  # blue|blue, green|white, white|blue
    s.tile_place[:] = 0
    s.tile_place[[0, 5, 6]] = 1
    s.tile_place[4] = 3 + LU  # green|green
    lu_do(s, SIDE, 0)
    assert s.tile_next[4] == 5
    assert not s.cup_token.any(), "he never uses cup tokens"


def test_cups_without_a_match_the_left_half_decides() -> None:
    table = with_top("lb2")
    table.garden(2, LU)
    s = table.s
    s.tile_place[:] = 0
    s.stack_top[:] = [0, 8, 1, 2, 3]  # blue|blue, white|white ...
    s.tile_place[[0, 8, 1, 2, 3]] = 1
    s.tile_place[4] = 3 + LU  # green|green: neither fits
    lu_do(s, SIDE, 0)
    assert s.tile_next[4] == 8


def test_g71_cups_the_colour_on_the_back_comes_before_the_end_of_the_row() -> None:
    table = with_top("la09").garden(2, LU)  # CUP, b>g>w
    s = table.s
    s.tile_place[:] = 0
    s.stack_top[:] = [0, 8, 4, NONE, NONE]  # ct01 blue|blue fits left, ct09 white|white fits right
    s.tile_place[[0, 8, 4]] = 1
    s.tile_place[39] = 3 + LU  # ct40 blue|white
    assert lu_do(s, SIDE, 0)
    assert (s.tile_next[0], s.tile_place[0]) == (39, 3 + LU)
    assert s.tile_place[8] == 1


def test_g71_cups_of_one_colour_the_right_end_comes_first() -> None:
    table = with_top("la09").garden(2, LU)  # CUP, b>g>w
    s = table.s
    s.tile_place[:] = 0
    s.stack_top[:] = [6, 2, NONE, NONE, NONE]  # ct07 white|blue fits left, ct03 blue|white fits right
    s.tile_place[[6, 2]] = 1
    s.tile_place[0] = 3 + LU  # ct01 blue|blue
    assert lu_do(s, SIDE, 0)
    assert (s.tile_next[0], s.tile_place[6]) == (2, 1)


def test_g75_nothing_is_paid_for_a_side_action_that_cannot_be_done() -> None:
    table = with_top("la18")  # boat
    table.s.river[LU] = 12
    table.s.leaves[LU, 1, 0] = 3
    assert not lu_do(table.s, PAY_SIDE, 3)
    assert table.s.leaves[LU, 1, 0] == 3


def test_s7_7_each_line_of_a_played_card_is_done_replaced_or_impossible() -> None:
    table = solo()
    table.s.built[LU] = 6
    table.s.leaves[LU, 0, 0] = 0
    play(table, "la06", "la03")  # FRESH1, GARDEN/BUY+1, FERMENT1, TOKEN1, SIDE, EMPEROR
    shown = table.game.view(seen(table.game, table.block, 0))["lu_yu"]
    assert shown["slots"][0]["outcomes"] == ["done", "replaced", "done", "done", "done", "impossible"]
    assert shown["slots"][0]["back"] == shown["decided"]
    assert shown["decided"]["side"] == "uni"


def test_g48_he_harvests_in_the_last_round_too() -> None:
    table = solo().garden(2, LU)
    while table.s.round_number < 5:
        table.end_round()
    table.s.leaves[LU, :, 0] = [0, 0]
    table.s.leaves[0] = 0
    table.s.passed[:2] = 1
    clean_up(table.s)
    assert table.s.stage == OVER_NOW
    assert table.s.leaves[LU, 0, 0] == 2 * (table.s.built[LU] + 1) > 2
    assert table.s.tally[LU, FROM_LEFTOVERS] == table.s.leaves[LU, 0, 0] // 2


def test_emperor_needs_two_tokens_and_removes_a_card() -> None:
    table = with_top("lb1")  # left
    table.s.emperor_tokens[LU] = 1
    lu_do(table.s, EMPEROR, 0)
    assert table.s.step[LU] == 0
    table.s.emperor_tokens[LU] = 3
    removed = int(table.s.emperors[0])
    lu_do(table.s, EMPEROR, 0)
    assert table.s.step[LU] == 1
    assert table.s.emperor_tokens[LU] == 1
    assert table.s.place[removed] == 2


def test_adv_puts_an_advanced_card_of_the_pictured_pile_on_top() -> None:
    table = with_top("la02")  # UNI
    piles = table.s.lu_piles.copy()
    lu_do(table.s, ADVANCED, 0)
    assert table.s.due == DUE_LU_ADVANCED
    outcomes = [table.game.notation(action) for action in table.game.legal_ids(table.s)]
    assert all(LU_NAMES.index(text.split(":")[1]) < 9 for text in outcomes)
    table.game.apply(table.s, table.game.read(outcomes[0]))
    assert table.s.lu_piles[0] == piles[0] - 1
    assert LU_NAMES[table.s.lu_top[1]] == "la02"


def test_g77_an_empty_pile_sends_him_to_the_largest() -> None:
    table = with_top("la02")
    table.s.lu_piles[:] = [0, 2, 3]
    lu_do(table.s, ADVANCED, 0)
    assert table.s.due_at == 2


def test_court_highest_free_square_in_the_hall_shown_else_the_other() -> None:
    table = with_top("lb1", puerh="on")  # left first, strength 1
    lu_do(table.s, COURT, 3)
    assert table.s.square[0].tolist() == [0, 0, LU + 1, 0]
    table.s.square[0, 3:] = 1
    lu_do(table.s, COURT, 3)
    assert table.s.square[1].tolist() == [0, 0, LU + 1, 0]


def test_g78_without_a_messenger_the_effect_behind_the_slash() -> None:
    table = solo(puerh="on")
    table.s.ready[LU] = 0
    play(table, "la04", "lb1")  # COURT+1 / CARAVAN
    assert (table.s.caravan_place == 3 + LU).sum() == 1


def test_without_puerh_court_and_market_are_ignored() -> None:
    table = solo()
    play(table, "la05", "lb1")  # MARKET+1 / BUY+0
    assert (table.s.place == 3 + 5 * LU + 3).sum() == 1


def test_market_takes_tokens_in_the_order_shown_and_fills_one_cake() -> None:
    table = with_top("la03", puerh="on")  # strength 3, order 3-1-2
    stock = table.s.stock[1].tolist()
    table.s.turn_of = LU
    lu_do(table.s, MARKET, 0)
    assert table.s.cake[stock[2]] == stock[2]
    assert table.s.cake[stock[0]] == stock[2]
    assert table.s.token_place[stock[1]] == 1


def test_g73_the_fourth_slot_costs_him_four_fermented_leaves_or_he_passes() -> None:
    table = solo()
    table.s.turns[LU] = 3
    table.s.leaves[LU, 1, 0] = 3
    open_lu_turn(table.s)
    assert table.s.passed[LU] == 1
    table.s.passed[LU] = 0
    table.s.leaves[LU, 1, 0] = 4
    open_lu_turn(table.s)
    assert table.s.turns[LU] == 4
    assert table.s.leaves[LU, 1, 0] == 0


def test_clean_up_his_cards_go_under_the_deck_and_gardens_give_two_leaves_each() -> None:
    table = solo().garden(2, LU)
    table.end_round()
    assert not (table.s.lu_place == LU_PLAYED).sum() > 1
    assert (table.s.lu_place == 3).sum() >= 3, "the layer of round 1"


def test_his_leaves_do_not_age() -> None:
    table = solo().end_round()
    assert not table.s.leaves[LU, :, 1:].any()


def test_s7_7_what_lu_yu_scores() -> None:
    table = solo(puerh="on")
    s = table.s
    s.caravan_place[:4] = 3 + LU
    s.leaves[LU, :, 0] = [5, 3]
    s.step[LU] = 3
    s.token_place[:4] = 3 + LU
    s.cake[:3], s.cake[3] = 0, 3
    score_player(s, LU)
    assert s.tally[LU, FROM_CARAVANS] == 20
    assert s.tally[LU, FROM_LEFTOVERS] == 2 + 3
    assert s.tally[LU, FROM_CAKES] == 15


def test_g70_his_own_table_for_the_emperor_track() -> None:
    table = solo()
    table.s.step[LU] = 6
    score_player(table.s, LU)
    assert table.s.tally[LU, FROM_TRACK] == LU_STEP_POINTS[6]


def test_nobody_is_asked_anything_in_his_turn() -> None:
    table = solo(starts="lu-yu")
    assert table.game.actor(table.s) == 0
    assert table.s.turns[LU] == 1


def test_s7_7_research_and_river_without_their_bonuses() -> None:
    for back, moved in (("lb1", "study"), ("lb3", "river")):
        table = with_top(back)
        before = table.s.leaves[LU].tolist()
        lu_do(table.s, SIDE, 0)
        assert getattr(table.s, moved)[LU] == 1
        assert table.s.leaves[LU].tolist() == before
        assert not table.s.pending.any()


def test_g75_a_side_action_that_cannot_be_done_is_skipped() -> None:
    table = with_top("lb3")
    table.s.river[LU] = 12
    lu_do(table.s, SIDE, 0)
    assert (table.s.river[LU], table.s.points[LU]) == (12, 0)
    table = with_top("lb2")
    table.s.stack_top[:] = NONE
    table.s.stack_left[:] = 0
    lu_do(table.s, SIDE, 0)
    assert not (table.s.tile_place == 3 + LU).any()


def test_s7_7_his_decrees_are_checked_after_his_turn() -> None:
    table = solo(puerh="on")
    table.s.decree_side[:] = [1, 0, 0, 0, 0, 0, 0]
    table.s.river[LU] = 5
    play(table, "la03", "la18")
    assert table.s.decree_done[LU, 0] == 1
    assert (table.s.ready[LU], table.s.waiting[LU]) == (3, 1)


def test_g72_he_shares_in_the_scoring_of_halls() -> None:
    table = solo(puerh="on")
    table.s.square[0] = [LU + 1, 0, 0, 1]
    score_halls(table.s)
    assert table.s.points[:2].tolist() == [2, 5]


def test_s7_7_his_cups_make_a_single_row_without_tokens_used() -> None:
    table = with_top("lb2").garden(2, LU).garden(6, LU)
    for _ in range(3):
        lu_do(table.s, SIDE, 0)
    mine = [tile for tile in range(40) if table.s.tile_place[tile] == 3 + LU]
    assert len(mine) == 3
    assert sum(table.s.tile_next[tile] == NONE for tile in mine) == 1
