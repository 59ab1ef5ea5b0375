"""What a view shows beside pieces: prices, what is asked, points as they would end; and what the end tells."""

from __future__ import annotations

import json
import random
import zlib
from typing import Any

import pytest

from ochaya.core.game import OVER, Event
from ochaya.core.record import Block
from ochaya.core.secrecy import seen
from ochaya.games.tea_garden import GAME
from ochaya.games.tea_garden.turn.court import score_halls
from tests.games.tea_garden.table import Table

LARGEST_UPDATE = 16_000
"""Bytes on the wire, compressed; the list of legal actions has its own share of them."""


def shown(table: Table, seat: int = 0) -> Any:
    return GAME.view(seen(GAME, table.block, seat))


def last_step(setup: str) -> tuple[Block, list[Event]]:
    """Play at random to the end; give the final state and what was told of the last step."""
    rng = random.Random(f"end {setup}")
    block, told = GAME.start(GAME.setups[setup]), list[Event]()
    while int(GAME.actor(block[0])) != OVER:
        before, action = seen(GAME, block, 0), rng.choice(GAME.legal_ids(block[0]))
        hidden = GAME.hide_action(block[0], action, 0)
        GAME.apply(block[0], action)
        told = GAME.events(before, hidden, seen(GAME, block, 0))
    return block, told


def test_boards_show_prices_bonuses_and_points() -> None:
    boards = shown(Table(puerh="on"))["boards"]
    assert [len(boards[name]) for name in ("river", "university", "steps", "slots", "pagodas")] == [13, 4, 6, 5, 6]
    assert boards["slots"][:3] == [0, 0, 0]
    assert boards["slots"][3] == boards["slots"][4] > 0
    assert boards["shop"] == [1, 3, 5]
    assert boards["steps"][5]["fermented"] == 3
    assert boards["river"][12]["points"] == 32
    assert shown(Table())["boards"]["shop"] is None


def test_what_is_being_paid_for_is_shown_with_its_whole_price() -> None:
    table = Table().leaves(fresh={2: 2, 3: 2}).acting("st-r", 1).do("buy:a01")
    turn = shown(table)["turn"]
    assert turn["paying_for"] == {"what": "card", "item": "a01", "leaves": 2, "fermented": 0, "quality": 1}
    table.do("pay:fresh-2")
    assert shown(table)["turn"]["owed"] == {"leaves": 1, "fresh": 1, "quality": 1}


@pytest.mark.parametrize("strength", range(8))
def test_the_strength_a_garden_needs_is_shown_for_every_region(strength: int) -> None:
    """§5 What is shown is what the rules allow: also two steps away, with two more."""
    table = Table().acting("st-2", strength)
    reach = shown(table)["seats"][0]["reach"]
    allowed = {int(text.partition(":")[2]) for text in table.can() if text.startswith("build:")}
    assert {at for at, needed in enumerate(reach, 1) if needed is not None and needed <= strength} == allowed
    assert {needed for needed in reach if needed is not None} == {1, 3}
    table.s.built[0] = 6
    assert shown(table)["seats"][0]["reach"] == [None] * 16


def test_a_sale_is_told_with_the_leaves_that_are_paid() -> None:
    table = Table().leaves(fresh={2: 6}).acting("st-2", 2)
    before, action = seen(GAME, table.block, 1), GAME.read("sell:co01:low+large")
    price = shown(table)["caravans"][0]["leaves"][1]
    GAME.apply(table.s, action)
    told = GAME.events(before, action, seen(GAME, table.block, 1))[0]
    paid = {"n": price["fresh"] + price["fermented"], "fermented": price["fermented"]}
    assert (told.kind, told.data) == ("sell", {"who": 0, "thing": "#caravan.co01", **paid})


