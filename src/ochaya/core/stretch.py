"""A stretch of a match as one viewer may know it: all its states and actions hidden in one compiled call.

A table tells every viewer some steps after each action; to hide state by state would be a call for each.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ochaya.core.game import Game, Ids
from ochaya.core.jit import specialise
from ochaya.core.record import Block
from ochaya.core.secrecy import Seen

if TYPE_CHECKING:  # the game's own functions, bound by `specialise`
    hide: Callable[[Any, int], None]
    hide_action: Callable[[Any, int, int], int]


def seen_stretch(
    game: Game, states: Sequence[Block], actions: Sequence[int], seat: int
) -> tuple[list[Seen], list[int]]:
    """Give what a seat, or nobody, may know of states that follow each other and of the actions between them."""
    blocks = np.frombuffer(bytearray(b"".join([state.tobytes() for state in states])), game.state.dtype)
    known = np.array(actions, np.int32)
    _hiding_of(game)(blocks, known, seat)
    return [Seen(game.name, seat, blocks[at : at + 1]) for at in range(len(states))], known.tolist()


@functools.cache
def _hiding_of(game: Game) -> Callable[..., None]:
    """Compile the hiding of a game's stretches, or load it from the cache."""
    return specialise(hide_stretch, game.name, hide=game.hide, hide_action=game.hide_action)


def hide_stretch(blocks: Block, actions: Ids, seat: int) -> None:
    """Overwrite what the seat cannot know, first of each action, while the state it was done to is still open."""
    for at in range(len(actions)):
        actions[at] = hide_action(blocks[at], actions[at], seat)
    for at in range(len(blocks)):
        hide(blocks[at], seat)
