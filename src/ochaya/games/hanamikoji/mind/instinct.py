"""What an experienced player of Hanamikoji does without thinking, by a network that learned by playing itself.

It sees the observation, all that a seat with a perfect memory knows; `ochaya train` made it. A best response to it has
found nothing to win (docs/training.md).
"""

from __future__ import annotations

from pathlib import Path

from ochaya.core.habit import Shape, habit_of
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.layout import ONE_ROUND

instinct = habit_of(GAME, Path(__file__).parent / "instinct.npy", Shape(wide=512, inputs=ONE_ROUND))
