"""Who may sit opposite: bots by name. This is the only place where the terminal meets `ochaya.bots`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ochaya.core.errors import Wrong

if TYPE_CHECKING:
    from ochaya.bots.bot import Bot

NAMES = ("uniform",)
DEFAULT = "uniform"
SECONDS = 2.0
"""How long an opponent may think about one decision."""


class UnknownBot(Wrong):
    """Nobody of that name plays here."""


def opponent(name: str) -> Bot:
    """Give the opponent of that name; raises UnknownBot."""
    if name not in NAMES:
        raise UnknownBot("unknown-bot", name=name, known=", ".join(NAMES))
    from ochaya.bots.uniform import Uniform

    return Uniform()
