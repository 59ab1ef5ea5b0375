"""Learns from rounds of Hanamikoji's two instincts what a world comes to and which worlds come about by play.

    python -m bench.learned.hanamikoji_worlds outcome --matches 65536 --steps 600 --wide 256 --seconds 120 --out FOLDER
    python -m bench.learned.hanamikoji_worlds belief …

Seats play by the older network, the newer one or the mean of both; in some rounds, by parts that can be told, greedy
or somebody who takes any action sits on one side. In most rounds one action is any legal one: a search looks at worlds
that a good player would not reach. What follows it is learned from for `outcome`, by the share of the win that the
round came to; what comes before it for `belief`, as players by network see it, each true world beside a guessed one.
The networks are those of mind/foresight.py and become its outcome.npy and belief.npy.
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
from torch import nn

from bench.learned.hanamikoji_networks import NOTHING, RowsNetwork, of_observation
from ochaya.core.game import OVER
from ochaya.core.jit import PACKAGE, specialise
from ochaya.core.record import Block, copied
from ochaya.core.rng import Rng
from ochaya.envs.vector import generators
from ochaya.games import game as game_of
from ochaya.games.hanamikoji.mind.foresight import MOST, NARROW, rows_of
from ochaya.games.hanamikoji.mind.sense import between_rounds, is_quiet
from ochaya.train.policy.rivals import player_of
from ochaya.train.policy.tables import Tables

if TYPE_CHECKING:  # the game's own functions, bound by `specialise`
    actor: Callable[[Any], int]
    apply: Callable[[Any, int], None]
    hide: Callable[[Any, int], None]
    guess: Callable[[Any, int, Rng], None]

Tensor = Any
Rows = npt.NDArray[np.int16]

LONGEST = 14
"""Rounds in which the odd action's turn comes after so many decisions, or more, have none."""
OLDER, NEWER, MEAN, GREEDY, ANY = range(5)
RATE, BATCH = 2e-3, 32_768
TESTED = 400_000
"""So many worlds are not learned from."""


def look_after(states: Block, chosen: npt.NDArray[np.int32], rows: Rows, seats: npt.NDArray[np.int8]) -> None:
    """Do the chosen actions in `states`; name the rows of each world and who is to act there, -1 after a round."""
    for at in prange(len(states)):
        s = states[at]
        apply(s, chosen[at])
        seats[at] = -1
        if actor(s) != OVER and not is_quiet(s):
            seats[at] = s.seat
            rows_of(s, s.seat, rows[at])


def look_both(states: Block, others: Block, rngs: Rng, true: Rows, guessed: Rows) -> None:
    """Name the rows of each world to whoever is to act there, and those of another that looks the same to him."""
    for at in prange(len(states)):
        s, other = states[at], others[at]
        rows_of(s, s.seat, true[at])
        hide(other, s.seat)
        guess(other, s.seat, rngs[at])
        rows_of(other, s.seat, guessed[at])


def worth(states: Block, shares: npt.NDArray[np.float32]) -> None:
    """Write seat 0's share by the favours, as if a round began."""
    for at in prange(len(states)):
        shares[at] = between_rounds(states[at])


def drawn(chances: Tensor) -> npt.NDArray[np.int64]:
    """Draw a place by its chance, for each match."""
    return chances.clamp(min=1e-9).multinomial(1).squeeze(1).cpu().numpy()  # type: ignore[no-any-return]


