"""The spaces that Gymnasium and PettingZoo ask for: numbers to see, a mask of what is legal, an action's id."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ochaya.core.game import Game
from ochaya.envs.play import LARGEST, Play


def observation_space(game: Game) -> spaces.Dict:
    """Give the space of what a seat sees."""
    return spaces.Dict({
        "observation": spaces.Box(-LARGEST, LARGEST, (game.observation_size,), np.float32),
        "action_mask": spaces.Box(0, 1, (game.max_actions,), np.int8),
    })


def action_space(game: Game) -> spaces.Discrete:
    """Give the space of actions; the mask says which of them are legal."""
    return spaces.Discrete(game.max_actions)


def observed(play: Play, seat: int) -> dict[str, Any]:
    """Give what a seat sees now, in that space."""
    return {"observation": play.observation(seat), "action_mask": play.mask(seat)}
