"""§9 What was seen once is still known: the order of tiles, what exchanges showed, and what follows for the racks."""

from __future__ import annotations

from typing import Any

import numpy as np

from ochaya.core.record import Block
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import NOBODY, seen
from ochaya.envs.layout import named
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import EXCHANGE, KEEP
from ochaya.games.ingenious.board import SPACE_AT
from ochaya.games.ingenious.pieces import COLOUR_LETTERS, KINDS, SHOWS
from ochaya.games.ingenious.state import FINISH, MOST_PLACED
from tests.games.ingenious.tables import draw, give, kind_of, mark, placement, play, table

RED = 1 << COLOUR_LETTERS.index("r")


def observed(block: Block, seat: int) -> dict[str, Any]:
    """Give a seat's observation by the names of its parts."""
    return named(GAME, GAME.observation(seen(GAME, block, seat)))


def guessed_racks(block: Block, viewer: int, rack: int, count: int) -> list[Any]:
    """Guess many worlds from what a viewer knows and give one rack of each."""
    rng, racks = new_rng(5), []
    for _ in range(count):
        world = seen(GAME, block, viewer).block.copy()
        GAME.guess(world[0], viewer, rng)
        assert bool(GAME.conserved(world[0]))
        racks.append(world[0].racks[rack].copy())
    return racks


def finish(s: Any, *tiles: str) -> None:
    """End the turn without an exchange and draw these tiles."""
    if s.phase == FINISH:
        GAME.apply(s, KEEP)
    draw(s, *tiles)


def exchanged_duel() -> Block:
    """Seat 0 has red on the own 9 and has exchanged its two red tiles; three others stayed."""
    block = table("duel")
    s = block[0]
    mark(s, R=-9)
    s.tokens[0] = 1
    give(s, "rb", "rr", "go", "yp", "op")
    give(s, "gg", "gg", "gy", "oo", "bb", "yy", seat=1)
    play(s, "G(0,0)+Y(1,0)")
    GAME.apply(s, EXCHANGE)
    draw(s, "rg", "ry", "bp")
    return block


def test_in_which_order_tiles_came_and_whose_they_are_is_observed() -> None:
    block = table()
    s = block[0]
    for seat in range(2):
        give(s, *["oo"] * 2, *["pp"] * 2, "gb", seat=seat)
    play(s, "R(0,0)+G(1,0)")
    finish(s, "rr")
    play(s, "R(0,2)+G(1,2)")
    finish(s, "rr")
    for seat in range(2):
        shown = observed(block, seat)
        order = {space: round(float(shown["order"][space]) * MOST_PLACED) for space in np.flatnonzero(shown["order"])}
        assert order == {SPACE_AT[0, 0]: 1, SPACE_AT[1, 0]: 1, SPACE_AT[0, 2]: 2, SPACE_AT[1, 2]: 2}
        assert [float(shown["placer"][SPACE_AT[0, r]]) * 4 for r in (0, 2)] == ([1, 2] if seat == 0 else [2, 1])


def test_tiles_shown_in_an_exchange_are_remembered_after_they_went_back() -> None:
    block = exchanged_duel()
    for seat, row in ((0, 0), (1, 1)):
        shown = observed(block, seat)
        assert not shown["aside"].any()
        assert sorted(np.flatnonzero(shown["shown"][row])) == sorted((kind_of("rr"), kind_of("rb")))
        assert round(float(shown["shown_at"][row]) * MOST_PLACED) == 1
        assert not shown["shown"][1 - row].any()
        assert sorted(np.flatnonzero(shown["put_back"])) == sorted((kind_of("rr"), kind_of("rb")))


def test_what_a_rack_kept_in_a_duels_exchange_shows_none_of_its_colours() -> None:
    block = exchanged_duel()
    assert observed(block, 1)["kept"].tolist() == [0, 0.5]
    assert observed(block, 1)["kept_without"].tolist() == [[0] * 6, [1, 0, 0, 0, 0, 0]]
    for viewer in (1, NOBODY):
        for rack in guessed_racks(block, viewer, 0, 200):
            assert sum(int(rack[kind]) for kind in range(KINDS) if not SHOWS[kind] & RED) >= 3


def test_a_placed_tile_of_that_colour_was_not_among_those_kept() -> None:
    block = exchanged_duel()
    s = block[0]
    for text, drawn, kept in (
        ("B(-3,0)+B(-3,1)", "bb", 3), ("R(0,2)+G(1,2)", "rr", 3),
        ("B(3,-3)+B(3,-2)", "bb", 3), ("B(-1,0)+P(-1,1)", "rr", 2),
    ):
        GAME.apply(s, placement(text))
        finish(s, drawn)
        assert (int(s.kept[0]), bool(GAME.conserved(s))) == (kept, True)


def test_a_tile_held_since_before_an_exchange_is_not_taken_for_one_put_back() -> None:
    block = table()
    s = block[0]
    mark(s, R=2, G=2, B=5, O=6, Y=7, P=9)
    give(s, *["pp"] * 3, "oo", "oo")
    give(s, "pp", "pp", "rg", "bo", "by", "yy", seat=1)
    play(s, "R(0,0)+G(1,0)")
    GAME.apply(s, EXCHANGE)
    draw(s, "rr", "rr", "gg", "gg", "bb", "bb")
    pair = kind_of("pp")
    assert int(s.unmet[1, pair]) == 3, "those on the own rack were there before"
    assert all(int(rack[pair]) == 0 for rack in guessed_racks(block, 1, 0, 100))
    before = seen(GAME, block, 0).tobytes()
    s.unmet[1, pair] = 0
    assert seen(GAME, block, 0).tobytes() == before, "what another has met depends on what he drew"


def test_a_tile_drawn_since_may_be_one_put_back() -> None:
    block = table()
    s = block[0]
    mark(s, R=2, G=2, B=5, O=6, Y=7, P=9)
    give(s, *["pp"] * 3, "oo", "oo")
    give(s, "yy", "rg", "rg", "bo", "by", seat=1)
    play(s, "R(0,0)+G(1,0)")
    GAME.apply(s, EXCHANGE)
    draw(s, "rr", "rr", "gg", "gg", "bb", "bb")
    play(s, "B(0,2)+B(1,2)")
    finish(s, "pp")
    assert [int(s.unmet[seat, kind_of("pp")]) for seat in range(2)] == [3, 2]
