"""Whether a decision shows something hidden: looked for in guessed worlds."""

from __future__ import annotations

import pytest

from ochaya.core.game import CHANCE, Game
from ochaya.core.record import copied
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen, seen_action
from ochaya.core.worlds import is_possible_in_all
from ochaya.games import NAMES, game
from tests.support import play

WORLDS = 4


def slowly(rules: Game, block: object, action: int, viewer: int, seed: int) -> bool:
    """Say the same as `is_possible_in_all`, action by action and world by world."""
    known, rng = seen(rules, block, viewer), new_rng(seed)
    shown = seen_action(rules, block[0], action, viewer)  # type: ignore[index]
    for _ in range(WORLDS):
        world = copied(known.block)
        rules.guess(world[0], viewer, rng)
        offered = rules.legal_ids(world[0])
        if shown != action:
            offered = [seen_action(rules, world[0], other, viewer) for other in offered]
        if shown not in offered:
            return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_a_decision_is_possible_in_all_worlds_if_each_of_them_offers_it(name: str) -> None:
    rules, answers = game(name), set()
    for number, step in enumerate(play(rules, {}, "worlds")):
        if step.actor == CHANCE:
            continue
        viewer = 1 - step.actor
        known, shown = seen(rules, step.before, viewer), seen_action(rules, step.before[0], step.action, viewer)
        found = is_possible_in_all(rules, known, step.action, shown, WORLDS, new_rng(number))
        assert found == slowly(rules, step.before, step.action, viewer, number)
        answers.add(found)
    assert True in answers


def test_what_is_known_stays_as_it_was() -> None:
    rules = game("hanamikoji")
    step = next(step for step in play(rules, {}, "worlds") if step.actor != CHANCE)
    known = seen(rules, step.before, 1 - step.actor)
    before = known.tobytes()
    is_possible_in_all(rules, known, step.action, step.action, WORLDS, new_rng(1))
    assert known.tobytes() == before
