"""A policy with a critic of its own: the policy sees what its seat sees, the critic every card and who the rival is."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import torch
from torch import nn

from ochaya.train.policy.eyes import MOST_RIVALS

Tensor = Any


class PlainCritic(nn.Module):
    """What a decision is worth to who takes it, by the whole observation."""

    def __init__(self, inputs: int, wide: int, layers: int, rivals: int) -> None:
        """Begin with even shares."""
        super().__init__()
        sizes = [inputs + rivals, *[wide] * (layers + 1)]
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        self.share = nn.Linear(wide, 1)
        self.register_buffer("scale", torch.ones(inputs))
        nn.init.zeros_(self.share.weight)

    def settle(self, seen: Tensor) -> None:
        """Take the scale of every number from a first batch."""
        self.scale.copy_(seen.abs().amax(0).float().clamp(min=1.0))

    def forward(self, seen: Tensor, rival: Tensor) -> Tensor:
        """Give the logarithm of its odds."""
        deep = torch.cat([seen.float() / self.scale, rival], 1)
        for layer in self.layers:
            deep = torch.relu(layer(deep))
        return self.share(deep).squeeze(1)


class WithCritic(nn.Module):
    """Plays by the policy, expects by the critic."""

    def __init__(self, policy: Any, critic: Any, size: int) -> None:
        """`size` numbers are seen; as many more and the rival's number are for the critic."""
        super().__init__()
        self.policy, self.critic, self.size = policy, critic, size

    def settle(self, shown: Tensor) -> None:
        """Take the scales of both from a first batch."""
        self.policy.settle(shown[:, : self.size])
        self.settle_critic(shown)

    def settle_critic(self, shown: Tensor) -> None:
        """Take the critic's alone."""
        self.critic.settle(shown[:, self.size : 2 * self.size])

    def forward(
        self, shown: Tensor, legal: Tensor, counts: Tensor, total: int | None = None
    ) -> tuple[Tensor, Tensor]:
        """Give the logarithm of each legal action's chance (none beyond `counts`) and the expected share."""
        chances, _ = self.policy(shown[:, : self.size], legal, counts, total)
        rival = nn.functional.one_hot(shown[:, 2 * self.size].long(), MOST_RIVALS).float()
        return chances, torch.sigmoid(self.critic(shown[:, self.size : 2 * self.size], rival))
