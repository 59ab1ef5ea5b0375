"""Rehearsals: an action at the root is played on as the instinct would do it for everybody, each by what he sees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ochaya.bots.warming import first_decision
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.games import game as game_of
from ochaya.search import kernel
from ochaya.search.layout import decision, node_dtype
from ochaya.search.mind import mind_of
from ochaya.search.think import Thinker, legal_of
from ochaya.search.tree import Tree, new_scratch
from tests.support import play


def nodes_of_two() -> Any:
    """Give a tree of one action at the root, tried a hundred times, with rehearsals in the third place."""
    nodes = np.zeros(4, node_dtype(2)).view(np.recarray)
    nodes[1].visits, nodes[1].gains, nodes[1].rehearsal = 100, (40.0, 60.0), 2
    nodes[2].visits, nodes[2].gains = 30, (24.0, 6.0)
    return nodes


def test_after_so_many_rehearsals_they_count_as_much_as_the_tree() -> None:
    nodes = nodes_of_two()
    assert kernel.HALF_HEARD == 30
    assert [kernel.worth_to(nodes, nodes[1], seat) for seat in range(2)] == pytest.approx([0.6, 0.4])
    assert kernel.brought_to(nodes, nodes[1], 0) == pytest.approx(60.0)
    nodes[2].visits, nodes[2].gains = 90, (72.0, 18.0)
    assert kernel.worth_to(nodes, nodes[1], 0) == pytest.approx(0.7)
    nodes[1].rehearsal = 0
    assert kernel.worth_to(nodes, nodes[1], 0) == pytest.approx(0.4)
    assert kernel.brought_to(nodes, nodes[1], 0) == 40.0


def test_a_rehearsal_asks_everybody_by_what_he_sees_and_takes_what_is_likeliest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = game_of("geishas_road")
    asked: list[tuple[int, bytes]] = []
    moments: list[tuple[int, bytes]] = []

    def weigh(habit: Any, s: Any, seat: int, actions: Any, n: int, out: Any) -> None:
        asked.append((seat, world[1:2].tobytes()))
        out[:n] = 0.1
        out[n - 1] = 0.5

    def apply(s: Any, action: int) -> None:
        legal = game.legal_ids(s)
        if (who := int(game.actor(s))) >= 0 and len(legal) > 1 and started:
            moments.append((who, seen(game, world[0:1].copy(), who).block.tobytes()))
            assert action == legal[-1]
        started.append(True)
        game.apply(s, action)

    started: list[bool] = []
    rules = {name: getattr(game, name) for name in ("actor", "legal", "score", "hide", "guess", "odds")}
    bound = rules | {"weigh": weigh, "apply": apply, "deal": kernel.deal_by_odds, "is_quiet": lambda s: False}
    for name, function in bound.items():
        monkeypatch.setattr(kernel, name, function)
    monkeypatch.setattr(kernel, "plausible", lambda s, seat: 1.0)
    monkeypatch.setattr(kernel, "believe", lambda s, seat: 1.0)
    mind = mind_of("geishas_road", (("without", "believe"),))
    room, moment = new_scratch(mind), first_decision("geishas_road")
    table = Tree(mind, 64).table
    world, legal = room.world, legal_of(mind, moment)
    kernel.plant(table, 5, kernel.ROOT, int(legal[0]), 1.0)
    kernel.rehearse(table, decision(moment, legal), 5, new_rng(3), True, room)
    assert asked == moments
    assert {seat for seat, _ in asked} == {0, 1}
    heard = table.nodes[table.nodes[5].rehearsal]
    assert heard.visits == 1
    assert sum(heard.gains) == pytest.approx(1.0)


@pytest.mark.parametrize("setup", ["basic", "advanced"])
def test_actions_are_rehearsed_the_oftener_the_more_they_are_tried(setup: str) -> None:
    game = game_of("geishas_road")
    step = next(step for step in play(game, game.complete(game.setups[setup]), "heard") if step.actor >= 0)
    own = Thinker(mind_of("geishas_road"))
    thought = own.think(seen(game, step.before, step.actor), new_rng(5), iterations=1500)
    nodes = own._trees[0].table.nodes
    rehearse = mind_of("geishas_road").numbers.rehearse
    heard = {}
    for judged in thought.actions:
        place = kernel.find(nodes, kernel.ROOT, judged.action)
        node = nodes[place] if place >= 0 else None
        if node is None or node.rehearsal == 0:
            assert judged.visits < kernel.REHEARSED_FROM
            continue
        heard[judged.action] = int(nodes[node.rehearsal].visits)
        assert heard[judged.action] <= rehearse * judged.visits**0.5 + 1
        assert judged.share == pytest.approx(kernel.worth_to(nodes, node, step.actor))
    assert heard[thought.best.action] > 10


def test_nobody_rehearses_without_an_instinct_or_with_open_cards() -> None:
    game = game_of("geishas_road")
    step = next(step for step in play(game, game.complete(game.setups["basic"]), "heard") if step.actor >= 0)
    moment = seen(game, step.before, step.actor)
    own = Thinker(mind_of("geishas_road"))
    own.think(moment, new_rng(5), iterations=400, with_instinct=False)
    assert not own._trees[0].table.nodes["rehearsal"].any()
    own.think(moment, new_rng(5), iterations=400)
    assert own._trees[0].table.nodes["rehearsal"].any()
    assert mind_of("geishas_road", (("rehearse", "0"),)).habit is None
    assert mind_of("hanamikoji").habit is None
