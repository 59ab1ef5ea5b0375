"""The decisions of a round, kept where the network is."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch

from ochaya.core.game import Game

Tensor = Any


class Rows(NamedTuple):
    """Some of a round's decisions, one row each."""

    seen: Tensor
    legal: Tensor
    """[n, width] ids of the legal actions, as far as the longest list of the round reaches."""
    counts: Tensor
    places: Tensor
    """Which of the legal actions was taken."""
    chances: Tensor
    """The logarithm of the chance with which it was."""
    better: Tensor
    """How much better it went than expected."""
    returns: Tensor
    """What should have been expected."""


class Notes:
    """Room for the decisions of a round, [steps + 1, n, …], made once; the last step only says what is expected."""

    def __init__(self, game: Game, width: int, steps: int, n: int, device: Any) -> None:
        """Make the room; ids of actions and what is seen are small whole numbers."""
        def room(*shape: int, kind: Any) -> Tensor:
            return torch.zeros((steps + 1, n, *shape), dtype=kind, device=device)

        assert game.max_actions <= np.iinfo(np.int16).max
        self.seen = room(width, kind=torch.int16)
        self.legal, self.counts = room(game.max_legal, kind=torch.int16), room(kind=torch.int32)
        self.places, self.chances = room(kind=torch.int64), room(kind=torch.float32)
        self.shares, self.better = room(kind=torch.float32), room(kind=torch.float32)
        self.longest = 1
        """The longest list of legal actions in the round."""

    def rows(self, some: Tensor) -> Rows:
        """Give some of the decisions by their numbers, counted through all steps."""
        better, shares = self.better.flatten()[some], self.shares.flatten()[some]
        return Rows(
            self.seen.flatten(0, 1)[some], self.legal.flatten(0, 1)[:, : self.longest][some],
            self.counts.flatten()[some], self.places.flatten()[some], self.chances.flatten()[some],
            better, better + shares)
