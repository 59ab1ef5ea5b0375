"""A round of play: decisions of many matches side by side, and how much better each went than expected.

Each seat's decisions form a line of their own. At the end of a match everybody learns the result; before it, what a
seat expects at its next decision stands for it. Decisions whose seat does not decide again within the round teach
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ochaya.bots.spec import Contender
from ochaya.core.rng import Rng
from ochaya.core.secrecy import seen as seen_by
from ochaya.envs import Batch, VectorEnv

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Decide = Callable[[Batch], tuple[Ints, Floats, Floats]]
"""Gives for each match the place of the action taken, the logarithm of its chance, and the share expected."""


class Round(NamedTuple):
    """Decisions to learn from, one row each."""

    seen: npt.NDArray[Any]
    legal: Ints
    counts: Ints
    places: Ints
    chances: Floats
    """The logarithm of the chance with which each was taken."""
    better: Floats
    """How much better it went than expected."""
    returns: Floats
    """What should have been expected."""


class Rivals:
    """Who sits in the seats that do not learn: nobody, uniform players, or a frozen bot."""

    def __init__(self, env: VectorEnv, bot: Contender | None, is_alone: bool, rng: Rng, seed: int) -> None:
        """With `is_alone` the learner has every seat; else one side of each match, in turn, and rivals the others."""
        teams = env.game.teams(env.options) if env.game.teams is not None else tuple(range(env.seats))
        sides = max(teams) + 1
        self.own = np.ones((env.n, env.seats), np.bool_)
        if not is_alone:
            self.own[:] = np.array(teams)[None] == (np.arange(env.n) % sides)[:, None]
        self.bot, self.rng, self.random = bot, rng, np.random.default_rng(seed)

    def is_own(self, now: Batch) -> npt.NDArray[np.bool_]:
        """Say in which matches the learner is to decide."""
        return np.asarray(self.own[np.arange(len(now.seats)), now.seats])

    def choose(self, env: VectorEnv, places: Ints) -> Ints:
        """Put the rivals' choices in the place of the learner's where they are to decide."""
        now = env.now
        theirs = np.flatnonzero(~self.is_own(now))
        if len(theirs) == 0:
            return places
        if self.bot is None:
            places[theirs] = (self.random.random(len(theirs)) * now.counts[theirs]).astype(np.int64)
            return places
        states = env.states()
        for at in theirs:
            legal = now.legals[at, : now.counts[at]].tolist()
            seen = seen_by(env.game, states[at : at + 1], int(now.seats[at]))
            action = self.bot.bot.choose(seen, legal, self.bot.limit, self.rng)
            places[at] = legal.index(int(action))
        return places


def play_round(env: VectorEnv, rivals: Rivals, steps: int, trace: float, decide: Decide) -> Round:
    """Play so many decisions of every match."""
    n, seats, match = env.n, env.seats, np.arange(env.n)
    kept: list[tuple[Any, ...]] = []
    shares = np.zeros((steps + 1, n), np.float32)
    for step in range(steps):
        now = env.now
        places, chances, shares[step] = decide(now)
        width = int(now.counts.max())
        own = rivals.is_own(now)
        kept.append((now.observations.copy(), now.legals[:, :width].copy(), now.counts.copy(), now.seats.copy(),
                     own, places.copy(), chances))
        env.step_places(rivals.choose(env, places))
        kept[-1] += (env.now.rewards.copy(), env.now.dones.copy())
    shares[steps] = decide(env.now)[2]
    expected, beyond = np.zeros((n, seats), np.float32), np.zeros((n, seats), np.float32)
    is_known = np.zeros((n, seats), np.bool_)
    expected[match, env.now.seats] = shares[steps]
    is_known[match, env.now.seats] = True
    better = np.zeros((steps, n), np.float32)
    teaches = np.zeros((steps, n), np.bool_)
    for step in range(steps - 1, -1, -1):
        _, _, _, seat, own, _, _, rewards, dones = kept[step]
        expected[dones], beyond[dones], is_known[dones] = rewards[dones], 0.0, True
        teaches[step] = is_known[match, seat] & own
        better[step] = expected[match, seat] - shares[step] + trace * beyond[match, seat]
        expected[match, seat], is_known[match, seat] = shares[step], True
        beyond[match, seat] = np.where(teaches[step], better[step], 0.0)
    longest = max(part[1].shape[1] for part in kept)
    chosen = teaches.reshape(-1)

    def together(at: int) -> Any:
        return np.concatenate([part[at] for part in kept])[chosen]

    legal = np.concatenate([np.pad(part[1], ((0, 0), (0, longest - part[1].shape[1]))) for part in kept])[chosen]
    flat = better.reshape(-1)[chosen]
    return Round(
        together(0), legal.astype(np.int64), together(2).astype(np.int64), together(5), together(6), flat,
        flat + shares[:steps].reshape(-1)[chosen],
    )


def play_out(env: VectorEnv, rivals: Rivals, decide: Decide) -> npt.NDArray[np.float64]:
    """Play every match to its first end; gives what it brought to the learner's side."""
    results, is_open = np.zeros(env.n), np.ones(env.n, np.bool_)
    for _ in range(env.game.max_length):
        places = decide(env.now)[0]
        now = env.step_places(rivals.choose(env, places))
        ended = is_open & now.dones
        results[ended] = (now.rewards * rivals.own).max(axis=1)[ended]
        is_open &= ~now.dones
        if not is_open.any():
            break
    return results
