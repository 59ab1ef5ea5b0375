"""Sets up a run from what somebody asks for, or says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ochaya.core.errors import BadOptions, Wrong
from ochaya.core.game import Game
from ochaya.games import game as game_of
from ochaya.train.card import About
from ochaya.train.errors import CannotTrain
from ochaya.train.learner import Learner
from ochaya.train.recipes import Policy, Recipe, recipe_of
from ochaya.train.run import Run, read_checkpoint
from ochaya.train.shards import Crew, check_shards


def begin(
    game: str, setup: str | None, out: Path, *, seed: int = 1, resume: bool = False, recipe: Path | None = None,
    against: str = "", start: Path | None = None, judge: Path | None = None, shards: int = 1, crew: Crew | None = None,
) -> Run:
    """Give a run ready to go; nothing is written yet. Raises a Wrong that says why not.

    `setup` names one, or several with commas where a policy is learned: one network for all of them. `start` names
    another run whose network it begins with, of another set-up say; `judge` one whose policy plays while an outlook is
    learned. A round is cut into `shards`, which a `crew` plays; this process unless told.
    """
    rules = game_of(game)
    setup = setup or next(iter(rules.setups))
    for one in setup.split(","):
        if one not in rules.setups:
            raise BadOptions("option-value", name="setup", value=one, values=", ".join(rules.setups))
    if not out.resolve().parent.is_dir():
        raise CannotTrain("file-unwritable", path=str(out))
    if not resume and out.with_suffix(".npz").exists():
        raise CannotTrain("train-exists", path=str(out.with_suffix(".npz")))
    if crew is not None and shards == 1:
        raise CannotTrain("train-one-shard")
    read = recipe_of(game, recipe)
    if against and read.policy is None:
        read = Recipe(policy=Policy())  # a best response is a policy, whatever the bot was made by
    learner, pool = _learner(rules, setup, read, seed, against, judge, shards, crew)
    kind = read.learner if judge is None else "judge"
    about = About(rules.name, rules.version, setup, kind, msgspec.to_builtins(read), seed, against, shards)
    run = Run(learner, about, out, pool=pool)
    if resume:
        run.resume()
    elif start is not None:
        run.start(start)
    return run


def _learner(
    game: Game, setup: str, recipe: Recipe, seed: int, against: str, judge: Path | None, shards: int, crew: Crew | None
) -> tuple[Learner, str]:
    """Make the learner that a recipe asks for; gives it with the name of its pool."""
    setups = setup.split(",")
    if recipe.afterstates is not None:
        if len(setups) > 1:
            raise BadOptions("option-value", name="setup", value=setup, values=", ".join(game.setups))
        from ochaya.train.afterstates.learner import AfterstateLearner

        learner = AfterstateLearner(game, setup, recipe.afterstates, seed, shards, crew)
        return learner, "the same player judging at a glance"
    assert recipe.policy is not None
    try:
        from ochaya.train.judge.learner import JudgeLearner
        from ochaya.train.policy.learner import PolicyLearner
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise Wrong("needs-extra", extra="train") from error
    if judge is not None:
        check_shards(shards, 1)
        player = read_checkpoint(judge)[1]
        return JudgeLearner(game, setups, recipe.judge, recipe.policy, player, seed), "its favourite"
    policy = PolicyLearner(game, setups, recipe.policy, seed, against, shards, crew)
    return policy, policy.pool
