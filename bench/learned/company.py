"""Teaches a network to tell from what a seat of Hanamikoji sees whether a weak player sits opposite.

    python -m bench.learned.company --matches 4096 --steps 400 --seconds 120

Players by either of the game's networks meet each other or, in as many matches, a weak one: greedy, who takes what
looks best one action ahead, or anybody, who takes any action. Whatever a player by network sees when he decides is
learned from, together with who sits opposite. The network is core/outlook.py's and becomes the game's company.npy.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from ochaya.core.jit import PACKAGE
from ochaya.core.outlook import NARROW
from ochaya.envs.vector import RANGES_PER_THREAD, generators, most_threads
from ochaya.games import game as game_of
from ochaya.games.hanamikoji.mind.company import WIDE_COMPANY, against_weak
from ochaya.games.hanamikoji.mind.instinct import instinct
from ochaya.train.policy.habits import Habits
from ochaya.train.policy.rivals import player_of
from ochaya.train.policy.tables import Tables

SEED = 3
STRONG, WEAK = 2, 2
"""So many strong players, then so many weak ones."""
PART_WEAK = 0.5
TESTED = 100_000
RATE, BATCH = 2e-3, 4096


def watch(n: int, steps: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.float32]]:
    """Play n matches side by side; gives what players by network see, and whether a weak player sits opposite."""
    game = game_of("hanamikoji")
    rows = RANGES_PER_THREAD * most_threads()
    players: list[Any] = [
        Habits(game, instinct, 1.0, rows), Habits(game, against_weak, 1.0, rows, "rows."), player_of(game, "greedy"),
        player_of(game, "uniform"),
    ]
    tables, random, rngs = Tables(game, list(game.setups), n, SEED), np.random.default_rng(SEED), generators(SEED, n)
    every = np.arange(n)

    def sat_down(count: int) -> npt.NDArray[np.int64]:
        seats = random.integers(0, STRONG, (count, 2))
        is_weak = random.random(count) < PART_WEAK
        seats[is_weak, random.integers(0, 2, count)[is_weak]] = random.integers(STRONG, STRONG + WEAK, count)[is_weak]
        return seats

    who = sat_down(n)
    seen: list[npt.NDArray[np.int16]] = []
    targets: list[npt.NDArray[np.float32]] = []
    for _ in range(steps):
        now, places = tables.now, np.zeros(n, np.int64)
        own, other = who[every, now.seats], who[every, 1 - now.seats]
        noted = np.flatnonzero((own < STRONG) & (now.counts > 1))
        seen.append(now.observations[noted].copy())
        targets.append((other[noted] >= STRONG).astype(np.float32))
        for (first, last), env in zip(tables.ranges, tables.envs, strict=True):
            for kind, player in enumerate(players):
                asked = np.flatnonzero(own[first:last] == kind)
                if len(asked) > 0:
                    places[first + asked] = player.choose(env.truth, asked, env.now, rngs[first:last])
        done = tables.step_places(places).dones
        who[done] = sat_down(int(done.sum()))
    return np.concatenate(seen), np.concatenate(targets)


class Company(nn.Module):
    """The network of core/outlook.py for one seat."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(inputs, WIDE_COMPANY), nn.Linear(WIDE_COMPANY, NARROW)
        self.last = nn.Linear(NARROW, 1)

    def forward(self, seen: Any) -> Any:
        """Give the logarithm of the odds that a weak player sits opposite."""
        return self.last(torch.relu(self.second(torch.relu(self.first(seen.float()))))).squeeze(1)

    def numbers(self) -> npt.NDArray[np.float16]:
        """Lay the numbers out as core/outlook.py reads them."""
        layers = (self.first, self.second, self.last)
        parts = [part.detach().numpy().ravel() for layer in layers for part in (layer.weight.T, layer.bias)]
        return np.concatenate(parts).astype(np.float16)


def learn(seen: Any, targets: Any, seconds: float) -> Company:
    """Teach a network who sits opposite; says how well it tells what it has not learned from."""
    torch.manual_seed(1)
    network, tested = Company(seen.shape[1]), min(TESTED, len(seen) // 10)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    began = time.monotonic()
    while (part := (time.monotonic() - began) / seconds) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1.0 - part) + 1e-5
        some = torch.randint(0, len(seen) - tested, (BATCH,))
        loss = nn.functional.binary_cross_entropy_with_logits(network(seen[some]), targets[some])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        odds, true = network(seen[-tested:]), targets[-tested:]
    loss = nn.functional.binary_cross_entropy_with_logits(odds, true)
    right = ((odds > 0.0) == (true > 0.0)).float().mean()
    print(f"{len(seen):,} decisions watched; {float(right):.1%} told right, loss {float(loss):.4f}", flush=True)
    return network


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=120.0)
    told = parser.parse_args()
    seen, targets = watch(told.matches, told.steps)
    network = learn(torch.from_numpy(seen), torch.from_numpy(targets), told.seconds)
    path = PACKAGE / "games" / "hanamikoji" / "mind" / "company.npy"
    np.save(path, network.numbers())
    print(path)


if __name__ == "__main__":
    main()
