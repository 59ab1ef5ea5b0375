"""§3.1 Journeys, returns and lanterns, and when the order of cards is asked."""

from __future__ import annotations

import pytest

from ochaya.core.record import Block
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.pieces import BLUE, COLOURS, DARK, FACE, GREEN, LANTERNS, LIGHT, PINK, RED
from ochaya.games.geishas_road.travel import order_matters
from tests.games.geishas_road import table
from tests.games.geishas_road.table import card, house_of, laid_out, lay, play, put_pawn

RING = ("green", "red", "blue", "yellow", "pink")


def lit(state: Block, colour: int) -> list[int]:
    return [int(FACE[LANTERNS + code]) for code in state[0].lit[colour] if code]


def test_t1_a_geisha_who_stops_at_home_brings_the_leftmost_lantern_of_the_top_row() -> None:
    state = put_pawn(laid_out(ring=RING), "blue", "green")
    lay(state, 0, "blue-2")
    assert house_of(state, "blue") == "blue"
    assert lit(state, BLUE) == [1]
    assert [int(code != 0) for code in state[0].row] == [0, 1, 1, 1, 1, 1, 1, 1, 1]


def test_t2_her_second_return_brings_the_leftmost_of_the_bottom_row() -> None:
    state = lay(put_pawn(laid_out(ring=RING), "blue", "green"), 0, "blue-2")
    lay(state, 1, "blue-1")
    assert house_of(state, "blue") == "yellow"
    lay(state, 0, "blue-4")
    assert house_of(state, "blue") == "blue"
    assert lit(state, BLUE) == [LIGHT[0], LIGHT[5]]
    assert [int(code != 0) for code in state[0].row] == [0, 1, 1, 1, 1, 0, 1, 1, 1]


def test_t3_passing_home_is_nothing() -> None:
    state = lay(put_pawn(laid_out(), "red", "pink"), 0, "red-3")
    assert house_of(state, "red") == "yellow"
    assert lit(state, RED) == []


@pytest.mark.parametrize(("order", "lanterns"), [(("red-2", "red-3"), 1), (("red-3", "red-2"), 0)])
def test_t4_cards_are_separate_and_their_order_matters(order: tuple[str, str], lanterns: int) -> None:
    state = put_pawn(laid_out(), "red", "green")
    assert order_matters(state[0], card("red-2"), card("red-3"))
    assert len(lit(lay(state, 0, *order), RED)) == lanterns


@pytest.mark.parametrize(("laid", "lanterns"), [(("pink-2", "pink-3"), 1), (("pink-2", "pink-4"), 0)])
def test_t5_sums_are_never_used_for_travel(laid: tuple[str, str], lanterns: int) -> None:
    assert len(lit(lay(laid_out(), 0, *laid), PINK)) == lanterns


def test_t26_r_g2_an_empty_bottom_row_gives_nothing() -> None:
    state = laid_out()
    for i in range(5, 9):
        state[0].row[i] = 0
    state[0].returns[GREEN] = 1
    lay(put_pawn(state, "green", "yellow"), 0, "green-1")
    assert house_of(state, "green") == "green"
    assert lit(state, GREEN) == []


def test_r_g1_lantern_values_are_house_values_in_one_table() -> None:
    assert len(LIGHT) == len(DARK) == 9
    assert min(LIGHT) > 0 > min(DARK)
    assert [int(FACE[9 + code]) for code in range(1, 10)] == list(LIGHT)
    assert [int(FACE[9 - code]) for code in range(1, 10)] == list(DARK)


def test_r_g3_a_third_return_would_give_nothing() -> None:
    state = laid_out()
    state[0].returns[RED] = 2
    lay(put_pawn(state, "red", "pink"), 0, "red-1")
    assert lit(state, RED) == []
    assert state[0].row.all()


def test_r_g15_at_home_the_lantern_comes_before_the_tokens() -> None:
    state = put_pawn(laid_out("harder"), "red", "pink")
    lay(state, 0, "red-1")
    assert lit(state, RED) == [1]
    assert table.phase(state) == "tokens"


def test_r_g24_the_ring_is_walked_clockwise() -> None:
    state = laid_out()
    for colour in COLOURS:
        lay(state, 0, f"{colour}-1")
    assert [house_of(state, colour) for colour in COLOURS] == ["red", "blue", "yellow", "green", "pink"]


def test_r_g16_the_order_is_not_asked_when_it_cannot_matter() -> None:
    state = laid_out()
    assert not order_matters(state[0], card("red-1"), card("blue-4"))
    assert not order_matters(state[0], card("red-1"), card("red-2"))


def test_r_g16_two_geishas_who_both_come_home_compete_for_the_leftmost_lantern() -> None:
    state = put_pawn(put_pawn(laid_out(), "red", "pink"), "blue", "red")
    assert not order_matters(state[0], card("red-1"), card("blue-1")), "the first two lanterns are worth the same"
    state[0].row[0] = 9
    assert order_matters(state[0], card("red-1"), card("blue-1"))
    state[0].returns[RED] = 1
    assert not order_matters(state[0], card("red-1"), card("blue-1")), "one takes from the top, one from the bottom"


def test_r_g16_tokens_on_the_way_make_the_order_matter() -> None:
    assert not order_matters(laid_out()[0], card("red-1"), card("red-3"))
    assert order_matters(laid_out("harder")[0], card("red-1"), card("red-3"))
    assert not order_matters(laid_out("harder")[0], card("red-3"), card("red-4")), "3 and 4 take no tokens"
    bare = laid_out("harder")
    bare[0].house[:] = 0
    bare[0].token[:] = 0
    assert not order_matters(bare[0], card("red-1"), card("red-3"))


def test_r_g16_order_is_asked_exactly_when_the_two_orders_end_differently_in_the_basic_mode() -> None:
    asked = 0
    for name in ("red-1", "red-2", "red-3", "red-4", "blue-1", "blue-2", "blue-3", "blue-4"):
        for other in ("red-1", "red-4", "blue-1", "blue-3"):
            for red in COLOURS:
                if name == other:
                    continue
                state = put_pawn(laid_out(lanterns=tuple(reversed(table.LANTERNS))), "red", red)
                put_pawn(state, "blue", "red")
                one, two = lay(state.copy(), 0, name, other), lay(state.copy(), 0, other, name)
                differs = any(lit(one, colour) != lit(two, colour) for colour in range(5))
                assert order_matters(state[0], card(name), card(other)) == differs, (name, other, red)
                asked += differs
    assert asked > 10


def test_the_player_who_places_chooses_the_order() -> None:
    mine = ("red-2", "red-3", "pink-3", "pink-4", "blue-1", "green-4")
    state = table.dealt(hands=(mine, (*table.HANDS[1][:4], "blue-3", "yellow-4")), draw="blue-2")
    put_pawn(state, "red", "green")
    play(state, "compromise:pink-4+red-2+red-3", "take:1")
    assert (table.phase(state), int(state[0].seat)) == ("order", 0)
    assert table.legal(state) == ["place:red-2", "place:red-3"]
    play(state, "place:red-3")
    assert lit(state, RED) == []
    assert GAME.actor(state[0]) == -1
