"""Search as a promise: legal, reproducible, within its limit, stoppable, for every game of the register."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from ochaya.bots.warming import first_decision
from ochaya.core.game import Game
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import Seen, seen
from ochaya.games import game as game_of
from ochaya.search import kernel
from ochaya.search.layout import NodeTable, decision, node_dtype
from ochaya.search.mind import mind_of
from ochaya.search.think import Thinker, thinker
from tests.support import Case, each_case, each_game, play

TEMPLATE = "_template"


@each_case
def test_search_finds_a_legal_action_at_every_kind_of_decision(case: Case) -> None:
    game = case.game
    decisions = [step for step in play(game, case.options, "search") if step.actor >= 0]
    for step in decisions[:: max(1, len(decisions) // 12)]:
        thought = thinker(game.name).think(seen(game, step.before, step.actor), new_rng(5), iterations=40)
        assert sorted(judged.action for judged in thought.actions) == step.legal
        assert thought.iterations == 40
        assert sum(judged.visits for judged in thought.actions) == 40
        assert all(-1e-6 <= judged.share <= 1 + 1e-6 for judged in thought.actions)


@each_game
def test_the_same_seed_and_iterations_give_the_same_thought(game: Game) -> None:
    moment = first_decision(game.name)
    one, two = (thinker(game.name).think(moment, new_rng(7), iterations=500) for _ in range(2))
    assert one.actions == two.actions
    other = Thinker(mind_of(game.name)).think(moment, new_rng(7), iterations=500)
    assert other.actions == one.actions


def test_several_threads_add_up_and_are_reproducible_too() -> None:
    moment = first_decision("hanamikoji")
    one, two = (thinker("hanamikoji").think(moment, new_rng(7), iterations=600, threads=3) for _ in range(2))
    assert one.actions == two.actions
    assert one.iterations == 600


@pytest.mark.parametrize("threads", [1, 2])
def test_a_thought_ends_by_the_clock_it_is_given(threads: int) -> None:
    """Arenas give the thread's own time, which passes only while it thinks."""
    asked = []

    def clock() -> float:
        asked.append(1)
        return 0.01 * len(asked)

    start = time.perf_counter()
    thinker(TEMPLATE).think(first_decision(TEMPLATE), new_rng(1), seconds=0.2, threads=threads, clock=clock)
    assert 5 < len(asked) <= 25 * threads  # one may end before the other begins
    assert time.perf_counter() - start < 60.0


def test_a_time_limit_is_kept() -> None:
    moment = first_decision("hanamikoji")
    thinker("hanamikoji").think(moment, new_rng(1), iterations=2)
    start = time.perf_counter()
    thought = thinker("hanamikoji").think(moment, new_rng(1), seconds=0.2)
    assert thought.iterations > 100
    assert time.perf_counter() - start < 2.0  # generous: the machine may be busy


