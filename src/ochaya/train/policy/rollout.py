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
import torch

from ochaya.bots.spec import Contender
from ochaya.core.rng import Rng
from ochaya.envs import Batch
from ochaya.train.policy.habits import Habits
from ochaya.train.policy.tables import Tables

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Tensor = Any


class Decided(NamedTuple):
    """A decision in every match: what it was made from, where the network is, and what came of it, at hand."""

    seen: Tensor
    legal: Tensor
    """[n, width] ids of the legal actions, as far as the longest list reaches."""
    counts: Tensor
    places: Ints
    """Which of the legal actions was taken."""
    chances: Floats
    """The logarithm of the chance with which it was."""
    shares: Floats
    """What was expected."""


Decide = Callable[[Batch], Decided]


class Round(NamedTuple):
    """Decisions to learn from, one row each, where the network is."""

    seen: Tensor
    legal: Tensor
    counts: Tensor
    places: Tensor
    chances: Tensor
    better: Tensor
    """How much better it went than expected."""
    returns: Tensor
    """What should have been expected."""


class Rivals:
    """Who sits in the seats that do not learn: nobody, uniform players, or a frozen bot."""

    def __init__(self, tables: Tables, bot: Contender | None, is_alone: bool, rng: Rng, seed: int) -> None:
        """With `is_alone` the learner has every seat; else one side of each match, in turn, and rivals the others."""
        sides = tables.sides.max(axis=1) + 1
        turn = np.where(sides == 1, 0, np.arange(tables.n) % sides)
        self.own = np.ones_like(tables.sides, np.bool_) if is_alone else tables.sides == turn[:, None]
        self.bot, self.rng, self.random = bot, rng, np.random.default_rng(seed)
        self.habits = None if bot is None else Habits.of(tables.game, bot)
        """The bot once more, where it can be asked in all matches at once."""

    def is_own(self, now: Batch) -> npt.NDArray[np.bool_]:
        """Say in which matches the learner is to decide."""
        return np.asarray(self.own[np.arange(len(now.seats)), now.seats])

    def choose(self, tables: Tables, places: Ints) -> Ints:
        """Put the rivals' choices in the place of the learner's where they are to decide."""
        now = tables.now
        theirs = np.flatnonzero(~self.is_own(now))
        if len(theirs) == 0:
            return places
        places = places.copy()
        if self.bot is None:
            places[theirs] = (self.random.random(len(theirs)) * now.counts[theirs]).astype(np.int64)
            return places
        if self.habits is not None:
            places[theirs] = self.habits.choose(tables.states(), theirs, now, self.rng)
            return places
        for at, seen in zip(theirs, tables.seen(theirs.tolist()), strict=True):
            legal = now.legals[at, : now.counts[at]].tolist()
            places[at] = legal.index(int(self.bot.bot.choose(seen, legal, self.bot.limit, self.rng)))
        return places


def play_round(tables: Tables, rivals: Rivals, steps: int, trace: float, decide: Decide) -> Round:
    """Play so many decisions of every match."""
    n, match = tables.n, np.arange(tables.n)
    kept: list[Decided] = []
    seats: list[npt.NDArray[np.int8]] = []
    owns: list[npt.NDArray[np.bool_]] = []
    ends: list[tuple[Floats, npt.NDArray[np.bool_]]] = []
    for _ in range(steps):
        now = tables.now
        decided = decide(now)
        kept.append(decided)
        seats.append(now.seats.copy())
        owns.append(rivals.is_own(now))
        after = tables.step_places(rivals.choose(tables, decided.places))
        ends.append((after.rewards.copy(), after.dones.copy()))
    expected, beyond = np.zeros((n, tables.seats), np.float32), np.zeros((n, tables.seats), np.float32)
    is_known = np.zeros((n, tables.seats), np.bool_)
    expected[match, tables.now.seats] = decide(tables.now).shares
    is_known[match, tables.now.seats] = True
    better, teaches = np.zeros((steps, n), np.float32), np.zeros((steps, n), np.bool_)
    for step in range(steps - 1, -1, -1):
        seat, shares, (rewards, dones) = seats[step], kept[step].shares, ends[step]
        expected[dones], beyond[dones], is_known[dones] = rewards[dones], 0.0, True
        teaches[step] = is_known[match, seat] & owns[step]
        better[step] = expected[match, seat] - shares + trace * beyond[match, seat]
        expected[match, seat], is_known[match, seat] = shares, True
        beyond[match, seat] = np.where(teaches[step], better[step], 0.0)
    return _together(kept, better, teaches.reshape(-1))


def _together(kept: list[Decided], better: Floats, teaches: npt.NDArray[np.bool_]) -> Round:
    """Lay the decisions of all steps one after the other, those that teach something."""
    device = kept[0].seen.device
    chosen = torch.from_numpy(np.flatnonzero(teaches)).to(device)
    longest = max(one.legal.shape[1] for one in kept)
    wide = [torch.nn.functional.pad(one.legal, (0, longest - one.legal.shape[1])) for one in kept]

    def brought(arrays: list[npt.NDArray[Any]]) -> Tensor:
        return torch.from_numpy(np.concatenate(arrays)[teaches]).to(device)

    gains = better.reshape(-1)
    return Round(
        torch.cat([one.seen for one in kept])[chosen], torch.cat(wide)[chosen],
        torch.cat([one.counts for one in kept])[chosen], brought([one.places for one in kept]),
        brought([one.chances for one in kept]), brought([gains]),
        brought([gains + np.concatenate([one.shares for one in kept])]),
    )


def play_out(tables: Tables, rivals: Rivals, decide: Decide) -> npt.NDArray[np.float64]:
    """Play every match to its first end; gives what it brought to the learner's side."""
    results, is_open = np.zeros(tables.n), np.ones(tables.n, np.bool_)
    for _ in range(tables.game.max_length):
        now = tables.step_places(rivals.choose(tables, decide(tables.now).places))
        ended = is_open & now.dones
        results[ended] = (now.rewards * rivals.own).max(axis=1)[ended]
        is_open &= ~now.dones
        if not is_open.any():
            break
    return results
