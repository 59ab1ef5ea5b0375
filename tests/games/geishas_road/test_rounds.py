"""§5 The end of a round, the second round and the end of the match."""

from __future__ import annotations

import pytest

from ochaya.core.record import Block
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.pieces import ALL_CARDS, COLOURS, FACE, LANTERNS, YELLOW
from ochaya.games.geishas_road.scoring import score_round, settle
from ochaya.games.geishas_road.show.account import account
from ochaya.games.geishas_road.state import REASONS
from tests.games.geishas_road import table
from tests.games.geishas_road.table import cards, laid_out, play

EXAMPLE = """
ring:pink-green-red-blue-yellow favour:blue favour:green
lantern:1/5 lantern:2/4 lantern:3/2 lantern:2/1 lantern:4/-2 lantern:3/0 lantern:3/-1 lantern:2/3
draw:pink-3 draw:blue-3 draw:yellow-4 draw:yellow-1 draw:yellow-3 draw:pink-1
draw:pink-2 draw:blue-1 draw:yellow-2 draw:red-4 draw:green-2 draw:pink-4
draw:blue-4 intrigue:pink-3+yellow-4
draw:blue-2 reveal:blue-3
draw:green-1 compromise:pink-2+yellow-2+yellow-3 take:2
draw:green-4 compromise:pink-1+blue-1+yellow-1 take:2
draw:green-3 reveal:green-2
draw:red-1 intrigue:red-4+pink-4
draw:red-2 double:red-2+green-3/blue-4+green-1 pair:1
double:red-1+red-3/blue-2+green-4 pair:1 place:red-1
"""
"""The rulebook's round-1 example as a whole round; A is seat 0."""

SIDES = (
    ("pink-2", "pink-3", "red-1", "red-3", "blue-1", "blue-4", "yellow-3", "green-1", "green-2"),
    ("pink-1", "red-2", "red-4", "blue-2", "blue-3", "yellow-1", "yellow-2", "green-3", "green-4"),
)


def lay_example(part: int) -> Block:
    """Lay the table of the example without playing it."""
    state = laid_out(favours="blue red")
    s = state[0]
    s.part = part
    s.deck = s.deck_size = 0
    for seat in range(2):
        s.side[seat] = cards(*SIDES[seat])
    s.lit[1, 0], s.lit[2, 0], s.lit[3, 0] = 3, 6, 1
    s.lit[4] = (4, 7)
    return state


def test_t6_the_round_1_example_played_whole_ends_5_to_9() -> None:
    state = play(GAME.start({"first": "0"}), EXAMPLE)
    s = state[0]
    assert [sorted(table.names(s.side[p])) for p in range(2)] == [sorted(side) for side in SIDES]
    round_1 = account(s, 0)
    assert round_1["sums"] == [[5, 4, 5, 3, 3], [1, 6, 5, 3, 7]]
    assert round_1["winners"] == [0, 1, 0, None, 1]
    assert round_1["points"] == [5, 9]
    lanterns = [[int(FACE[LANTERNS + code]) for code in s.lit[c] if code] for c in range(5)]
    assert (lanterns[0], lanterns[1], lanterns[2], sorted(lanterns[4])) == ([], [2], [3], [2, 3])
    assert len(lanterns[YELLOW]) == 1
    assert list(s.points[0]) == [5, 9]
    assert s.starter == 0, "the player with fewer points starts round 2"
    assert GAME.actor(s) == -1


def test_t6_the_example_laid_out_scores_5_to_9() -> None:
    state = lay_example(0)
    score_round(state[0])
    assert list(state[0].points[0]) == [5, 9]


def test_t7_in_round_2_tiles_count_two() -> None:
    state = lay_example(1)
    score_round(state[0])
    assert list(state[0].points[1]) == [7, 11]


def test_t8_r_g20_four_geishas_win_at_once_whatever_the_points() -> None:
    state = laid_out()
    s = state[0]
    s.deck = s.deck_size = 0
    s.side[0] = cards("pink-4", "red-4", "blue-4", "yellow-4", "green-1")
    s.side[1] = ALL_CARDS ^ cards("pink-4", "red-4", "blue-4", "yellow-4", "green-1") ^ cards(
        "pink-3", "pink-2", "red-3", "red-2", "blue-3", "blue-2", "yellow-3", "yellow-2")
    s.lit[4] = (9, 8)
    score_round(s)
    assert GAME.actor(s) == -2
    assert REASONS[s.reason] == "four-geishas"
    assert GAME.shares(s, 2) == [1.0, 0.0]
    assert not s.points.any()


def test_t22_the_player_with_fewer_points_starts_round_2() -> None:
    state = lay_example(0)
    state[0].starter = 1
    score_round(state[0])
    assert state[0].starter == 0


@pytest.mark.parametrize("starter", [0, 1])
def test_t22_on_equal_points_the_other_player_starts_round_2(starter: int) -> None:
    state = lay_example(0)
    state[0].lit[:] = 0
    state[0].starter = starter
    score_round(state[0])
    assert list(state[0].points[0]) == [2, 2]
    assert state[0].starter == 1 - starter