def test_instinct_is_held_on_to_as_firmly_as_the_game_says_and_asked_only_where_it_may() -> None:
    mind, moment = mind_of("hanamikoji"), first_decision("hanamikoji")
    unlikely = thinker("hanamikoji").think(moment, new_rng(3), iterations=200).actions[-1].action

    def odd(_: Seen, legal: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        return np.where(legal == unlikely, 0.99, 0.01 / len(legal))

    def best(hold: float, with_instinct: bool = True, is_advised: bool = False) -> int:
        advice = mind.sense.advice if is_advised else None
        sense = replace(mind.sense, instinct=odd, advice=advice, hold=hold, company=None)
        own = replace(mind, sense=sense)
        return Thinker(own).think(moment, new_rng(4), iterations=2000, with_instinct=with_instinct).best.action

    assert best(hold=1.0) == unlikely
    assert best(hold=0.0) != unlikely
    assert best(hold=1.0, with_instinct=False) != unlikely
    assert mind.sense.advice is not None
    assert best(hold=1.0, is_advised=True) != unlikely


def test_whichever_limit_comes_first_ends_the_thought() -> None:
    moment = first_decision(TEMPLATE)
    thought = thinker(TEMPLATE).think(moment, new_rng(1), seconds=30.0, iterations=300)
    assert thought.iterations == 300


def test_a_thought_can_be_stopped() -> None:
    moment = first_decision(TEMPLATE)
    asked = 0

    def is_cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    thought = thinker(TEMPLATE).think(moment, new_rng(1), seconds=600.0, is_cancelled=is_cancelled)
    assert asked == 3
    assert thought.best.visits > 0


def test_it_stops_early_only_when_the_leader_cannot_be_caught() -> None:
    moment = first_decision(TEMPLATE)
    whole = thinker(TEMPLATE).think(moment, new_rng(1), iterations=20_000)
    early = thinker(TEMPLATE).think(moment, new_rng(1), iterations=20_000, may_stop_early=True)
    assert early.iterations < whole.iterations
    assert early.best.action == whole.best.action
    lead = early.actions[0].visits - early.actions[1].visits
    assert lead > 20_000 - early.iterations


def test_a_full_tree_goes_on_without_new_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ochaya.search.tree.LARGEST", 1 << 10)
    small = Thinker(mind_of("hanamikoji"))
    thought = small.think(first_decision("hanamikoji"), new_rng(2), iterations=5000)
    assert thought.iterations == 5000
    assert len(small._trees[0].table.nodes) == 1 << 10


def test_thinking_needs_a_limit() -> None:
    with pytest.raises(ValueError, match="limit"):
        thinker(TEMPLATE).think(first_decision(TEMPLATE), new_rng(1))


def test_the_seen_is_left_as_it_was() -> None:
    moment = first_decision("hanamikoji")
    before = moment.tobytes()
    thinker("hanamikoji").think(moment, new_rng(1), iterations=300)
    assert moment.tobytes() == before


@pytest.mark.parametrize("threads", [1, 2])
def test_every_seat_has_its_share_of_the_best_action(threads: int) -> None:
    moment = first_decision(TEMPLATE)
    thought = thinker(TEMPLATE).think(moment, new_rng(3), iterations=200, threads=threads)
    assert thought.shares[moment.seat] == pytest.approx(thought.best.share)
    assert sum(thought.shares) == pytest.approx(1.0)


def test_a_game_has_one_mind_however_it_is_asked_for() -> None:
    assert mind_of(TEMPLATE) is mind_of(TEMPLATE, ())


def test_foresight_kept_for_masters_is_asked_by_nobody_else() -> None:
    assert mind_of("ingenious").sense.plain_trust == 0.0
    moment = first_decision("ingenious")
    without = mind_of("ingenious", (("trust", "0"), ("without", "foresee")))
    assert without.grow is mind_of("ingenious").grow  # nothing is compiled again
    glance = Thinker(without).think(moment, new_rng(3), iterations=200)
    weaker = thinker("ingenious").think(moment, new_rng(3), iterations=200, with_instinct=False)
    master = thinker("ingenious").think(moment, new_rng(3), iterations=200)
    assert weaker.actions == glance.actions
    assert master.actions != glance.actions


@pytest.mark.parametrize("setup", ["basic", "harder-destiny", "advanced"])
def test_kept_worlds_are_of_this_decision_and_fit_what_the_seat_sees(setup: str) -> None:
    game = game_of("geishas_road")
    keep = mind_of("geishas_road").sense.keep
    own = Thinker(mind_of("geishas_road"))
    decisions = [step for step in play(game, game.complete(game.setups[setup]), "kept") if step.actor >= 0]
    for step in decisions[2::9]:
        moment = seen(game, step.before, step.actor)
        own.think(moment, new_rng(5), iterations=keep // kernel.KEPT_AT_ONCE + 40)
        table = own._trees[0].table
        assert table.room[1] == keep > 0
        for at in range(0, keep, 37):
            assert seen(game, table.worlds[at : at + 1], step.actor).block.tobytes() == moment.block.tobytes()
        assert (np.diff(table.faith, prepend=0.0) > 0.0).all()
        own.think(moment, new_rng(6), iterations=10)
        assert table.room[1] == 10 * kernel.KEPT_AT_ONCE


def test_a_kept_world_is_met_as_often_as_it_is_believable(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(TEMPLATE)
    moment = first_decision(TEMPLATE)
    faith = [0.5, 8.0, 1.0, 0.25, 4.0, 2.25]
    told = iter(faith)
    monkeypatch.setattr(kernel, "guess", lambda s, seat, rng: None)
    monkeypatch.setattr(kernel, "believe", lambda s, seat: next(told))
    table = NodeTable(
        np.zeros(1, node_dtype(2)).view(np.recarray), np.zeros(0, np.int32), np.zeros(2, np.int64),
        game.state.new(len(faith)), np.zeros(len(faith)), np.zeros(0, np.float32))
    task, world, rng = decision(moment, np.zeros(0, np.int32)), game.state.new(1), new_rng(3)
    for _ in range(2):
        kernel.imagine_one(table, task, world, kernel.EQUAL, rng)
    assert table.room[1] == len(faith)
    assert np.diff(table.faith, prepend=0.0) == pytest.approx(faith)
    table.worlds.view(np.uint8).reshape(len(faith), -1)[:, 0] = np.arange(len(faith))
    met = [0] * len(faith)
    for _ in range(8000):
        kernel.imagine_one(table, task, world, kernel.EQUAL, rng)
        met[world.view(np.uint8)[0]] += 1
    assert [count / 8000 for count in met] == pytest.approx([one / sum(faith) for one in faith], abs=0.02)


def test_no_world_is_kept_where_nothing_was_learned_to_believe() -> None:
    without = Thinker(mind_of("geishas_road", (("without", "believe"),)))
    without.think(first_decision("geishas_road"), new_rng(5), iterations=20)
    assert len(without._trees[0].table.worlds) == 0
