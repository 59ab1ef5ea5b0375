"""Compiling all that thinking about a game needs, before the first decision waits for it."""

from __future__ import annotations

import numpy as np

from ochaya.bots.greedy import glances
from ochaya.core.game import CHANCE, Game
from ochaya.core.record import Block
from ochaya.core.rng import Rng, new_rng, pick
from ochaya.core.secrecy import Seen, seen
from ochaya.games import game as game_of
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


def warm(name: str) -> None:
    """Compile the search and the glance of a game, or load them from the cache."""
    moment, rng = first_decision(name), new_rng(1)
    thinker(name).think(moment, rng, iterations=2)
    glances(moment, game_of(name).legal_ids(moment.record), rng, worlds=1)
