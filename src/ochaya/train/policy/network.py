"""The network of a policy: what a seat sees goes in; how it likes each legal action and what it expects come out."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from ochaya.train.learner import Arrays

Tensor = Any

DENSE = 4096
"""Up to so many actions all are scored by one product of matrices and the legal ones picked from it. A GPU always does
so: products are what it is good at, and gathering a vector for each legal action would fill its memory."""


def widened(arrays: Arrays, inputs: int) -> Arrays:
    """Give a policy's numbers for an observation that has grown to so many: what is new counts for nothing yet."""
    first, scale = (arrays.get(f"numbers.{name}") for name in ("first.weight", "scale"))
    if first is None or scale is None or len(scale) >= inputs:
        return arrays
    more = inputs - len(scale)
    return arrays | {
        "numbers.first.weight": np.pad(first, ((0, 0), (0, more))),
        "numbers.scale": np.pad(scale, (0, more), constant_values=1.0),
    }


class PolicyNetwork(nn.Module):
    """Layers that add to each other, a query that is compared with the vectors of actions, and a share.

    An action's vector is the sum of its parts' vectors and, where `pairs` is not 0, after it the sum over all pairs of
    its parts of the products of their second vectors (core/habit.py plays by the same numbers).
    """

    def __init__(
        self, inputs: int, table: npt.NDArray[np.int64], parts: int, wide: int, layers: int, length: int, pairs: int
    ) -> None:
        """Begin with chances that are nearly even."""
        super().__init__()
        self.first = nn.Linear(inputs, wide)
        self.layers = nn.ModuleList(nn.Linear(wide, wide) for _ in range(layers - 1))
        self.query = nn.Linear(wide, length + pairs)
        self.vectors = nn.Embedding(parts, length)
        self.mates = nn.Embedding(parts, pairs) if pairs else None
        self.liking = nn.Embedding(parts, 1)
        self.share = nn.Linear(wide, 1)
        self.register_buffer("table", torch.from_numpy(table), persistent=False)
        self.register_buffer("scale", torch.ones(inputs))
        nn.init.normal_(self.vectors.weight, std=0.5 / math.sqrt(table.shape[1]))
        if self.mates is not None:
            nn.init.normal_(self.mates.weight, std=math.sqrt(0.5 / math.sqrt(math.comb(table.shape[1], 2))))
        nn.init.zeros_(self.liking.weight)
        nn.init.zeros_(self.share.weight)
        nn.init.normal_(self.query.weight, std=0.01)

    def settle(self, seen: Tensor) -> None:
        """Take the scale of every input from a first batch; nothing stays nothing, so that playing can skip it."""
        self.scale.copy_(seen.abs().amax(0).float().clamp(min=1.0))

    def vectors_of(self, parts: Tensor) -> tuple[Tensor, Tensor]:
        """Give the vectors of actions with these parts, [n, places], and how much each is liked by itself."""
        is_part = (parts > 0)[:, :, None]
        vectors, liking = (self.vectors(parts) * is_part).sum(1), (self.liking(parts) * is_part).sum((1, 2))
        if self.mates is None:
            return vectors, liking
        mates = self.mates(parts) * is_part
        return torch.cat([vectors, (mates.sum(1).square() - mates.square().sum(1)) / 2], 1), liking

    def forward(
        self, seen: Tensor, legal: Tensor, counts: Tensor, total: int | None = None
    ) -> tuple[Tensor, Tensor]:
        """Give the logarithm of each legal action's chance (none beyond `counts`) and the expected share.

        How many legal actions there are in `total` is for networks that score them one by one (circle.py).
        """
        deep = torch.relu(self.first(seen.float() / self.scale))
        for layer in self.layers:
            deep = deep + torch.relu(layer(deep))
        asked = self.query(deep)
        is_legal = torch.arange(legal.shape[1], device=legal.device)[None] < counts[:, None]
        if seen.is_cuda or len(self.table) <= DENSE:
            vectors, liking = self.vectors_of(self.table)
            liked = torch.addmm(liking, asked, vectors.T).gather(1, legal.long()).masked_fill(~is_legal, -1e9)
        else:
            rows = torch.arange(len(legal)).repeat_interleave(counts.long())
            vectors, liking = self.vectors_of(self.table[legal[is_legal].long()])
            liked = torch.full(legal.shape, -1e9).masked_scatter(is_legal, (asked[rows] * vectors).sum(1) + liking)
        return liked.log_softmax(1), torch.sigmoid(self.share(deep)).squeeze(1)
