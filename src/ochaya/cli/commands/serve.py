"""`ochaya serve`: the tea house on the network, for browsers and programs."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ochaya.cli.manners import Lang, polite

if TYPE_CHECKING:
    from rich.console import Console

    from ochaya.server.settings import Settings


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8000,
    data: Annotated[Path | None, typer.Option(help="Folder for the database and the cookie secret.")] = None,
    database: Annotated[
        str, typer.Option(help="Address of another database (SQLAlchemy, async).", envvar="OCHAYA_DATABASE")
    ] = "",
    bus: Annotated[
        str, typer.Option(help="Address of a NATS bus: one of several servers on one database.", envvar="OCHAYA_BUS")
    ] = "",
    secret_file: Annotated[Path | None, typer.Option(help="File of the cookie secret, shared by all servers.")] = None,
    bots: Annotated[int, typer.Option(help="Processes that think for bots; 0: bots play at random.", min=0)] = 1,
    pace: Annotated[float, typer.Option(help="Seconds a bot takes to answer.", min=0, max=60)] = 1.2,
    limits: Annotated[bool, typer.Option(help="Hold guests and addresses to rates.")] = True,
    name: Annotated[list[str] | None, typer.Option(help="A name the house is reached by (tea.example.org).")] = None,
    proxy: Annotated[list[str] | None, typer.Option(help="Address of a proxy in front, which is believed.")] = None,
    away: Annotated[float, typer.Option(help="Seconds after which an absent player is late.", min=0)] = 120.0,
    keep_days: Annotated[float, typer.Option(help="Days for which finished matches are kept.", min=1)] = 365.0,
    hidden_games: Annotated[bool, typer.Option("--hidden-games", help="Offer the template game too.")] = False,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser, where there is one.")] = False,
    lang: Lang = None,
) -> None:
    """Serve the browser client, matches and bots until Ctrl-C."""
    with polite(lang) as site:
        from rich.console import Console

        from ochaya.cli.compiling import showing_compiling
        from ochaya.games import game as find_game
        from ochaya.games import shown_names
        from ochaya.server.minds.warming import warm_rules
        from ochaya.server.settings import Settings, default_data

        settings = Settings(
            host=host, port=port, data=data or default_data(), database=database, bus=bus, secret_file=secret_file,
            bots=bots, pace=pace, limits=limits, away=away, keep_days=keep_days, names=tuple(name or ()),
            proxies=tuple(proxy or ()), hidden_games=hidden_games, ready=shown_names()[:1],
        )
        console = Console(stderr=True, highlight=False)
        with showing_compiling(console, site):
            warm_rules(find_game(name) for name in shown_names()[:1])
        _announce(console, settings, open_browser=open_browser)
        from ochaya.server.web.run import run

        run(settings)


def _announce(console: Console, settings: Settings, *, open_browser: bool) -> None:
    """Say where the house is, and go there if asked."""
    shown = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host  # noqa: S104 only for showing
    address = f"http://{shown}:{settings.port}/"
    console.print(f"Ochaya: {address}  (Ctrl-C)")
    if open_browser:
        import webbrowser

        threading.Timer(1.5, webbrowser.open, [address]).start()
