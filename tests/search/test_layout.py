"""What search works on keeps its types, so that compiled code stays compiled, and every thread has its own space."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from ochaya.bots.greedy import glances
from ochaya.bots.warming import first_decision
from ochaya.core.game import Game
from ochaya.core.jit import is_compiled
from ochaya.core.rng import new_rng
from ochaya.search.mind import mind_of
from ochaya.search.think import Thinker
from tests.support import each_game


def compiled_forms(function: Any) -> int:
    """Count for how many kinds of arguments a function was compiled."""
    return len(function.signatures)


@pytest.mark.skipif(not is_compiled(), reason="counts compiled forms")
@each_game
def test_no_number_setup_or_instinct_compiles_search_again(game: Game) -> None:
    mind = mind_of(game.name)
    whole = replace(mind, sense=replace(mind.sense, explore=2, hold=0, widen=3, narrow=1, trust=0))
    for own in (mind, whole):
        for setup in game.setups:
            moment, thinker = first_decision(game.name, setup=setup), Thinker(own)
            for with_instinct in (True, False):
                thinker.think(moment, new_rng(1), iterations=10, may_stop_early=True, with_instinct=with_instinct)
            glances(moment, game.legal_ids(moment.record), new_rng(1), worlds=1)
    functions = {"grow": mind.grow, "clear": mind.clear, "at_root": mind.at_root, "glance_ahead": mind.glance_ahead}
    assert {name: compiled_forms(function) for name, function in functions.items()} == dict.fromkeys(functions, 1)


def test_glances_on_several_threads_do_not_disturb_each_other() -> None:
    moment = first_decision("hanamikoji")
    legal = mind_of("hanamikoji").game.legal_ids(moment.record)
    alone = glances(moment, legal, new_rng(1)).tolist()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda _: glances(moment, legal, new_rng(1)).tolist(), range(40)))
    assert together == [alone] * 40
