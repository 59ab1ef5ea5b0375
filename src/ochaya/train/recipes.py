"""Recipes: what is learned in each game and how, read from recipes/<game>.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from ochaya.train.errors import CannotTrain

FOLDER = Path(__file__).parent / "recipes"
PAST = "past"
"""The name of the learner's own earlier self among rivals."""


class Afterstates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the value of what an action leaves behind is learned."""

    candidates: int = 16
    """A player looks at so many of the actions that promise most."""
    explore: float = 0.05
    """How often a player takes any of them."""
    trace: float = 0.8
    """How much of the result reaches back past each decision (λ)."""
    notes: int = 4096
    """Decisions noted in a round."""
    passes: int = 2
    batch: int = 256
    rate: tuple[float, float] = (1e-3, 5e-5)
    """The learning rate at the beginning and at the end."""


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a policy is learned."""

    matches: int = 256
    """Matches side by side."""
    steps: int = 32
    """Decisions of each match in a round."""
    layers: int = 2
    wide: int = 128
    parts: int = 64
    """The length of an action's vector; of a card's, where the network is a circle."""
    pairs: int = 0
    """The length of what is added to it for pairs of its parts; 0: parts are only added up (core/habit.py)."""
    circle: bool = False
    """Whether the network asks the same of pieces that are alike (core/circle.py), which the game then describes."""
    critic: int = 0
    """The width of a critic that sees every card and knows the rival; 0: the policy itself says what it expects."""
    passes: int = 2
    batches: int = 8
    clip: float = 0.2
    trace: float = 0.95
    entropy: tuple[float, float] = (0.03, 0.005)
    rate: tuple[float, float] = (5e-4, 5e-5)
    rivals: dict[str, float] = {}
    """In which part of the matches a frozen bot plays all sides but one; in the rest the learner plays itself."""
    past: float = 0.0
    """The same for an earlier self …"""
    renew: int = 100
    """… who is renewed after so many rounds."""
    pool: str = "uniform"
    """The bot that it is measured against; "past": the earlier self."""
    mean: float = 0.0
    """What is measured and kept is the mean of the numbers over time, of which so much remains after each round; 0: the
    numbers as they are. Self-play circles around what it is looking for, its mean circles less."""

    @property
    def shares(self) -> dict[str, float]:
        """The parts of all rivals, the earlier self among them."""
        return self.rivals | ({PAST: self.past} if self.past > 0.0 else {})


class Judge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an outlook is learned from matches that a policy plays."""

    wide: int = 64
    steps: int = 64
    """Decisions of each match in a round."""
    wander: int = 40
    """A match takes its odd action after fewer decisions than this."""
    thin: int = 4
    """One position in so many is looked at: neighbours tell nearly the same."""
    batch: int = 4096
    rate: tuple[float, float] = (1e-3, 5e-5)


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of a game's recipe: one learner, and its numbers."""

    afterstates: Afterstates | None = None
    policy: Policy | None = None
    judge: Judge = Judge()

    @property
    def learner(self) -> str:
        """The learner's name."""
        return "policy" if self.afterstates is None else "afterstates"


def recipe_of(game: str, file: Path | None = None) -> Recipe:
    """Read a game's recipe, or one of your own; raises CannotTrain when it says nothing useful."""
    path = file or FOLDER / f"{game}.toml"
    try:
        told: Any = tomllib.loads(path.read_text("utf-8"))
        recipe = msgspec.convert(told, Recipe)
    except FileNotFoundError as error:
        if file is None:
            return Recipe(policy=Policy())
        raise CannotTrain("file-missing", path=str(path)) from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise CannotTrain("train-recipe", path=str(path), reason=str(error)) from error
    if (recipe.afterstates is None) == (recipe.policy is None):
        raise CannotTrain("train-recipe", path=str(path), reason="[afterstates] or [policy], one of them")
    if recipe.policy is not None and not _is_shared_out(list(recipe.policy.shares.values())):
        raise CannotTrain("train-recipe", path=str(path), reason="rivals and past: parts of all matches")
    return recipe


def _is_shared_out(parts: list[float]) -> bool:
    """Say whether these are parts of a whole."""
    return min(parts, default=0.0) >= 0.0 and sum(parts) <= 1.0 + 1e-9


def between(ends: tuple[float, float], part: float) -> float:
    """Give the number on the way from the first to the second."""
    return ends[0] + (ends[1] - ends[0]) * min(1.0, max(0.0, part))
