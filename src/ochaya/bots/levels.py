"""The levels a person chooses among, and every bot by its name.

| level      | what it honestly is, unless its game says otherwise (level.py)                                 |
| ---------- | ---------------------------------------------------------------------------------------------- |
| Novice     | tries eight continuations and takes nearly any of those moves; now and then any move at all    |
| Apprentice | tries two dozen, and takes the more tried move only a little more often                        |
| Adept      | tries a hundred and mostly takes the move tried most                                           |
| Master     | thinks for the whole time it is given (a second unless told): thousands of them; begins with   |
|            | what the game's instinct would do, where the game has learned one, and may have foresight that |
|            | the game keeps for Masters                                                                     |

Where a game has learned an instinct, the levels below Master may be that instinct, ever warmer: they do not look ahead,
and err by doing what an experienced player would do less often. None sees more than a person in its seat.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

from ochaya.bots.bot import Bot
from ochaya.bots.greedy import Greedy
from ochaya.bots.instinct import Instinctive
from ochaya.bots.level import Level
from ochaya.bots.limit import Limit
from ochaya.bots.searcher import Searcher
from ochaya.bots.uniform import Uniform
from ochaya.core.errors import Wrong

NOVICE = Level("novice", Searcher("novice", iterations=8, carelessness=3.5, blunders=0.2))
APPRENTICE = Level("apprentice", Searcher("apprentice", iterations=24, carelessness=1.2))
ADEPT = Level("adept", Searcher("adept", iterations=100, carelessness=0.7))
MASTER = Searcher("master", has_instinct=True)

LEVELS: dict[str, Level | Searcher] = {level.name: level for level in (NOVICE, APPRENTICE, ADEPT, MASTER)}
"""The levels, weakest first."""

NAMED: dict[str, Callable[[], Bot]] = {"uniform": Uniform, "greedy": Greedy, "instinct": Instinctive}

USUAL_LIMIT = Limit(seconds=1.0)
"""How long a Master thinks when nobody says."""


class UnknownBot(Wrong):
    """No bot of that name."""


def names() -> tuple[str, ...]:
    """Name every bot that comes with the house, weakest first as far as that is known."""
    return (*NAMED, *LEVELS)


def make(name: str) -> Bot:
    """Give the bot of that name, of any game: a level, `uniform`, `greedy`, `instinct`, or a class of your own.

    Your own is written `path/to/file.py:Class` or `package.module:Class`; it is made without arguments.
    """
    if name in LEVELS:
        return LEVELS[name]
    if name in NAMED:
        return NAMED[name]()
    if ":" in name:
        return _load(name)
    raise UnknownBot("unknown-bot", name=name, known=", ".join(names()))


def _load(text: str) -> Bot:
    """Give a bot from somebody's own file or module."""
    where, _, what = text.rpartition(":")
    try:
        if where.endswith(".py"):
            path = Path(where).resolve()
            spec = importlib.util.spec_from_file_location(path.stem, path)
            if spec is None or spec.loader is None:
                raise ImportError(where)
            module = importlib.util.module_from_spec(spec)
            sys.modules.setdefault(path.stem, module)
            spec.loader.exec_module(module)
        else:
            module = importlib.import_module(where)
        made: Bot = getattr(module, what)()
    except (ImportError, OSError, AttributeError) as error:
        raise UnknownBot("unknown-bot", name=text, known=", ".join(names())) from error
    return made
