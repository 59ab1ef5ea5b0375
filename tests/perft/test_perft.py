"""Leaf counts from fixed states are what they were, and the compiled counting agrees with plain recursion."""

from __future__ import annotations

from ochaya.core.game import Game
from tests.perft.counting import kept, leaves, plain_leaves, state_after
from tests.support import Case, each_case, each_game


@each_game
def test_leaf_counts_are_as_kept(game: Game) -> None:
    counts = kept(game)
    assert {count.setup for count in counts} == set(game.setups)
    for count in counts:
        state = state_after(game, game.setups[count.setup], count.setup, count.played)
        assert leaves(game, state, count.depth) == count.leaves, f"{game.name}: {count}"


@each_case
def test_compiled_counting_agrees_with_plain_recursion(case: Case) -> None:
    counts = [count for count in kept(case.game) if count.setup == case.setup and count.leaves < 2000]
    for count in counts[:: max(1, len(counts) // 4)]:
        state = state_after(case.game, case.options, case.setup, count.played)
        assert plain_leaves(case.game, state, count.depth) == count.leaves
