"""A frozen bot that plays by instinct alone, asked in many matches with one compiled call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from ochaya.bots.instinct import Instinctive, drawn, without_doubt
from ochaya.bots.spec import Contender
from ochaya.core.game import Game, Ids, Shares
from ochaya.core.jit import specialise
from ochaya.core.record import Block
from ochaya.core.rng import Rng, unit
from ochaya.core.sense import Instinct, Weights
from ochaya.envs import Batch
from ochaya.search.mind import mind_of

if TYPE_CHECKING:  # the game's own functions, bound by `specialise`
    hide: Callable[[Any, int], None]
    weigh: Callable[[Weights, Any, int, Ids, int, Shares], None]

Places = npt.NDArray[np.int64]


def weigh_each(
    weights: Weights, states: Block, matches: Places, now: Batch, seen: Block, out: npt.NDArray[np.float64]
) -> None:
    """Write for each of these matches how likely the seat to act takes each legal action, from what it sees."""
    for row in range(len(matches)):
        at = matches[row]
        seat = int(now.seats[at])
        seen[0] = states[at]
        hide(seen[0], seat)
        weigh(weights, seen[0], seat, now.legals[at], int(now.counts[at]), out[row])


class Habits:
    """Plays what an `Instinctive` bot plays, in many matches at once."""

    def __init__(self, game: Game, instinct: Instinct, temperature: float) -> None:
        """Compile nothing yet."""
        self.instinct, self.temperature = instinct, temperature
        self._seen = game.state.new()
        self._weigh_each = specialise(weigh_each, game.name, hide=game.hide, weigh=instinct.weigh)

    @classmethod
    def of(cls, game: Game, contender: Contender) -> Self | None:
        """Give the habits of a bot; None where it does anything but follow an instinct."""
        bot, instinct = contender.bot, mind_of(game.name).sense.instinct
        if isinstance(bot, Instinctive) and isinstance(instinct, Instinct):
            return cls(game, instinct, bot.temperature)
        return None

    def choose(self, states: Block, matches: Places, now: Batch, rng: Rng) -> Places:
        """Give for each of these matches the place of the action taken in the list of legal ones."""
        counts = now.counts[matches]
        chances = np.zeros((len(matches), int(counts.max())))
        self._weigh_each(self.instinct.load(), states, matches, now, self._seen, chances)
        draws = np.array([unit(rng) for _ in matches])
        return drawn(without_doubt(chances, counts), self.temperature, draws).astype(np.int64)
