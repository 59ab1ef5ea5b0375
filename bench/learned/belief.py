"""Teaches a network to tell tables that came about by play from guessed ones: what a search should believe.

    python -m bench.learned.belief geishas_road --tables 2000000 --seconds 200

Players by the game's instinct meet, one action in twenty-five at random. At every decision the true table is noted, and
one in which all that the deciding seat cannot see was guessed. The network sees either from that seat, every card open,
and learns which it is. It becomes the game's belief.npy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import torch
from tools.put_learned import hunch_numbers

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
BATCH, RATE = 1024, 2e-3
LAYERS = 2
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
    compiled(
        instinct.load(), starts, game.state.new(2), np.zeros(game.max_legal, np.int32), np.zeros(game.max_legal),
        generators(seed, 1)[0], np.zeros(circle.size, np.float32), out)
    return out


def learn(circle: Circle, tables: Any, wide: int, seconds: float) -> CircleCritic:
    """Teach a network to tell the true ones, which stand at even places."""
    torch.manual_seed(1)
    network, nobody = CircleCritic(circle, wide, LAYERS, 0), torch.zeros((BATCH, 0))
    network.settle(tables)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    is_true = (torch.arange(len(tables)) % 2 == 0).float()
    tested = min(TESTED, len(tables) // 10)
    began, told = time.monotonic(), 0.0
    while (part := (time.monotonic() - began) / seconds) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1.0 - part) + 2e-5
        some = torch.randint(tested, len(tables), (BATCH,)).sort().values
        odds = network(tables[some], nobody)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(odds, is_true[some])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if time.monotonic() - told > 30.0:
            told = time.monotonic()
            with torch.no_grad():
                found = network(tables[:tested], torch.zeros((tested, 0))) > 0.0
            right = float((found == (is_true[:tested] > 0.0)).float().mean())
            print(f"{told - began:.0f} s · {right:.1%} told right", flush=True)
    return network


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--tables", type=int, default=2_000_000)
    parser.add_argument("--wide", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=200.0)
    told = parser.parse_args()
    game = game_of(told.game)
    circle = circle_of(game)
    network = learn(circle, torch.from_numpy(tables_of(game, circle, told.tables, 1)), told.wide, told.seconds)
    path = PACKAGE / "games" / told.game / "mind" / "belief.npy"
    np.save(path, hunch_numbers({f"numbers.{name}": value.numpy() for name, value in network.state_dict().items()}))
    print(path)


if __name__ == "__main__":
    main()
