"""§1 Every count of the component list, and that every row says where its values come from."""

from __future__ import annotations

from collections import Counter

import pytest

from ochaya.games.tea_garden import load, pieces
from ochaya.games.tea_garden.lu_yu import cards as luyu_cards

COUNTS = {
    "start_cards": 7, "action_cards": 45, "caravans": 38, "emperor_cards": 17, "cup_tiles": 40, "regions": 16,
    "region_tokens": 20, "university": 4, "river": 13, "emperor_track": 6, "basic_tokens": 12, "premium_tokens": 30,
    "halls": 15, "decrees": 7, "lu_yu": 24,
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTS)
def test_s1_every_component_is_there(name: str) -> None:
    assert len(load.rows(name)) == COUNTS[name]


@pytest.mark.parametrize("name", COUNTS)
def test_every_row_says_where_its_values_come_from(name: str) -> None:
    for row in load.rows(name):
        assert row["source"].startswith(("rulebook", "public", "house")), row


def test_every_table_of_numbers_says_where_it_comes_from() -> None:
    assert all(table["source"] in ("rulebook", "public", "house") for table in load.numbers().values())


def test_s1_1_a_deck_has_eleven_starting_cards() -> None:
    assert pieces.COPIES.sum() == 11


def test_g12_nine_action_cards_of_each_of_five_levels() -> None:
    assert Counter(int(row["level"]) for row in load.rows("action_cards")) == {1: 9, 2: 9, 3: 9, 4: 9, 5: 9}


def test_g18_fifteen_caravans_of_each_frame_and_four_more_with_puerh() -> None:
    frames = Counter((row["frame"], row["puerh"]) for row in load.rows("caravans"))
    assert frames == {("orange", "0"): 15, ("blue", "0"): 15, ("orange", "1"): 4, ("blue", "1"): 4}


def test_s1_7_the_expansion_adds_two_region_tokens_and_one_emperor_card() -> None:
    assert pieces.REGION_TOKEN_IS_PUERH.sum() == 2
    assert pieces.EMPEROR_IS_PUERH.sum() == 1


def test_g01_the_map_is_symmetric_and_has_42_spaces() -> None:
    assert (pieces.NEXT_TO == pieces.NEXT_TO.T).all()
    assert pieces.SPACES.sum() == 42
    assert pieces.SPACES[0] == 4
    assert not pieces.SPACE_POINTS[:9].any()


def test_g31_every_ordered_pair_of_cup_colours_occurs_at_least_four_times() -> None:
    pairs = Counter(zip(pieces.TILE_LEFT.tolist(), pieces.TILE_RIGHT.tolist(), strict=True))
    assert len(pairs) == 9
    assert min(pairs.values()) >= 4


def test_g31_eight_bonuses_five_tiles_each() -> None:
    assert set(Counter(row["bonus"] for row in load.rows("cup_tiles")).values()) == {5}


def test_s1_8_lu_yu_has_three_basic_eighteen_advanced_three_master_cards() -> None:
    assert Counter(row["kind"] for row in load.rows("lu_yu")) == {"basic": 3, "advanced": 18, "master": 3}


def test_g69_six_advanced_cards_for_each_side_action() -> None:
    assert [list(luyu_cards.LU_CLASS).count(side) for side in range(3)] == [6, 6, 6]


def test_g22_the_emperor_track_costs_two_tokens_a_step() -> None:
    assert pieces.STEP_TOKENS.tolist() == [2] * 6
    assert pieces.STEP_FERMENTED.tolist() == [0, 0, 0, 0, 0, 3]


def test_g28_research_points_beyond_the_fourth_circle() -> None:
    assert pieces.STUDY_POINTS[16:21].tolist() == [44, 45, 47, 51, 60]
    assert len(pieces.STUDY_POINTS) == pieces.LONGEST_STUDY + 1


def test_an_unknown_effect_is_refused() -> None:
    with pytest.raises(ValueError, match="no effect"):
        load.parts("tea7")


def test_g60_four_squares_below_a_hall_the_highest_at_the_left() -> None:
    assert pieces.SQUARES.tolist() == [6, 5, 4, 2]


def test_g68_a_player_can_meet_at_most_the_four_decrees_in_play() -> None:
    assert len(load.rows("decrees")) == 7
    assert (pieces.DECREE_NEEDS[:, 0] < pieces.DECREE_NEEDS[:, 1]).all(), "red is harder than brown"
