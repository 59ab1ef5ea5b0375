"""Random matches at native speed, compiled per game: for benchmarks, sweeps and playouts.

The plain path asks `legal`, lets chance draw by `odds` and picks every legal action as likely. The fast path uses the
game's own `stride` where it has one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ochaya.core.game import CHANCE, OVER, Game, Ids
from ochaya.core.jit import specialise_all
from ochaya.core.record import Block
from ochaya.core.rng import Rng, below, pick

if TYPE_CHECKING:  # the game's own functions, bound by `specialise`
    actor: Callable[[Any], int]
    legal: Callable[[Any, Ids], int]
    odds: Callable[[Any, Ids], int]
    apply: Callable[[Any, int], None]
    hide: Callable[[Any, int], None]
    guess: Callable[[Any, int, Rng], None]
    stride: Callable[[Any, Rng], int]


def random_action(s: Any, out: Ids, weights: Ids, rng: Rng) -> int:
    """Pick what happens next: chance by its odds, a player any legal action."""
    n = legal(s, out)
    if actor(s) == CHANCE:
        odds(s, weights)
        return out[pick(rng, weights, n)]  # type: ignore[no-any-return]
    return out[below(rng, n)]  # type: ignore[no-any-return]


def play_plain(blocks: Block, start: Block, out: Ids, weights: Ids, rng: Rng, matches: int) -> int:
    """Play whole random matches the plain way; gives the number of steps."""
    steps = 0
    for _ in range(matches):
        blocks[0] = start[0]
        s = blocks[0]
        while actor(s) != OVER:
            apply(s, random_action(s, out, weights, rng))
            steps += 1
    return steps


def play_fast(blocks: Block, start: Block, rng: Rng, matches: int) -> int:
    """Play whole random matches by strides; gives the number of ordinary steps they stand for."""
    steps = 0
    for _ in range(matches):
        blocks[0] = start[0]
        s = blocks[0]
        while actor(s) != OVER:
            steps += stride(s, rng)
    return steps


def copy_often(blocks: Block, source: Block, times: int) -> int:
    """Copy states over and over, for timing."""
    n = len(source)
    for i in range(times):
        blocks[0] = source[i % n]
    return times


def hide_often(blocks: Block, source: Block, seats: int, times: int) -> int:
    """Copy and hide states over and over, for timing."""
    n = len(source)
    for i in range(times):
        blocks[0] = source[i % n]
        hide(blocks[0], i % seats)
    return times


def guess_often(blocks: Block, source: Block, seats: int, rng: Rng, times: int) -> int:
    """Copy hidden states and guess worlds for them over and over, for timing (state i is hidden for seat i % seats)."""
    n = len(source)
    for i in range(times):
        blocks[0] = source[i % n]
        guess(blocks[0], (i % n) % seats, rng)
    return times


@dataclass(frozen=True)
class Playouts:
    """The functions above, compiled for one game."""

    random_action: Callable[..., int]
    play_plain: Callable[..., int]
    play_fast: Callable[..., int] | None
    copy_often: Callable[..., int]
    hide_often: Callable[..., int]
    guess_often: Callable[..., int]


@functools.cache
def playouts(game: Game) -> Playouts:
    """Compile the playouts of a game, or load them from the cache."""
    family: list[Callable[..., int]] = [random_action, play_plain, copy_often, hide_often, guess_often]
    bindings: dict[str, Any] = {
        "actor": game.actor, "legal": game.legal, "odds": game.odds, "apply": game.apply,
        "hide": game.hide, "guess": game.guess,
    }
    if game.stride is not None:
        family.append(play_fast)
        bindings["stride"] = game.stride
    made = specialise_all(family, game.name, **bindings)
    return Playouts(**{name: made.get(name) for name in Playouts.__dataclass_fields__})  # type: ignore[arg-type]
