"""Compiling all that thinking about a game needs, before the first decision waits for it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, typeof

from ochaya.bots.greedy import glances
from ochaya.core.game import CHANCE, Game
from ochaya.core.record import Block
from ochaya.core.rng import Rng, new_rng, pick
from ochaya.core.secrecy import Seen, seen
from ochaya.games import game as game_of
from ochaya.search.sense import given_sense
from ochaya.search.think import thinker


def deal(game: Game, state: Block, rng: Rng) -> None:
    """Let chance act by its odds until somebody must decide or the match is over."""
    while int(game.actor(state[0])) == CHANCE:
        outcomes, weights = game.outcome_odds(state[0])
        game.apply(state[0], outcomes[pick(rng, np.array(weights, np.int32), len(outcomes))])


def first_decision(name: str, seed: int = 1, setup: str | None = None) -> Seen:
    """Give what the first seat to act sees at the start of some match, in a setup of the game or its usual one."""
    game, rng = game_of(name), new_rng(seed)
    state = game.start(None if setup is None else game.setups[setup])
    deal(game, state, rng)
    return seen(game, state, int(game.actor(state[0])))


def warm_judgement(name: str) -> None:
    """Compile what search calls of a game and no match must be played for: much of the work, done beside the rules."""
    game, sense, state = game_of(name), given_sense(name), game_of(name).state.new()
    record, ids, shares, rng = map(typeof, (state[0], np.zeros(1, np.int32), np.zeros(1), new_rng(1)))
    calls: list[tuple[Any, tuple[Any, ...]]] = [
        (game.legal, (record, ids)), (sense.value, (record, shares)), (sense.priors, (record, ids, int64, shares)),
        (sense.foresee, (record, shares)), (sense.playout, (record, rng)), (game.stride, (record, rng)),
        (game.guess, (record, int64, rng)), (sense.believe, (record, int64)), (sense.plausible, (record, int64)),
        (sense.key, (record, int64)), (sense.is_quiet, (record,)), (game.score, (record, shares)),
        (game.hide, (record, int64)), (game.hide_action, (record, int64, int64)),
    ]
    for function, types in calls:
        if hasattr(function, "compile"):
            function.compile(types)


def warm_search(name: str) -> None:
    """Compile the search of a game, or load it from the cache."""
    thinker(name).think(first_decision(name), new_rng(1), iterations=2)


def warm_glance(name: str) -> None:
    """Compile the glance of a game, or load it from the cache."""
    moment = first_decision(name)
    glances(moment, game_of(name).legal_ids(moment.record), new_rng(1), worlds=1)


def warm(name: str) -> None:
    """Compile the search and the glance of a game, or load them from the cache."""
    warm_search(name)
    warm_glance(name)
