"""Learns a best response to a run's policy, which is asked where the network is: a GPU asks it many times as fast.

    python -m bench.learned.respond geishas_road basic,harder,advanced --recipe bench/learned/respond_circle.toml \
        --start bench/learned/geishas_road --out response

In every match one side is the learner's and the other the bot's: the policy of the run given by `--start`, with whose
numbers the response begins too. The bot takes its likeliest action or, with `--temperature`, draws one as the bot
`instinct` does. Such a recipe has `past = 1.0`: the bot takes the place of an earlier self that is never renewed. With
`pool = "past"` looks are measured against it as well, in matches of their own.
"""

from __future__ import annotations

import argparse
import copy
from pathlib import Path
from typing import Any

import torch
from torch import nn

from bench.learned.mimic import tell
from ochaya.core.habit import HARDLY_EVER
from ochaya.train.begin import begin
from ochaya.train.errors import CannotTrain
from ochaya.train.policy.learner import PolicyLearner
from ochaya.train.recipes import PAST
from ochaya.train.run import Limit

Tensor = Any


class Policy(nn.Module):
    """The chances of a network that gives their logarithms and a share."""

    def __init__(self, network: Any) -> None:
        super().__init__()
        self.network = network

    def forward(self, seen: Tensor, legal: Tensor, counts: Tensor, total: int | None = None) -> Tensor:
        """Give the chance of each legal action."""
        return self.network(seen, legal, counts, total)[0].exp()


class AsTheBot(nn.Module):
    """Makes of chances what the bot `instinct` makes of them; sees the first `size` numbers of what is shown."""

    def __init__(self, chances: Any, size: int, temperature: float) -> None:
        super().__init__()
        self.chances, self.size, self.temperature = chances, size, temperature

    def forward(
        self, shown: Tensor, legal: Tensor, counts: Tensor, total: int | None = None
    ) -> tuple[Tensor, Tensor]:
        """Give the logarithm of each action's chance; nothing is expected."""
        chances = self.chances(shown[:, : self.size], legal, counts, total)
        weights = chances / chances.max(1, keepdim=True).values
        if self.temperature > 0.0:
            weights = weights ** (1.0 / self.temperature)
            weights = torch.where(weights >= HARDLY_EVER, weights, 0.0)
        else:
            weights = (weights >= 1.0).float()
        return (weights / weights.sum(1, keepdim=True)).clamp(min=1e-38).log(), torch.zeros_like(chances[:, 0])


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("setups")
    for name in ("recipe", "start", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--temperature", type=float, default=0.0)
    parser.add_argument("--seconds", type=float, default=400.0)
    parser.add_argument("--decisions", type=int)
    parser.add_argument("--matches", type=int, default=1000, help="at every look")
    told = parser.parse_args()
    run = begin(told.game, told.setups, told.out, recipe=told.recipe, start=told.start)
    run.matches = told.matches
    learner = run.learner
    if not isinstance(learner, PolicyLearner) or learner.recipe.past != 1.0 or learner.pool != PAST:
        raise CannotTrain("train-recipe", path=str(told.recipe), reason=f'[policy] with past = 1.0, pool = "{PAST}"')
    own = learner.network.policy if learner.recipe.critic else learner.network
    learner.past = AsTheBot(Policy(copy.deepcopy(own)), learner.eyes.size, told.temperature).to(learner.device)
    learner.rounds = 1  # in round 0 the earlier self would become a copy of the learner
    run.go(Limit(seconds=told.seconds, decisions=told.decisions), tell)


if __name__ == "__main__":
    main()
