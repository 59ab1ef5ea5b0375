"""One game with one set of options, ready to be swept, and how a broken promise is told."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ochaya.core.game import Game, Options
from ochaya.core.jit import rule, specialise_all
from ochaya.core.secrecy import NOBODY
from tests.deep import kernel


@dataclass(frozen=True)
class Broken:
    """A promise that was not kept, and the way to the place."""

    game: str
    options: dict[str, str]
    promise: str
    seed: int
    step: int
    viewer: int | None
    by_strides: bool
    actions: list[str]
    position: str

    def __str__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options.items())
        lines = [
            f"{self.game} ({chosen}): {self.promise}",
            f"  match seed {self.seed}{' by strides' if self.by_strides else ''}, step {self.step}"
            + ("" if self.viewer is None else f", viewer {self.viewer}"),
        ]
        if self.actions:
            lines.append(f"  actions: {' '.join(self.actions)}")
        return "\n".join([*lines, f"  position: {self.position}"])


def never_strides(record: Any, rng: Any) -> int:
    """Stand in for the fast path of a game that has none."""
    return 0


@functools.cache
def compiled(game: Game) -> dict[str, Callable[..., Any]]:
    """Compile the sweep for one game."""
    names = ("actor", "legal", "odds", "apply", "score", "hide", "guess", "observe", "conserved")
    functions = {name: getattr(game, name) for name in names}
    return specialise_all(
        kernel.FAMILY, game.name, **functions, stride=game.stride or rule(never_strides),
        MAX_ACTIONS=game.max_actions, MAX_LEGAL=game.max_legal, MAX_LENGTH=game.max_length,
    )


class Sweeper:
    """Plays checked random matches; one instance per thread, because it owns its room."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game, self.options = game, game.complete(options)
        self.seats = game.seats(self.options)
        self.start = game.start(self.options)
        self.room = game.state.new(4)
        self.report = np.zeros(6, np.int64)
        self.trail = np.zeros(game.max_length + 1, np.int32)
        self._sweep = compiled(game)["sweep"]

    def run(self, first_seed: int, matches: int, *, by_strides: bool = False, look_every: int = 16) -> Broken | None:
        """Sweep matches with consecutive seeds, looking behind one state in `look_every`."""
        size = self.game.state.dtype.itemsize
        roomy = 2 * self.game.max_legal + 1000  # so that too many legal actions are noticed, not overwritten
        ids, others, weights = (np.zeros(roomy, np.int32) for _ in range(3))
        broken = self._sweep(
            np.frombuffer(self.start.tobytes(), np.uint8), self.room,
            self.room.view(np.ndarray).view(np.uint8).reshape(4, size), ids, others, weights, np.zeros(self.seats),
            np.zeros(self.game.observation_size, np.float32), self.trail, self.report, first_seed, matches, self.seats,
            self.seats > 1 and self.game.teams is None, by_strides, look_every,
        )
        return self._tell(int(broken), by_strides) if broken else None

    def _tell(self, broken: int, by_strides: bool) -> Broken:
        seed, step, viewer = (int(self.report[at]) for at in (kernel.SEED, kernel.STEP, kernel.VIEWER))
        actions = [] if by_strides else [self.game.notation(int(action)) for action in self.trail[:step]]
        fields = {name: self.room[name][kernel.TRUTH].tolist() for name in self.game.state.dtype.names or ()}
        position = ", ".join(f"{name}={value}" for name, value in fields.items())
        return Broken(
            self.game.name, self.options, kernel.BROKEN[broken], seed, step, None if viewer < NOBODY else viewer,
            by_strides, actions, position,
        )
