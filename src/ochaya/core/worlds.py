"""Whether a decision shows something hidden: asked of the game by guessing worlds, with no knowledge of its rules.

A viewer learns nothing about hidden things from a decision that would have been possible in every world the viewer
holds possible. Some of them are guessed and the decision is looked for in each; compiled per game, because a table asks
this after every action.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ochaya.core.game import Game, Ids
from ochaya.core.jit import specialise
from ochaya.core.record import Block, copied
from ochaya.core.rng import Rng
from ochaya.core.secrecy import Seen

if TYPE_CHECKING:  # the game's own functions, bound by `specialise`
    legal: Callable[[Any, Ids], int]
    guess: Callable[[Any, int, Rng], None]
    hide_action: Callable[[Any, int, int], int]


def is_possible_in_all(
    game: Game, known: Seen, action: int, shown: int, worlds: int, rng: Rng
) -> bool:
    """Say whether each of so many worlds, guessed from what is known, offers an action that looks like this one.

    `shown` is what the viewer may know of the action.
    """
    world, ids = copied(known.block), np.empty(game.max_legal, np.int32)
    return bool(_search_of(game)(known.block, known.seat, action, shown, worlds, rng, world, ids))


@functools.cache
def _search_of(game: Game) -> Callable[..., bool]:
    """Compile the search for an action of a game, or load it from the cache."""
    return specialise(
        search_worlds, game.name, legal=game.legal, guess=game.guess, hide_action=game.hide_action)


def search_worlds(
    known: Block, seat: int, action: int, shown: int, worlds: int, rng: Rng, world: Block, ids: Ids
) -> bool:
    """Guess world after world until one does not offer the action; `world` and `ids` are room to work in."""
    for _ in range(worlds):
        world[0] = known[0]
        guess(world[0], seat, rng)
        is_offered = False
        for i in range(legal(world[0], ids)):
            other = ids[i] if shown == action else hide_action(world[0], ids[i], seat)
            if other == shown:
                is_offered = True
                break
        if not is_offered:
            return False
    return True