@pytest.mark.parametrize(("mode", "tokens", "shares", "reason"), [
    (0, (1, 1), [0.5, 0.5], "shared"), (0, (2, 0), [0.5, 0.5], "shared"), (1, (3, 1), [1.0, 0.0], "tokens"),
    (1, (0, 1), [0.0, 1.0], "tokens"), (2, (2, 2), [0.5, 0.5], "shared"),
])
def test_t23_ties_are_shared_or_decided_by_favour_tokens(
    mode: int, tokens: tuple[int, int], shares: list[float], reason: str
) -> None:
    state = laid_out()
    s = state[0]
    s.mode = mode
    s.points[:] = ((5, 9), (7, 3))
    s.favour[:] = ([1] * tokens[0] + [2] * tokens[1] + [0] * 5)[:5]
    settle(s)
    assert GAME.shares(s, 2) == shares
    assert REASONS[s.reason] == reason


def test_more_points_over_both_rounds_win() -> None:
    state = laid_out()
    state[0].points[:] = ((5, 9), (7, 2))
    settle(state[0])
    assert GAME.shares(state[0], 2) == [1.0, 0.0]


def test_t27_pawns_stay_and_everything_else_is_prepared_again() -> None:
    state = play(GAME.start({"first": "0"}), EXAMPLE)
    pawns, favour = state[0].pawn.copy(), state[0].favour.copy()
    play(state, "lantern:4/-2")
    s = state[0]
    assert list(s.pawn) == list(pawns)
    assert list(s.favour) == list(favour)
    assert (int(s.deck), int(s.deck_size)) == (ALL_CARDS, 20)
    assert not any(field.any() for field in (s.hand, s.side, s.used, s.lit, s.returns, s.left, s.right))


def test_harder_guests_go_home_and_untaken_favour_tokens_stay() -> None:
    state = laid_out("advanced")
    s = state[0]
    s.part, s.laid, s.phase = 1, 0, 3
    s.house[:], s.guests[0] = 1, 2
    s.token[:], s.favour[:] = (0, 1, 1, 0, 1), (1, 0, 0, 2, 0)
    s.special[:] = 1
    play(state, "lantern:4/-2")
    assert list(s.house) == [3] * 5
    assert not s.guests.any()
    assert (list(s.token), list(s.favour)) == ([0, 1, 1, 0, 1], [1, 0, 0, 2, 0])
    assert not s.special.any()


def test_t24_only_the_left_intrigue_card_is_placed_start_player_first() -> None:
    state = play(GAME.start({"first": "0"}), EXAMPLE)
    s = state[0]
    assert "pink-3" in table.names(s.side[0])
    assert "red-4" in table.names(s.side[1])
    assert not {"yellow-4", "pink-4"} & {*table.names(s.side[0]), *table.names(s.side[1])}
    placed = [int(note) >> 5 & 31 for note in s.news[: s.told] if int(note) & 15 == 7]
    assert placed[-2:] == [table.card("pink-3") + 1, table.card("red-4") + 1]


def test_t24_the_second_intrigue_card_stays_hidden_while_the_first_takes_its_tokens() -> None:
    state = laid_out("harder")
    s = state[0]
    s.turn, s.deck, s.deck_size = 7, 0, 0
    s.left[:], s.right[:] = (table.card("red-1") + 1, table.card("blue-1") + 1), (1, 2)
    s.starter, s.seat, s.phase, s.first = 1, 0, 11, 0
    s.hand[:] = 0
    s.share[0] = cards("green-4")
    play(state, "place:green-4")
    assert (table.phase(state), int(s.seat)) == ("tokens", 1)
    assert s.left[0] != 0
    assert s.share[0] == 0
    play(state, "tokens:guests")
    assert (table.phase(state), int(s.seat)) == ("tokens", 0)


@pytest.mark.parametrize("first", ["0", "1"])
def test_r_g25_the_first_player_can_be_set(first: str) -> None:
    state = GAME.start({"first": first})
    assert table.phase(state) == "ring"
    assert state[0].starter == int(first)


def test_r_g25_the_first_player_is_drawn_by_default() -> None:
    assert table.legal(GAME.start()) == ["first:0", "first:1"]


def test_r_g26_basic_each_player_draws_one_of_five_different_favour_tokens() -> None:
    state = play(GAME.start({"first": "1"}), "ring:pink-red-blue-yellow-green")
    assert table.legal(state) == [f"favour:{colour}" for colour in COLOURS]
    play(state, "favour:blue")
    assert "favour:blue" not in table.legal(state)
    play(state, "favour:pink")
    assert list(state[0].favour) == [2, 0, 1, 0, 0]
    assert table.phase(state) == "lantern"


def test_r_g27_a_favour_token_is_not_used_up_by_deciding_a_tie() -> None:
    state = lay_example(0)
    score_round(state[0])
    assert state[0].won[2] == 1
    assert state[0].favour[2] == 1


def test_the_last_card_and_a_last_turn_without_choice_are_not_asked() -> None:
    state = play(GAME.start({"first": "0"}), EXAMPLE[: EXAMPLE.index("draw:red-2")])
    assert int(state[0].deck_size) == 2
    play(state, "draw:red-2 double:red-2+green-3/blue-4+green-1 pair:1")
    assert (table.phase(state), int(state[0].seat), int(state[0].deck_size)) == ("turn", 1, 0)
    assert len(table.legal(state)) == 3
