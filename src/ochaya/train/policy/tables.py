"""Matches of one or more set-ups of a game side by side, as one batch: one network may learn all of them together."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ochaya.core.game import Game
from ochaya.core.secrecy import Seen
from ochaya.core.secrecy import seen as seen_by
from ochaya.envs import Batch, VectorEnv
from ochaya.train.policy.eyes import Eyes

Room = Callable[[tuple[int, ...], type[np.generic]], npt.NDArray[Any]]
"""Gives an array of a shape and kind; one that a GPU can fetch quickly, say."""


def plain_room(shape: tuple[int, ...], kind: type[np.generic]) -> npt.NDArray[Any]:
    """Give an ordinary array."""
    return np.zeros(shape, kind)


class Tables:
    """n matches, as many of each set-up; arrays have as many seats as the largest of them."""

    def __init__(
        self, game: Game, setups: Sequence[str], n: int, seed: int, room: Room = plain_room, eyes: Eyes | None = None
    ) -> None:
        """Begin the matches; shown are observations unless `eyes` show something else."""
        self.game, self.n = game, n
        self.eyes = None if eyes is None or eyes.are_plain else eyes
        options = [game.complete(game.setups[setup]) for setup in setups]
        self.seats = max(game.seats(one) for one in options)
        self.now = Batch(
            observations=room((n, game.observation_size), np.int16), legals=room((n, game.max_legal), np.int32),
            counts=room((n,), np.int32), masks=np.zeros((n, 0), np.bool_), seats=np.zeros(n, np.int8),
            rewards=np.zeros((n, self.seats), np.float32), dones=np.zeros(n, np.bool_))
        self.sides = np.full((n, self.seats), -1)
        """[n, seats] which side each seat of each match plays for; -1: nobody sits there."""
        self.envs: list[VectorEnv] = []
        ends = np.linspace(0, n, len(setups) + 1).astype(int)
        self.ranges = list(zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True))
        for at, ((first, last), own) in enumerate(zip(self.ranges, options, strict=True)):
            seats = game.seats(own)
            parts: dict[str, Any] = {name: array[first:last] for name, array in self.now._asdict().items()}
            rows = Batch(**{**parts, "rewards": np.zeros((last - first, seats), np.float32)})
            self.sides[first:last, :seats] = game.teams(own) if game.teams is not None else range(seats)
            self.envs.append(VectorEnv(game, own, last - first, seed * len(setups) + at, into=rows))
        self.shown = self.now.observations if self.eyes is None else room((n, self.eyes.width), np.int16)
        """[n, width] what a network is shown of each match."""
        self.rival = np.zeros(n, np.int16)
        """[n] the number of the rival in each match, for who may know it; 0: none."""
        self.look()

    @property
    def even(self) -> float:
        """What an equal of everybody would get on average, half where one plays alone."""
        sides = self.sides.max(axis=1) + 1
        return float(np.mean(np.where(sides == 1, 0.5, 1.0 / sides)))

    def step_places(self, places: npt.NDArray[np.int64]) -> Batch:
        """Do one action in each match, given by its place in the list of legal ones."""
        for (first, last), env in zip(self.ranges, self.envs, strict=True):
            env.step_places(places[first:last])
            self.now.rewards[first:last, : env.seats] = env.now.rewards
        self.look()
        return self.now

    def look(self) -> None:
        """Show every match as it is now."""
        if self.eyes is None:
            return
        for (first, last), env in zip(self.ranges, self.envs, strict=True):
            self.eyes.look(env.truth, self.now.seats[first:last], self.shown[first:last])
        if self.eyes.is_open:
            self.shown[:, -1] = self.rival

    def seen(self, matches: Sequence[int]) -> Iterator[Seen]:
        """Give what the seat to act sees in each of these matches."""
        blocks = [env.states() for env in self.envs]
        firsts = [first for first, _ in self.ranges]
        for at in matches:
            own = bisect_right(firsts, at) - 1
            state = blocks[own][at - firsts[own] : at - firsts[own] + 1]
            yield seen_by(self.game, state, int(self.now.seats[at]))

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Write down all matches."""
        return {f"matches.{at}": np.frombuffer(env.save(), np.uint8) for at, env in enumerate(self.envs)}

    def load(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from what `save` gave."""
        for at, env in enumerate(self.envs):
            env.restore(arrays[f"matches.{at}"].tobytes())
        self.look()
