"""One seat of a game as a Gymnasium environment, the other seats taken by bots: `SeatEnv("hanamikoji", bots="greedy")`.

An observation is a dictionary of `observation` and `action_mask`; the reward is the seat's share of the win at the end.
An illegal action ends the match with nothing won, and `info` says so. Once this module is imported,
`gymnasium.make("ochaya/hanamikoji-v1", bots="greedy")` makes the same; the number is the version of the rules.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from ochaya.bots.levels import USUAL_LIMIT
from ochaya.bots.spec import Contender, contender
from ochaya.core.errors import IllegalAction
from ochaya.core.game import Game, Options
from ochaya.core.rng import new_rng
from ochaya.envs.play import Play
from ochaya.envs.spaces import action_space, observation_space, observed
from ochaya.games import games


class SeatEnv(gymnasium.Env[dict[str, Any], int]):
    """One match seen from one seat."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 as Gymnasium declares it

    def __init__(
        self, game: Game | str, options: Options | None = None, seat: int = 0, bots: str | Sequence[str] = "uniform",
        render_mode: str | None = None,
    ) -> None:
        """Take a seat; `bots` (as on the command line, `master@200i` …) sit in the others, clockwise from it."""
        self.play = Play(game, options)
        if not 0 <= seat < self.play.seats:
            raise ValueError(f"seat: {seat} of {self.play.seats}")
        self.seat = seat
        others = [(seat + step) % self.play.seats for step in range(1, self.play.seats)]
        names = [bots] * len(others) if isinstance(bots, str) else list(bots)
        self.bots: dict[int, Contender] = {
            other: contender(name, USUAL_LIMIT) for other, name in zip(others, names, strict=True)
        }
        self.observation_space = observation_space(self.play.game)
        self.action_space = action_space(self.play.game)  # type: ignore[assignment]  # its numbers are whole ones
        self.render_mode = render_mode
        self._thoughts = new_rng(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new match and let the bots act until it is the seat's turn."""
        super().reset(seed=seed)
        self.play.begin(int(self.np_random.integers(2**62)))
        self._thoughts = new_rng(int(self.np_random.integers(2**62)))
        self._answer()
        return observed(self.play, self.seat), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Do the seat's action and let the bots answer."""
        try:
            self.play.act(int(action) if self.play.actor == self.seat else -1)
        except IllegalAction:
            return observed(self.play, self.seat), 0.0, True, False, {"illegal": True}
        self._answer()
        is_over = self.play.is_over
        reward = self.play.shares()[self.seat] if is_over else 0.0
        return observed(self.play, self.seat), reward, is_over, False, {}

    def render(self) -> str | None:
        """Give the table as the seat sees it, as text."""
        if self.render_mode is None:
            return None
        return json.dumps(self.play.game.view(self.play.seen(self.seat)), indent=1)

    def save(self) -> tuple[bytes, bytes]:
        """Write the match and the bots' randomness down."""
        return self.play.save(), self._thoughts.tobytes()

    def restore(self, saved: tuple[bytes, bytes]) -> None:
        """Go back to a moment that `save` wrote down."""
        self.play.restore(saved[0])
        self._thoughts = np.frombuffer(bytearray(saved[1]), np.uint64)

    def clone(self) -> SeatEnv:
        """Give a second environment that stands at the same moment; its bots think the same."""
        twin = SeatEnv(self.play.game, self.play.options, self.seat, render_mode=self.render_mode)
        twin.bots = dict(self.bots)
        twin.restore(self.save())
        return twin

    def _answer(self) -> None:
        """Let bots act until it is the seat's turn or the match is over."""
        while (actor := self.play.actor) in self.bots:
            sitting, legal = self.bots[actor], self.play.legal()
            action = legal[0] if len(legal) == 1 else sitting.bot.choose(
                self.play.seen(actor), legal, sitting.limit, self._thoughts)
            self.play.act(int(action))


def name_of(game: Game) -> str:
    """Give the name under which Gymnasium knows a game."""
    return f"ochaya/{game.name}-v{game.version}"


for _game in games():
    if name_of(_game) not in gymnasium.registry:
        gymnasium.register(name_of(_game), entry_point="ochaya.envs.gym:SeatEnv", kwargs={"game": _game.name})