class Rounds:
    """Matches played on and on, from which worlds are taken."""

    def __init__(self, matches: int, weak: tuple[float, float], seed: int, device: str) -> None:
        """`weak` says in which parts of the rounds greedy, or anybody, sits on one side."""
        self.game, self.n, self.device, self.weak = game_of("hanamikoji"), matches, device, weak
        names: dict[str, Any] = {name: getattr(self.game, name) for name in ("actor", "apply", "hide", "guess")}
        self.look_after, self.look_both, self.worth = (
            specialise(function, self.game.name, parallel=True, **names)
            for function in (look_after, look_both, worth))
        self.tables = Tables(self.game, ["standard"], matches, seed)
        self.newer, self.older = of_observation().to(device), RowsNetwork().to(device)
        self.random = np.random.default_rng(seed)
        self.rngs = generators(seed, matches)
        self.greedy = player_of(self.game, "greedy")
        self.style = self._styles(matches)
        self.left = self.random.integers(0, LONGEST, matches)

    def _styles(self, n: int) -> npt.NDArray[np.int64]:
        """Draw how both seats of n rounds play."""
        styles, by = self.random.integers(OLDER, GREEDY, (n, 2)), self.random.random(n)
        greedy, either = self.weak[0], sum(self.weak)
        side = self.random.integers(0, 2, n)
        styles[by < either, side[by < either]] = np.where(by < greedy, GREEDY, ANY)[by < either]
        return styles

    def _choose(self) -> npt.NDArray[np.int64]:
        """Give each match's choice, by its style or, when its turn has come, any."""
        now = self.tables.now
        seen, legal, counts = (
            torch.from_numpy(array).to(self.device) for array in (now.observations, now.legals, now.counts))
        with torch.no_grad():
            newer = self.newer(seen, legal, counts)[0].exp()
            older = self.older(seen, legal, counts)
        own = self.style[np.arange(self.n), now.seats]
        style = torch.from_numpy(own).to(self.device)[:, None]
        share = torch.where(style == MEAN, 0.5, torch.where(style == NEWER, 1.0, 0.0))
        places = drawn(share * newer + (1.0 - share) * older)
        if len(asked := np.flatnonzero(own == GREEDY)) > 0:
            places[asked] = self.greedy.choose(self.tables.envs[0].truth, asked, now, self.rngs)
        odd = (self.left == 0) | (own == ANY)
        places[odd] = (self.random.random(int(odd.sum())) * now.counts[odd]).astype(np.int64)
        return places

    def play(self, steps: int, is_belief: bool) -> tuple[Rows, npt.NDArray[np.float32]]:
        """Give the rows of worlds and what each came to, or whether it is true."""
        env, n = self.tables.envs[0], self.n
        named: list[Rows] = []
        targets: list[npt.NDArray[np.float32]] = []
        waiting: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int8], Rows]] = []
        ends: list[tuple[npt.NDArray[np.bool_], npt.NDArray[np.float32]]] = []
        for _ in range(steps):
            places = self._choose()
            states = env.truth
            if is_belief:
                is_strong = self.style[np.arange(n), self.tables.now.seats] < GREEDY
                some = np.flatnonzero((self.left >= 0) & is_strong)
                true, guessed = (np.full((len(some), MOST), NOTHING, np.int16) for _ in range(2))
                taken = np.ascontiguousarray(states[some])
                rngs = np.ascontiguousarray(self.rngs[some])
                self.look_both(taken, copied(taken), rngs, true, guessed)
                self.rngs[some] = rngs
                named += [true, guessed]
                targets += [np.ones(len(some), np.float32), np.zeros(len(some), np.float32)]
            else:
                some = np.flatnonzero(self.left <= 0)
                rows = np.full((len(some), MOST), NOTHING, np.int16)
                seats = np.zeros(len(some), np.int8)
                chosen = self.tables.now.legals[some, places[some]]
                self.look_after(np.ascontiguousarray(states[some]), chosen, rows, seats)
                goes_on = seats >= 0
                waiting.append((some[goes_on], seats[goes_on], rows[goes_on]))
            before = states["round_number"].copy()
            self.left -= 1
            after = self.tables.step_places(places)
            states = env.truth
            is_end = after.dones | (states["round_number"] != before)
            share = np.zeros(n, np.float32)
            self.worth(states, share)
            ends.append((is_end, np.where(after.dones, after.rewards[:, 0], share).astype(np.float32)))
            self.left[is_end] = self.random.integers(0, LONGEST, int(is_end.sum()))
            self.style[is_end] = self._styles(int(is_end.sum()))
        result = np.full(n, np.nan, np.float32)
        for (some, seats, rows), (is_end, share) in zip(reversed(waiting), reversed(ends), strict=bool(waiting)):
            result = np.where(is_end, share, result)
            own = result[some]
            known = ~np.isnan(own)
            named.append(rows[known])
            targets.append(np.where(seats == 0, own, 1.0 - own)[known])
        return np.concatenate(named), np.concatenate(targets)


