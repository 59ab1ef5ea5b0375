"""A round of play: many matches side by side in groups, so that one is played while the network thinks of another.

A group's observations and legal actions go to the network's device without anybody waiting, and stay there; only which
actions were drawn comes back. One thread tells the device what to do, a second one plays. Of each group everything
happens in one order, and no group touches another, so a round is the same on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from numba import prange

from ochaya.core.game import Game, Ids
from ochaya.core.jit import specialise
from ochaya.train.learner import Arrays, below
from ochaya.train.policy.credit import Flags, Happened, credit, new_happened
from ochaya.train.policy.eyes import Eyes
from ochaya.train.policy.network import PolicyNetwork
from ochaya.train.policy.notes import Notes
from ochaya.train.policy.player import Decided, PolicyPlayer
from ochaya.train.policy.rivals import Rivals
from ochaya.train.policy.tables import Tables
from ochaya.train.recipes import Policy

Tensor = Any
GROUPS = 2
"""While one group of matches is played, the network thinks of the other."""


def narrow_legals(legals: npt.NDArray[np.int32], counts: Ids, width: int, out: npt.NDArray[np.int16]) -> None:
    """Lay the legal actions of each match one list after the other, each as wide as the longest."""
    for at in prange(len(counts)):
        for i in range(counts[at]):
            out[at * width + i] = legals[at, i]


class Group:
    """Some of the matches: `first` is the number of its first one among all."""

    def __init__(self, player: PolicyPlayer, tables: Tables, rivals: Rivals, first: int) -> None:
        """Make the room that travels between the matches and the network."""
        self.player, self.tables, self.rivals = player, tables, rivals
        self.rows = slice(first, first + tables.n)
        now, room = tables.now, player.room
        self._narrow = specialise(narrow_legals, tables.game.name, parallel=True)
        self._legals = room((tables.n * tables.game.max_legal,), np.int16)
        self._places, self._of_past = room((tables.n,), np.int64), room((len(rivals.past),), np.int64)
        self._width = self._total = self._total_of_past = 0
        self._seen, self._counts = torch.from_numpy(tables.shown), torch.from_numpy(now.counts)
        self._past = torch.from_numpy(rivals.past).to(player.device)
        self._is_drawn = torch.cuda.Event() if player.device.type == "cuda" else None

    def pack(self) -> None:
        """Make the legal actions ready to be sent."""
        now = self.tables.now
        self._width, self._total = int(now.counts.max()), int(now.counts.sum())
        self._total_of_past = int(now.counts[self.rivals.past].sum())
        self._narrow(now.legals, now.counts, self._width, self._legals)

    def ask(self, notes: Notes, step: int, past: PolicyNetwork | None) -> None:
        """Send what is to be decided, packed before, and let actions be drawn; does not wait for them."""
        n, rows, width = self.tables.n, self.rows, self._width
        notes.longest = max(notes.longest, width)
        seen, legal, counts = notes.seen[step, rows], notes.legal[step, rows, :width], notes.counts[step, rows]
        seen.copy_(self._seen, non_blocking=True)
        counts.copy_(self._counts, non_blocking=True)
        legal.copy_(torch.from_numpy(self._legals[: n * width]).view(n, width).to(seen.device, non_blocking=True))
        places, chances, shares = self.player.draw(self.player.network, seen, legal, counts, self._total)
        notes.places[step, rows], notes.chances[step, rows], notes.shares[step, rows] = places, chances, shares
        torch.from_numpy(self._places).copy_(places, non_blocking=True)
        if past is not None and len(self._past) > 0:
            theirs, _, _ = self.player.draw(
                past, seen[self._past], legal[self._past], counts[self._past], self._total_of_past)
            torch.from_numpy(self._of_past).copy_(theirs, non_blocking=True)
        if self._is_drawn is not None:
            self._is_drawn.record()

    def act(self, happened: Happened, step: int) -> None:
        """Wait for the actions, let the rivals take theirs, do them, and pack what is to be decided next."""
        happened.seats[step, self.rows] = self.tables.now.seats
        happened.is_own[step, self.rows] = self.rivals.is_own()
        if self._is_drawn is not None:
            self._is_drawn.synchronize()
        after = self.tables.step_places(self.rivals.choose(self._places, self._of_past))
        happened.rewards[step, self.rows], happened.dones[step, self.rows] = after.rewards, after.dones
        self.pack()


def play_round(
    groups: Sequence[Group], notes: Notes, steps: int, trace: float, past: PolicyNetwork | None = None
) -> Flags:
    """Play so many decisions of every match into the notes; says of each, [steps, n], whether it teaches anything."""
    happened = new_happened(steps, notes.seen.shape[1], groups[0].tables.seats)
    notes.longest = 1
    for group in groups:
        group.pack()
    with ThreadPoolExecutor(1) as second:
        acting = []
        for group in groups:
            group.ask(notes, 0, past)
            acting.append(second.submit(group.act, happened, 0))
        for step in range(1, steps + 1):
            for at, group in enumerate(groups):
                acting[at].result()
                group.ask(notes, step, past)
                if step < steps:
                    acting[at] = second.submit(group.act, happened, step)
    for group in groups:
        happened.seats[steps, group.rows] = group.tables.now.seats
    shares = notes.shares.cpu().numpy()
    better, teaches = credit(
        happened.seats, happened.is_own, shares, happened.rewards, happened.dones, trace)
    notes.better[:steps].copy_(torch.from_numpy(better))
    return teaches


class Together:
    """The matches of a learner in groups, all in this process and played where the network is."""

    def __init__(
        self, game: Game, setups: Sequence[str], recipe: Policy, shares: Mapping[str, float], player: PolicyPlayer,
        seed: int, eyes: Eyes,
    ) -> None:
        """Begin the matches, with rivals in their shares of them."""
        self.recipe = recipe
        self.groups: list[Group] = []
        ends = np.linspace(0, recipe.matches, GROUPS + 1).astype(int).tolist()
        for number, (first, last) in enumerate(pairwise(ends)):
            own = seed * GROUPS + number
            tables = Tables(game, setups, last - first, own, player.room, eyes)
            self.groups.append(Group(player, tables, Rivals(tables, shares, own), first))

    @property
    def even(self) -> float:
        """The share of an equal."""
        return self.groups[0].tables.even

    def play(self, past: PolicyNetwork | None, notes: Notes) -> Flags:
        """Play a round into the notes; says of each decision, [steps, n], whether it teaches anything."""
        return play_round(self.groups, notes, self.recipe.steps, self.recipe.trace, past)

    def save(self) -> Arrays:
        """Give the matches under way and their rivals' generators."""
        arrays: Arrays = {}
        for number, group in enumerate(self.groups):
            arrays |= {f"group.{number}.{name}": array for name, array in group.tables.save().items()}
            arrays[f"group.{number}.rivals"] = group.rivals.rngs.copy()
        return arrays

    def load(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from what `save` gave."""
        for number, group in enumerate(self.groups):
            group.tables.load(below(arrays, f"group.{number}."))
            group.rivals.rngs[:] = arrays[f"group.{number}.rivals"]


def play_out(tables: Tables, rivals: Rivals, decide: Callable[[Tables], Decided]) -> npt.NDArray[np.float64]:
    """Play every match to its first end; gives what it brought to the learner's side."""
    results, is_open = np.zeros(tables.n), np.ones(tables.n, np.bool_)
    for _ in range(tables.game.max_length):
        now = tables.step_places(rivals.choose(decide(tables).places))
        ended = is_open & now.dones
        results[ended] = (now.rewards * rivals.own).max(axis=1)[ended]
        is_open &= ~now.dones
        if not is_open.any():
            break
    return results
