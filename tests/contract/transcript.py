"""A program that plays seeded matches and prints a digest of everything every function said.

Run in three ways it must print the same: compiled, uncompiled (NUMBA_DISABLE_JIT=1; there an overflow of a small
number is a warning, and warnings are errors) and with bounds checks (NUMBA_BOUNDSCHECK=1).

    python -m tests.contract.transcript hanamikoji 2
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from ochaya.core.game import OVER, Game
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.games import game as find
from tests.support import Case, Step, play, viewers

ROWS = 10
"""A match is digested in about this many lines, so that a difference can be placed."""
LOOKS = 40
"""At most about this many steps of a match are put through `hide`, `guess` and `observe`: uncompiled they are slow."""


def transcript(game: Game, matches: int) -> Iterator[str]:
    """Give the lines of all setups of a game."""
    for setup in game.setups:
        case = Case(game, setup)
        for match in range(matches):
            yield from _match(case, match)
        if game.stride is not None:
            yield _strides(case)


def _match(case: Case, match: int) -> Iterator[str]:
    game, options, seats = case.game, case.options, case.seats
    whole = list(play(game, options, f"transcript {match}"))
    digest, rng = hashlib.sha256(), new_rng(match)
    row, look = max(1, len(whole) // ROWS), max(1, len(whole) // LOOKS)
    for step in whole:
        _add_step(digest, step)
        if step.number % look == 0:
            _add_knowledge(digest, game, step, seats, rng)
        if (step.number + 1) % row == 0:
            yield f"{case} match {match} step {step.number} {digest.hexdigest()[:16]}"
    yield f"{case} match {match} end {game.shares(whole[-1].after[0], seats)} {digest.hexdigest()[:16]}"


def _add_step(digest: Any, step: Step) -> None:
    digest.update(np.array([step.actor, *step.legal, *step.weights, step.action], np.int64).tobytes())
    digest.update(step.after.tobytes())


def _add_knowledge(digest: Any, game: Game, step: Step, seats: int, rng: Any) -> None:
    digest.update(bytes([bool(game.conserved(step.after[0]))]))
    for viewer in viewers(seats):
        knowledge = seen(game, step.before, viewer)
        digest.update(knowledge.tobytes())
        digest.update(np.round(game.observation(knowledge), 4).tobytes())
        digest.update(int(game.hide_action(step.before[0], step.action, viewer)).to_bytes(8, "big"))
        world = knowledge.block.copy()
        game.guess(world[0], viewer, rng)
        digest.update(world.tobytes())


def _strides(case: Case) -> str:
    assert case.game.stride is not None
    digest, rng, state, made = hashlib.sha256(), new_rng(5), case.game.start(case.options), 0
    while int(case.game.actor(state[0])) != OVER:
        made += int(case.game.stride(state[0], rng))
        digest.update(state.tobytes())
    return f"{case} strides {made} {digest.hexdigest()[:16]}"


if __name__ == "__main__":
    for line in transcript(find(sys.argv[1]), int(sys.argv[2])):
        print(line)
