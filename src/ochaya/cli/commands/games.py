"""`ochaya games`: what can be played, with which options."""

from __future__ import annotations

import json
from typing import Any

from ochaya.cli.manners import AsJson, Lang, polite
from ochaya.cli.texts import Texts


def show_games(lang: Lang = None, as_json: AsJson = False) -> None:
    """List the games and their options."""
    with polite(lang) as site:
        from ochaya.games import game, shown_names

        found = [game(name) for name in shown_names()]
        if as_json:
            print(json.dumps([describe(one) for one in found], indent=2))
            return
        _print(site, found)


def describe(game: Any) -> dict[str, Any]:
    """Tell one game to a program."""
    counts = sorted({game.seats(game.complete(options)) for options in game.setups.values()})
    return {
        "name": game.name, "version": game.version, "seats": counts,
        "options": {option.name: list(option.values) for option in game.options},
        "setups": {name: dict(options) for name, options in game.setups.items()},
    }


def _print(site: Texts, found: list[Any]) -> None:
    """Tell every game to a person."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    for one in found:
        texts, facts = Texts(site.language, one.name), describe(one)
        console.print(Text.assemble("\n", (texts.say("title"), "bold"), "  ", (one.name, "cyan")))
        console.print(Text(texts.say("tagline")))
        seats = facts["seats"]
        many = str(seats[0]) if len(seats) == 1 else f"{seats[0]}–{seats[-1]}"
        console.print(Text(site.say("games.seats", seats=many), "dim"))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        for option in one.options:
            label = f"option.{option.name}"
            values = ", ".join(
                f"{value} ({texts.say(f'{label}.{value}')})" if texts.has(f"{label}.{value}") else value
                for value in option.values)
            table.add_row(Text(f"--option {option.name}=", "cyan"), Text(texts.say(label)), Text(values, "dim"))
        if one.options:
            console.print(table)
    console.print(Text.assemble("\n", (site.say("games.start", name=found[0].name), "dim"), "\n"))
