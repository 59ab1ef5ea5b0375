"""Tea Garden's table in a terminal, drawn in parts; letters say all that colours say.

asked (what is asked and can be done), offers (rows, map, court), players (each board), account (the end), words.
"""

from __future__ import annotations

from rich.console import Group, RenderableType

from ochaya.games.tea_garden.show.terminal.account import account
from ochaya.games.tea_garden.show.terminal.asked import heading, path, question
from ochaya.games.tea_garden.show.terminal.offers import caravans, cups, emperors, halls, land, market, stocks
from ochaya.games.tea_garden.show.terminal.players import lu_yu_lines, seat_lines
from ochaya.games.tea_garden.show.terminal.words import Say, View

__all__ = ["account", "paint", "parts", "path", "question"]


def parts(view: View, say: Say) -> dict[str, RenderableType]:
    """Draw the table in parts, each small enough for a screen of 80 by 24; the own board and the turn come last."""
    drawn: dict[str, RenderableType] = {
        "rows": Group(market(view, say), caravans(view, say), emperors(view, say)),
        "map": Group(land(view, say), cups(view, say)),
    }
    if view["court"]:
        drawn["court"] = Group(halls(view, say), stocks(view, say))
    if view["lu_yu"]:
        drawn["lu-yu"] = lu_yu_lines(view, say)
    near = view["viewer"] or 0
    for seat in [*(s for s in range(len(view["seats"])) if s != near), near]:
        drawn[f"seat-{seat}"] = seat_lines(view, seat, say)
    return {**drawn, "turn": heading(view, say)}


def paint(view: View, say: Say) -> RenderableType:
    """Draw the whole table as the viewer sees it."""
    return Group(*parts(view, say).values())
