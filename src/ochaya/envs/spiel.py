"""Every game and set-up for OpenSpiel: import this module, then `pyspiel.load_game("ochaya_ingenious(setup=team)")`.

Chance is explicit, as in the rules. Parameters: `setup`, one of the game's named set-ups, and `options`, single options
that differ from it (`options=rounds:none+first:1`). Returns are shares of the win. An information state is a digest of
all that a seat has been told and shown since the first deal, so recall is perfect; an observation is what it sees now.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from ochaya.core.game import CHANCE, OVER, Game
from ochaya.core.record import Block
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import NOBODY, seen, seen_action
from ochaya.envs.layout import named
from ochaya.games import games

PREFIX = "ochaya_"


def game_type(game: Game, utility: Any = None) -> Any:
    """Describe a game to OpenSpiel; whether its results sum to a constant depends on the number of seats."""
    counts = [game.seats(game.complete(options)) for options in game.setups.values()]
    return pyspiel.GameType(
        short_name=PREFIX + game.name, long_name=f"Ochaya: {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility or pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts), min_num_players=min(counts),
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"setup": next(iter(game.setups)), "options": ""},
    )


def read_options(game: Game, parameters: dict[str, Any]) -> dict[str, str]:
    """Give the complete options that `setup` and `options` mean."""
    setup = parameters.get("setup", next(iter(game.setups)))
    if setup not in game.setups:
        raise ValueError(f"setup: {setup} is none of {', '.join(game.setups)}")
    single = [part.partition(":") for part in str(parameters.get("options", "")).split("+") if part]
    return game.complete({**game.setups[setup], **{name: value for name, _, value in single}})


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game with chosen options. Its subclass for each game of the register sets `rules`."""

    rules: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.options = read_options(self.rules, params or {})
        seats = self.rules.seats(self.options)
        sides = len(set(self.rules.teams(self.options))) if self.rules.teams is not None else seats
        is_alone = sides == 1
        utility = pyspiel.GameType.Utility.GENERAL_SUM if is_alone else pyspiel.GameType.Utility.CONSTANT_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.max_actions, max_chance_outcomes=self.rules.max_actions,
            num_players=seats, min_utility=0.0, max_utility=1.0,
            utility_sum=None if is_alone else seats / sides, max_game_length=self.rules.max_length,
        )
        super().__init__(game_type(self.rules, utility), info, params or {})

    def new_initial_state(self) -> SpielState:
        """Give the state before the first deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Give what looks at states: with perfect recall as text only, else as numbers and text."""
        if params:
            raise ValueError(f"an observer has no parameters: {params}")
        return SpielObserver(self.rules, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One moment of a match, with a digest for each seat (and the spectator) of all it has learned so far."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.data = bytearray(game.rules.start(game.options).tobytes())
        self.known = dict.fromkeys((*range(game.num_players()), NOBODY), b"")
        self._look(None)

    @property
    def block(self) -> Block:
        """The record itself. It lies in plain bytes because OpenSpiel pickles and copies states."""
        return np.frombuffer(self.data, self._rules.state.dtype)

    def current_player(self) -> int:
        """Give who must act."""
        actor = int(self._rules.actor(self.block[0]))
        return {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}.get(actor, actor)

    def is_terminal(self) -> bool:
        """Say whether the match has ended."""
        return int(self._rules.actor(self.block[0])) == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give what chance may deal, and how likely each is."""
        outcomes, weights = self._rules.outcome_odds(self.block[0])
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in zip(outcomes, weights, strict=True)]

    def returns(self) -> list[float]:
        """Give each seat's share of the win, once it is over."""
        seats = self.get_game().num_players()
        return self._rules.shares(self.block[0], seats) if self.is_terminal() else [0.0] * seats

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Give a world as likely as any that this player may be in; of others only what all know is kept.

        It can be played on and searched. Its `history()` is still that of the true world.
        """
        world: SpielState = self.clone()
        world.data = bytearray(seen(self._rules, self.block, player).tobytes())
        self._rules.guess(world.block[0], player, new_rng(int(sampler() * 2**62)))
        for viewer in world.known:
            if viewer not in (player, NOBODY):
                world.known[viewer] = self._digest(self.known[NOBODY], seen(self._rules, world.block, viewer).tobytes())
        return world

    def __str__(self) -> str:
        return " ".join(self._rules.notation(action) for action in self.history())

    def _legal_actions(self, player: int) -> list[int]:
        return self._rules.legal_ids(self.block[0])

    def _apply_action(self, action: int) -> None:
        told = {viewer: seen_action(self._rules, self.block[0], action, viewer) for viewer in self.known}
        self._rules.apply(self.block[0], action)
        self._look(told)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._rules.notation(action)

    @property
    def _rules(self) -> Game:
        rules: Game = self.get_game().rules
        return rules

    def _look(self, told: dict[int, int] | None) -> None:
        """Let everybody learn what was done and what can be seen now."""
        for viewer, before in self.known.items():
            done = b"" if told is None else told[viewer].to_bytes(4, "big")
            self.known[viewer] = self._digest(before, done + seen(self._rules, self.block, viewer).tobytes())

    @staticmethod
    def _digest(before: bytes, more: bytes) -> bytes:
        return hashlib.blake2b(before + more, digest_size=16).digest()


class SpielObserver:
    """Looks at a state from one seat."""

    def __init__(self, rules: Game, has_recall: bool) -> None:
        self.rules, self.has_recall = rules, has_recall
        self.tensor = None if has_recall else np.zeros(rules.observation_size, np.float32)
        self.dict = {} if self.tensor is None else named(rules, self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat knows as numbers."""
        if self.tensor is not None:
            self.rules.observe(seen(self.rules, state.block, player).record, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """Give what a seat knows as text."""
        if self.has_recall:
            return f"seat {player}: {state.known[player].hex()}"
        return json.dumps(self.rules.view(seen(self.rules, state.block, player)), sort_keys=True)


def register() -> None:
    """Make every game of the register known to OpenSpiel."""
    known = set(pyspiel.registered_names())
    for game in games():
        if PREFIX + game.name not in known:
            pyspiel.register_game(game_type(game), type(f"Spiel_{game.name}", (SpielGame,), {"rules": game}))


register()
