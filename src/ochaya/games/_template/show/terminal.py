"""The table in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from ochaya.games._template.actions import decode


def paint(view: Mapping[str, Any], say: Callable[..., str]) -> RenderableType:
    """Draw every cup."""
    table = Table(title=say("title"))
    for seat in range(len(view["cups"])):
        table.add_column(say("column", seat=seat))
    table.add_row(*("?" if cup is None else str(cup) for cup in view["cups"]))
    return table


def path(action: int, say: Callable[..., str]) -> tuple[str, ...]:
    """Name the choice."""
    return (say(f"action.{decode(action).kind}"),)
