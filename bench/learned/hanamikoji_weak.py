"""Learns what worlds of Hanamikoji come to, and which come about, where a player of a known kind sits opposite.

    python -m bench.learned.hanamikoji_weak greedy --matches 16384 --steps 400 --seconds 120 --out FOLDER

One side plays by the network that has learned to meet weak players (mind/company.py), the other is greedy, or uniform.
In most matches one action of the first is another than it would take: a search looks at those too. What that and later
actions leave behind is learned together with how the match ended; worlds in which the first decides, each true one
beside a guessed one, for the belief. The networks are those of mind/foresight.py, for one side.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import torch
from numba import prange

from bench.learned.hanamikoji_networks import NOTHING
from bench.learned.hanamikoji_worlds import learn, look_both
from ochaya.core.game import OVER
from ochaya.core.jit import specialise
from ochaya.core.record import Block, copied
from ochaya.envs.vector import RANGES_PER_THREAD, generators, most_threads
from ochaya.games import game as game_of
from ochaya.games.hanamikoji.mind.company import against_weak
from ochaya.games.hanamikoji.mind.foresight import MOST, rows_for_one
from ochaya.train.policy.habits import Habits
from ochaya.train.policy.rivals import player_of
from ochaya.train.policy.tables import Tables

if TYPE_CHECKING:  # the game's own functions, bound by `specialise`
    actor: Callable[[Any], int]
    apply: Callable[[Any, int], None]

Rows = npt.NDArray[np.int16]
Targets = npt.NDArray[np.float32]

SETUPS = ["standard", "standard", "standard", "geishas", "endless"]
SEED = 5
LONGEST = 16
"""The odd action comes after fewer of the own decisions than this."""
PLAIN = 0.2
"""In so large a part of the matches no action is odd."""
WARM = 4.0
"""Half of the odd actions are any, half are drawn by the network at this temperature."""
BELIEVED = 0.4
"""So large a part of the own decisions is learned from for the belief."""


def look_after(
    states: Block, chosen: npt.NDArray[np.int32], mine: npt.NDArray[np.int8], rows: Rows,
    goes_on: npt.NDArray[np.bool_],
) -> None:
    """Do the chosen actions in `states`; name the rows of what they leave behind, where the match goes on."""
    for at in prange(len(states)):
        s = states[at]
        apply(s, chosen[at])
        goes_on[at] = actor(s) != OVER
        if goes_on[at]:
            rows_for_one(s, mine[at], rows[at])


class Matches:
    """Matches with one kind of rival, played on and on."""

    def __init__(self, rival: str, n: int) -> None:
        """Sit down, in every other match on the other side."""
        self.game, self.n = game_of("hanamikoji"), n
        names: dict[str, Any] = {name: getattr(self.game, name) for name in ("actor", "apply", "hide", "guess")}
        self.look_after, self.look_both = (
            specialise(function, self.game.name, parallel=True, form="weak.", **names)
            for function in (look_after, look_both))
        self.tables, self.rngs = Tables(self.game, SETUPS, n, SEED), generators(SEED, n)
        rows = RANGES_PER_THREAD * most_threads()
        self.own = Habits(self.game, against_weak, 1.0, rows, "weak.")
        self.warm = Habits(self.game, against_weak, WARM, rows, "weak.")
        self.rival = player_of(self.game, rival)
        self.random = np.random.default_rng(SEED)
        self.mine = (np.arange(n) % 2).astype(np.int8)
        self.left = self._lefts(n)

    def _lefts(self, n: int) -> npt.NDArray[np.int64]:
        """Draw after how many own decisions the odd action comes; below 0: it has been, or never comes."""
        lefts = self.random.integers(0, LONGEST, n)
        lefts[self.random.random(n) < PLAIN] = -1
        return lefts

    def _choose(self, is_mine: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """Give each match's choice."""
        places, now = np.zeros(self.n, np.int64), self.tables.now
        is_odd = is_mine & (self.left == 0)
        is_any = is_odd & (self.random.random(self.n) < 0.5)
        asked = ((self.rival, ~is_mine), (self.own, is_mine & ~is_odd), (self.warm, is_odd & ~is_any))
        for (first, last), env in zip(self.tables.ranges, self.tables.envs, strict=True):
            for player, where in asked:
                matches = np.flatnonzero(where[first:last])
                if len(matches) > 0:
                    places[first + matches] = player.choose(env.truth, matches, env.now, self.rngs[first:last])
        places[is_any] = (self.random.random(int(is_any.sum())) * now.counts[is_any]).astype(np.int64)
        return places

    def _states(self, some: npt.NDArray[np.int64]) -> Block:
        """Copy the whole truth of some matches."""
        return np.concatenate([
            env.truth[some[(some >= first) & (some < last)] - first]
            for (first, last), env in zip(self.tables.ranges, self.tables.envs, strict=True)])

    def play(self, steps: int) -> tuple[tuple[Rows, Targets], tuple[Rows, Targets]]:
        """Give the rows of what own actions left behind with how the match ended, and of worlds with their truth."""
        waiting: list[tuple[npt.NDArray[np.int64], Rows]] = []
        ends: list[tuple[npt.NDArray[np.bool_], Targets]] = []
        worlds: list[Rows] = []
        truths: list[Targets] = []
        for _ in range(steps):
            now = self.tables.now
            is_mine = now.seats == self.mine
            places = self._choose(is_mine)
            some = np.flatnonzero(is_mine & (self.left <= 0))
            rows, goes_on = np.full((len(some), MOST), NOTHING, np.int16), np.zeros(len(some), np.bool_)
            chosen = now.legals[some, places[some]]
            self.look_after(self._states(some), chosen, self.mine[some], rows, goes_on)
            waiting.append((some[goes_on], rows[goes_on]))
            some = np.flatnonzero(is_mine & (now.counts > 1) & (self.random.random(self.n) < BELIEVED))
            true, guessed = (np.full((len(some), MOST), NOTHING, np.int16) for _ in range(2))
            states, rngs = self._states(some), np.ascontiguousarray(self.rngs[some])
            self.look_both(states, copied(states), rngs, true, guessed)
            self.rngs[some] = rngs
            worlds += [true, guessed]
            truths += [np.ones(len(some), np.float32), np.zeros(len(some), np.float32)]
            self.left[is_mine & (self.left >= 0)] -= 1
            after = self.tables.step_places(places)
            ends.append((after.dones.copy(), after.rewards[np.arange(self.n), self.mine].astype(np.float32)))
            self.left[after.dones] = self._lefts(int(after.dones.sum()))
        result = np.full(self.n, np.nan, np.float32)
        named: list[Rows] = []
        targets: list[Targets] = []
        for (some, rows), (is_end, shares) in zip(reversed(waiting), reversed(ends), strict=True):
            result = np.where(is_end, shares, result)
            known = ~np.isnan(result[some])
            named.append(rows[known])
            targets.append(result[some][known])
        return (np.concatenate(named), np.concatenate(targets)), (np.concatenate(worlds), np.concatenate(truths))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rival", choices=["greedy", "uniform"])
    parser.add_argument("--matches", type=int, default=16_384)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--wide", type=int, default=128)
    parser.add_argument("--seconds", type=float, default=120.0, help="for each network")
    parser.add_argument("--out", type=Path, required=True)
    told = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    began = time.monotonic()
    outcome, belief = Matches(told.rival, told.matches).play(told.steps)
    told.out.mkdir(parents=True, exist_ok=True)
    for name, (rows, targets) in {"outcome": outcome, "belief": belief}.items():
        passed = time.monotonic() - began
        print(f"{name}: {len(rows):,} worlds after {passed:.0f} s, mean {targets.mean():.4f}", flush=True)
        if name == "belief" and told.rival == "uniform":
            continue  # what he does tells next to nothing of what he has
        known, ends = (torch.from_numpy(array).to(device) for array in (rows, targets))
        network = learn(known, ends, told.wide, told.seconds)
        np.save(told.out / f"{name}_{told.rival}.npy", network.numbers())


if __name__ == "__main__":
    main()
