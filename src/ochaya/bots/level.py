"""A level below Master: one name for people, in every game the bot that deserves it.

Usually it is a short, careless search. A game that has learned something says in `mind/levels.json` what its levels are
instead, since how far apart errors put two players is different in every game:

    {"levels": {"adept": {"temperature": 0.7}}}                      by instinct alone, as warm as this (instinct.py)
    {"levels": {"adept": {"iterations": 100, "carelessness": 0.9}}}  a search that knows all that the game has learned

With `"usual_where": "is_solo"` they are as usual in matches whose record has anything but 0 in that field.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

import ochaya.games
from ochaya.bots.instinct import Instinctive
from ochaya.bots.limit import Limit
from ochaya.bots.searcher import Searcher
from ochaya.core.rng import Rng
from ochaya.core.secrecy import Seen

GAMES = Path(ochaya.games.__file__).parent


class Instinct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level that does what an experienced player might do, without looking ahead."""

    temperature: float


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level that looks ahead a little."""

    iterations: int
    carelessness: float


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game says, as it is written."""

    levels: dict[str, dict[str, int | float]]
    usual_where: str = ""


@dataclass(frozen=True)
class Manners:
    """What a game says about its levels."""

    levels: Mapping[str, Instinct | Search]
    usual_where: str = ""

    def of(self, name: str, seen: Seen) -> Instinct | Search | None:
        """Give what a level is at this table; None: as usual."""
        is_usual = self.usual_where and int(seen.block[0][self.usual_where]) != 0
        return None if is_usual else self.levels.get(name)


@functools.cache
def manners_of(game: str) -> Manners:
    """Read what a game says about its levels; nothing where it leaves them as usual."""
    file = GAMES / game / "mind" / "levels.json"
    if not file.is_file():
        return Manners({})
    told = msgspec.json.decode(file.read_bytes(), type=Told)
    return Manners({name: _manner(numbers) for name, numbers in told.levels.items()}, told.usual_where)


def _manner(numbers: dict[str, int | float]) -> Instinct | Search:
    """Read one level; which of the two it is its numbers tell."""
    if "temperature" in numbers:
        return msgspec.convert(numbers, Instinct)
    return msgspec.convert(numbers, Search)


@dataclass(frozen=True)
class Level:
    """Plays every game as that game says, or as usual."""

    name: str
    usual: Searcher
    """What it is in a game that says nothing."""

    def of(self, seen: Seen) -> Instinctive | Searcher:
        """Give the bot that it is at this table."""
        manner = manners_of(seen.game).of(self.name, seen)
        if isinstance(manner, Instinct):
            return Instinctive(manner.temperature, self.name)
        if isinstance(manner, Search):
            return Searcher(self.name, manner.iterations, manner.carelessness, has_instinct=True)
        return self.usual

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Choose as it does in this game."""
        return self.of(seen).choose(seen, legal, limit, rng)
