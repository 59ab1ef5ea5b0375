"""How believable a guessed world is, as a network learned it by telling tables of matches from guessed ones."""

from __future__ import annotations

from pathlib import Path

from ochaya.core.circle import Rounds
from ochaya.core.circle_hunch import circle_hunch_of
from ochaya.core.jit import rule
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.mind.description import CIRCLE
from ochaya.games.geishas_road.state import State

SURELY = 30.0
"""Worlds that come about by play so many times as often as by guessing, or more often, are all believed alike."""

by_play = circle_hunch_of(GAME, CIRCLE, Path(__file__).parent / "belief.npy", Rounds(64, 2))


@rule
def believe(s: State, seat: int) -> float:
    """Say how believable this world is to a seat; before anybody has acted, all are alike."""
    if s.turn == 0 and s.part == 0:
        return 1.0
    chance = by_play(s, seat)
    return min(chance / max(1.0 - chance, 1e-6), SURELY)
