"""§6 Guests and favour tokens: what a card takes, what has to be chosen, and what guests are worth."""

from __future__ import annotations

from itertools import product

import pytest

from ochaya.core.record import Block
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.pieces import BLUE, COLOURS, GREEN, GUEST_POINTS, MANY_COLOURS, ONE_COLOUR, YELLOW
from ochaya.games.geishas_road.scoring import guest_points, score_round
from ochaya.games.geishas_road.show.account import account
from tests.games.geishas_road import table
from tests.games.geishas_road.table import cards, laid_out, lay, play, put_pawn


def visit(guests: int, favour: int, value: int) -> Block:
    """Let seat 0's green card stop at the pink tea house, where so many tokens lie."""
    state = laid_out("harder")
    state[0].house[0], state[0].token[0] = guests, favour
    state[0].pawn[GREEN] = -value % 5
    return lay(state, 0, f"green-{value}")


def taken(state: Block) -> tuple[int, int]:
    return int(state[0].guests[0, 0]), int(state[0].favour[0] == 1)


def test_t9_a_one_takes_two_guests_or_a_guest_and_the_favour_token() -> None:
    state = visit(3, 1, 1)
    assert table.legal(state) == ["tokens:guests", "tokens:favour"]
    other = state.copy()
    state[0].closing = other[0].closing = 2
    state[0].left[:] = other[0].left[:] = 0
    play(state, "tokens:guests")
    play(other, "tokens:favour")
    assert (taken(state), account(state[0], 0)["guests"][0]) == ((2, 0), 1)
    assert taken(other) == (1, 1)
    assert (int(state[0].house[0]), int(state[0].token[0])) == (1, 1)
    assert (int(other[0].house[0]), int(other[0].token[0])) == (2, 0)


@pytest.mark.parametrize(("guests", "favour", "value", "expected"), [
    (1, 0, 1, (1, 0)), (0, 0, 1, (0, 0)), (3, 0, 1, (2, 0)), (3, 0, 2, (1, 0)), (1, 1, 1, (1, 1)),
])
def test_t10_r_g13_a_card_takes_as_many_as_there_are(
    guests: int, favour: int, value: int, expected: tuple[int, int]
) -> None:
    state = visit(guests, favour, value)
    assert taken(state) == expected
    assert table.phase(state) != "tokens"


@pytest.mark.parametrize(("value", "expected"), [(1, (0, 1)), (2, (0, 1)), (3, (0, 0)), (4, (0, 0))])
def test_t11_r_g14_a_lone_favour_token_is_taken_and_high_cards_take_nothing(
    value: int, expected: tuple[int, int]
) -> None:
    assert taken(visit(0, 1, value)) == expected
    if value > 2:
        assert taken(visit(3, 1, value)) == (0, 0)


def test_a_two_chooses_between_a_guest_and_the_favour_token() -> None:
    assert table.legal(visit(1, 1, 2)) == ["tokens:guests", "tokens:favour"]


def test_tokens_belong_to_the_colour_of_the_tea_house() -> None:
    state = lay(put_pawn(laid_out("harder"), "blue", "green"), 1, "blue-2")
    assert int(state[0].stopped) == COLOURS.index("red")


@pytest.mark.parametrize(("counts", "points"), [
    ((1,), 0), ((2,), 1), ((3,), 4), ((1, 1), 1), ((1, 1, 1), 3), ((1, 1, 1, 1), 6), ((1, 1, 1, 1, 1), 10),
    ((2, 1), 1), ((2, 2), 2), ((2, 2, 1), 4), ((2, 2, 2), 6), ((3, 1, 1), 5), ((3, 3), 8), ((3, 1, 1, 1), 7),
    ((3, 2, 1, 1), 7), ((2, 1, 1, 1, 1), 10), ((2, 2, 1, 1, 1), 11), ((3, 1, 1, 1, 1), 11), ((3, 3, 1, 1, 1), 12),
    ((3, 2, 2, 1, 1), 13), ((3, 3, 2, 1, 1), 14), ((3, 3, 3, 3, 3), 30),
])
def test_t12_r_g18_guests_are_scored_in_their_best_sets(counts: tuple[int, ...], points: int) -> None:
    state = laid_out("harder")
    state[0].guests[1, : len(counts)] = counts
    assert guest_points(state[0], 1) == points
    state[0].guests[1] = tuple(reversed([*counts, *[0] * (5 - len(counts))]))
    assert guest_points(state[0], 1) == points


def sets_of(counts: tuple[int, ...]) -> int:
    """Find the best sets by trying every number of all-different sets of every kind, another way than the table's."""
    best = 0
    for chosen in product(*(range(have + 1) for have in counts)):
        # `chosen` guests go into sets of different colours, greedily as wide as possible; the rest into one colour
        wide, layer = 0, list(chosen)
        while any(layer):
            wide += MANY_COLOURS[sum(1 for n in layer if n)]
            layer = [max(0, n - 1) for n in layer]
        best = max(best, wide + sum(ONE_COLOUR[have - used] for have, used in zip(counts, chosen, strict=True)))
    return best


def test_t12_the_table_of_guest_points_is_the_best_of_another_way_to_count() -> None:
    for number in range(1024):
        counts = tuple(number >> 2 * colour & 3 for colour in range(5))
        assert int(GUEST_POINTS[number]) == sets_of(counts), counts


def test_t13_r_g17_a_favour_token_taken_by_an_intrigue_card_counts_at_once() -> None:
    state = laid_out("harder")
    s = state[0]
    s.turn, s.deck, s.deck_size = 8, 0, 0
    s.closing, s.first, s.starter = 2, 0, 1
    s.hand[:] = 0
    s.side[0] = cards("yellow-3", "pink-4")
    s.side[1] = cards("yellow-1", "yellow-2", "red-4")
    s.house[YELLOW] = 1
    s.pawn[BLUE] = int(s.home[YELLOW]) - 2
    lay(state, 0, "blue-2")
    play(state, "tokens:favour")
    round_1 = account(s, 0)
    assert [sums[YELLOW] for sums in round_1["sums"]] == [3, 3]
    assert round_1["winners"][YELLOW] == 0


def test_r_g19_guests_are_scored_in_each_round() -> None:
    for part in range(2):
        state = laid_out("harder")
        s = state[0]
        s.part = part
        s.side[0], s.side[1] = cards("pink-4"), cards("red-4")
        s.guests[0] = (1, 1, 1, 0, 0)
        score_round(s)
        assert list(s.points[part]) == [part + 1 + 3, part + 1]


def test_basic_mode_has_no_guests() -> None:
    state = lay(laid_out("basic"), 0, "green-1")
    assert not state[0].house.any()
    assert not state[0].guests.any()
    assert GAME.actor(state[0]) == -1
