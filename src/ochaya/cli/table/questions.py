"""Asking a person: numbered choices in columns, and the words that are understood at any time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ochaya.cli.table.choosing import EXPLAINS, Chooser
from ochaya.cli.texts import Texts

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

COMMANDS = {
    "back": "b", "undo": "u", "hint": "h", "table": "t", "log": "l", "rules": "r", "save": "s",
    "help": "?", "quit": "q",
}
"""What can be typed besides a choice: its name and its letter; each language adds a word of its own."""


@dataclass(frozen=True)
class Command:
    """One of COMMANDS as it was typed, with what stood after it."""

    name: str
    rest: str = ""


def read_command(typed: str, site: Texts) -> Command | None:
    """Understand a typed line as a command, by letter, by English name or by the language's own word."""
    word, _, rest = typed.strip().partition(" ")
    for name, letter in COMMANDS.items():
        if word.casefold() in (letter, name, site.say(f"command.{name}").casefold()):
            return Command(name, rest.strip())
    return None


def show_choices(labels: list[str], width: int) -> RenderableType:
    """Lay numbered choices out in as many columns as fit, counted downwards."""
    from rich.cells import cell_len
    from rich.table import Table
    from rich.text import Text

    digits = len(str(len(labels)))
    entry = digits + 4 + max(cell_len(label) for label in labels)
    columns = 1 if len(labels) <= 8 else max(1, min(8, (width + 2) // (entry + 2)))
    rows = -(-len(labels) // columns)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in range(rows):
        cells = []
        for number in range(row, len(labels), rows):
            name, dash, explained = labels[number].partition(EXPLAINS)
            cells.append(Text(f"  {number + 1:>{digits}}", "bold cyan"))
            cells.append(Text.assemble(name, (dash + explained, "dim")))
        grid.add_row(*cells)
    return grid


def ask(
    console: Console, site: Texts, chooser: Chooser, heading: str, read: Callable[[str], int | None] = lambda _: None
) -> Command | int:
    """Ask until there is an action or a command; what cannot be chosen is said, and the question stands again.

    `read` understands an action written in full, as records write it.
    """
    from rich.text import Text

    repeat = True
    while chooser.action is None:
        if repeat:
            steps = " › ".join([heading, *chooser.chosen])
            console.print(Text(steps, "bold"))
            console.print(show_choices(chooser.labels, console.width))
        console.print(footer(site, chooser))
        typed = console.input("[bold cyan]› [/]").strip()
        console.print()
        repeat = False
        command = read_command(typed, site)
        if command is not None and command.name != "back":
            return command
        if command is not None:
            repeat = chooser.can_go_back
            if not repeat:
                complain(console, site.say("ask.no-back"))
            chooser.back()
            continue
        whole = read(typed)
        if whole is not None:
            return whole
        found = chooser.matching(typed) if typed else []
        if len(found) == 1:
            chooser.pick(found[0])
            repeat = True
        elif found:
            complain(console, site.say("ask.several", typed=typed, found=", ".join(found[:4]), count=len(found)))
        else:
            complain(console, site.say("ask.unknown", typed=typed or "–", count=len(chooser.labels)))
    return chooser.action


def footer(site: Texts, chooser: Chooser) -> RenderableType:
    """Name the commands that make sense now."""
    from rich.text import Text

    line = Text(f"  {site.say('ask.number')}", "dim")
    for name in ("back", "hint", "undo", "help", "quit"):
        if name != "back" or chooser.can_go_back:
            line.append(" · ")
            line.append(COMMANDS[name], "bold")
            line.append(f" {site.say(f'command.{name}')}")
    return line


def complain(console: Console, line: str) -> None:
    """Say why something was not done."""
    from rich.text import Text

    console.print(Text(f"  {line}", "yellow"))
