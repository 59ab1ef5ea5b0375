"""Compiling everything the server calls of a game before the first player waits for it."""

from __future__ import annotations

from collections.abc import Iterable

from ochaya.core import dealing
from ochaya.core.game import CHANCE, OVER, Game
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import NOBODY, seen, seen_action

LONGEST = 12
"""Decisions that are enough to have called everything."""


def warm_rules(games: Iterable[Game]) -> None:
    """Play the beginning of a match of each game, calling all that a table calls."""
    for game in games:
        key, number, decisions = dealing.key_from_seed("warm"), 0, 0
        block, seats = game.start(), game.seats(game.complete())
        while (actor := int(game.actor(block[0]))) != OVER and decisions < LONGEST:
            legal = game.legal_ids(block[0])
            if actor == CHANCE:
                outcomes, weights = game.outcome_odds(block[0])
                action = dealing.draw(key, number, outcomes, weights)
                number += 1
            else:
                action = legal[len(legal) // 2]
                decisions += 1
            before, known = seen(game, block, NOBODY), seen_action(game, block[0], action, NOBODY)
            guessed = seen(game, block, 0).block
            game.guess(guessed[0], 0, new_rng(number))
            game.apply(block[0], action)
            after = seen(game, block, NOBODY)
            game.events(before, known, after)
            game.view(after)
        game.shares(block[0], seats)
