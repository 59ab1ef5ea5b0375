"""Teaches a network to tell tables that came about by play from guessed ones: what a search should believe.

    python -m bench.learned.belief geishas_road --tables 2000000 --seconds 200
    python -m bench.learned.belief geishas_road --tables 16000000 --batch 16384 --seconds 200     (with a GPU)

Players by the game's instinct meet, one action in twenty-five at random. At every decision the true table is noted, and
one in which all that the deciding seat cannot see was guessed. The network sees either from that seat, every card open,
and learns which it is. It becomes the game's belief.npy.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import torch
from tools.put_learned import hunch_numbers
from torch.nn.functional import binary_cross_entropy_with_logits

from ochaya.core.circle import Circle
from ochaya.core.game import CHANCE, OVER, Game, Ids, Shares
from ochaya.core.habit import drawn, forget_doubt
from ochaya.core.jit import PACKAGE, specialise
from ochaya.core.record import Block
from ochaya.core.rng import Rng, below, unit
from ochaya.core.sense import Instinct, Weights
from ochaya.envs.vector import generators
from ochaya.games import game as game_of
from ochaya.search.mind import mind_of
from ochaya.train.policy.circle import CircleCritic
from ochaya.train.policy.eyes import circle_of

if TYPE_CHECKING:  # the game's own functions, bound by `specialise`
    actor: Callable[[Any], int]
    legal: Callable[[Any, Ids], int]
    apply: Callable[[Any, int], None]
    hide: Callable[[Any, int], None]
    guess: Callable[[Any, int, Rng], None]
    stride: Callable[[Any, Rng], int]
    weigh: Callable[[Weights, Any, int, Ids, int, Shares], None]
    describe: Callable[[Any, int, npt.NDArray[np.float32]], None]

TESTED = 20_000
"""So many tables are not learned from."""
RATE = 2e-3
LAYERS = 2
SETTLED = 200_000
"""The scale of what is seen is taken from so many."""
ODD = 25


def meet(
    weights: Weights, starts: Block, tables: Block, ids: Ids, chances: Shares, rng: Rng,
    numbers: npt.NDArray[np.float32], out: npt.NDArray[np.int16],
) -> None:
    """Fill `out` with descriptions, each true table before a guessed one; `tables` is room for two of them."""
    s, other, noted = tables[0], tables[1], 0
    tables[0] = starts[below(rng, len(starts))]
    while noted < len(out):
        who = actor(s)
        if who == OVER:
            tables[0] = starts[below(rng, len(starts))]
            continue
        if who == CHANCE:
            stride(s, rng)
            continue
        for is_guessed in range(2):
            tables[1] = s
            if is_guessed:
                hide(other, who)
                guess(other, who, rng)
            describe(other, who, numbers)
            for i in range(len(numbers)):
                out[noted + is_guessed, i] = np.int16(numbers[i])
        noted += 2
        n = legal(s, ids)
        at = below(rng, n)
        if below(rng, ODD) > 0:
            tables[1] = s
            hide(other, who)
            weigh(weights, other, who, ids, n, chances)
            forget_doubt(chances, n)
            at = drawn(chances, n, 1.0, unit(rng))
        apply(s, ids[at])


def tables_of(game: Game, circle: Circle, count: int, seed: int) -> npt.NDArray[np.int16]:
    """Give descriptions of so many tables of all set-ups, true and guessed in turn."""
    instinct = mind_of(game.name).sense.instinct
    assert isinstance(instinct, Instinct)
    out = np.zeros((count // 2 * 2, circle.size), np.int16)
    starts = game.state.new(len(game.setups))
    for at, options in enumerate(game.setups.values()):
        starts[at] = game.start(game.complete(options))[0]
    compiled = specialise(
        meet, game.name, actor=game.actor, legal=game.legal, apply=game.apply, hide=game.hide, guess=game.guess,
        stride=game.stride, weigh=instinct.weigh, describe=circle.describe)
    weights, cores = instinct.load(), len(os.sched_getaffinity(0))
    parts = [part * 2 for part in np.linspace(0, count // 2, cores + 1).astype(int)]

    def fill(first: int, last: int, rng: Rng) -> None:
        compiled(
            weights, starts, game.state.new(2), np.zeros(game.max_legal, np.int32), np.zeros(game.max_legal), rng,
            np.zeros(circle.size, np.float32), out[first:last])

    with ThreadPoolExecutor(cores) as pool:
        list(pool.map(fill, parts[:-1], parts[1:], generators(seed, cores)))
    return out


def learn(circle: Circle, tables: Any, wide: int, batch: int, seconds: float) -> CircleCritic:
    """Teach a network to tell the true ones, which stand at even places."""
    torch.manual_seed(1)
    device, tested = tables.device, min(TESTED, len(tables) // 10)
    network: CircleCritic = CircleCritic(circle, wide, LAYERS, 0).to(device)
    nobody = torch.zeros((batch, 0), device=device)
    network.settle(tables[:SETTLED])
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    is_true = (torch.arange(len(tables), device=device) % 2 == 0).float()
    began, told = time.monotonic(), 0.0
    while (part := (time.monotonic() - began) / seconds) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1.0 - part) + 2e-5
        some = torch.randint(tested, len(tables), (batch,), device=device).sort().values
        odds = network(tables[some], nobody)
        loss = binary_cross_entropy_with_logits(odds, is_true[some])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if time.monotonic() - told > 30.0:
            told = time.monotonic()
            print(f"{told - began:.0f} s · {tell(network, tables[:tested], is_true[:tested])}", flush=True)
    print(f"at the end: {tell(network, tables[:tested], is_true[:tested])}", flush=True)
    return network


def tell(network: CircleCritic, tables: Any, is_true: Any) -> str:
    """Say how well the network tells tables that it has not learned from."""
    with torch.no_grad():
        odds = network(tables, torch.zeros((len(tables), 0), device=tables.device))
    right = float(((odds > 0.0) == (is_true > 0.0)).float().mean())
    return f"{right:.1%} told right, loss {float(binary_cross_entropy_with_logits(odds, is_true)):.4f}"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--tables", type=int, default=2_000_000)
    parser.add_argument("--wide", type=int, default=64)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=200.0)
    parser.add_argument("--out", type=Path, help="instead of the game's own belief.npy")
    told = parser.parse_args()
    game = game_of(told.game)
    circle = circle_of(game)
    began = time.monotonic()
    tables = torch.from_numpy(tables_of(game, circle, told.tables, 1))
    print(f"{len(tables):,} tables after {time.monotonic() - began:.0f} s", flush=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = learn(circle, tables.to(device), told.wide, told.batch, told.seconds).cpu()
    path = told.out or PACKAGE / "games" / told.game / "mind" / "belief.npy"
    np.save(path, hunch_numbers({f"numbers.{name}": value.numpy() for name, value in network.state_dict().items()}))
    print(path)


if __name__ == "__main__":
    main()
