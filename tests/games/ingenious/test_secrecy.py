"""§9 Who knows what."""

from __future__ import annotations

import json

from ochaya.core.rng import new_rng
from ochaya.core.secrecy import NOBODY, seen, unveiled
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import EXCHANGE, FIRST_DRAW, HIDDEN_DRAW, decode, hide_action, notation
from ochaya.games.ingenious.pieces import KINDS, TILE_NAMES
from ochaya.games.ingenious.state import FINISH
from tests.chance import is_as_expected
from tests.games.ingenious.tables import draw, give, kind_of, mark, play, table


def test_a_rack_is_known_to_its_owner_and_counted_by_everybody() -> None:
    block = table()
    give(block[0], "rb", "rr")
    give(block[0], "oo", "gp", "gp", seat=1)
    assert GAME.view(seen(GAME, block, 0))["racks"] == [["red-red", "red-blue"], None]
    assert GAME.view(seen(GAME, block, 1))["racks"] == [None, ["green-purple", "green-purple", "orange-orange"]]
    for viewer in (0, 1, NOBODY):
        view = GAME.view(seen(GAME, block, viewer))
        assert (view["held"], view["bag"]) == ([2, 3], 115)
    assert GAME.view(unveiled(GAME, block))["racks"][1] == ["green-purple", "green-purple", "orange-orange"]


def test_a_drawn_tile_is_known_to_its_drawer_only() -> None:
    block = GAME.start({"first": "1"})
    action = FIRST_DRAW + kind_of("rb")
    assert hide_action(block[0], action, 1) == action
    assert hide_action(block[0], action, 0) == hide_action(block[0], action, NOBODY) == HIDDEN_DRAW
    assert notation(HIDDEN_DRAW) == "draw:?"
    assert decode(HIDDEN_DRAW).kind == "draw"


def test_a_spectator_is_shown_no_tile_name_before_one_lies_open() -> None:
    block = GAME.start({"first": "0"})
    draw(block[0], *["rg"] * 6, *["rb"] * 6)
    told = json.dumps(GAME.view(seen(GAME, block, NOBODY)))
    assert not any(f'"{name}"' in told for name in TILE_NAMES)


def test_others_hear_that_a_rack_is_full_again_and_the_owner_which_tile_came() -> None:
    block = table()
    s = block[0]
    give(s, *["oo"] * 5)
    play(s, "R(0,0)+G(1,0)")
    before = block.copy()
    draw(s, "rb")
    action = FIRST_DRAW + kind_of("rb")
    owner = GAME.events(seen(GAME, before, 0), action, seen(GAME, block, 0))
    other = GAME.events(seen(GAME, before, 1), HIDDEN_DRAW, seen(GAME, block, 1))
    assert [(event.kind, dict(event.data)) for event in owner] == [("draw", {"who": 0, "tile": "#tile.red-blue"})]
    assert [(event.kind, dict(event.data)) for event in other] == [("refill", {"who": 0})]


def test_guesses_deal_every_unseen_tile_as_likely() -> None:
    block = table()
    s = block[0]
    give(s, "rr", "rr", "rr", "rr", "rr", "bb")
    give(s, "oo", "gp", "gp", seat=1)
    knowledge, rng, counts, worlds = seen(GAME, block, 0), new_rng(3), [0] * KINDS, 4000
    for _ in range(worlds):
        world = knowledge.block.copy()
        GAME.guess(world[0], 0, rng)
        assert int(world[0].racks[1].sum()) == 3
        for kind in range(KINDS):
            counts[kind] += int(world[0].racks[1, kind])
    unseen = [int(n) for n in knowledge.block[0].bag]
    assert is_as_expected(counts, [worlds * 3 * n / sum(unseen) for n in unseen])


def test_after_an_exchange_nobody_is_thought_to_hold_the_tiles_put_back() -> None:
    block = table(seats="3")
    s = block[0]
    mark(s, R=2, G=2, B=5, O=6, Y=7, P=9)
    give(s, *["pp"] * 5)
    for seat in (1, 2):
        give(s, "rg", "rg", "bo", "by", "yy", "rb", seat=seat)
    play(s, "R(0,0)+G(1,0)")
    assert s.phase == FINISH
    GAME.apply(s, EXCHANGE)
    draw(s, "rr", "rr", "gg", "gg", "bb", "bb")
    rng = new_rng(8)
    for viewer in (1, 2, NOBODY):
        knowledge = seen(GAME, block, viewer)
        for _ in range(60):
            world = knowledge.block.copy()
            GAME.guess(world[0], viewer, rng)
            assert bool(GAME.conserved(world[0]))
            assert int(world[0].racks[:, kind_of("pp")].sum()) == 0
            assert seen(GAME, world, viewer).tobytes() == knowledge.tobytes()


def test_what_was_drawn_since_may_be_a_tile_that_was_put_back() -> None:
    block = table()
    s = block[0]
    mark(s, R=2, G=2, B=5, O=6, Y=7, P=9)
    give(s, *["pp"] * 5)
    give(s, "rg", "rg", "bo", "by", "yy", "rb", seat=1)
    play(s, "R(0,0)+G(1,0)")
    GAME.apply(s, EXCHANGE)
    draw(s, "rr", "rr", "gg", "gg", "bb", "bb")
    GAME.apply(s, next(a for a in GAME.legal_ids(s) if notation(a).startswith("rb")))
    if s.phase == FINISH:
        GAME.apply(s, GAME.legal_ids(s)[0])
    draw(s, "pp")
    rng, found = new_rng(9), 0
    knowledge = seen(GAME, block, 0)
    for _ in range(400):
        world = knowledge.block.copy()
        GAME.guess(world[0], 0, rng)
        found += int(world[0].racks[1, kind_of("pp")])
    assert 5 <= found <= 80