class Worlds(nn.Module):
    """The network of mind/foresight.py."""

    def __init__(self, wide: int) -> None:
        super().__init__()
        self.first, self.second, self.last = nn.Linear(NOTHING + 1, wide), nn.Linear(wide, NARROW), nn.Linear(NARROW, 1)
        nn.init.normal_(self.first.weight, std=0.1)
        nn.init.zeros_(self.first.weight[:, NOTHING:])
        self.first.weight.register_hook(lambda slope: torch.cat([slope[:, :NOTHING], 0.0 * slope[:, NOTHING:]], 1))

    def forward(self, rows: Tensor) -> Tensor:
        """Give the logarithm of the odds of each world."""
        named = torch.zeros((len(rows), NOTHING + 1), device=rows.device).scatter_(1, rows.long(), 1.0)
        return self.last(torch.relu(self.second(torch.relu(self.first(named))))).squeeze(1)

    def take(self, numbers: npt.NDArray[np.float32]) -> None:
        """Take the numbers that mind/foresight.py reads."""
        wide = numbers.shape[1]
        with torch.no_grad():
            self.first.weight[:, :NOTHING].copy_(torch.from_numpy(numbers[:NOTHING].T.copy()))
            self.first.bias.copy_(torch.from_numpy(numbers[NOTHING]))
            self.second.bias.copy_(torch.from_numpy(numbers[NOTHING + 1, :NARROW]))
            self.last.bias.fill_(float(numbers[NOTHING + 1, NARROW]))
            self.second.weight.copy_(torch.from_numpy(numbers[NOTHING + 2 : -1].reshape(wide, NARROW).T.copy()))
            self.last.weight[0].copy_(torch.from_numpy(numbers[-1, :NARROW]))

    def numbers(self) -> npt.NDArray[np.float16]:
        """Lay the numbers out as mind/foresight.py reads them."""
        wide = self.first.out_features
        weights = {name: value.detach().cpu().numpy() for name, value in self.state_dict().items()}
        table = weights["first.weight"].T
        second = np.zeros(wide)
        second[:NARROW], second[NARROW] = weights["second.bias"], weights["last.bias"][0]
        last = np.zeros(wide)
        last[:NARROW] = weights["last.weight"][0]
        return np.concatenate([
            table[:NOTHING], weights["first.bias"][None], second[None],
            weights["second.weight"].T.reshape(NARROW, wide), last[None],
        ]).astype(np.float16)


def learn(rows: Tensor, targets: Tensor, wide: int, seconds: float) -> Worlds:
    """Teach a network what the worlds came to."""
    torch.manual_seed(1)
    network: Worlds = Worlds(wide).to(rows.device)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    tested = min(TESTED, len(rows) // 10)
    began, told, steps = time.monotonic(), 0.0, 0
    while (part := (time.monotonic() - began) / seconds) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1.0 - part) + 1e-6
        some = torch.randint(tested, len(rows), (min(BATCH, len(rows) // 4),), device=rows.device)
        loss = nn.functional.binary_cross_entropy_with_logits(network(rows[some]), targets[some])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        steps += 1
        if time.monotonic() - told > 15.0:
            told = time.monotonic()
            said = tell(network, rows[:tested], targets[:tested])
            print(f"{told - began:.0f} s · {steps} steps · {said}", flush=True)
    print(f"at the end: {tell(network, rows[:tested], targets[:tested])}", flush=True)
    return network


def tell(network: Worlds, rows: Tensor, targets: Tensor) -> str:
    """Say how far the network is off on worlds that it has not learned from."""
    with torch.no_grad():
        odds = torch.cat([network(some) for some in rows.split(BATCH)])
    loss = nn.functional.binary_cross_entropy_with_logits(odds, targets)
    return f"loss {float(loss):.5f}, mean square {float(((odds.sigmoid() - targets) ** 2).mean()):.5f}"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=["outcome", "belief"])
    parser.add_argument("--matches", type=int, default=65_536)
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--wide", type=int, nargs="+", default=[256])
    parser.add_argument("--seconds", type=float, default=120.0, help="for each network")
    parser.add_argument("--weak", type=float, nargs=2, default=(0.0, 0.0), help="parts of greedy and of anybody")
    parser.add_argument("--out", type=Path, required=True)
    told = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    began = time.monotonic()
    rows, targets = Rounds(told.matches, tuple(told.weak), 5, device).play(told.steps, told.what == "belief")
    print(f"{len(rows):,} worlds after {time.monotonic() - began:.0f} s", flush=True)
    on_device = torch.from_numpy(rows).to(device), torch.from_numpy(targets).to(device)
    before = np.load(PACKAGE / "games" / "hanamikoji" / "mind" / f"{told.what}.npy").astype(np.float32)
    network = Worlds(before.shape[1]).to(device)
    network.take(before)
    print(f"the game's own: {tell(network, *(some[:TESTED] for some in on_device))}", flush=True)
    told.out.mkdir(parents=True, exist_ok=True)
    for wide in told.wide:
        network = learn(*on_device, wide, told.seconds)
        np.save(told.out / f"{told.what}{wide}.npy", network.numbers())


if __name__ == "__main__":
    main()
