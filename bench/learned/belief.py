"""Teaches a network to tell tables that came about by play from guessed ones: what a search should believe.

    python -m bench.learned.belief geishas_road --tables 2000000 --also tables-*.npz --seconds 600
    python -m bench.learned.belief geishas_road --tables 16000000 --batch 16384 --seconds 200     (with a GPU)

Players by the game's instinct meet, one action in twenty-five at random; every second player has whims: he likes whole
kinds of actions more or less than others do, so that what he does is told apart from when he does it. At every decision
the true table is noted, and one in which all that the deciding seat cannot see was guessed. The network sees either
from that seat, every card open, and learns which it is. It becomes the game's belief.npy.

`--also` adds tables of players who search (bench/learned/searched.py).
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
WHIM = 8.0
"""The strongest whim is for a kind of action e to this power more likely than the strongest against it."""


def note_both(
    s: Any, seat: int, room: Block, rng: Rng, numbers: npt.NDArray[np.float32], out: npt.NDArray[np.int16]
) -> None:
    """Describe a table as it is, then one that the seat cannot tell apart; `room` is for one table."""
    other = room[0]
    for is_guessed in range(2):
        room[0] = s
        if is_guessed:
            hide(other, seat)
            guess(other, seat, rng)
        describe(other, seat, numbers)
        for i in range(len(numbers)):
            out[is_guessed, i] = np.int16(numbers[i])


def draw_whims(whims: Shares, rng: Rng) -> None:
    """Give each seat its whims, or none."""
    for seat in range(len(whims)):
        has_whims = below(rng, 2)
        for kind in range(whims.shape[1]):
            whims[seat, kind] = np.exp(WHIM * (unit(rng) - 0.5)) if has_whims else 1.0


def meet(
    weights: Weights, starts: Block, kinds: npt.NDArray[np.int16], tables: Block, ids: Ids, chances: Shares,
    whims: Shares, rng: Rng, numbers: npt.NDArray[np.float32], out: npt.NDArray[np.int16],
) -> None:
    """Fill `out` with descriptions, each true table before a guessed one; `tables` is room for two of them."""
    s, other, noted = tables[0], tables[1], 0
    tables[0] = starts[below(rng, len(starts))]
    draw_whims(whims, rng)
    while noted < len(out):
        who = actor(s)
        if who == OVER:
            tables[0] = starts[below(rng, len(starts))]
            draw_whims(whims, rng)
            continue
        if who == CHANCE:
            stride(s, rng)
            continue
        note_both(s, who, tables[1:], rng, numbers, out[noted : noted + 2])
        noted += 2
        n = legal(s, ids)
        at = below(rng, n)
        if below(rng, ODD) > 0:
            tables[1] = s
            hide(other, who)
            weigh(weights, other, who, ids, n, chances)
            forget_doubt(chances, n)
            for i in range(n):
                chances[i] *= whims[who, kinds[ids[i]]]
            at = drawn(chances, n, 1.0, unit(rng))
        apply(s, ids[at])


def note_all(
    records: Block, seats: npt.NDArray[np.int8], first: int, room: Block, rng: Rng,
    numbers: npt.NDArray[np.float32], out: npt.NDArray[np.int16],
) -> None:
    """Fill `out` with descriptions of these tables from the first one on, over and over, each before a guessed one."""
    for at in range(len(out) // 2):
        one = (first + at) % len(records)
        note_both(records[one], seats[one], room, rng, numbers, out[2 * at : 2 * at + 2])


def on_all_cores(fill: Callable[[int, int, Rng], None], count: int, seed: int) -> None:
    """Let each core fill a range of so many pairs."""
    cores = len(os.sched_getaffinity(0))
    parts = np.linspace(0, count, cores + 1).astype(int).tolist()
    with ThreadPoolExecutor(cores) as pool:
        list(pool.map(fill, parts[:-1], parts[1:], generators(seed, cores)))


def tables_of(game: Game, circle: Circle, count: int, seed: int) -> npt.NDArray[np.int16]:
    """Give descriptions of so many tables of all set-ups, true and guessed in turn."""
    instinct = mind_of(game.name).sense.instinct
    assert isinstance(instinct, Instinct)
    out = np.zeros((count // 2 * 2, circle.size), np.int16)
    starts = game.state.new(len(game.setups))
    for at, options in enumerate(game.setups.values()):
        starts[at] = game.start(game.complete(options))[0]
    compiled = specialise(
        meet, game.name, actor=game.actor, legal=game.legal, apply=game.apply, hide=game.hide, stride=game.stride,
        weigh=instinct.weigh, note_both=noter(game, circle), draw_whims=specialise(draw_whims, game.name))
    weights, kinds = instinct.load(), np.ascontiguousarray(circle.named[:, 0])

    def fill(first: int, last: int, rng: Rng) -> None:
        compiled(
            weights, starts, kinds, game.state.new(2), np.zeros(game.max_legal, np.int32), np.zeros(game.max_legal),
            np.zeros((2, len(circle.kinds))), rng, np.zeros(circle.size, np.float32), out[2 * first : 2 * last])

    on_all_cores(fill, count // 2, seed)
    return out


def noter(game: Game, circle: Circle) -> Callable[..., None]:
    """Compile what notes a table and a guessed one."""
    return specialise(note_both, game.name, hide=game.hide, guess=game.guess, describe=circle.describe)


def tables_from(game: Game, circle: Circle, files: list[Path], times: int, seed: int) -> npt.NDArray[np.int16]:
    """Give descriptions of the tables in these files, so many times each, true and guessed in turn."""
    found = [np.load(file) for file in files]
    records = np.concatenate([one["records"] for one in found]).reshape(-1).view(game.state.dtype).view(np.recarray)
    seats = np.concatenate([one["seats"] for one in found])
    out = np.zeros((2 * times * len(records), circle.size), np.int16)
    compiled = specialise(note_all, game.name, note_both=noter(game, circle))

    def fill(first: int, last: int, rng: Rng) -> None:
        compiled(
            records, seats, first, game.state.new(1), rng, np.zeros(circle.size, np.float32), out[2 * first : 2 * last])

    on_all_cores(fill, times * len(records), seed)
    return out


def learn(circle: Circle, sorts: list[Any], times: list[int], wide: int, batch: int, seconds: float) -> CircleCritic:
    """Teach a network to tell the true ones, which stand at even places, from as many tables of each sort.

    The first tables of each sort are not learned from, however many times they come again.
    """
    torch.manual_seed(1)
    device = sorts[0].device
    network: CircleCritic = CircleCritic(circle, wide, LAYERS, 0).to(device)
    each = batch // len(sorts)
    nobody = torch.zeros((each * len(sorts), 0), device=device)
    network.settle(torch.cat([tables[: SETTLED // len(sorts)] for tables in sorts]))
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    lengths = [len(tables) // often for tables, often in zip(sorts, times, strict=True)]
    tested = [min(TESTED, length // 10) & ~1 for length in lengths]

    def draw(which: int) -> Any:
        """Draw places of one sort that may be learned from."""
        again = torch.randint(times[which], (each,), device=device) * lengths[which]
        return (again + torch.randint(tested[which], lengths[which], (each,), device=device)).sort().values

    began, told = time.monotonic(), 0.0
    while (part := (time.monotonic() - began) / seconds) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1.0 - part) + 2e-5
        some = [draw(which) for which in range(len(sorts))]
        odds = network(torch.cat([tables[at] for tables, at in zip(sorts, some, strict=True)]), nobody)
        loss = binary_cross_entropy_with_logits(odds, (torch.cat(some) % 2 == 0).float())
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if time.monotonic() - told > 30.0:
            told = time.monotonic()
            print(f"{told - began:.0f} s · {tell_all(network, sorts, tested)}", flush=True)
    print(f"at the end: {tell_all(network, sorts, tested)}", flush=True)
    return network


def tell_all(network: CircleCritic, sorts: list[Any], tested: list[int]) -> str:
    """Say of each sort how well the network tells tables that it has not learned from."""
    return "; ".join(tell(network, tables[:first]) for tables, first in zip(sorts, tested, strict=True))


def tell(network: CircleCritic, tables: Any) -> str:
    """Say how well the network tells true tables, which stand at even places, from guessed ones."""
    is_true = (torch.arange(len(tables), device=tables.device) % 2 == 0).float()
    with torch.no_grad():
        odds = network(tables, torch.zeros((len(tables), 0), device=tables.device))
    right = float(((odds > 0.0) == (is_true > 0.0)).float().mean())
    return f"{right:.1%} told right, loss {float(binary_cross_entropy_with_logits(odds, is_true)):.4f}"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--tables", type=int, default=2_000_000)
    parser.add_argument("--also", type=Path, nargs="+", default=[], help="tables of bench/learned/searched.py")
    parser.add_argument("--times", type=int, default=2, help="so many guesses beside each of those")
    parser.add_argument("--wide", type=int, default=64)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=200.0)
    parser.add_argument("--out", type=Path, help="instead of the game's own belief.npy")
    told = parser.parse_args()
    game = game_of(told.game)
    circle = circle_of(game)
    began = time.monotonic()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    sorts, times = [torch.from_numpy(tables_of(game, circle, told.tables, 1)).to(device)], [1]
    if told.also:
        sorts.append(torch.from_numpy(tables_from(game, circle, told.also, told.times, 2)).to(device))
        times.append(told.times)
    print(f"{sum(map(len, sorts)):,} tables after {time.monotonic() - began:.0f} s", flush=True)
    network = learn(circle, sorts, times, told.wide, told.batch, told.seconds).cpu()
    path = told.out or PACKAGE / "games" / told.game / "mind" / "belief.npy"
    np.save(path, hunch_numbers({f"numbers.{name}": value.numpy() for name, value in network.state_dict().items()}))
    print(path)


if __name__ == "__main__":
    main()
