"""Teaches two networks to tell from what a seat of Hanamikoji sees whether greedy or anybody sits opposite.

    python -m bench.learned.company --matches 4096 --steps 400 --seconds 120

Players by the game's networks or by the frozen Master's meet each other or, in as many matches, a weak one: greedy, who
takes what looks best one action ahead, or anybody, who takes any action. Whatever a player by network sees when he
decides is learned from, together with who sits opposite. Both are core/outlook.py's, give the logarithm of the odds of
their kind against an equal, and become the game's company.npy.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from bench.frozen.hanamikoji import older
from ochaya.core.jit import PACKAGE
from ochaya.core.outlook import NARROW
from ochaya.envs.vector import RANGES_PER_THREAD, generators, most_threads
from ochaya.games import game as game_of
from ochaya.games.hanamikoji.mind.company import KINDS, WIDE, against_weak
from ochaya.games.hanamikoji.mind.instinct import instinct
from ochaya.search.kernel import EQUAL
from ochaya.train.policy.habits import Habits
from ochaya.train.policy.rivals import player_of
from ochaya.train.policy.tables import Tables

SEED = 3
STRONG = 4
"""So many strong players, then as many weak ones as there are kinds."""
PART_WEAK = 0.5
TESTED = 100_000
RATE, BATCH = 2e-3, 8192


def watch(n: int, steps: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
    """Play n matches side by side; gives what players by network see, and of which kind the one opposite is."""
    game = game_of("hanamikoji")
    rows = RANGES_PER_THREAD * most_threads()
    players: list[Any] = [
        Habits(game, instinct, 1.0, rows), Habits(game, instinct, 0.0, rows), Habits(game, older, 1.0, rows, "older."),
        Habits(game, against_weak, 1.0, rows, "weak."), player_of(game, "greedy"), player_of(game, "uniform"),
    ]
    tables, random, rngs = Tables(game, list(game.setups), n, SEED), np.random.default_rng(SEED), generators(SEED, n)
    every = np.arange(n)

    def sat_down(count: int) -> npt.NDArray[np.int64]:
        seats = random.integers(0, STRONG, (count, 2))
        is_weak = random.random(count) < PART_WEAK
        seats[is_weak, random.integers(0, 2, count)[is_weak]] = random.integers(STRONG, STRONG + KINDS, count)[is_weak]
        return seats

    who = sat_down(n)
    seen: list[npt.NDArray[np.int16]] = []
    targets: list[npt.NDArray[np.int64]] = []
    for _ in range(steps):
        now, places = tables.now, np.zeros(n, np.int64)
        own, other = who[every, now.seats], who[every, 1 - now.seats]
        noted = np.flatnonzero((own < STRONG) & (now.counts > 1))
        seen.append(now.observations[noted].copy())
        targets.append(np.maximum(other[noted] - STRONG + 1, EQUAL))
        for (first, last), env in zip(tables.ranges, tables.envs, strict=True):
            for kind, player in enumerate(players):
                asked = np.flatnonzero(own[first:last] == kind)
                if len(asked) > 0:
                    places[first + asked] = player.choose(env.truth, asked, env.now, rngs[first:last])
        done = tables.step_places(places).dones
        who[done] = sat_down(int(done.sum()))
    return np.concatenate(seen), np.concatenate(targets)


class Teller(nn.Module):
    """The network of core/outlook.py for one seat."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(inputs, WIDE), nn.Linear(WIDE, NARROW), nn.Linear(NARROW, 1)])

    def forward(self, seen: Any) -> Any:
        """Give the logarithm of the odds that one of its kind sits opposite, and not an equal."""
        first, second, last = self.layers
        return last(torch.relu(second(torch.relu(first(seen.float())))))

    def numbers(self) -> npt.NDArray[np.float16]:
        """Lay the numbers out as core/outlook.py reads them."""
        parts = [part.detach().cpu().numpy().ravel() for layer in self.layers for part in (layer.weight.T, layer.bias)]
        return np.concatenate(parts).astype(np.float16)


class Company(nn.Module):
    """A network for each kind."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.tellers = nn.ModuleList([Teller(inputs) for _ in range(KINDS)])

    def forward(self, seen: Any) -> Any:
        """Give how likely an equal and each kind sit opposite, on the scale of logarithms."""
        return torch.cat([torch.zeros(len(seen), 1, device=seen.device), *(teller(seen) for teller in self.tellers)], 1)


def learn(seen: Any, targets: Any, seconds: float) -> Company:
    """Teach who sits opposite; says how well what has not been learned from is told."""
    torch.manual_seed(1)
    network: Company = Company(seen.shape[1]).to(seen.device)
    tested = min(TESTED, len(seen) // 10)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    began = time.monotonic()
    while (part := (time.monotonic() - began) / seconds) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1.0 - part) + 1e-5
        some = torch.randint(0, len(seen) - tested, (BATCH,), device=seen.device)
        loss = nn.functional.cross_entropy(network(seen[some]), targets[some])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        told, true = network(seen[-tested:]), targets[-tested:]
    loss = nn.functional.cross_entropy(told, true)
    right = (told.argmax(1) == true).float().mean()
    print(f"{len(seen):,} decisions watched; {float(right):.1%} told right, loss {float(loss):.4f}", flush=True)
    return network


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--out", type=Path, default=PACKAGE / "games" / "hanamikoji" / "mind" / "company.npy")
    told = parser.parse_args()
    seen, targets = watch(told.matches, told.steps)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = learn(torch.from_numpy(seen).to(device), torch.from_numpy(targets).to(device), told.seconds)
    np.save(told.out, np.stack([teller.numbers() for teller in network.tellers]))
    print(told.out)


if __name__ == "__main__":
    main()
