"""Learns against a bot that is too slow to be asked often: first what it does, then against whoever does the same.

    python -m bench.learned.mimic hanamikoji standard greedy --recipe R.toml --start bench/learned/hanamikoji --out OUT

The run given by `--start` plays the bot until `--watch` of its decisions were seen. A network as large as the recipe's
learns what the bot did there, by supervision. Then it takes the place of the learner's earlier self: the recipe's
`past` says in which part of the matches it plays, `renew` is best larger than any run. A GPU asks it many times as fast
as cores ask greedy.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch

from ochaya.core.game import Game
from ochaya.games import game as game_of
from ochaya.train.begin import begin
from ochaya.train.curve import Point
from ochaya.train.errors import CannotTrain
from ochaya.train.learner import without_critic
from ochaya.train.networks import take_numbers
from ochaya.train.policy.eyes import Eyes
from ochaya.train.policy.learner import PolicyLearner
from ochaya.train.policy.player import PolicyPlayer
from ochaya.train.policy.rivals import Rivals
from ochaya.train.policy.tables import Tables
from ochaya.train.recipes import Policy, recipe_of
from ochaya.train.run import Limit, read_checkpoint

SEED = 11
PASSES, BATCH, RATE = 8, 16_384, 5e-4
TESTED = 20_000
"""So many decisions are not learned from: by them it is measured how often the network does what the bot did."""


def watch(game: Game, setup: str, bot: str, player: PolicyPlayer, eyes: Eyes, n: int, decisions: int) -> list[Any]:
    """Let the player meet the bot in n matches; gives what the bot saw, could do and did, as tensors."""
    tables = Tables(game, [setup], n, SEED, player.room, eyes)
    rivals = Rivals(tables, {bot: 1.0}, SEED)
    met: list[tuple[Any, ...]] = []
    watched = 0
    while watched < decisions:
        now = tables.now
        places = rivals.choose(player.decide(tables).places)
        theirs = np.flatnonzero(~rivals.is_own() & (now.counts > 1))
        watched += len(theirs)
        legal = now.legals[theirs].astype(np.int16)
        met.append((tables.shown[theirs].copy(), legal, now.counts[theirs].copy(), places[theirs].copy()))
        tables.step_places(places)
    return [torch.from_numpy(np.concatenate(parts)).to(player.device) for parts in zip(*met, strict=True)]


def learn(player: PolicyPlayer, met: list[Any]) -> float:
    """Learn to do what the bot did; gives how often that is now the network's likeliest action where it was not met."""
    seen, legal, counts, places = met
    network, total = player.network, len(places)
    tested = min(TESTED, total // 10)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    batch = min(BATCH, total - tested)
    last = PASSES * -(-(total - tested) // batch)
    step = 0
    for _ in range(PASSES):
        for some in (tested + torch.randperm(total - tested, device=player.device)).split(batch):
            for group in optimizer.param_groups:
                group["lr"] = RATE * (1.0 - step / last)
            chances, _ = network(seen[some], legal[some], counts[some])
            optimizer.zero_grad()
            (-chances.gather(1, places[some][:, None]).mean()).backward()
            optimizer.step()
            step += 1
    with torch.no_grad():
        chances, _ = network(seen[:tested], legal[:tested], counts[:tested])
        return float((chances.argmax(1) == places[:tested]).float().mean())


def mimic_of(game: Game, setup: str, bot: str, recipe: Policy, start: Path, n: int, decisions: int) -> Any:
    """Give the numbers of a network that does what a bot does; it needs no critic."""
    recipe = msgspec.structs.replace(recipe, critic=0)
    player = PolicyPlayer(game, recipe, SEED)
    take_numbers(player.network, without_critic(read_checkpoint(start)[1]))
    met = watch(game, setup, bot, player, Eyes(game, recipe), n, decisions)
    right = learn(player, met)
    print(f"{bot}: {len(met[3]):,} decisions watched; the likeliest action is his in {right:.1%}", flush=True)
    return player.network.state_dict()


def tell(point: Point) -> None:
    """Say where the learner stands."""
    share = f"{point.share:.1%} ({point.low:.1%} to {point.high:.1%})"
    print(f"{point.seconds:.0f} s · {point.decisions:,} decisions · {share}", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("setup")
    parser.add_argument("bot")
    for name in ("recipe", "start", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--watch", type=int, default=4_000_000)
    parser.add_argument("--seconds", type=float, default=400.0)
    parser.add_argument("--matches", type=int, default=16_384)
    told = parser.parse_args()
    game, recipe = game_of(told.game), recipe_of(told.game, told.recipe).policy
    if recipe is None or recipe.past == 0.0:
        raise CannotTrain("train-recipe", path=str(told.recipe), reason="[policy] with past")
    numbers = mimic_of(game, told.setup, told.bot, recipe, told.start, told.matches, told.watch)
    run = begin(told.game, told.setup, told.out, recipe=told.recipe, start=told.start)
    assert isinstance(run.learner, PolicyLearner)
    assert run.learner.past is not None
    past = run.learner.past
    past.load_state_dict(run.learner.network.state_dict())
    (past.policy if recipe.critic else past).load_state_dict(numbers)
    run.learner.rounds = 1  # in round 0 the earlier self would become a copy of the learner
    run.go(Limit(seconds=told.seconds), tell)


if __name__ == "__main__":
    main()
