"""What has gone by is still observed (§3.7: all but hands and the order of face-down things is public)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.envs.layout import named
from ochaya.games.tea_garden import GAME
from ochaya.games.tea_garden.pieces import CARD_NAMES, FIRST_ACTION
from ochaya.games.tea_garden.state import HAND_ZONE, PAY_CARD, SHOWN
from tests.games.tea_garden.table import Table


def observed(table: Table, seat: int = 0) -> dict[str, Any]:
    """Give a seat's observation by the names of its parts."""
    return named(GAME, GAME.observation(seen(GAME, table.block, seat)))


def test_a_card_that_left_the_market_is_told_from_one_still_to_come() -> None:
    table = Table()
    card = int(table.s.market[0]) - FIRST_ACTION
    assert observed(table)["gone"][card] == 0
    table.end_round()
    assert [int(at) for at in np.flatnonzero(observed(table, 1)["gone"])] == [card]


def test_the_top_card_of_a_stack_is_told_from_what_lies_under_it() -> None:
    table = Table().hand("st-g", "st-uni", "st-r").turn("st-uni", "st-g")
    for seat, row in ((0, 0), (1, 1)):
        shown = observed(table, seat)
        assert shown["tops"][row].tolist() == [CARD_NAMES.index("st-uni") + 1, 0, 0, 0, 0]
        assert shown["strengths"][row, 0] == table.s.slot_strength[0, 0] > 0
        assert not shown["tops"][1 - row].any()


def test_the_neighbours_in_a_row_of_cup_tiles_are_observed() -> None:
    table = Table()
    table.s.tile_place[[3, 7]] = 3
    table.s.tile_next[7] = 3
    table.s.tile_before[3] = 7
    rows = observed(table, 1)["rows"]
    assert {int(at): int(rows[at]) for at in np.flatnonzero(rows)} == {7: 4}


def test_what_is_being_paid_for_is_observed_by_everybody() -> None:
    table = Table().leaves(fresh={1: 2, 2: 2, 3: 2}).acting("st-r", 1)
    table.do("buy:a01")
    assert table.kinds() == {"pay"}
    choice = observed(table, 1)["choice"]
    assert (choice[9], 4 * choice[10] + choice[11]) == (PAY_CARD + 1, CARD_NAMES.index("a01"))


def test_who_came_first_to_a_decree_is_observed() -> None:
    table = Table(players="3", puerh="on")
    decree = int(np.flatnonzero(table.s.decree_side)[0])
    table.s.decree_space[decree] = [3, 1]
    assert observed(table, 0)["decree_spaces"][decree].tolist() == [3, 1]
    assert observed(table, 2)["decree_spaces"][decree].tolist() == [1, 2]


def test_halls_of_earlier_rounds_are_observed() -> None:
    table = Table(puerh="on")
    halls = sorted(int(hall) for hall in table.s.halls if hall >= 0)
    assert not observed(table)["past_halls"].any()
    table.end_round()
    assert np.flatnonzero(observed(table)["past_halls"]).tolist() == halls


def test_lu_yus_played_cards_are_known_to_lie_under_his_deck() -> None:
    table = Table(players="1")
    table.end_round()
    deck = observed(table)
    under = np.flatnonzero(deck["lu_places"] == 3)
    assert len(under) >= 3
    assert deck["lu_counts"][:5].tolist() == table.s.lu_mix.tolist()
    assert deck["lu_places"][int(table.s.lu_top[0])] == 1


def test_every_guess_leaves_a_bought_card_in_hand_until_it_is_played() -> None:
    table = Table().leaves(fresh={2: 2}).acting("st-r", 1).do("buy:a01")
    while int(table.s.turn_of) == 0:
        table.do("end" if "end" in table.can() else table.can()[-1])
    assert observed(table, 1)["player_1_shown"][CARD_NAMES.index("a01")] == 1
    rng, hidden = new_rng(2), int(table.s.hand_size[0]) - 1
    for _ in range(50):
        world = seen(GAME, table.block, 1).block.copy()
        GAME.guess(world[0], 1, rng)
        assert world[0].place[CARD_NAMES.index("a01")] == 3 + SHOWN
        assert int(world[0].starters[0, HAND_ZONE].sum()) == hidden
