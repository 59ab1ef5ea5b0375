"""The learner of a policy: self-play, or play against a frozen bot, and proximal policy optimisation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ochaya.bots.limit import Limit
from ochaya.bots.spec import contender
from ochaya.core.game import Game
from ochaya.core.habit import table_of_parts
from ochaya.core.rng import new_rng
from ochaya.envs import Batch
from ochaya.train.errors import CannotTrain
from ochaya.train.learner import Arrays
from ochaya.train.networks import numbers_of, take_numbers
from ochaya.train.policy.network import PolicyNetwork
from ochaya.train.policy.rollout import Decided, Rivals, Round, Tensor, play_out, play_round
from ochaya.train.policy.tables import Tables
from ochaya.train.recipes import Policy, between

POOL_SEED = 2026
"""Measuring always happens on the same deals."""
BOTS_LIMIT = Limit(seconds=0.05)
"""How long a frozen bot thinks when its name does not say."""
STEEPEST = 0.5
"""No gradient is longer than this."""


class PolicyLearner:
    """Learns a policy; in self-play its pool is the uniform player, against a frozen bot that bot."""

    def __init__(self, game: Game, setups: Sequence[str], recipe: Policy, seed: int, against: str = "") -> None:
        """Begin with chances that are nearly even."""
        self.game, self.setups, self.recipe, self.seed = game, setups, recipe, seed
        for setup in setups:
            if against and game.seats(game.complete(game.setups[setup])) == 1:
                raise CannotTrain("train-one-seat", setup=setup)
        self.bot = contender(against, BOTS_LIMIT) if against else None
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.set_float32_matmul_precision("high")
        self.tables = Tables(game, setups, recipe.matches, seed, self._room)
        self.rivals = Rivals(self.tables, self.bot, self.bot is None, new_rng(seed), seed)
        torch.manual_seed(seed)  # the network's first numbers
        self.dice = torch.Generator(self.device).manual_seed(seed)
        table, parts = table_of_parts(game.decode, game.max_actions)
        self.network = PolicyNetwork(
            game.observation_size, table, parts, recipe.wide, recipe.layers, recipe.parts, recipe.pairs
        ).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), eps=1e-5)
        self.rounds = self.decisions = 0
        self.is_settled = False

    # -- playing -------------------------------------------------------------------------------------------------

    def _room(self, shape: tuple[int, ...], kind: type[np.generic]) -> npt.NDArray[Any]:
        """Give an array that a GPU fetches quickly."""
        empty = torch.from_numpy(np.zeros(shape, kind))
        return np.asarray((empty.pin_memory() if self.device.type == "cuda" else empty).numpy())

    def decide(self, now: Batch) -> Decided:
        """Draw an action of each match by its chance."""
        with torch.no_grad():
            seen = torch.from_numpy(now.observations).to(self.device, copy=True)
            legal = torch.from_numpy(now.legals).to(self.device, copy=True)[:, : int(now.counts.max())].short()
            counts = torch.from_numpy(now.counts).to(self.device, copy=True)
            chances, shares = self.network(seen, legal, counts)
            places = torch.multinomial(chances.exp(), 1, generator=self.dice)
            taken = chances.gather(1, places).squeeze(1)
        return Decided(
            seen, legal, counts, places.squeeze(1).cpu().numpy(), taken.cpu().numpy(), shares.cpu().numpy())

    def measure(self, matches: int) -> npt.NDArray[np.float64]:
        """Play the pool, each side in turn."""
        before = self.dice.get_state()
        self.dice.manual_seed(POOL_SEED)
        tables = Tables(self.game, self.setups, max(matches, len(self.setups)), POOL_SEED)
        rivals = Rivals(tables, self.bot, tables.seats == 1, new_rng(POOL_SEED), POOL_SEED)
        found = play_out(tables, rivals, self.decide)
        self.dice.set_state(before)
        return found

    def even(self) -> float:
        """Give the share of an equal."""
        return self.tables.even

    # -- learning ------------------------------------------------------------------------------------------------

    def learn(self, part: float) -> Mapping[str, float]:
        """Play a round and learn from it a few times."""
        recipe = self.recipe
        if not self.is_settled:
            first = play_round(self.tables, self.rivals, recipe.steps, recipe.trace, self.decide)
            self.network.settle(first.seen)
            self.is_settled = True
        played = play_round(self.tables, self.rivals, recipe.steps, recipe.trace, self.decide)
        for group in self.optimizer.param_groups:
            group["lr"] = between(recipe.rate, part)
        watched: list[Tensor] = []
        for _ in range(recipe.passes):
            order = torch.randperm(len(played.places), device=self.device, generator=self.dice)
            for some in order.tensor_split(recipe.batches):
                if len(some) > 1:
                    watched.append(self._improve(played, some, between(recipe.entropy, part)))
        self.rounds += 1
        self.decisions += len(played.places)
        entropy, loss = torch.stack(watched).mean(0).tolist() if watched else (0.0, 0.0)
        return {"entropy": entropy, "value loss": loss}

    def _improve(self, played: Round, some: Tensor, curiosity: float) -> Tensor:
        """Take one step on some of the decisions; gives entropy and the value's loss."""
        seen, legal, counts, places, before, better, returns = (array[some] for array in played)
        chances, shares = self.network(seen, legal, counts)
        better = (better - better.mean()) / (better.std() + 1e-8)
        change = (chances.gather(1, places[:, None]).squeeze(1) - before).exp()
        clipped = change.clamp(1.0 - self.recipe.clip, 1.0 + self.recipe.clip)
        gain = torch.min(change * better, clipped * better).mean()
        error = (shares - returns).pow(2).mean()
        entropy = -(chances.exp() * chances.clamp(min=-30.0)).sum(1).mean()
        self.optimizer.zero_grad(set_to_none=True)
        (2.0 * error - gain - curiosity * entropy).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), STEEPEST)
        self.optimizer.step()
        return torch.stack([entropy.detach(), error.detach()])

    # -- keeping -------------------------------------------------------------------------------------------------

    def save(self) -> Arrays:
        """Give the network, the optimizer's memory, the matches under way and every generator."""
        arrays = numbers_of(self.network)
        for at, state in self.optimizer.state_dict()["state"].items():
            for name, value in state.items():
                arrays[f"memory.{at}.{name}"] = torch.as_tensor(value).cpu().numpy().copy()
        arrays |= self.tables.save()
        arrays["chance"] = self.dice.get_state().numpy().copy()
        arrays["rivals"] = self.rivals.rng.copy()
        arrays["counts"] = np.array([self.rounds, self.decisions, self.seed], np.int64)
        return arrays

    def start(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Begin with the network of another run, and nothing else of it."""
        take_numbers(self.network, arrays)
        self.is_settled = True

    def load(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from what `save` gave."""
        self.start(arrays)
        memory: dict[int, dict[str, Any]] = {}
        for name, array in arrays.items():
            if name.startswith("memory."):
                _, at, what = name.split(".")
                memory.setdefault(int(at), {})[what] = torch.from_numpy(np.array(array))
        whole = self.optimizer.state_dict()
        whole["state"] = memory
        self.optimizer.load_state_dict(whole)
        self.tables.load(arrays)
        self.dice.set_state(torch.from_numpy(np.array(arrays["chance"])))
        self.rivals.rng[:] = arrays["rivals"]
        self.rounds, self.decisions, self.seed = (int(count) for count in arrays["counts"])
