"""Writes the tables of docs/environments.md that say which numbers of each game's observation mean what.

    python -m tools.observation_tables
"""

from __future__ import annotations

import re
from pathlib import Path

from ochaya.core.game import Game
from ochaya.envs.layout import table
from ochaya.games import game, shown_names

PAGE = Path(__file__).resolve().parent.parent / "docs" / "environments.md"
START = "<!-- observations: python -m tools.observation_tables writes what follows -->\n"


def section(one: Game) -> str:
    """Give one game's heading and table."""
    title = one.name.replace("_", " ")
    return f"\n### {title} ({one.observation_size:,} numbers)\n\n{table(one)}\n"


def written(page: str) -> str:
    """Give the page with all tables as the code has them."""
    before, found, _ = page.partition(START)
    if not found:
        raise ValueError(f"{PAGE}: the line {START.strip()} is missing")
    return re.sub(r"\n{3,}", "\n\n", before + START + "".join(section(game(name)) for name in shown_names()))


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
