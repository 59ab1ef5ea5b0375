"""The learner of a policy: self-play, with frozen rivals in some of the matches or in all, and proximal policy
optimisation.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ochaya.core.game import Game
from ochaya.train.errors import CannotTrain
from ochaya.train.learner import Arrays, below, without_critic
from ochaya.train.networks import numbers_of, take_numbers
from ochaya.train.policy.eyes import MOST_RIVALS, Eyes
from ochaya.train.policy.network import widened
from ochaya.train.policy.notes import Notes
from ochaya.train.policy.player import Decided, PolicyPlayer, Tensor
from ochaya.train.policy.rivals import Rivals
from ochaya.train.policy.rollout import Together, play_out
from ochaya.train.policy.sharded import InShards
from ochaya.train.policy.shards import PolicyJob
from ochaya.train.policy.tables import Tables
from ochaya.train.recipes import PAST, Policy, between
from ochaya.train.shards import Crew, Here, check_shards

POOL_SEED = 2026
"""Measuring always happens on the same deals."""
CRITIC_FIRST = 12
"""A policy that begins with a new critic waits for it for so many rounds."""
STEEPEST = 0.5
"""No gradient is longer than this."""


class PolicyLearner:
    """Learns a policy against itself and its recipe's rivals, or against a frozen bot alone, which then is its pool."""

    def __init__(
        self, game: Game, setups: Sequence[str], recipe: Policy, seed: int, against: str = "", shards: int = 1,
        crew: Crew | None = None,
    ) -> None:
        """Begin with chances that are nearly even.

        With one shard the matches are played where the network is; more are played by a crew, this process unless told.
        """
        check_shards(shards, recipe.matches // len(setups))
        self.game, self.setups, self.recipe, self.seed = game, setups, recipe, seed
        for setup in setups:
            if against and game.seats(game.complete(game.setups[setup])) == 1:
                raise CannotTrain("train-one-seat", setup=setup)
        self.pool = against or recipe.pool
        shares = {against: 1.0} if against else recipe.shares
        if shards > 1 and (recipe.circle or recipe.critic > 0):
            raise CannotTrain("train-shards", shards=shards, most=1)
        if recipe.critic > 0 and len(shares) >= MOST_RIVALS:
            raise CannotTrain("train-rivals", most=MOST_RIVALS - 1)
        self.eyes = Eyes(game, recipe)
        self.player = PolicyPlayer(game, recipe, seed)
        self.network, self.dice, self.device = self.player.network, self.player.dice, self.player.device
        self.past = copy.deepcopy(self.network) if PAST in shares else None
        """The earlier self among the rivals."""
        self.mean = copy.deepcopy(self.network) if recipe.mean > 0.0 else None
        """The mean of its numbers over time."""
        self.matches: Together | InShards = (
            Together(game, setups, recipe, shares, self.player, seed, self.eyes) if shards == 1
            else InShards(
                PolicyJob(game.name, tuple(setups), recipe, shares, shards), self.network, seed, crew or Here()))
        self.notes = Notes(game, self.eyes.width, recipe.steps, recipe.matches, self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), eps=1e-5, fused=self.device.type == "cuda")
        self.rounds = self.decisions = 0
        self.is_settled = False
        self.waits = 0
        """For so many rounds only the critic learns."""

    # -- playing -------------------------------------------------------------------------------------------------

    def measure(self, matches: int) -> npt.NDArray[np.float64]:
        """Play the pool, each side in turn."""
        before = self.dice.get_state()
        self.dice.manual_seed(POOL_SEED)
        tables = Tables(self.game, self.setups, max(matches, len(self.setups)), POOL_SEED, eyes=self.eyes)
        rivals, own = Rivals(tables, {self.pool: 1.0}, POOL_SEED), self.mean or self.network

        def decide(at: Tables) -> Decided:
            decided = self.player.decide(at, own)
            if self.pool != PAST:
                return decided
            return decided._replace(places=rivals.choose(decided.places, self.player.decide(at, self.past).places))

        found = play_out(tables, rivals, decide)
        self.dice.set_state(before)
        return found

    def even(self) -> float:
        """Give the share of an equal."""
        return self.matches.even

    def _play(self) -> npt.NDArray[np.int64]:
        """Play a round; gives the numbers of the decisions that teach something."""
        return np.flatnonzero(self.matches.play(self.past, self.notes))

    # -- learning ------------------------------------------------------------------------------------------------

    def learn(self, part: float) -> Mapping[str, float]:
        """Play a round and learn from it a few times."""
        recipe = self.recipe
        if not self.is_settled:
            first = torch.from_numpy(self._play()).to(self.device)
            shown = self.notes.rows(first).seen
            if self.waits > 0:
                self.network.settle_critic(shown)
            else:
                self.network.settle(shown)
            self.is_settled = True
        if self.past is not None and self.rounds % recipe.renew == 0:
            self.past.load_state_dict(self.network.state_dict())
        chosen = torch.from_numpy(self._play()).to(self.device)
        for group in self.optimizer.param_groups:
            group["lr"] = between(recipe.rate, part)
        watched: list[Tensor] = []
        for _ in range(recipe.passes):
            order = chosen[torch.randperm(len(chosen), device=self.device, generator=self.dice)]
            for some in order.tensor_split(recipe.batches):
                if len(some) > 1:
                    watched.append(self._improve(some, between(recipe.entropy, part)))
        self._remember()
        self.rounds += 1
        self.waits = max(self.waits - 1, 0)
        self.decisions += len(chosen)
        entropy, loss = torch.stack(watched).mean(0).tolist() if watched else (0.0, 0.0)
        return {"entropy": entropy, "value loss": loss}

    def _remember(self) -> None:
        """Let the mean follow; in the first rounds it is the mean of all of them."""
        if self.mean is not None:
            kept = min(self.recipe.mean, self.rounds / (self.rounds + 1.0))
            with torch.no_grad():
                for old, new in zip(self.mean.state_dict().values(), self.network.state_dict().values(), strict=True):
                    old.lerp_(new, 1.0 - kept) if old.is_floating_point() else old.copy_(new)

    def _improve(self, some: Tensor, curiosity: float) -> Tensor:
        """Take one step on some of the decisions; gives entropy and the value's loss."""
        seen, legal, counts, places, before, better, returns = self.notes.rows(some)
        chances, shares = self.network(seen, legal, counts)
        better = (better - better.mean()) / (better.std() + 1e-8)
        change = (chances.gather(1, places[:, None]).squeeze(1) - before).exp()
        clipped = change.clamp(1.0 - self.recipe.clip, 1.0 + self.recipe.clip)
        gain = torch.min(change * better, clipped * better).mean()
        error = (shares - returns).pow(2).mean()
        entropy = -(chances.exp() * chances.clamp(min=-30.0)).sum(1).mean()
        self.optimizer.zero_grad(set_to_none=True)
        missed = self._missed(shares, returns) if self.recipe.critic else 2.0 * error
        (missed if self.waits > 0 else missed - gain - curiosity * entropy).backward()
        for part in (self.network.policy, self.network.critic) if self.recipe.critic else (self.network,):
            torch.nn.utils.clip_grad_norm_(part.parameters(), STEEPEST)
        self.optimizer.step()
        return torch.stack([entropy.detach(), error.detach()])

    @staticmethod
    def _missed(shares: Tensor, returns: Tensor) -> Tensor:
        """Say how far a critic's shares are from what should have been expected, as odds."""
        near = shares.clamp(1e-5, 1.0 - 1e-5)
        return torch.nn.functional.binary_cross_entropy(near, returns.clamp(0.0, 1.0))

    # -- keeping -------------------------------------------------------------------------------------------------

    def save(self) -> Arrays:
        """Give the network, the optimizer's memory, the matches under way and every generator."""
        arrays = numbers_of(self.network if self.mean is None else self.mean)
        if self.mean is not None:
            arrays |= {f"latest.{name}": array for name, array in numbers_of(self.network).items()}
        for at, state in self.optimizer.state_dict()["state"].items():
            for name, value in state.items():
                arrays[f"memory.{at}.{name}"] = torch.as_tensor(value).cpu().numpy().copy()
        arrays |= self.matches.save()
        if self.past is not None:
            arrays |= {f"past.{name}": array for name, array in numbers_of(self.past).items()}
        arrays["chance"] = self.dice.get_state().numpy().copy()
        arrays["counts"] = np.array([self.rounds, self.decisions, self.seed], np.int64)
        return arrays

    def start(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Begin with the network of another run, and nothing else of it; of one without a critic, with its policy.

        Where a seat observes more since that run, the policy begins without regard to what is new, a critic anew.
        """
        own = without_critic(arrays)
        grown = widened(own, self.eyes.size)
        is_policy = self.recipe.critic > 0 and (grown is not own or not below(arrays, "numbers.critic."))
        take_numbers(self.network.policy if is_policy else self.network, arrays if grown is own else grown)
        if self.mean is not None:
            self.mean.load_state_dict(self.network.state_dict())
        self.is_settled, self.waits = not is_policy, CRITIC_FIRST if is_policy else 0

    def load(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from what `save` gave."""
        self.start(arrays)
        if self.mean is not None:
            take_numbers(self.network, below(arrays, "latest."))
        memory: dict[int, dict[str, Any]] = {}
        for name, array in arrays.items():
            if name.startswith("memory."):
                _, at, what = name.split(".")
                memory.setdefault(int(at), {})[what] = torch.from_numpy(np.array(array))
        whole = self.optimizer.state_dict()
        whole["state"] = memory
        self.optimizer.load_state_dict(whole)
        self.matches.load(arrays)
        if self.past is not None:
            take_numbers(self.past, below(arrays, "past."))
        self.dice.set_state(torch.from_numpy(np.array(arrays["chance"])))
        self.rounds, self.decisions, self.seed = (int(count) for count in arrays["counts"])

