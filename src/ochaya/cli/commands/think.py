"""`ochaya think`: a process that thinks for the bots of servers elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

from ochaya.cli.manners import Lang, polite


def think(
    bus: Annotated[str, typer.Option(help="Address of the bus (nats://…).", envvar="OCHAYA_BUS")],
    processes: Annotated[int, typer.Option(help="How many think at once.", min=1)] = 1,
    game: Annotated[list[str] | None, typer.Option(help="A game to think about; all unless named.")] = None,
    lang: Lang = None,
) -> None:
    """Think for the servers on a bus until Ctrl-C."""
    with polite(lang):
        from ochaya.games import game as find_game
        from ochaya.games import shown_names
        from ochaya.server.minds.thinker import run_thinker

        run_thinker(bus, processes, [find_game(name).name for name in game or shown_names()])
