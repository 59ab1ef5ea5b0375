"""The learner of an outlook: a learned policy plays on, and the network learns how it ends.

A search looks at positions that a good player would never reach. So every match has one moment at which any action is
taken instead of the policy's, and only what follows from there on is learned from: the policy played it on in earnest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ochaya.core.game import Game
from ochaya.train.errors import CannotTrain
from ochaya.train.judge.kernel import looker
from ochaya.train.judge.network import OutlookNetwork
from ochaya.train.learner import Arrays
from ochaya.train.networks import numbers_of, take_numbers
from ochaya.train.policy.eyes import Eyes
from ochaya.train.policy.player import PolicyPlayer
from ochaya.train.policy.tables import Tables
from ochaya.train.recipes import Judge, Policy, between

POOL_SEED = 2027
"""Measuring always happens on the same deals."""
Tensor = Any


class JudgeLearner:
    """Learns an outlook from matches that a policy plays; measured by how often its favourite wins."""

    def __init__(
        self, game: Game, setups: Sequence[str], recipe: Judge, policy: Policy, player: Mapping[str, Any], seed: int
    ) -> None:
        """`player` is the checkpoint of a policy learned by the recipe `policy`."""
        for setup in setups:
            options = game.complete(game.setups[setup])
            if game.teams is not None and len(set(game.teams(options))) < game.seats(options):
                raise CannotTrain("train-no-teams", setup=setup)
        self.game, self.setups, self.recipe, self.seed = game, setups, recipe, seed
        self.policy, self.eyes = PolicyPlayer(game, policy, seed), Eyes(game, policy)
        take_numbers(self.policy.network, player)
        self.device = self.policy.device
        self.tables = Tables(game, setups, policy.matches, seed, self.policy.room, self.eyes)
        torch.manual_seed(seed)
        self.network = OutlookNetwork(game.observation_size, recipe.wide).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters())
        self.random = np.random.default_rng(seed)
        self.rounds = self.decisions = 0
        self.is_settled = False
        self.left = self._wander(self.tables.n)

    def _wander(self, n: int) -> npt.NDArray[np.int64]:
        """Draw after how many decisions matches take their odd action."""
        return self.random.integers(0, self.recipe.wander, n)

    # -- playing -------------------------------------------------------------------------------------------------

    def _play(self, tables: Tables, steps: int) -> tuple[Tensor, Tensor, Tensor]:
        """Play on; gives what open worlds look like, who sits there, and how they ended (or are thought to end)."""
        n, thin = tables.n, self.recipe.thin
        seen: list[Tensor] = []
        rows: list[npt.NDArray[np.int64]] = []
        ends: list[tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]] = []
        for step in range(steps):
            now = tables.now
            places = self.policy.decide(tables).places
            odd = self.left == 0
            places[odd] = (self.random.random(int(odd.sum())) * now.counts[odd]).astype(np.int64)
            looked = np.flatnonzero((self.left <= 0) & ((np.arange(n) + step) % thin == 0))
            worlds, is_open = self._look(tables, looked, now.legals[np.arange(n), places])
            seen.append(torch.from_numpy(worlds[is_open]).to(self.device))
            rows.append(looked[is_open])
            self.left -= 1
            after = tables.step_places(places)
            ends.append((after.rewards.copy(), after.dones.copy()))
            self.left[after.dones] = self._wander(int(after.dones.sum()))
        is_seat = tables.sides >= 0
        result = self._expected(tables)
        results: list[npt.NDArray[np.float32]] = []
        for (rewards, dones), own in zip(reversed(ends), reversed(rows), strict=True):
            result = np.where(dones[:, None], rewards, result)
            results.append(result[own])
        targets = torch.from_numpy(np.concatenate(results[::-1])).to(self.device)
        return torch.cat(seen), torch.from_numpy(is_seat[np.concatenate(rows)]).to(self.device), targets

    def _look(
        self, tables: Tables, rows: npt.NDArray[np.int64], chosen: npt.NDArray[np.int32]
    ) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.bool_]]:
        """Give what these matches look like to every seat once the chosen action is done, and whether they go on."""
        worlds = np.zeros((len(rows), tables.seats, self.game.observation_size), np.int16)
        numbers = np.zeros((len(rows), self.game.observation_size), np.float32)
        is_open = np.zeros(len(rows), np.bool_)
        ends = np.searchsorted(rows, [last for _, last in tables.ranges])
        for (first, _), env, begin, end in zip(tables.ranges, tables.envs, [0, *ends[:-1]], ends, strict=True):
            own = rows[begin:end]
            states = np.ascontiguousarray(env.states()[own - first])
            looker(self.game)(states, chosen[own], env.seats, numbers[begin:end], worlds[begin:end], is_open[begin:end])
        return worlds, is_open

    def _expected(self, tables: Tables) -> npt.NDArray[np.float32]:
        """Give what the policy itself expects of the matches under way: its seat's share, the rest shared evenly."""
        share = self.policy.decide(tables).shares
        seats = (tables.sides >= 0).sum(axis=1)
        others = np.where(seats > 1, (1.0 - share) / np.maximum(seats - 1, 1), 0.0)
        expected = np.where(tables.sides >= 0, others[:, None], 0.0).astype(np.float32)
        expected[np.arange(tables.n), tables.now.seats] = share
        return expected

    def measure(self, matches: int) -> npt.NDArray[np.float64]:
        """Say of positions of other matches whether the favourite won, 1 or 0, a half where nobody is ahead."""
        dice, left, random = self.policy.dice.get_state(), self.left, self.random
        self.policy.dice.manual_seed(POOL_SEED)
        self.random = np.random.default_rng(POOL_SEED)
        tables = Tables(self.game, self.setups, max(matches, len(self.setups)), POOL_SEED, eyes=self.eyes)
        self.left = np.zeros(tables.n, np.int64)
        seen, is_seat, targets = self._play(tables, self.recipe.steps)
        with torch.no_grad():
            found = self.network(seen, is_seat).exp()
        targets = torch.cat([targets, 1.0 - targets.sum(1, keepdim=True)], 1)
        won = targets.gather(1, found.argmax(1, keepdim=True)).squeeze(1).cpu().numpy().astype(np.float64)
        self.policy.dice.set_state(dice)
        self.left, self.random = left, random
        return np.asarray(np.random.default_rng(POOL_SEED).choice(won, min(matches, len(won)), replace=False))

    def even(self) -> float:
        """Give how often anybody wins."""
        return self.tables.even

    # -- learning ------------------------------------------------------------------------------------------------

    def learn(self, part: float) -> Mapping[str, float]:
        """Play a round and learn from it."""
        recipe = self.recipe
        seen, is_seat, targets = self._play(self.tables, recipe.steps)
        if not self.is_settled:
            self.network.settle(seen)
            self.is_settled = True
        for group in self.optimizer.param_groups:
            group["lr"] = between(recipe.rate, part)
        losses: list[Tensor] = []
        order = torch.randperm(len(seen), device=self.device, generator=self.policy.dice)
        for some in order.split(recipe.batch):
            shares = self.network(seen[some], is_seat[some])
            wanted = torch.cat([targets[some], 1.0 - targets[some].sum(1, keepdim=True)], 1).clamp(0.0, 1.0)
            loss = -(wanted * shares.clamp(min=-30.0)).sum(1).mean()
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            losses.append(loss.detach())
        self.rounds += 1
        self.decisions += len(seen)
        return {"loss": float(torch.stack(losses).mean()) if losses else 0.0}

    # -- keeping -------------------------------------------------------------------------------------------------

    def save(self) -> Arrays:
        """Give the network; a judge begins its matches anew, so a run that is resumed is not the very same."""
        return numbers_of(self.network) | {"counts": np.array([self.rounds, self.decisions], np.int64)}

    def start(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Begin with the network of another run."""
        take_numbers(self.network, arrays)
        self.is_settled = True

    def load(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from what `save` gave."""
        self.start(arrays)
        self.rounds, self.decisions = (int(count) for count in arrays["counts"])
