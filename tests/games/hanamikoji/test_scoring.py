"""§5–§7: favours, points and the end of the match."""

from __future__ import annotations

import pytest

from ochaya.core.game import OVER
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.pieces import MOST_ROUNDS
from ochaya.games.hanamikoji.scoring import geishas_of, points_of, score_round
from ochaya.games.hanamikoji.state import BY_GEISHAS, BY_LIMIT, BY_POINTS, DRAW, DRAWN_MATCH
from tests.games.hanamikoji.table import BOTTOM, TOP, owners, scored

NONE = [0] * 7


def test_t1_a_marker_moves_stays_and_moves_on_over_three_rounds() -> None:
    first = scored([1, 0, 0, 0, 0, 0, 0], NONE, round_number=1)
    assert owners(first)[0] == "T"
    second = scored(NONE, NONE, round_number=2, top=["Ayane"])
    assert owners(second)[0] == "T"
    third = scored(NONE, [1, 0, 0, 0, 0, 0, 0], round_number=3, top=["Ayane"])
    assert owners(third)[0] == "B"


def test_t2_the_final_scoring_example() -> None:
    s = scored([1, 0, 1, 2, 2, 1, 1], [0, 1, 1, 1, 0, 2, 3])
    assert owners(s) == "TB-TTBB"
    assert (geishas_of(s, TOP), points_of(s, TOP)) == (3, 8)
    assert (geishas_of(s, BOTTOM), points_of(s, BOTTOM)) == (3, 11)
    assert GAME.actor(s) == OVER
    assert (s.winner, s.reason) == (BOTTOM, BY_POINTS)
    assert GAME.shares(s, 2) == [0.0, 1.0]


def test_t5_four_geishas_against_eleven_points_the_points_win() -> None:
    s = scored(NONE, NONE, top=["Ayane", "Iroha", "Tomoyo", "Yoko"], bottom=["Chiharu", "Anju", "Ruri"])
    assert (geishas_of(s, TOP), points_of(s, BOTTOM)) == (4, 12)
    assert (s.winner, s.reason) == (BOTTOM, BY_POINTS)


def test_t6_four_geishas_alone_win() -> None:
    s = scored(NONE, NONE, top=["Ayane", "Iroha", "Tomoyo", "Yoko"], bottom=["Ruri", "Anju"])
    assert points_of(s, TOP) == points_of(s, BOTTOM) == 9
    assert (s.winner, s.reason) == (TOP, BY_GEISHAS)


@pytest.mark.parametrize(("tie_break", "winner"), [("points", BOTTOM), ("geishas", TOP)])
def test_t7_at_the_limit_points_decide_or_geishas_by_option(tie_break: str, winner: int) -> None:
    s = scored(NONE, NONE, 3, ["Ayane", "Iroha", "Tomoyo"], ["Yoko", "Ruri"], {"tie-break": tie_break})
    assert (s.winner, s.reason) == (winner, BY_LIMIT)


def test_t8_equal_points_at_the_limit_are_a_draw_r_h12() -> None:
    s = scored(NONE, NONE, 3, ["Ruri"], ["Ayane", "Yoko"])
    assert GAME.actor(s) == OVER
    assert (s.winner, s.reason) == (-1, DRAWN_MATCH)
    assert GAME.shares(s, 2) == [0.5, 0.5]
    other = scored(NONE, NONE, 3, ["Ruri"], ["Ayane", "Yoko"], {"tie-break": "geishas"})
    assert other.winner == BOTTOM


def test_t9_no_end_before_round_three() -> None:
    s = scored(NONE, NONE, 2, ["Ruri"], ["Ayane", "Yoko"])
    assert GAME.actor(s) != OVER
    assert (s.round_number, s.phase) == (3, DRAW)
    assert s.starter == 0, "the first player of round 1 begins round 3"


def test_t10_equality_keeps_a_marker_won_earlier() -> None:
    second = scored([0] * 6 + [2], [0] * 6 + [2], 2, top=["Ruri"])
    assert owners(second) == "------T"
    third = scored([0] * 6 + [1], [0] * 6 + [2], 3, top=["Ruri"])
    assert owners(third) == "------B"


def test_t13_the_starting_player_alternates() -> None:
    starters = []
    for number in (1, 2):
        before = scored(NONE, NONE, number)
        starters.append(int(before.starter))
    assert starters == [1, 0]


def test_r_h1_without_a_limit_a_fourth_round_is_played() -> None:
    s = scored(NONE, NONE, 3, ["Ruri"], ["Ayane", "Yoko"], {"rounds": "none"})
    assert s.round_number == 4
    limited = scored(NONE, NONE, 3, ["Ruri"], ["Ayane", "Yoko"], {"rounds": "3"})
    assert GAME.actor(limited) == OVER


def test_r_h14_even_without_a_limit_a_match_ends() -> None:
    s = scored(NONE, NONE, MOST_ROUNDS, ["Ruri"], ["Ayane", "Yoko"], {"rounds": "none"})
    assert GAME.actor(s) == OVER


@pytest.mark.parametrize(("geishas", "won"), [(["Ruri", "Anju", "Ayane"], True), (["Ruri", "Chiharu", "Ayane"], False)])
def test_r_h7_eleven_points_are_enough_and_ten_are_not(geishas: list[str], won: bool) -> None:
    s = scored(NONE, NONE, 1, geishas)
    assert points_of(s, TOP) == (11 if won else 10)
    assert (GAME.actor(s) == OVER) is won


def test_r_h8_both_secrets_are_revealed_together_and_count() -> None:
    state = GAME.start({"first": "0"})
    s = state[0]
    s.secret[TOP, 6] = s.secret[BOTTOM, 5] = 1
    score_round(s)
    assert list(s.shown_secret) == [6, 5]
    assert owners(s)[5:] == "BT"


def test_r_h11_the_order_of_equal_geishas_is_cosmetic() -> None:
    one = scored([1, 0, 0, 0, 0, 0, 0], NONE)
    other = scored([0, 0, 1, 0, 0, 0, 0], NONE)
    assert points_of(one, TOP) == points_of(other, TOP) == 2
    assert one.winner == other.winner == -1


def test_r_h13_the_rules_themselves_know_no_timeout() -> None:
    kinds = {GAME.decode(action).kind for action in range(GAME.max_actions)}
    assert kinds == {"first", "draw", "secret", "discard", "gift", "competition", "take", "pair"}
