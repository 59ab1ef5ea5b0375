"""One match with its own dice, as the adapters need it: act, look, clone, save, restore."""

from __future__ import annotations

from typing import Any, Self

import msgspec
import numpy as np
import numpy.typing as npt

from ochaya.core.errors import IllegalAction
from ochaya.core.game import CHANCE, OVER, Game, Options
from ochaya.core.record import copied
from ochaya.core.rng import Rng, new_rng, pick
from ochaya.core.secrecy import Seen, seen
from ochaya.games import game as game_of

LARGEST = 32767
"""No number of an observation is larger, nor smaller than its negative."""


class Saved(msgspec.Struct, frozen=True):
    """A match as it is written down."""

    game: str
    version: int
    options: dict[str, str]
    state: bytes
    rng: bytes


class Play:
    """A match in which chance is dealt as soon as it is due, so that somebody decides or it is over."""

    def __init__(self, game: Game | str, options: Options | None = None, seed: int = 0) -> None:
        self.game = game_of(game) if isinstance(game, str) else game
        self.options = self.game.complete(options)
        self.seats = self.game.seats(self.options)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin the match anew."""
        self.state = self.game.start(self.options)
        self.rng: Rng = new_rng(seed)
        self._deal()

    @property
    def actor(self) -> int:
        """The seat that must act, or OVER."""
        return int(self.game.actor(self.state[0]))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.actor == OVER

    def legal(self) -> list[int]:
        """List what may be done now."""
        return self.game.legal_ids(self.state[0])

    def act(self, action: int) -> None:
        """Do an action and let chance deal; raises IllegalAction and then changes nothing."""
        if action not in self.legal():
            raise IllegalAction("illegal-action", action=str(action))
        self.game.apply(self.state[0], action)
        self._deal()

    def seen(self, seat: int) -> Seen:
        """Give what a viewer may know."""
        return seen(self.game, self.state, seat)

    def observation(self, seat: int) -> npt.NDArray[np.float32]:
        """Give what a seat knows, as numbers."""
        return self.game.observation(self.seen(seat))

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Say of every action whether the seat may do it now."""
        mask = np.zeros(self.game.max_actions, np.int8)
        if self.actor == seat:
            mask[self.legal()] = 1
        return mask

    def shares(self) -> list[float]:
        """Give each seat's share of the win."""
        return self.game.shares(self.state[0], self.seats)

    def clone(self) -> Play:
        """Give a second match that stands at the same moment and goes on by itself."""
        twin = object.__new__(Play)
        twin.game, twin.options, twin.seats = self.game, dict(self.options), self.seats
        twin.state, twin.rng = copied(self.state), self.rng.copy()
        return twin

    def save(self) -> bytes:
        """Write the moment down, the dice included."""
        return msgspec.msgpack.encode(Saved(
            self.game.name, self.game.version, self.options, self.state.tobytes(), self.rng.tobytes()))

    def restore(self, data: bytes) -> None:
        """Go back to a moment that `save` wrote down; raises ValueError if it is of another kind of match."""
        saved = msgspec.msgpack.decode(data, type=Saved)
        here, there = (self.game.name, self.game.version, self.options), (saved.game, saved.version, saved.options)
        if here != there:
            raise ValueError(f"saved: {there} instead of {here}")
        self.state = self.game.state.load(saved.state)
        self.rng = np.frombuffer(bytearray(saved.rng), np.uint64)

    def __deepcopy__(self, memo: Any) -> Play:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._loaded, (self.game.name, self.options, self.save())

    @classmethod
    def _loaded(cls, game: str, options: Options, data: bytes) -> Self:
        """Make a match from its name, its options and what `save` wrote."""
        play = cls(game, options)
        play.restore(data)
        return play

    def _deal(self) -> None:
        while self.actor == CHANCE:
            outcomes, weights = self.game.outcome_odds(self.state[0])
            self.game.apply(self.state[0], outcomes[pick(self.rng, np.array(weights, np.int32), len(weights))])
