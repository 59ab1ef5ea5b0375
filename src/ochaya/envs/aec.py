"""A game as a PettingZoo environment (agents take turns): `TableEnv("hanamikoji")`.

Agents are `seat_0`, `seat_1` …; an observation is a dictionary of `observation` and `action_mask`; rewards are the
shares of the win, given once the match is over. An illegal action raises IllegalAction and changes nothing.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ochaya.core.game import Game, Options
from ochaya.core.secrecy import NOBODY
from ochaya.envs.play import Play
from ochaya.envs.spaces import action_space, observation_space, observed


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo gives no types
    """One match, all seats of which are agents."""

    def __init__(self, game: Game | str, options: Options | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.play = Play(game, options)
        self.metadata = {
            "name": f"ochaya_{self.play.game.name}", "render_modes": ["ansi"], "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.play.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.play.game) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.play.game) for agent in self.possible_agents}
        self._dice = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match; without a seed another one each time."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.play.begin(int(self._dice.integers(2**62)))
        self._lay_out()
        self._turn()

    def step(self, action: int | None) -> None:
        """Do an action of the agent to act; once all is over each agent steps once more, with None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.play.act(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._turn()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Give what an agent knows; others than the agent to act may do nothing."""
        return observed(self.play, self.possible_agents.index(agent))

    def render(self) -> str | None:
        """Give the table as a spectator sees it, as text."""
        if self.render_mode is None:
            return None
        return json.dumps(self.play.game.view(self.play.seen(NOBODY)), indent=1)

    def close(self) -> None:
        """Nothing is held open."""

    def save(self) -> bytes:
        """Write the match down, the dice included; agents that have stepped after the end are not."""
        return self.play.save()

    def restore(self, data: bytes) -> None:
        """Go back to a moment that `save` wrote down."""
        self.play.restore(data)
        self._lay_out()
        self._turn()
        self._accumulate_rewards()

    def clone(self) -> TableEnv:
        """Give a second environment that stands at the same moment."""
        twin = TableEnv(self.play.game, self.play.options, self.render_mode)
        twin.restore(self.save())
        return twin

    def _lay_out(self) -> None:
        """Seat all agents, with nothing won yet."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]

    def _turn(self) -> None:
        """Select who must act, or end the match for all."""
        if self.play.is_over:
            self.rewards = dict(zip(self.agents, self.play.shares(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.play.actor]
