"""Who may sit opposite, and who may be asked for advice. Only here does the terminal meet `ochaya.bots`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ochaya.bots import Bot
    from ochaya.core.history import History
    from ochaya.core.rng import Rng

DEFAULT = "adept"
SECONDS = 1.0
"""How long an opponent or an adviser may think about one decision."""


@dataclass(frozen=True)
class Advice:
    """One action and the share of the win that a Master expects from it."""

    action: int
    share: float
    visits: int
    """How often the Master tried it."""


def opponent(name: str) -> Bot:
    """Give the opponent of that name; raises UnknownBot."""
    from ochaya.bots import make

    return make(name)


def warm(game: str, bot: str = "master") -> None:
    """Compile whatever this bot needs to think about a game, so that its first decision is not late."""
    if bot == "uniform":
        return
    from ochaya.bots.warming import warm as compile_search

    compile_search(game)


def decide(bot: Bot, match: History, rng: Rng) -> int:
    """Let a bot decide for the seat to act, from what that seat sees."""
    from ochaya.bots import Limit

    return bot.choose(match.seen(match.actor), match.legal(), Limit(seconds=SECONDS), rng)


def advise(match: History, rng: Rng, best: int = 3) -> list[Advice]:
    """Ask a Master about the decision of the seat to act: its best actions, best first."""
    from ochaya.bots import Limit
    from ochaya.bots.levels import MASTER

    thought = MASTER.think(match.seen(match.actor), Limit(seconds=SECONDS), rng, may_stop_early=False)
    return [Advice(judged.action, judged.share, judged.visits) for judged in thought.actions[:best]]
