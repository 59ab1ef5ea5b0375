"""A stretch of a match hidden at once: the same as state by state, action by action."""

from __future__ import annotations

import pytest

from ochaya.core.secrecy import NOBODY, seen, seen_action
from ochaya.core.stretch import seen_stretch
from ochaya.games import NAMES, game
from tests.support import play


@pytest.mark.parametrize("viewer", [0, 1, NOBODY])
@pytest.mark.parametrize("name", NAMES)
def test_a_stretch_is_seen_as_each_of_its_states_and_actions_is(name: str, viewer: int) -> None:
    rules = game(name)
    steps = list(play(rules, {}, "stretch"))[:60]
    states = [steps[0].before, *(step.after for step in steps)]
    truth = [state.tobytes() for state in states]
    seens, actions = seen_stretch(rules, states, [step.action for step in steps], viewer)
    assert [one.tobytes() for one in seens] == [seen(rules, state, viewer).tobytes() for state in states]
    assert actions == [seen_action(rules, step.before[0], step.action, viewer) for step in steps]
    assert {(one.game, one.seat) for one in seens} == {(name, viewer)}
    assert [state.tobytes() for state in states] == truth
