"""High Cup is small enough to be solved by hand: pour away a low cup, keep a high one."""

from __future__ import annotations

from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.games import game as game_of
from ochaya.search.think import thinker
from tests.support import play


def test_the_second_player_keeps_the_best_cup_and_pours_the_worst() -> None:
    game = game_of("_template")
    checked = set()
    for number in range(60):
        last = [step for step in play(game, {}, f"cups {number}") if step.actor >= 0][-1]
        held = int(last.before[0].held[last.actor])
        if held in (0, 5):
            thought = thinker("_template").think(seen(game, last.before, last.actor), new_rng(1), iterations=2000)
            assert game.notation(thought.best.action) == ("keep" if held == 5 else "pour")
            checked.add(held)
    assert checked == {0, 5}
