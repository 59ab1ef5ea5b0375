"""Bots that misbehave, each in its own way; not collected as tests."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from ochaya.bots import Limit
from ochaya.core.rng import Rng
from ochaya.core.secrecy import Seen


class Raises:
    """Fails every time."""

    name = "raises"

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        raise RuntimeError("out of tea")


class Cheats:
    """Answers with no legal action."""

    name = "cheats"

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        return max(legal) + 1


class Sleeps:
    """Never answers."""

    name = "sleeps"

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        time.sleep(3600)
        return legal[0]


class Dies:
    """Takes its whole process along."""

    name = "dies"

    def choose(self, seen: Seen, legal: Sequence[int], limit: Limit, rng: Rng) -> int:
        os._exit(3)
