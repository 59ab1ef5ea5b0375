"""The network of a policy: what a seat sees goes in; how it likes each legal action and what it expects come out."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

Tensor = Any


class PolicyNetwork(nn.Module):
    """Layers that add to each other, a query that is compared with the vectors of actions' parts, and a share."""

    def __init__(
        self, inputs: int, table: npt.NDArray[np.int64], parts: int, wide: int, layers: int, length: int
    ) -> None:
        """Begin with chances that are nearly even."""
        super().__init__()
        self.first = nn.Linear(inputs, wide)
        self.layers = nn.ModuleList(nn.Linear(wide, wide) for _ in range(layers - 1))
        self.query = nn.Linear(wide, length)
        self.vectors = nn.Embedding(parts, length)
        self.liking = nn.Embedding(parts, 1)
        self.share = nn.Linear(wide, 1)
        self.register_buffer("table", torch.from_numpy(table), persistent=False)
        self.register_buffer("scale", torch.ones(inputs))
        nn.init.normal_(self.vectors.weight, std=0.5 / math.sqrt(table.shape[1]))
        nn.init.zeros_(self.liking.weight)
        nn.init.zeros_(self.share.weight)
        nn.init.normal_(self.query.weight, std=0.01)

    def settle(self, seen: Tensor) -> None:
        """Take the scale of every input from a first batch; nothing stays nothing, so that playing can skip it."""
        self.scale.copy_(seen.float().abs().amax(0).clamp(min=1.0))

    def forward(self, seen: Tensor, legal: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
        """Give the logarithm of each legal action's chance (none beyond `counts`) and the expected share."""
        deep = torch.relu(self.first(seen.float() / self.scale))
        for layer in self.layers:
            deep = deep + torch.relu(layer(deep))
        of_parts = self.query(deep) @ self.vectors.weight[1:].T + self.liking.weight[1:].T
        of_parts = nn.functional.pad(of_parts, (1, 0))  # part 0 stands for none
        is_legal = torch.arange(legal.shape[1], device=legal.device)[None] < counts[:, None]
        rows = torch.arange(len(legal), device=legal.device).repeat_interleave(counts)
        places = rows[:, None] * of_parts.shape[1] + self.table[legal[is_legal].long()]
        liked = of_parts.reshape(-1)[places].sum(1)
        chances = torch.full(legal.shape, -1e9, device=legal.device).masked_scatter(is_legal, liked).log_softmax(1)
        return chances, torch.sigmoid(self.share(deep)).squeeze(1)
