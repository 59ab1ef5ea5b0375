"""§11, §12 Clean-up, final scoring, ties."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ochaya.games.tea_garden.pieces import CARD_NAMES, EMPEROR_COUNTS
from ochaya.games.tea_garden.scoring import (
    cake_points,
    card_points,
    counted,
    cup_points,
    emperor_card_points,
    score_player,
)
from ochaya.games.tea_garden.state import FROM_DECREES, FROM_RIVER, FROM_STUDY, FROM_TRACK
from tests.games.tea_garden.table import Table


def test_g14_in_clean_up_the_leftmost_card_of_the_market_goes() -> None:
    table = Table().end_round()
    assert table.is_gone("a01")
    assert CARD_NAMES[table.s.market[0]] == "a02"
    assert (table.s.market >= 0).all()


def test_s6_1_every_garden_is_harvested_in_clean_up() -> None:
    table = Table().garden(11).leaves()
    table.end_round()
    assert (table.fresh(2), table.fresh(6)) == (2, 2)


def test_g48_after_round_5_no_harvest_and_no_draw() -> None:
    table = Table().leaves().leaves(seat=1)
    for _ in range(4):
        table.end_round()
    leaves, hand = table.all_leaves(), int(table.s.hand_size[0])
    table.end_round()
    assert table.all_leaves() == leaves
    assert table.s.hand_size[0] == hand


def test_s6_2_action_cards_score_wherever_they_lie_but_not_when_removed() -> None:
    table = Table().hand("a45", "a10")
    assert card_points(table.s, 0) == 13
    table.s.place[CARD_NAMES.index("a45")] = 2
    assert card_points(table.s, 0) == 3


def test_s6_2_river_university_and_track_score_by_their_tables() -> None:
    table = Table()
    table.s.river[0], table.s.study[0], table.s.step[0] = 8, 12, 5
    score_player(table.s, 0)
    assert table.s.tally[0, FROM_RIVER] == 16
    assert table.s.tally[0, FROM_STUDY] == 30
    assert table.s.tally[0, FROM_TRACK] == 9


@pytest.mark.parametrize(("same", "points"), [(0, 0), (3, 9), (8, 44), (10, 62)])
def test_g34_points_for_connections(same: int, points: int) -> None:
    table = Table()
    blue = [0, 9, 18, 27, 36]  # tiles blue on both sides
    chain = [*blue, 1, 4, 13, 22, 31, 37]  # then blue|green and green on both sides
    for left, right in pairwise(chain[: same + 1]):
        table.s.tile_next[left] = right
    for tile in chain[: same + 1]:
        table.s.tile_place[tile] = 3
    assert cup_points(table.s, 0) == points


def test_every_emperor_card_counts_its_own_thing_up_to_its_cap() -> None:
    table = Table(puerh="on").garden(2).garden(10).garden(11)
    s = table.s
    s.caravan_place[[0, 1, 19]] = 3
    s.tile_place[[0, 1, 2]] = 3
    s.tile_next[0] = 1
    s.cup_token[0] = 1
    s.study[0], s.river[0] = 9, 7
    s.scrolls[0], s.emperor_tokens[0] = [1, 1, 0], 2
    s.leaves[0] = 0
    s.leaves[0, 1, 2] = 20
    table.hand("a01", "a28", "a37", "ec01", "ec12")
    s.token_place[[0, 1, 2]] = 3
    s.cake[[0, 1, 2]] = 0
    expected = {
        "gardens": 4, "fine_gardens": 2, "caravans": 3, "blue_caravans": 1, "cups": 3, "connections": 1, "centre": 2,
        "research": 9, "river": 7, "bought": 3, "high_cards": 2, "emperor_cards": 2, "fermented": 20, "provinces": 3,
        "unused": 5, "sets": 3, "cakes": 1,
    }
    assert {name: counted(s, 0, i) for i, name in enumerate(EMPEROR_COUNTS)} == expected
    assert emperor_card_points(s, 0) == 4 * 2 + 2 * 4
    table.hand("ec13")
    s.place[[CARD_NAMES.index("ec01"), CARD_NAMES.index("ec12")]] = 2
    assert emperor_card_points(s, 0) == 18, "2 each, at most 9 leaves"


def test_example_the_cake_of_three_stars_and_five_points_scores_15() -> None:
    table = Table(puerh="on")
    tokens = [11, 12 + 22, 12 + 15]  # pb12 2 points, pp23 2 stars 1 point, pp16 1 star 2 points
    table.s.token_place[tokens] = 3
    table.s.cake[tokens] = tokens[0]
    assert cake_points(table.s, 0) == 15


def test_s7_4_without_stars_or_unfinished_a_cake_scores_nothing() -> None:
    table = Table(puerh="on")
    tokens = [1, 3, 5]  # pb02, pb04, pb06: points but no stars
    table.s.token_place[tokens] = 3
    table.s.cake[tokens] = 1
    assert cake_points(table.s, 0) == 0
    table.s.token_place[[0, 2]] = 3
    table.s.cake[[0, 2]] = 0
    assert cake_points(table.s, 0) == 0


def test_g53_ties_go_to_more_leaves_then_tokens_then_are_shared() -> None:
    table = Table()
    s = table.s
    s.points[:2] = 50
    table.leaves(fresh={1: 3}).leaves(fresh={6: 2}, seat=1)
    assert table.game.shares(s, 2) == [1.0, 0.0]
    table.leaves(fresh={1: 2})
    s.emperor_tokens[:2] = [0, 1]
    assert table.game.shares(s, 2) == [0.0, 1.0]
    s.emperor_tokens[0] = 1
    assert table.game.shares(s, 2) == [0.5, 0.5]


def test_g76_a_tie_with_lu_yu_is_lu_yus_win() -> None:
    table = Table(players="1")
    table.s.points[:2] = 50
    assert table.game.shares(table.s, 1) == [0.0]
    table.s.points[0] = 51
    assert table.game.shares(table.s, 1) == [1.0]


def test_g47_halls_are_scored_before_leaves_age_and_gardens_give() -> None:
    table = Table(puerh="on").leaves(fresh={3: 1})
    table.s.square[0, 0] = 1
    table.s.ready[0] = 1
    table.do("pass", "pass")
    assert table.s.points[0] == 5
    assert table.s.ready[0] == 2
    assert table.fresh(2) == 1 + 2


def test_g52_what_is_left_over_is_worth_nothing() -> None:
    table = Table().leaves(fresh={6: 9}, fermented={6: 9})
    table.s.scrolls[0], table.s.emperor_tokens[0] = [3, 3, 3], 9
    score_player(table.s, 0)
    assert table.s.points[0] == 0


def test_s6_2_decrees_score_the_space_taken() -> None:
    table = Table(puerh="on", players="3")
    table.s.decree_side[:] = [1, 2, 0, 0, 0, 0, 0]
    table.s.decree_space[0], table.s.decree_space[1] = [1, 2], [3, 1]
    for seat in range(3):
        score_player(table.s, seat)
    assert table.s.tally[:3, FROM_DECREES].tolist() == [5 + 6, 3, 10]


def test_s7_6_the_expansions_emperor_card_scores_5_a_cake_up_to_4_cakes() -> None:
    for cakes, points in ((0, 0), (1, 5), (4, 20), (5, 20)):
        table = Table(puerh="on").hand("ec17")
        for i in range(cakes):
            table.s.token_place[3 * i : 3 * i + 3] = 3
            table.s.cake[3 * i : 3 * i + 3] = 3 * i
        assert emperor_card_points(table.s, 0) == points
