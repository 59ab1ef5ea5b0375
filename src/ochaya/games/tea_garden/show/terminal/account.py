"""The account of a finished match: everybody's points, source by source."""

from __future__ import annotations

from rich.table import Table

from ochaya.games.tea_garden.show.terminal.words import Say, View, label
from ochaya.games.tea_garden.state import SOURCE_NAMES


def account(view: View, say: Say) -> Table:
    """Points by source, a column for every player and Lu Yu; sources that brought nobody anything are left out."""
    boards = [*view["seats"], *([view["lu_yu"]] if view["lu_yu"] else [])]
    table = Table(box=None, padding=(0, 2))
    table.add_column()
    for player in range(len(boards)):
        table.add_column(label(view, player), justify="right")
    for source in SOURCE_NAMES:
        points = [board["sources"][source] for board in boards]
        if any(points):
            table.add_row(say(f"source.{source}"), *(str(n) for n in points))
    table.add_row(say("table.total"), *(str(board["points"]) for board in boards), style="bold")
    return table
