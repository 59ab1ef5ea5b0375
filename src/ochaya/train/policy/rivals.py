"""Who sits in the seats that do not learn: frozen bots in some of the matches, each asked in all of them at once."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ochaya.bots.greedy import WORLDS, Greedy
from ochaya.bots.instinct import Instinctive
from ochaya.bots.limit import Limit
from ochaya.bots.spec import Contender, contender
from ochaya.bots.uniform import Uniform
from ochaya.core.game import Game
from ochaya.core.jit import rule
from ochaya.core.record import Block
from ochaya.core.rng import Rng, below
from ochaya.core.secrecy import seen as seen_by
from ochaya.core.sense import Instinct
from ochaya.envs import Batch
from ochaya.envs.vector import RANGES_PER_THREAD, generators, most_threads
from ochaya.search.glances import Glances
from ochaya.search.mind import mind_of
from ochaya.train.policy.habits import Habits
from ochaya.train.policy.tables import Tables
from ochaya.train.recipes import PAST

BOTS_LIMIT = Limit(seconds=0.05)
"""How long a frozen bot thinks when its name does not say."""
Places = npt.NDArray[np.int64]


class Player(Protocol):
    """A frozen bot in many matches of one set-up."""

    def choose(self, states: Block, matches: Places, now: Batch, rngs: Rng) -> Places:
        """Give for each of these matches the place of the action taken among the legal ones; a generator a match."""


@rule
def pick_evenly(matches: Places, now: Batch, rngs: Rng, taken: Places) -> None:
    """Take any legal action in each of these matches."""
    for at in range(len(matches)):
        taken[at] = below(rngs[matches[at]], now.counts[matches[at]])


class Evenly:
    """Plays what the uniform bot plays."""

    def choose(self, states: Block, matches: Places, now: Batch, rngs: Rng) -> Places:
        """Take any legal action."""
        taken = np.zeros(len(matches), np.int64)
        pick_evenly(matches, now, rngs, taken)
        return taken


class AtAGlance:
    """Plays what the greedy bot plays."""

    def __init__(self, game: Game, rows: int) -> None:
        self.glances = Glances(game, rows)

    def choose(self, states: Block, matches: Places, now: Batch, rngs: Rng) -> Places:
        """Take what is liked best one action ahead."""
        return self.glances.choose(states, matches, now.seats, now.legals, now.counts, rngs, WORLDS)


class OneByOne:
    """Any other bot, asked in one match after the other."""

    def __init__(self, game: Game, asked: Contender) -> None:
        self.game, self.asked = game, asked

    def choose(self, states: Block, matches: Places, now: Batch, rngs: Rng) -> Places:
        """Take what the bot takes."""
        taken = np.zeros(len(matches), np.int64)
        for place, at in enumerate(matches):
            seen = seen_by(self.game, states[at : at + 1], int(now.seats[at]))
            legal = now.legals[at, : now.counts[at]].tolist()
            taken[place] = legal.index(int(self.asked.bot.choose(seen, legal, self.asked.limit, rngs[at])))
        return taken


def player_of(game: Game, name: str) -> Player:
    """Give the bot of a name as one that is asked in many matches; raises a Wrong if there is none."""
    asked, rows = contender(name, BOTS_LIMIT), RANGES_PER_THREAD * most_threads()
    if isinstance(asked.bot, Uniform):
        return Evenly()
    if isinstance(asked.bot, Greedy):
        return AtAGlance(game, rows)
    if isinstance(asked.bot, Instinctive):
        instinct = mind_of(game.name).sense.instinct
        if isinstance(instinct, Instinct):
            return Habits(game, instinct, asked.bot.temperature, rows)
    return OneByOne(game, asked)


class Rivals:
    """The rivals of a group of matches. Where there are none, the learner has every seat; else one side, in turn."""

    def __init__(
        self, tables: Tables, shares: Mapping[str, float], seed: int, begin: int = 0, whole: int | None = None
    ) -> None:
        """`shares` says in which part of the matches each bot plays all sides but the learner's; the rest has none.

        The learner's earlier self is among them as PAST: it is no bot, its network answers where the learner's does.
        These matches may be those from `begin` on of a larger `whole`, in which the parts are counted.
        """
        self.tables, self.rngs = tables, generators(seed, tables.n)
        self.names = list(shares)
        self.players = {name: player_of(tables.game, name) for name in shares if name != PAST}
        whole, own = whole or tables.n, slice(begin, begin + tables.n)
        ends = np.rint(np.cumsum([0.0, *shares.values()]) * whole).astype(int).tolist()
        everywhere = np.full(whole, -1)
        order = np.random.default_rng(whole).permutation(whole)  # the same whatever the seed
        for number, (first, last) in enumerate(pairwise(ends)):
            everywhere[order[first:last]] = number
        self.rival = everywhere[own]
        """[n] the number of the rival of each match; -1: the learner plays itself."""
        sides = tables.sides.max(axis=1) + 1
        turn = np.where(sides == 1, 0, np.arange(whole)[own] % sides)
        self.own = (tables.sides == turn[:, None]) | (self.rival < 0)[:, None]
        """[n, seats] whether the learner decides for a seat."""
        tables.rival[:] = self.rival + 1
        tables.look()
        self.past = np.flatnonzero(self.rival == self.names.index(PAST)) if PAST in shares else np.zeros(0, np.int64)
        """The matches against an earlier self."""

    def is_own(self) -> npt.NDArray[np.bool_]:
        """Say in which matches the learner is to decide."""
        return np.asarray(self.own[np.arange(self.tables.n), self.tables.now.seats])

    def choose(self, places: Places, of_past: Places | None = None) -> Places:
        """Put the rivals' choices in the place of the learner's where they are to decide.

        `of_past` is what an earlier self would choose in its matches.
        """
        is_theirs = ~self.is_own()
        if not is_theirs.any():
            return places
        places = places.copy()
        for (first, last), env in zip(self.tables.ranges, self.tables.envs, strict=True):
            for name, player in self.players.items():
                is_asked = is_theirs[first:last] & (self.rival[first:last] == self.names.index(name))
                matches = np.flatnonzero(is_asked)
                if len(matches) > 0:
                    places[first + matches] = player.choose(env.truth, matches, env.now, self.rngs[first:last])
        if of_past is not None:
            turns = is_theirs[self.past]
            places[self.past[turns]] = of_past[turns]
        return places
