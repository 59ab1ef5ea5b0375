"""A policy that plays: its network, where that is, and the dice by which it draws."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from ochaya.core.game import Game
from ochaya.core.habit import table_of_parts
from ochaya.train.policy.circle import CircleCritic, CircleNetwork
from ochaya.train.policy.critic import PlainCritic, WithCritic
from ochaya.train.policy.eyes import MOST_RIVALS, circle_of
from ochaya.train.policy.network import PolicyNetwork
from ochaya.train.policy.tables import Tables
from ochaya.train.recipes import Policy

Tensor = Any
CRITIC_LAYERS = 2


class Decided(NamedTuple):
    """A decision in every match."""

    places: npt.NDArray[np.int64]
    """Which of the legal actions was taken."""
    shares: npt.NDArray[np.float32]
    """What was expected."""


def network_of(game: Game, recipe: Policy) -> Any:
    """Make the network that a recipe asks for."""
    circle = circle_of(game) if recipe.circle else None
    size = game.observation_size if circle is None else circle.size
    policy: Any
    critic: Any
    if circle is None:
        table, parts = table_of_parts(game.decode, game.max_actions)
        policy = PolicyNetwork(size, table, parts, recipe.wide, recipe.layers, recipe.parts, recipe.pairs)
    else:
        policy = CircleNetwork(circle, recipe.wide, recipe.layers, recipe.parts)
    if recipe.critic == 0:
        return policy
    if circle is None:
        critic = PlainCritic(size, recipe.critic, CRITIC_LAYERS, MOST_RIVALS)
    else:
        critic = CircleCritic(circle, recipe.critic, CRITIC_LAYERS, MOST_RIVALS)
    return WithCritic(policy, critic, size)


class PolicyPlayer:
    """Draws actions by the chances that a network gives them; on a GPU where there is one."""

    def __init__(self, game: Game, recipe: Policy, seed: int) -> None:
        """Begin with chances that are nearly even."""
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.set_float32_matmul_precision("high")
        torch.manual_seed(seed)  # the network's first numbers
        self.network = network_of(game, recipe).to(self.device)
        self.dice = torch.Generator(self.device).manual_seed(seed)

    def room(self, shape: tuple[int, ...], kind: type[np.generic]) -> npt.NDArray[Any]:
        """Give an array that a GPU fetches quickly."""
        empty = torch.from_numpy(np.zeros(shape, kind))
        is_pinned = self.device.type == "cuda" and empty.numel() > 0
        return np.asarray((empty.pin_memory() if is_pinned else empty).numpy())

    def draw(
        self, network: PolicyNetwork, seen: Tensor, legal: Tensor, counts: Tensor, total: int | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Draw an action of each row; gives its place, the logarithm of its chance and the expected share.

        `total` says how many legal actions there are in all, where that is known without asking the device.

        The largest of the chances, each divided by a number drawn from the exponential distribution, is any of them
        by its chance: one pass over the actions, and nothing waits.
        """
        with torch.no_grad():
            chances, shares = network(seen, legal, counts, total)
            noise = torch.empty_like(chances).exponential_(generator=self.dice).clamp_(min=1e-30)
            places = (chances - noise.log_()).argmax(1)
            return places, chances.gather(1, places[:, None]).squeeze(1), shares

    def decide(self, tables: Tables, network: Any = None) -> Decided:
        """Draw an action of each match and wait for it; by another network than its own where one is given."""
        now = tables.now
        seen, counts = (torch.from_numpy(array).to(self.device) for array in (tables.shown, now.counts))
        legal = torch.from_numpy(now.legals[:, : int(now.counts.max())]).to(self.device)
        places, _, shares = self.draw(network or self.network, seen, legal, counts)
        return Decided(places.cpu().numpy(), shares.cpu().numpy())
