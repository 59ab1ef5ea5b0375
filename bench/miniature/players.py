"""Whom we measure: each player as the chances with which it takes the actions of every decision.

The miniature is a moment of the whole game, so bots who know nothing of miniatures play it: they are shown the same
record under the whole game's name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from bench.miniature.game import MINIATURE
from bench.miniature.tree import Decision
from ochaya.arena.match import own_rng
from ochaya.bots.limit import Limit
from ochaya.bots.spec import contender
from ochaya.games.hanamikoji import GAME as WHOLE
from ochaya.search.sense import given_sense

Player = Callable[[Decision], Sequence[float]]
USUAL = Limit(iterations=400)
"""How long a bot thinks when its name does not say."""


def uniform(one: Decision) -> Sequence[float]:
    """Take any action."""
    return [1 / len(one.legal)] * len(one.legal)


def instinct(one: Decision) -> Sequence[float]:
    """Do what the game's instinct says, with the doubt that it hands to the search."""
    habit = given_sense(WHOLE.name).instinct
    assert habit is not None
    found = habit(one.seen._replace(game=WHOLE.name), np.array(one.legal, np.int32))
    return [float(chance) for chance in found / found.sum()]


def likeliest(player: Player) -> Player:
    """Give the player who always takes what this one takes most often."""
    def decide(one: Decision) -> Sequence[float]:
        chances = player(one)
        best = max(range(len(chances)), key=chances.__getitem__)
        return [float(at == best) for at in range(len(chances))]

    return decide


def forgetful(player: Player, decisions: Sequence[Decision]) -> Player:
    """Give the player who plays alike wherever an observation looks alike: the mean of what this one does there."""
    alike: dict[bytes, list[Decision]] = {}

    def sight(one: Decision) -> bytes:
        return bytes([one.seen.seat]) + MINIATURE.observation(one.seen).tobytes()

    for one in decisions:
        alike.setdefault(sight(one), []).append(one)
    means = {key: np.mean([player(one) for one in group], axis=0).tolist() for key, group in alike.items()}
    return lambda one: means[sight(one)]


def bot(text: str, tries: int) -> Player:
    """Give a bot by what it does in so many tries of each decision; where it sees the same it is asked once."""
    one = contender(text, USUAL)
    known: dict[bytes, Sequence[float]] = {}

    def decide(decision: Decision) -> Sequence[float]:
        sight = decision.seen._replace(game=WHOLE.name)
        key = bytes([sight.seat]) + sight.tobytes()
        if key not in known:
            taken = [
                one.bot.choose(sight, decision.legal, one.limit, own_rng(text, key.hex(), at)) for at in range(tries)
            ]
            known[key] = [taken.count(action) / tries for action in decision.legal]
        return known[key]

    return decide


def learned(decisions: int, seed: int, tell: Callable[[int], None]) -> Player:
    """Let our trainer learn the miniature by playing itself for so many decisions; needs PyTorch."""
    import torch

    from ochaya.train.policy.learner import PolicyLearner
    from ochaya.train.recipes import recipe_of

    recipe = recipe_of(WHOLE.name).policy
    assert recipe is not None
    learner = PolicyLearner(MINIATURE, ("standard",), recipe, seed)
    while learner.decisions < decisions:
        learner.learn(learner.decisions / decisions)
        tell(learner.decisions)

    def decide(one: Decision) -> Sequence[float]:
        sight = torch.from_numpy(MINIATURE.observation(one.seen))[None].to(learner.device)
        legal = torch.tensor([one.legal], device=learner.device)
        with torch.no_grad():
            chances, _ = learner.network(sight, legal, torch.tensor([len(one.legal)], device=learner.device))
        found = chances.exp()[0].double()
        return [float(chance) for chance in found / found.sum()]

    return decide
