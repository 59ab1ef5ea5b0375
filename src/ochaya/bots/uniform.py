"""The bot that any other must beat: every legal action is as likely."""

from __future__ import annotations

from collections.abc import Sequence

from ochaya.bots.limit import Limit
from ochaya.core.rng import Rng, below
from ochaya.core.secrecy import Seen


class Uniform:
    """Takes any legal action."""

    name = "uniform"

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        """Give one of the legal actions, each as likely."""
        return legal[below(rng, len(legal))]
