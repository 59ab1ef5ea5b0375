"""Many matches side by side, stepped in one compiled call: the rules at native speed for learners.

    env = VectorEnv("hanamikoji", n=4096, seed=1)
    while learning:
        now = env.now                                # observations, legals, counts, seats, rewards, dones
        env.step_places(policy(now.observations, now.legals, now.counts))

Everything is written into arrays that stay where they are. The same seed gives the same matches whatever the number
of threads.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import msgspec
import numba
import numpy as np
import numpy.typing as npt

from ochaya.core.errors import IllegalAction
from ochaya.core.game import Game, Options
from ochaya.core.jit import config, is_compiled, specialise
from ochaya.core.record import copied
from ochaya.core.rng import Rng
from ochaya.envs import kernel
from ochaya.envs.batch import Batch, check_batch, new_batch, new_room
from ochaya.games import game as game_of

RANGES_PER_THREAD = 4
"""Matches are shared out in more ranges than threads, so that one slow range does not keep the others waiting."""


@dataclass(frozen=True)
class Kernels:
    """The functions of kernel.py, compiled for one game."""

    run_range: Callable[..., bool]
    run_together: Callable[..., bool]


@functools.cache
def kernels(game: Game, is_narrowed: bool) -> Kernels:
    """Compile the batch functions of a game, or load them from the cache."""
    rules: dict[str, Any] = {
        "actor": game.actor, "legal": game.legal, "odds": game.odds, "apply": game.apply, "score": game.score,
        "hide": game.hide, "observe": game.observe,
    }
    if game.stride is not None:
        rules["stride"] = game.stride
    chance = kernel.chance_by_odds if game.stride is None else kernel.chance_by_stride
    rules["chance"] = specialise(chance, game.name, **rules)
    rules["see"] = specialise(kernel.see_narrowed if is_narrowed else kernel.see_as_given, game.name, **rules)
    rules["run_range"] = specialise(kernel.run_range, game.name, **rules)
    return Kernels(rules["run_range"], specialise(kernel.run_together, game.name, parallel=True, **rules))


def most_threads() -> int:
    """Give how many threads compiled code may run on (NUMBA_NUM_THREADS sets it)."""
    return int(config.NUMBA_NUM_THREADS) if is_compiled() else 1


def generators(seed: int, n: int) -> Rng:
    """Give n generators as rows, unrelated to each other and to those of any other seed."""
    words = np.random.SeedSequence(seed).generate_state(n, np.uint64)
    return np.ascontiguousarray(np.where(words == 0, 1, words).astype(np.uint64).reshape(n, 1))


class Saved(msgspec.Struct, frozen=True):
    """A batch of matches as it is written down."""

    game: str
    version: int
    options: dict[str, str]
    states: bytes
    rngs: bytes
    rewards: bytes
    dones: bytes


class VectorEnv:
    """n matches of one game, each begun anew as soon as it has ended."""

    def __init__(
        self, game: Game | str, options: Options | None = None, n: int = 1024, seed: int = 0, *,
        threads: int | None = None, masks: bool = False, numbers: npt.DTypeLike = np.float32,
        into: Batch | None = None,
    ) -> None:
        """Begin n matches; `into` gives arrays of your own, else they are made as `masks` and `numbers` say."""
        if n < 1:
            raise ValueError(f"n: {n} matches")
        self.game = game_of(game) if isinstance(game, str) else game
        self.options = self.game.complete(options)
        self.n = n
        self.seats = self.game.seats(self.options)
        self.threads = min(threads or most_threads(), most_threads())
        self.now = into or new_batch(self.game, self.options, n, masks=masks, numbers=numbers)
        """The arrays that the last call filled."""
        check_batch(self.now, self.game, self.options, n)
        self._start = self.game.start(self.options)
        self._states = self.game.state.new(n)
        self._chosen = np.zeros(n, np.int32)
        self._room = new_room(self.game, self.seats, 1 if self.threads == 1 else self.threads * RANGES_PER_THREAD)
        self._rngs = generators(seed, n)
        self._run(kernel.BEGIN, self.now)

    def reset(self, seed: int) -> Batch:
        """Begin every match anew from a seed."""
        self._rngs = generators(seed, self.n)
        return self._run(kernel.BEGIN, self.now)

    def step(self, actions: npt.NDArray[np.integer[Any]], into: Batch | None = None) -> Batch:
        """Do one action in each match, given by its id; raises IllegalAction, and then nothing has happened.

        Chance is dealt, ended matches begin anew, and all arrays are filled: those of `into` from now on, if given.
        """
        return self._act(actions, False, into)

    def step_places(self, places: npt.NDArray[np.integer[Any]], into: Batch | None = None) -> Batch:
        """Do one action in each match, given by its place in the list of legal ones; else like `step`."""
        return self._act(places, True, into)

    # -- clone, save, restore ------------------------------------------------------------------------------------

    def clone(self) -> VectorEnv:
        """Give a second environment that stands at the same moment and goes on by itself."""
        return type(self).load(
            self.save(), threads=self.threads, masks=self.now.masks.shape[1] > 0, numbers=self.now.observations.dtype
        )

    def save(self) -> bytes:
        """Write down all matches with their generators."""
        return msgspec.msgpack.encode(Saved(
            self.game.name, self.game.version, self.options, self._states.tobytes(), self._rngs.tobytes(),
            self.now.rewards.tobytes(), self.now.dones.tobytes(),
        ))

    def restore(self, data: bytes) -> Batch:
        """Go back to a moment that `save` wrote down; raises ValueError if it is of another kind of environment."""
        saved = msgspec.msgpack.decode(data, type=Saved)
        here = (self.game.name, self.game.version, self.options, len(self._states.tobytes()))
        there = (saved.game, saved.version, saved.options, len(saved.states))
        if here != there:
            raise ValueError(f"saved: {there} instead of {here}")
        self._states = self.game.state.load(saved.states)
        self._rngs = np.frombuffer(bytearray(saved.rngs), np.uint64).reshape(self.n, 1)
        self.now.rewards[:] = np.frombuffer(saved.rewards, np.float32).reshape(self.now.rewards.shape)
        self.now.dones[:] = np.frombuffer(saved.dones, np.bool_)
        return self._run(kernel.LOOK, self.now)

    @classmethod
    def load(cls, data: bytes, **settings: Any) -> Self:
        """Make an environment from what `save` wrote; the settings are those of a new one."""
        saved = msgspec.msgpack.decode(data, type=Saved)
        game = game_of(saved.game)
        env = cls(game, saved.options, len(saved.states) // game.state.dtype.itemsize, **settings)
        env.restore(data)
        return env

    def states(self) -> Any:
        """Give a copy of the whole truth of every match, as a block of records."""
        return copied(self._states)

    @property
    def truth(self) -> Any:
        """The whole truth of every match itself and no copy: for what only reads it, before the next step."""
        return self._states

    def generators(self) -> Rng:
        """Give a copy of every match's generator, one a row."""
        return self._rngs.copy()

    # -- how -----------------------------------------------------------------------------------------------------

    def _act(self, actions: npt.NDArray[np.integer[Any]], by_place: bool, into: Batch | None) -> Batch:
        actions = np.ascontiguousarray(actions)
        if actions.shape != (self.n,) or actions.dtype.kind not in "iu":
            raise ValueError(f"actions: {actions.dtype} {actions.shape} instead of {self.n} whole numbers")
        if into is not None and into is not self.now:
            check_batch(into, self.game, self.options, self.n)
        return self._run(kernel.ACT, into or self.now, actions.astype(np.int64, copy=False), by_place)

    def _run(
        self, what: int, batch: Batch, actions: npt.NDArray[np.int64] | None = None, by_place: bool = False
    ) -> Batch:
        """Call the compiled code, on one thread or on several."""
        chosen = np.zeros(0, np.int64) if actions is None else actions
        made = kernels(self.game, batch.observations.dtype != np.float32)
        rest = (self._start, self._states, self._rngs, self._chosen, batch, self._room)
        wrong = self._room.wrong
        wrong[:] = -1
        if self.threads == 1:
            fits = True
            if what == kernel.ACT:
                wrong[0] = kernel.choose_range(0, self.n, chosen, by_place, self.now, self._chosen)
            if wrong[0] < 0:
                fits = made.run_range(0, self.n, 0, what, *rest)
        else:
            before = numba.get_num_threads()
            numba.set_num_threads(self.threads)
            try:
                fits = made.run_together(what, chosen, by_place, self.now, *rest)
            finally:
                numba.set_num_threads(before)
        if wrong.max() >= 0:
            at = int(wrong[wrong >= 0][0])
            raise IllegalAction("illegal-action", action=str(chosen[at]), match=at)
        self.now = batch
        if not fits:
            raise ValueError(f"observations: {self.game.name} has numbers that {batch.observations.dtype} cannot hold")
        return batch
