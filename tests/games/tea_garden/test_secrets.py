"""§3.7 What is hidden: hands; and what everybody can work out."""

from __future__ import annotations

from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.games.tea_garden import GAME
from ochaya.games.tea_garden.state import SHOWN
from tests.games.tea_garden.table import Table


def test_a_rivals_hand_is_only_a_number() -> None:
    view = GAME.view(seen(GAME, Table().block, 1))
    assert view["seats"][0]["hand"] is None
    assert view["seats"][0]["hand_size"] == 4
    assert view["seats"][0]["pile_size"] == 7
    assert len(view["seats"][1]["hand"]) == 4


def test_ones_own_draw_pile_is_a_set_without_order() -> None:
    view = GAME.view(seen(GAME, Table().block, 0))
    assert view["seats"][0]["pile"] == sorted(view["seats"][0]["pile"], key=view["seats"][0]["pile"].index)
    assert len(view["seats"][0]["pile"]) == 7


def test_a_bought_card_is_known_to_be_in_hand() -> None:
    table = Table().leaves(fresh={2: 2}).acting("st-r", 1).do("buy:a01")
    rival = GAME.view(seen(GAME, table.block, 1))
    assert rival["seats"][0]["hand_known"] == ["a01"]
    world = seen(GAME, table.block, 1).block.copy()
    GAME.guess(world[0], 1, new_rng(1))
    assert world[0].place[7] == 3 + SHOWN


def test_a_hand_is_known_when_the_draw_pile_runs_out() -> None:
    table = Table().hand("a08", "st-r")
    table.s.starters[0] = 0
    table.s.starters[0, 0, 0] = 1
    table.s.starters[0, 3, 6] = 2
    table.turn("a08").do("do:draw")
    rival = GAME.view(seen(GAME, table.block, 1))
    assert rival["seats"][0]["hand_known"] == ["st-r"]
    assert rival["seats"][0]["hand_size"] == 2


def test_others_learn_only_that_a_card_was_drawn() -> None:
    block = GAME.start({})
    while not block[0].draws:
        GAME.apply(block[0], GAME.legal_ids(block[0])[0])
    action = GAME.legal_ids(block[0])[0]
    assert GAME.notation(GAME.hide_action(block[0], action, 1)) == "draw:?"
    assert GAME.hide_action(block[0], action, 0) == action


def test_lu_yus_top_card_shows_its_back_only() -> None:
    view = GAME.view(seen(GAME, Table(players="1").block, 0))
    assert "lines" not in view["lu_yu"]["top"]
    assert view["lu_yu"]["top"]["strength"] in (1, 2, 3)
