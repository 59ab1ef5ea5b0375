"""Finds a game's judgement by its name and fills in what it leaves out, so that search works for every game."""

from __future__ import annotations

import functools
import importlib
import importlib.util
from dataclasses import replace
from typing import Any

from ochaya.core.game import Game, Ids, Shares
from ochaya.core.jit import rule
from ochaya.core.rng import Rng
from ochaya.core.sense import TO_THE_END, Company, Sense


@rule
def no_value(s: Any, out: Shares) -> None:
    """Judge a position whose game gives no judgement: everybody has an even chance."""
    for seat in range(len(out)):
        out[seat] = 0.5


@rule
def never_ahead(s: Any, actions: Ids, n: int, seat: int, out: Shares) -> bool:
    """Say that actions must be tried."""
    return False


@rule
def never_quiet(s: Any) -> bool:
    """Say that no position but the end can be judged at a glance."""
    return False


@rule
def even_priors(s: Any, actions: Ids, n: int, out: Shares) -> None:
    """Hold all actions equally promising."""
    for at in range(n):
        out[at] = 1.0


@rule
def all_plausible(s: Any, seat: int) -> float:
    """Believe every possible world alike."""
    return 1.0


@rule
def one_key(s: Any, seat: int) -> int:
    """Tell nothing apart but the actions taken."""
    return 0


@rule
def tell_nobody(s: Any, seat: int, out: Shares) -> None:
    """Tell nobody from an equal."""


@rule
def foresee_nothing(s: Any, seat: int, kind: int, out: Shares) -> None:
    """Judge a position in company of which nothing is known."""
    no_value(s, out)


@rule
def believe_all(s: Any, seat: int, kind: int) -> float:
    """Believe every possible world alike, whoever sits opposite."""
    return 1.0


@rule
def play_nothing(s: Any, room: Any, seat: int, kind: int, rng: Rng) -> None:
    """Leave the position as it is."""


NOBODY = Company(0, tell_nobody, foresee_nothing, believe_all)
"""The company of a game that tells nobody from an equal."""


@functools.cache
def given_sense(name: str) -> Sense:
    """Give what the game itself says in its `mind/sense.py`; an empty Sense where it says nothing."""
    module = f"ochaya.games.{name}.mind.sense"
    try:
        is_there = importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # a game without a mind, or from outside the package
        is_there = False
    if not is_there:
        return Sense()
    found: Sense = importlib.import_module(module).SENSE
    return found


def complete(game: Game, sense: Sense) -> Sense:
    """Fill in everything a game left out but its playout policy, which search makes from the contract."""
    if sense.is_quiet is not None and sense.value is None:
        raise ValueError(f"{game.name}: quiet states need a value")
    if sense.foresee is not None and sense.value is None:
        raise ValueError(f"{game.name}: foresight needs a value beside it")
    if sense.ahead is not None and sense.value is None:
        raise ValueError(f"{game.name}: what lies ahead needs a value")
    horizon = sense.horizon
    if horizon is None:
        at_once = sense.value is not None and sense.is_quiet is None and sense.playout is None
        horizon = 0 if at_once else TO_THE_END
    if sense.value is None and (horizon != TO_THE_END or sense.trust > 0):
        raise ValueError(f"{game.name}: a horizon or trust needs a value")
    return replace(
        sense,
        value=sense.value or no_value,
        foresee=sense.foresee or sense.value or no_value,
        ahead=sense.ahead or never_ahead,
        is_quiet=sense.is_quiet or never_quiet,
        priors=sense.priors or even_priors,
        plausible=sense.plausible or all_plausible,
        believe=sense.believe or sense.plausible or all_plausible,
        key=sense.key or one_key,
        horizon=horizon,
    )
