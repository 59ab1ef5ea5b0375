"""What a bot is: something that decides from a Seen, a list of legal actions, a limit and its own randomness.

A bot keeps nothing between decisions: the same Seen, limit by iterations and generator give the same action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ochaya.bots.limit import Limit
from ochaya.core.rng import Rng
from ochaya.core.secrecy import Seen


class Bot(Protocol):
    """A player that needs no chair."""

    @property
    def name(self) -> str:
        """The name under which it stands in tables."""

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Give one of the legal actions."""
