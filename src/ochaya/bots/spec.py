"""A bot and its limit written as one short text, for command lines and reports.

    master                     under the limit that all share
    master@0.05s               its own time for each decision
    master@2000i               its own number of iterations (reproducible)
    master@2000i+explore=2     with a changed judgement: explore, hold, rehearse, widen, narrow, trust, horizon
    master+without=priors&key  with parts of the game's judgement left out
    adept@100i                 the search that a level is where its game says nothing else (level.py)
    instinct+temperature=0.5   what the game has learned, without search, and now and then what is less likely
    mine.py:Bot@1s             your own
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ochaya.bots.bot import Bot
from ochaya.bots.greedy import Greedy
from ochaya.bots.instinct import Instinctive
from ochaya.bots.level import Level
from ochaya.bots.levels import UnknownBot, make, names
from ochaya.bots.limit import Limit
from ochaya.bots.searcher import Searcher
from ochaya.bots.uniform import Uniform


@dataclass(frozen=True)
class Contender:
    """A bot as it stands in a table: under its own text, with the limit it gets."""

    text: str
    bot: Bot
    limit: Limit

    @property
    def is_reproducible(self) -> bool:
        """Whether the clock has no say in its decisions (of bots from outside nothing is known but the limit)."""
        if isinstance(self.bot, Searcher):
            return self.bot.limit(self.limit).is_reproducible
        return self.limit.is_reproducible or isinstance(self.bot, Uniform | Greedy | Instinctive | Level)


def contender(text: str, shared: Limit) -> Contender:
    """Read a contender; what it does not say itself it takes from the shared limit."""
    head, *changes = text.split("+")
    name, _, own = head.partition("@")
    limit = shared
    try:
        if own.endswith("s"):
            limit = Limit(seconds=float(own[:-1]), by_processor=shared.by_processor)
        elif own.endswith("i"):
            limit = Limit(iterations=int(own[:-1]))
        elif own:
            raise ValueError(own)
        pairs = tuple((key, value) for key, _, value in (change.partition("=") for change in changes))
    except ValueError as error:
        raise UnknownBot("unknown-bot", name=text, known=", ".join(names())) from error
    bot = make(name)
    if isinstance(bot, Level) and (own or pairs):
        bot = bot.usual
    if pairs and isinstance(bot, Instinctive) and [key for key, _ in pairs] == ["temperature"]:
        bot = Instinctive(_number(text, pairs[0][1]))
    elif pairs:
        if not isinstance(bot, Searcher):
            raise UnknownBot("unknown-bot", name=text, known=", ".join(names()))
        own_parts: dict[str, Any] = {key: float(value) for key, value in pairs if key in ("carelessness", "blunders")}
        bot = replace(bot, tuning=tuple(pair for pair in pairs if pair[0] not in own_parts), **own_parts)
    if own and isinstance(bot, Searcher):
        bot = replace(bot, iterations=None)
    return Contender(text, bot, limit)


def _number(text: str, value: str) -> float:
    """Read a number of a contender's text."""
    try:
        return float(value)
    except ValueError as error:
        raise UnknownBot("unknown-bot", name=text, known=", ".join(names())) from error
