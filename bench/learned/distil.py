"""Teaches a policy of Hanamikoji the mean of what two would do: the policy of a run, and the frozen Master's instinct.

    python -m bench.learned.distil --recipe bench/learned/mimic.toml --start RUN --seconds 800 --out OUT

Both are asked in matches in which their mean plays itself; in half of the matches one action in four is any at all. The
network begins with the run's own numbers and learns the mean by supervision.
"""

from __future__ import annotations

import argparse
import copy
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from bench.frozen.hanamikoji import instinct as frozen
from ochaya.core.game import Game
from ochaya.core.habit import forget_doubt
from ochaya.core.jit import specialise
from ochaya.core.record import Block
from ochaya.games import game as game_of
from ochaya.train.errors import CannotTrain
from ochaya.train.networks import numbers_of, take_numbers
from ochaya.train.policy.player import network_of
from ochaya.train.policy.tables import Tables
from ochaya.train.recipes import recipe_of
from ochaya.train.run import read_checkpoint, write_checkpoint

MATCHES, SEED, BATCH, RATE = 2048, 11, 1024, 5e-4
ODD = (0.03, 0.25)
"""How often any action at all is taken, in one half of the matches and in the other."""

hide: Any = None
weigh: Any = None


class Positions(NamedTuple):
    """What was seen, what was legal, and how likely each of it should be."""

    seen: npt.NDArray[np.int16]
    legal: npt.NDArray[np.int16]
    counts: npt.NDArray[np.int32]
    chances: npt.NDArray[np.float16]


def weigh_all(
    weights: npt.NDArray[np.float32], states: Block, seats: Any, counts: Any, legals: Any, room: Block, each: Any,
    out: Any,
) -> None:
    """Write the frozen instinct's chances in every match."""
    for match in range(len(counts)):
        seat, n = int(seats[match]), int(counts[match])
        room[0] = states[match]
        hide(room[0], seat)
        weigh(weights, room[0], seat, legals[match], n, each)
        forget_doubt(each, n)
        total = 0.0
        for at in range(n):
            total += each[at]
        for at in range(n):
            out[match, at] = each[at] / total
        for at in range(n, out.shape[1]):
            out[match, at] = 0.0


def gather(game: Game, network: Any, count: int) -> Positions:
    """Let the mean of both play, and keep what it saw."""
    tables, draw = Tables(game, ["standard"], MATCHES, SEED), np.random.default_rng(SEED)
    ask = specialise(weigh_all, game.name, hide=game.hide, weigh=frozen.weigh)
    room, each = game.state.new(1), np.zeros(game.max_legal)
    theirs, is_wild = np.zeros((MATCHES, game.max_legal), np.float32), draw.random(MATCHES) < 0.5
    kept: list[Positions] = []
    while sum(len(one.counts) for one in kept) < count:
        now = tables.now
        ask(frozen.load(), tables.envs[0].truth, now.seats, now.counts, now.legals, room, each, theirs)
        with torch.no_grad():
            own, _ = network(*(torch.from_numpy(array) for array in (now.observations, now.legals, now.counts)))
        mean = (theirs + own.exp().numpy()) / 2.0
        some = np.flatnonzero(now.counts > 1)
        kept.append(Positions(
            now.observations[some].copy(), now.legals[some].astype(np.int16), now.counts[some].copy(),
            mean[some].astype(np.float16)))
        ends = mean.cumsum(axis=1)
        places = np.minimum((ends <= draw.random((MATCHES, 1)) * ends[:, -1:]).sum(1), now.counts - 1)
        is_odd = draw.random(MATCHES) < np.where(is_wild, ODD[1], ODD[0])
        tables.step_places(np.where(is_odd, (draw.random(MATCHES) * now.counts).astype(np.int64), places))
    return Positions(*(np.concatenate(parts) for parts in zip(*kept, strict=True)))


def distance(network: Any, positions: Positions, some: Any) -> Any:
    """Give how far the network's chances are from the mean's: the divergence, averaged over some positions."""
    width = int(positions.counts[some].max())
    seen, legal, counts = positions.seen[some], positions.legal[some][:, :width], positions.counts[some]
    wanted = torch.from_numpy(positions.chances[some][:, :width].astype(np.float32))
    wanted = wanted / wanted.sum(1, keepdim=True)
    chances, _ = network(*(torch.from_numpy(array) for array in (seen, legal, counts)))
    return (wanted * (wanted.clamp(min=1e-9).log() - chances.clamp(min=-30.0))).sum(1).mean()


def teach(network: Any, positions: Positions, seconds: float) -> None:
    """Learn the mean for so many seconds; the first positions are only looked at."""
    optimizer, draw = torch.optim.Adam(network.parameters(), lr=RATE), np.random.default_rng(SEED)
    tested = np.arange(min(8000, len(positions.counts) // 10))
    began = told = time.monotonic()
    while (part := (time.monotonic() - began) / seconds) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1.0 - part) + 1e-5
        loss = distance(network, positions, draw.integers(len(tested), len(positions.counts), BATCH))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if time.monotonic() - told > 60.0:
            told = time.monotonic()
            with torch.no_grad():
                print(f"{told - began:.0f} s · divergence {distance(network, positions, tested):.4f}", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name in ("recipe", "start", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--positions", type=int, default=1_500_000)
    parser.add_argument("--seconds", type=float, default=800.0)
    told = parser.parse_args()
    game, recipe = game_of("hanamikoji"), recipe_of("hanamikoji", told.recipe).policy
    if recipe is None:
        raise CannotTrain("train-recipe", path=str(told.recipe), reason="[policy]")
    about, arrays = read_checkpoint(told.start)
    network = network_of(game, recipe)
    take_numbers(network, arrays)
    positions = gather(game, copy.deepcopy(network), told.positions)
    print(f"{len(positions.counts):,} positions", flush=True)
    teach(network, positions, told.seconds)
    write_checkpoint(told.out, about, numbers_of(network))


if __name__ == "__main__":
    main()
