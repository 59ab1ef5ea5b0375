"""Hanamikoji's networks over what a seat sees, for PyTorch: the instinct, and the one of the frozen Master."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from bench.frozen import hanamikoji as frozen
from ochaya.core.habit import table_of_parts
from ochaya.games import game as game_of
from ochaya.games.hanamikoji.actions import FIRST_SECRET
from ochaya.games.hanamikoji.mind import foresight
from ochaya.games.hanamikoji.pieces import GEISHAS
from ochaya.games.hanamikoji.state import ANSWER_COMPETITION, ANSWER_GIFT
from ochaya.train.policy.network import PolicyNetwork

Tensor = Any
INSTINCT = Path(foresight.__file__).parent / "instinct.npy"
NOTHING = foresight.ROWS
"""A row of zeros after all others."""
HAND, SECRET, MINE, YOURS, FIRST, SECOND, UNSEEN, FAVOURS = (GEISHAS * at for at in (0, 1, 3, 4, 5, 6, 7, 8))
USED, PHASE, ROUND, LIMIT, BY_GEISHAS = 70, 81, 89, 90, 91
"""Where these begin in an observation (docs/games/hanamikoji.md)."""


def of_observation() -> PolicyNetwork:
    """Give the network that sees the observation, with the numbers that the game has."""
    game, numbers = game_of("hanamikoji"), np.load(INSTINCT).astype(np.float32)
    table, parts = table_of_parts(game.decode, game.max_actions)
    network = PolicyNetwork(game.observation_size, table, parts, wide=512, layers=3, length=64, pairs=0)
    left = torch.from_numpy(numbers)

    def take(count: int) -> Tensor:
        nonlocal left
        taken, left = left[:count], left[count:]
        return taken

    with torch.no_grad():
        for layer in (network.first, *network.layers, network.query):
            layer.weight.copy_(take(layer.weight.numel()).view(layer.in_features, layer.out_features).T)
            layer.bias.copy_(take(layer.out_features))
        for vectors in (network.liking.weight, network.vectors.weight):
            vectors.copy_(take(vectors.numel()).view_as(vectors))
    assert len(left) == 0, "the game's instinct has another size"
    return network


class RowsNetwork(nn.Module):
    """The older network, over rows that an observation names."""

    def __init__(self) -> None:
        super().__init__()
        numbers, wide = torch.from_numpy(frozen.load_rows().copy()), frozen.WIDE
        rows = torch.cat([numbers[: frozen.FIRST_CONSTANTS].view(-1, wide), torch.zeros(1, wide)])
        for name, value in {
            "rows": rows, "first": numbers[frozen.FIRST_CONSTANTS : frozen.SECOND],
            "second": numbers[frozen.SECOND : frozen.SECOND_CONSTANTS].view(wide, wide),
            "constants": numbers[frozen.SECOND_CONSTANTS : frozen.LAST],
            "last": numbers[frozen.LAST : frozen.LAST_CONSTANTS].view(-1, wide),
            "last_constants": numbers[frozen.LAST_CONSTANTS :],
            "standing": torch.from_numpy(foresight.STANDING.astype(np.int64)),
            "hands": torch.from_numpy(foresight.HANDS.astype(np.int64)), "geishas": torch.arange(GEISHAS),
        }.items():
            self.register_buffer(name, value)

    def _named(self, seen: Tensor) -> Tensor:
        """Give the rows that observations name, [n, most]; NOTHING for none."""
        seen, g = seen.long(), self.geishas[None]
        hand, secret, mine, yours, one, two, unseen = (
            seen[:, at : at + GEISHAS] for at in (HAND, SECRET, MINE, YOURS, FIRST, SECOND, UNSEEN))
        favour = seen[:, FAVOURS : FAVOURS + GEISHAS] + 2 * seen[:, FAVOURS + GEISHAS : FAVOURS + 2 * GEISHAS]
        phase = seen[:, PHASE : PHASE + 6].argmax(1, keepdim=True)
        held = hand + unseen
        is_gift = phase == ANSWER_GIFT
        is_offered = (is_gift | (phase == ANSWER_COMPETITION)) & (one + two > 0)
        kind = torch.where(is_gift, one, 4 + 3 * one + two)
        markers = torch.zeros_like(phase[:, 0])
        for marker in range(4):
            markers = 4 * markers + 2 * seen[:, USED + marker] + seen[:, USED + 4 + marker]
        left = torch.where(seen[:, LIMIT] == 0, 6, 3 * seen[:, BY_GEISHAS] + seen[:, LIMIT] - seen[:, ROUND])
        general = (foresight.MARKERS + markers, foresight.PHASES + phase[:, 0], foresight.ROUNDS + left)
        return torch.cat([
            self.standing[g, mine + secret, yours, held] + favour,
            torch.where(held > 0, self.hands[g, hand, unseen], NOTHING),
            torch.where(is_offered, foresight.OFFERS + foresight.KINDS * g + kind, NOTHING),
            torch.where(secret > 0, foresight.SECRETS + g, NOTHING), torch.stack(general, 1),
        ], 1)

    def forward(self, seen: Tensor, legal: Tensor, counts: Tensor) -> Tensor:
        """Give the chance of each legal action."""
        one = torch.relu(nn.functional.embedding_bag(self._named(seen), self.rows, mode="sum") + self.first)
        two = torch.relu(torch.addmm(self.constants, one, self.second))
        choices = (legal.long() - FIRST_SECRET).clamp(min=0)
        liked = torch.addmm(self.last_constants, two, self.last.T).gather(1, choices)
        is_legal = torch.arange(legal.shape[1], device=legal.device)[None] < counts[:, None]
        return liked.masked_fill(~is_legal, -1e9).softmax(1)
