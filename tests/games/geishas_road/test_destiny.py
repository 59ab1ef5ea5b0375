"""§9 Geisha's Destiny."""

from __future__ import annotations

from ochaya.core.record import Block
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.pieces import COLOURS, FACE, LANTERNS, PINK, RED
from ochaya.games.geishas_road.scoring import score_round
from tests.games.geishas_road import table
from tests.games.geishas_road.table import cards, lay, play

ROW = "lantern:3/2 lantern:3/-1 lantern:1/5 lantern:4/-2 lantern:2/4"
"""L6, L8, L1, L9, L3."""


def destiny(flip: str = "flip:2+5", mode: str = "basic") -> Block:
    state = play(GAME.start({"mode": mode, "destiny": "on", "first": "0"}), "ring:pink-red-blue-yellow-green")
    if mode == "basic":
        play(state, "favour:pink favour:red")
    return play(state, ROW, flip)


def value(state: Block, colour: int) -> int:
    return int(FACE[LANTERNS + state[0].lit[colour, 0]])


def test_t25_lanterns_are_taken_as_they_lie_and_turned_by_a_second_return() -> None:
    state = destiny()
    assert [int(FACE[LANTERNS + code]) for code in state[0].row[:5]] == [3, -1, 1, 4, 4]
    lay(state, 0, "pink-1", "pink-4")
    assert value(state, PINK) == 3
    lay(state, 1, "red-2", "red-3")
    assert value(state, RED) == -1
    lay(state, 0, "pink-2", "pink-3")
    assert value(state, PINK) == 2
    assert [int(code != 0) for code in state[0].row] == [0, 0, 1, 1, 1, 0, 0, 0, 0]


def test_five_lanterns_suffice_one_for_each_geisha() -> None:
    state = destiny()
    for colour in COLOURS:
        lay(state, 0, f"{colour}-1", f"{colour}-4")
    assert state[0].lit[:, 0].all()
    assert not state[0].row.any()


def test_two_of_the_five_lie_dark_and_the_other_four_stay_out() -> None:
    state = destiny()
    assert sum(1 for code in state[0].row if code < 0) == 2
    assert sum(1 for code in state[0].row if code) == 5


def test_r_g21_without_destiny_the_dark_sides_have_no_effect() -> None:
    state = table.laid_out("advanced")
    lay(state, 0, "pink-1", "pink-4", "pink-2", "pink-3")
    assert all(code > 0 for code in state[0].lit[PINK])


def test_r_g22_round_2_draws_and_turns_five_lanterns_again() -> None:
    state = destiny()
    s = state[0]
    s.side[0], s.side[1] = cards("pink-4"), cards("red-4")
    score_round(s)
    assert len(table.legal(state)) == 9
    play(state, "lantern:2/1 lantern:1/4 lantern:3/0 lantern:4/-2 lantern:1/5")
    assert len(table.legal(state)) == 10
    play(state, "flip:1+2")
    assert [int(FACE[LANTERNS + code]) for code in s.row[:5]] == [1, 4, 3, 4, 1]


def test_r_g23_points_may_be_negative() -> None:
    state = destiny()
    s = state[0]
    s.favour[:] = 0
    s.side[0] = cards("red-4")
    s.lit[RED, 0] = -9
    score_round(s)
    assert list(s.points[0]) == [-1, 0]