def test_used_icons_and_cards_below_are_shown() -> None:
    table = Table().hand("a28", "st-r", "st-g", "st-b").do("top:a28", "under:st-r", "stop").do("do:uni")
    table.do("study:1:1")
    view = shown(table)
    assert view["turn"]["icons"] == ["uni*1"]
    assert view["turn"]["icons_used"] == ["uni*1"]
    assert view["seats"][0]["covered"] == ["st-r"]


def test_bought_tokens_wait_and_are_new_this_turn() -> None:
    table = Table(puerh="on").leaves(fresh={1: 9}, fermented={3: 9}).acting("st-2", 3)
    kinds = [token["id"] for token in shown(table)["court"]["premium"]]
    table.do(f"market:{kinds[0]}")
    while table.kinds() == {"pay"}:
        table.do(table.can()[0])
    turn = shown(table)["turn"]
    assert [token["id"] for token in turn["bought"]] == turn["new_tokens"] == [kinds[0]]
    assert shown(table)["court"]["face_down"]["premium"] == 30 - 4


def test_others_know_hand_and_draw_pile_together_as_a_set() -> None:
    table = Table()
    rival, own = shown(table, 1)["seats"][0], shown(table, 0)["seats"][0]
    assert sorted(rival["unknown"]) == sorted([card["id"] for card in own["hand"]] + own["pile"])
    assert own["unknown"] is None


@pytest.mark.parametrize("setup", ["two-puerh", "solo-medium"])
def test_points_as_they_would_end_are_the_final_ones_at_the_end(setup: str) -> None:
    block, _ = last_step(setup)
    view = GAME.view(seen(GAME, block, 0))
    for board in [*view["seats"], *([view["lu_yu"]] if view["lu_yu"] else [])]:
        assert board["ends"] == {**board["sources"], "total": board["points"]}


def test_points_as_they_would_end_count_what_the_end_would_score() -> None:
    table = Table()
    table.s.river[0] = 12
    seat = shown(table)["seats"][0]
    assert (seat["points"], seat["ends"]["river"], seat["ends"]["total"]) == (0, 32, 32)


@pytest.mark.parametrize("setup", ["four-puerh", "solo-master"])
def test_the_end_tells_every_source_of_everybody(setup: str) -> None:
    block, told = last_step(setup)
    s = block[0]
    tracks = {"river": s.river, "university": s.study, "track": s.step}
    told_of = {(event.data.get("who", 1), event.data["source"]) for event in told if event.kind.endswith("points")}
    players = range(int(s.players))
    moved = {(player, f"#source.{name}") for name, track in tracks.items() for player in players if track[player]}
    assert moved, "somebody has moved on a track"
    assert moved <= told_of
    finals = [event.data["n"] for event in told if event.kind in ("final", "lu-final")]
    assert finals == [int(n) for n in s.points[: s.players]]


def test_the_solo_result_is_told_with_both_totals() -> None:
    block, told = last_step("solo-easy")
    mine, his = (int(n) for n in block[0].points[:2])
    assert told[-1] == Event("solo-won" if mine > his else "solo-lost", {"n": mine, "other": his})


def test_hall_points_are_told_once() -> None:
    table = Table(puerh="on")
    before = seen(GAME, table.block, 0)
    table.s.square[0] = [1, 2, 0, 0]
    table.s.told_count = 0
    score_halls(table.s)
    told = GAME.events(before, GAME.read("pass"), seen(GAME, table.block, 0))[1:]
    assert [(event.kind, event.data["n"]) for event in told] == [("hall", 5), ("hall", 2)]


@pytest.mark.parametrize("setup", ["four-puerh", "solo-master"])
def test_a_view_is_small_on_the_wire(setup: str) -> None:
    rng = random.Random(setup)
    block = GAME.start(GAME.setups[setup])
    while int(GAME.actor(block[0])) != OVER:
        GAME.apply(block[0], rng.choice(GAME.legal_ids(block[0])))
        if rng.random() < 0.1:
            text = json.dumps(GAME.view(seen(GAME, block, 0)), separators=(",", ":"))
            assert len(zlib.compress(text.encode())) < LARGEST_UPDATE // 4
