"""The learner of a policy: self-play, or play against a frozen bot, and proximal policy optimisation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ochaya.bots.limit import Limit
from ochaya.bots.spec import contender
from ochaya.core.game import Game
from ochaya.core.rng import new_rng
from ochaya.envs import Batch, VectorEnv
from ochaya.train.errors import CannotTrain
from ochaya.train.learner import Arrays
from ochaya.train.policy.network import PolicyNetwork
from ochaya.train.policy.parts import table_of_parts
from ochaya.train.policy.rollout import Floats, Ints, Rivals, Round, play_out, play_round
from ochaya.train.recipes import Policy, between

POOL_SEED = 2026
"""Measuring always happens on the same deals."""
BOTS_LIMIT = Limit(seconds=0.05)
"""How long a frozen bot thinks when its name does not say."""
STEEPEST = 0.5
"""No gradient is longer than this."""


class PolicyLearner:
    """Learns a policy; in self-play its pool is the uniform player, against a frozen bot that bot."""

    def __init__(self, game: Game, setup: str, recipe: Policy, seed: int, against: str = "") -> None:
        """Begin with chances that are nearly even."""
        self.game, self.recipe, self.seed = game, recipe, seed
        self.options = game.complete(game.setups[setup])
        if against and game.seats(self.options) == 1:
            raise CannotTrain("train-one-seat", setup=setup)
        self.bot = contender(against, BOTS_LIMIT) if against else None
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.env = VectorEnv(game, self.options, recipe.matches, seed)
        self.rivals = Rivals(self.env, self.bot, self.bot is None, new_rng(seed), seed)
        torch.manual_seed(seed)
        table, parts = table_of_parts(game)
        self.network = PolicyNetwork(
            game.observation_size, table, parts, recipe.wide, recipe.layers, recipe.parts
        ).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), eps=1e-5)
        self.rounds = self.decisions = 0

    # -- playing -------------------------------------------------------------------------------------------------

    def decide(self, now: Batch) -> tuple[Ints, Floats, Floats]:
        """Draw an action of each match by its chance."""
        width = int(now.counts.max())
        with torch.no_grad():
            counts = torch.from_numpy(now.counts).to(self.device)
            chances, shares = self.network(
                torch.from_numpy(now.observations).to(self.device),
                torch.from_numpy(now.legals[:, :width].astype(np.int64)).to(self.device), counts)
            places = torch.multinomial(chances.exp(), 1)
            taken = chances.gather(1, places).squeeze(1)
        return places.squeeze(1).cpu().numpy(), taken.cpu().numpy(), shares.cpu().numpy()

    def measure(self, matches: int) -> npt.NDArray[np.float64]:
        """Play the pool, each side in turn."""
        before = torch.get_rng_state()
        torch.manual_seed(POOL_SEED)
        env = VectorEnv(self.game, self.options, matches, POOL_SEED)
        found = play_out(env, Rivals(env, self.bot, env.seats == 1, new_rng(POOL_SEED), POOL_SEED), self.decide)
        torch.set_rng_state(before)
        return found

    def even(self) -> float:
        """Give the share of an equal."""
        teams = self.game.teams(self.options) if self.game.teams is not None else range(self.env.seats)
        return 0.5 if self.env.seats == 1 else 1.0 / (max(teams) + 1)

    # -- learning ------------------------------------------------------------------------------------------------

    def learn(self, part: float) -> Mapping[str, float]:
        """Play a round and learn from it a few times."""
        recipe = self.recipe
        if self.rounds == 0:
            first = play_round(self.env, self.rivals, recipe.steps, recipe.trace, self.decide)
            self.network.settle(torch.from_numpy(first.seen).to(self.device))
        played = play_round(self.env, self.rivals, recipe.steps, recipe.trace, self.decide)
        for group in self.optimizer.param_groups:
            group["lr"] = between(recipe.rate, part)
        shuffle = np.random.default_rng((self.seed, self.rounds))
        watched: list[tuple[float, float]] = []
        for _ in range(recipe.passes):
            order = shuffle.permutation(len(played.places))
            for some in np.array_split(order, recipe.batches):
                if len(some) > 1:
                    watched.append(self._improve(played, some, between(recipe.entropy, part)))
        self.rounds += 1
        self.decisions += len(played.places)
        entropy, loss = np.mean(watched or [(0.0, 0.0)], axis=0)
        return {"entropy": float(entropy), "value loss": float(loss)}

    def _improve(self, played: Round, some: npt.NDArray[np.int64], curiosity: float) -> tuple[float, float]:
        """Take one step on some of the decisions; gives entropy and the value's loss."""
        def chosen(array: npt.NDArray[Any]) -> Any:
            return torch.from_numpy(np.ascontiguousarray(array[some])).to(self.device)

        width = int(played.counts[some].max())
        legal = torch.from_numpy(np.ascontiguousarray(played.legal[some, :width])).to(self.device)
        chances, shares = self.network(chosen(played.seen), legal, chosen(played.counts))
        better = chosen(played.better)
        better = (better - better.mean()) / (better.std() + 1e-8)
        change = (chances.gather(1, chosen(played.places)[:, None]).squeeze(1) - chosen(played.chances)).exp()
        clipped = change.clamp(1.0 - self.recipe.clip, 1.0 + self.recipe.clip)
        gain = torch.min(change * better, clipped * better).mean()
        error = (shares - chosen(played.returns)).pow(2).mean()
        entropy = -(chances.exp() * chances.clamp(min=-30.0)).sum(1).mean()
        self.optimizer.zero_grad(set_to_none=True)
        (2.0 * error - gain - curiosity * entropy).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), STEEPEST)
        self.optimizer.step()
        return float(entropy.detach()), float(error.detach())

    # -- keeping -------------------------------------------------------------------------------------------------

    def save(self) -> Arrays:
        """Give the network, the optimizer's memory, the matches under way and every generator."""
        arrays: Arrays = {
            f"numbers.{name}": value.detach().cpu().numpy().copy() for name, value in self.network.state_dict().items()
        }
        for at, state in self.optimizer.state_dict()["state"].items():
            for name, value in state.items():
                arrays[f"memory.{at}.{name}"] = torch.as_tensor(value).cpu().numpy().copy()
        arrays["matches"] = np.frombuffer(self.env.save(), np.uint8)
        arrays["chance"] = torch.get_rng_state().numpy().copy()
        arrays["rivals"] = self.rivals.rng.copy()
        arrays["counts"] = np.array([self.rounds, self.decisions, self.seed], np.int64)
        return arrays

    def start(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Begin with the network of another run, and nothing else of it."""
        own = self.network.state_dict()
        given = {name: arrays.get(f"numbers.{name}") for name in own}
        if any(array is None or array.shape != tuple(own[name].shape) for name, array in given.items()):
            raise CannotTrain("train-other-network", expected=sum(value.numel() for value in own.values()))
        self.network.load_state_dict({name: torch.from_numpy(np.array(array)) for name, array in given.items()})

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
        self.env.restore(arrays["matches"].tobytes())
        torch.set_rng_state(torch.from_numpy(np.array(arrays["chance"])))
        self.rivals.rng[:] = arrays["rivals"]
        self.rounds, self.decisions, self.seed = (int(count) for count in arrays["counts"])
