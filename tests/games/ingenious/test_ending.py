"""§4 The end of a match and the ranking."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import OVER
from ochaya.core.secrecy import seen
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.scoring import place_of
from ochaya.games.ingenious.state import ENDED
from tests.games.ingenious.tables import shares, table


def ranked(*rows: list[int]) -> Any:
    block = table(seats=str(len(rows)))
    s = block[0]
    for seat, row in enumerate(rows):
        for colour, value in enumerate(row):
            s.markers[seat, colour] = value
    s.phase = ENDED
    return block


def places(block: Any) -> list[int]:
    return [int(place_of(block[0], seat)) for seat in range(int(block[0].seats))]


def test_e6_lowest_values_are_compared_first_then_the_next_lowest() -> None:
    stach, aga = [10, 11, 12, 13, 14, 15], [9, 12, 14, 15, 16, 18]
    kuba, dominika = [9, 12, 12, 15, 18, 18], [7, 18, 18, 18, 18, 18]
    block = ranked(stach, aga, kuba, dominika)
    assert places(block) == [1, 2, 3, 4]
    assert shares(block[0]) == [1.0, 0.0, 0.0, 0.0]
    assert places(ranked(dominika, kuba, stach, aga)) == [4, 3, 1, 2]


def test_e6_which_colour_is_lowest_does_not_matter() -> None:
    assert places(ranked([18, 16, 15, 14, 12, 9], [12, 9, 18, 12, 15, 18])) == [1, 2]


def test_equal_values_of_one_player_count_separately() -> None:
    assert places(ranked([5, 5, 18, 18, 18, 18], [5, 6, 6, 6, 6, 6])) == [2, 1]


def test_r_i10_complete_equality_shares_the_place() -> None:
    block = ranked([3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3], [2, 9, 9, 9, 9, 9])
    assert places(block) == [1, 1, 3]
    assert shares(block[0]) == [0.5, 0.5, 0.0]
    view = GAME.view(seen(GAME, block, 0))
    assert view["result"] == {
        "shares": [0.5, 0.5, 0.0], "points": [3, 3, 2], "places": [1, 1, 3], "reason": "result.full",
        "ordered": [[3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8], [2, 9, 9, 9, 9, 9]],
    }


def test_four_equal_players_share_the_win() -> None:
    assert shares(ranked(*[[1, 2, 3, 4, 5, 6]] * 4)[0]) == [0.25] * 4


def test_the_match_ends_exactly_when_no_two_neighbouring_spaces_are_free() -> None:
    from tests.support import play

    for number in range(5):
        for step in play(GAME, {"mode": "standard", "seats": "2"}, f"ending {number}"):
            s = step.after[0]
            has_room = int(s.room) > 0
            won = any(all(int(v) == 18 for v in s.markers[seat]) for seat in range(2))
            assert (GAME.actor(s) == OVER) == (not has_room or won)


def test_the_bag_never_runs_out() -> None:
    from tests.support import play

    for setup, least in (("two", 66), ("three", 42), ("four", 15)):
        for step in play(GAME, GAME.setups[setup], f"bag {setup}"):
            assert int(step.after[0].bag.sum()) + int(step.after[0].aside.sum()) >= least
