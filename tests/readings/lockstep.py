"""Plays the house's rules and an independent reading of the rulebook side by side, and stops where they part.

A reading is told every choice and every outcome of chance in notation, and nothing else. Before each step both must
name the same actor, the same choices and the same odds; after it both must show the same table; at the end, the same
shares.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

import numpy as np

from ochaya.core.game import CHANCE, OVER, Game, Options
from ochaya.core.secrecy import EVERYONE, seen, unveiled
from tests.support import place, viewers


class Reading(Protocol):
    """A match kept by somebody who knows the rulebook and not the house."""

    def actor(self) -> int:
        """Who must act: a seat, CHANCE or OVER."""

    def listen(self, asked: list[str]) -> None:
        """Hear what the house asks now, and pass over questions that the rules allow not to ask."""

    def choices(self) -> Mapping[str, int]:
        """Each choice in notation, with its odds where chance chooses and 1 elsewhere."""

    def follow(self, choice: str) -> None:
        """Do what was chosen."""

    def shown(self, viewer: int) -> dict[str, Any]:
        """What this viewer must be shown: where in the house's view ("seats.0.hand") -> what must stand there."""

    def shares(self) -> list[float]:
        """Each seat's share of the win."""

    def tempted(self, choices: list[str], dice: Random) -> str:
        """One choice, picked so that the rarer rules come up more often than by blind chance."""


class Notations(dict[int, str]):
    """The notation of each action, asked of the game once: some lists of choices have thousands."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, action: int) -> str:
        self[action] = self._game.notation(action)
        return self[action]


def play_in_lockstep(
    game: Game, options: Options, reading: Reading, seed: str, notations: Notations, *, glances: float, tempted: bool
) -> int:
    """Play one match by both and give its number of steps; fails where they differ.

    `glances` is the part of the steps after which the table is compared too (the last one always): choices and odds
    are compared at every step, and a wrong table stays wrong.
    """
    dice, eyes = Random(seed), Random(f"eyes of {seed}")  # apart: looking closer must not change the match
    everybody = [EVERYONE, *viewers(game.seats(options))]
    state = game.start(options)
    room = np.zeros(game.max_legal, np.int32)
    for number in range(game.max_length + 1):
        here = f"{place(game, options, seed, number)} (tempted={tempted})"
        actor = int(game.actor(state[0]))
        actions = [] if actor == OVER else room[: game.legal(state[0], room)].tolist()
        house = [notations[action] for action in actions]
        reading.listen(house)
        assert reading.actor() == actor, f"{here}: the reading's actor is {reading.actor()}, the house's {actor}"
        if actor == OVER:
            for viewer in everybody:
                compare_tables(game, state, reading, viewer, here)
            shares = game.shares(state[0], game.seats(options))
            assert reading.shares() == shares, f"{here}: the reading's shares {reading.shares()}, the house's {shares}"
            return number
        if eyes.random() < glances:
            compare_tables(game, state, reading, eyes.choice(everybody), here)

        compare_choices(house, reading.choices(), here)
        if actor == CHANCE:
            weights = game.outcome_odds(state[0])[1]
            compare_odds(dict(zip(house, weights, strict=True)), reading.choices(), here)
            choice = dice.choices(house, weights)[0]
        elif tempted:
            choice = reading.tempted(house, dice)
        else:
            choice = dice.choice(house)
        game.apply(state[0], actions[house.index(choice)])
        reading.follow(choice)
    raise AssertionError(f"{place(game, options, seed, game.max_length)}: no end")


def compare_choices(house: list[str], reading: Mapping[str, int], here: str) -> None:
    """Both offer the same, and the house nothing twice."""
    if reading.keys() == set(house) and len(reading) == len(house):
        return
    missing, extra = sorted(reading.keys() - set(house)), sorted(set(house) - reading.keys())
    raise AssertionError(f"{here}: only the reading allows {missing[:8]}, only the house {extra[:8]}")


def compare_odds(house: Mapping[str, int], reading: Mapping[str, int], here: str) -> None:
    """Both find each outcome as likely; the weights may be on another scale."""
    all_house, all_reading = sum(house.values()), sum(reading.values())
    for outcome, weight in house.items():
        same = weight * all_reading == reading[outcome] * all_house
        assert same, f"{here}: {outcome} is {weight} of {all_house}, read {reading[outcome]} of {all_reading}"


def compare_tables(game: Game, state: Any, reading: Reading, viewer: int, here: str) -> None:
    """The house shows this viewer what the reading says it must; what it shows beyond that is its own affair."""
    view = game.view(unveiled(game, state) if viewer == EVERYONE else seen(game, state, viewer))
    for path, expected in reading.shown(viewer).items():
        found = look_up(view, path)
        assert found == expected, f"{here}, viewer {viewer}: {path} is read as {expected!r}, the house shows {found!r}"


def look_up(view: Any, path: str) -> Any:
    """Follow a path like `seats.0.hand` into a view."""
    for step in path.split("."):
        view = view[int(step)] if isinstance(view, list) else view[step]
    return view
