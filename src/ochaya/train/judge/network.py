"""The network of an outlook as it learns: a number for each seat from what it would see of an open world."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from ochaya.core.outlook import NARROW

Tensor = Any


class OutlookNetwork(nn.Module):
    """Two layers and a number."""

    def __init__(self, inputs: int, wide: int) -> None:
        """Begin with nobody ahead."""
        super().__init__()
        self.first, self.second, self.last = nn.Linear(inputs, wide), nn.Linear(wide, NARROW), nn.Linear(NARROW, 1)
        self.register_buffer("scale", torch.ones(inputs))
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    def settle(self, seen: Tensor) -> None:
        """Take the scale of every input from a first batch."""
        self.scale.copy_(seen.float().abs().amax((0, 1)).clamp(min=1.0))

    def forward(self, seen: Tensor, is_seat: Tensor) -> Tensor:
        """Give the logarithm of each seat's share, [n, seats + 1]; the last is the house's against one alone."""
        deep = torch.relu(self.first(seen.float() / self.scale))
        standing = self.last(torch.relu(self.second(deep))).squeeze(-1)
        is_alone = is_seat.sum(1, keepdim=True) == 1
        standing = torch.cat([standing, torch.zeros_like(standing[:, :1])], 1)
        return standing.masked_fill(~torch.cat([is_seat, is_alone], 1), -1e9).log_softmax(1)
