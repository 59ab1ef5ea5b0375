"""Positions small enough to solve exactly: search must find their value."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from ochaya.core.game import CHANCE, OVER, Game
from ochaya.core.record import Block
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.games import NAMES
from ochaya.games import game as game_of
from ochaya.search.sense import complete, given_sense
from ochaya.search.think import thinker
from tests.support import Step, play

AMONG_EQUALS = (("without", "company"),)


def hanamikoji_worlds(game: Game, moment: Block, seat: int) -> list[Block]:
    """List every way the cards that `seat` has not seen can lie (each as likely to be dealt), all drawn but one."""
    record = moment[0]
    cards = [g for g in range(7) for _ in range(record.unseen[g])]
    rival = 1 - seat
    worlds = []
    for order in set(permutations(cards)):
        world = moment.copy()
        w = world[0]
        for at, g in enumerate(order):
            w.unseen[g] -= 1
            if at < w.hand_size[rival]:
                w.hands[rival, g] += 1
            elif at < w.hand_size[rival] + w.used[rival, 0]:
                w.secret[rival, g] += 1
            elif at < w.hand_size[rival] + w.used[rival, 0] + 2 * w.used[rival, 1]:
                w.discarded[rival, g] += 1
            else:
                w.unseen[g] += 1
        assert game.conserved(w)
        worlds.append(world)
    return worlds


def last_decisions() -> list[Step]:
    """Give last decisions of last rounds: whatever is answered, the match is over at once."""
    game, found = game_of("hanamikoji"), []
    for number in range(40):
        steps = list(play(game, {}, f"last {number}"))
        last = [step for step in steps if step.actor >= 0][-1]
        if last is steps[-1] and len(last.legal) > 1 and last.before[0].round_number == 3:
            found.append(last)
    return found


def test_the_last_answer_of_a_hanamikoji_match_is_judged_exactly() -> None:
    game, checked = game_of("hanamikoji"), 0
    believe = complete(game, given_sense("hanamikoji")).believe
    assert believe is not None
    for step in last_decisions():
        moment = seen(game, step.before, step.actor)
        worlds = hanamikoji_worlds(game, moment.block, step.actor)
        beliefs = [believe(world[0], step.actor) for world in worlds]
        exact = {}
        for action in step.legal:
            total = 0.0
            for world, belief in zip(worlds, beliefs, strict=True):
                after = world.copy()
                game.apply(after[0], action)
                if game.actor(after[0]) != OVER:
                    break
                total += belief * game.shares(after[0], 2)[step.actor]
            else:
                exact[action] = total / sum(beliefs)
        if len(exact) < len(step.legal):
            continue
        checked += 1
        thought = thinker("hanamikoji", AMONG_EQUALS).think(moment, new_rng(checked), iterations=6000)
        assert exact[thought.best.action] >= max(exact.values()) - 0.02
        for judged in thought.actions:
            if judged.visits > 1000:
                assert judged.share == pytest.approx(exact[judged.action], abs=0.05)
    assert checked >= 5


def expected_best(game: Game, state: Block, seats: int) -> tuple[float, dict[int, float]]:
    """Solve a solo position exactly: chance by its odds, the player for the best; gives each action's worth."""
    who = int(game.actor(state[0]))
    if who == OVER:
        return game.shares(state[0], seats)[0], {}
    actions, weights = game.legal_ids(state[0]), [1]
    if who == CHANCE:
        actions, weights = game.outcome_odds(state[0])
    worth: dict[int, float] = {}
    for action in actions:
        after = state.copy()
        game.apply(after[0], action)
        worth[action] = expected_best(game, after, seats)[0]
    if who == CHANCE:
        chances = zip(worth.values(), weights, strict=True)
        return sum(value * weight for value, weight in chances) / sum(weights), {}
    return max(worth.values()), worth


def size(game: Game, state: Any, most: int) -> int:
    """Count the positions below one, giving up beyond `most`."""
    if game.actor(state[0]) == OVER:
        return 1
    count = 1
    for action in game.legal_ids(state[0]):
        after = state.copy()
        game.apply(after[0], action)
        count += size(game, after, most - count)
        if count > most:
            return count
    return count


def test_the_last_placements_of_a_solo_ingenious_are_found() -> None:
    if "ingenious" not in NAMES:
        pytest.skip("not there yet")
    game = game_of("ingenious")
    options, checked = game.setups["solo"], 0
    for number in range(6):
        decisions = [step for step in play(game, options, f"solo {number}") if step.actor >= 0]
        small = [step for step in decisions[-4:] if len(step.legal) > 1 and size(game, step.before, 4000) <= 4000]
        if not small:
            continue
        value, worth = expected_best(game, small[0].before, 1)
        checked += 1
        moment = seen(game, small[0].before, 0)
        thought = thinker("ingenious").think(moment, new_rng(number), iterations=20_000)
        assert worth[thought.best.action] >= value - 0.02
    assert checked >= 1
