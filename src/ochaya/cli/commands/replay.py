"""`ochaya replay FILE`: a match again, step by step."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ochaya.cli.keys import single_keys
from ochaya.cli.manners import Lang, polite
from ochaya.cli.texts import Texts
from ochaya.core.errors import Wrong

if TYPE_CHECKING:
    from rich.console import Console

    from ochaya.core.history import History

NEXT = (" ", "\r", "\n", "n", "j", "\x1b[C", "\x1b[B", "\x1bOC", "\x1bOB", "\xe0M", "\xe0P")
PREVIOUS = ("b", "p", "k", "\x7f", "\x08", "\x1b[D", "\x1b[A", "\x1bOD", "\x1bOA", "\xe0K", "\xe0H")
FIRST = ("g", "\x1b[H", "\x1b[1~", "\xe0G")
LAST = ("G", "\x1b[F", "\x1b[4~", "\xe0O")
LEAVE = ("q", "\x1b", "\x03", "\x04", "")


class NoSuchSeat(Wrong):
    """The match has no such seat."""


@dataclass(frozen=True)
class Stop:
    """A moment worth looking at: after how many steps, and what had just happened."""

    length: int
    lines: tuple[str, ...]


def replay(
    file: Annotated[Path, typer.Argument(help="The record of a match.")],
    seat: Annotated[int | None, typer.Option(help="See only what this seat saw, counted from 0.")] = None,
    whole: Annotated[bool, typer.Option("--print", help="Print every step, wait for no keys.")] = False,
    lang: Lang = None,
) -> None:
    """Step through a match. A finished one shows all; an unfinished one only what is public, or what --seat saw."""
    with polite(lang) as site:
        from rich.console import Console

        from ochaya.cli.records import load_match

        match = load_match(file)
        if seat is not None and not 0 <= seat < match.seats:
            raise NoSuchSeat("no-such-seat", seat=seat, last=match.seats - 1)
        theatre = Theatre(Console(highlight=False), site, match, viewer_of(match, seat))
        if whole or not sys.stdin.isatty() or not sys.stdout.isatty():
            theatre.print_all()
        else:
            theatre.step_through()


def viewer_of(match: History, seat: int | None) -> int:
    """Decide whose eyes are lent: the asked seat's, everybody's once it is over, else a spectator's."""
    from ochaya.core.secrecy import EVERYONE, NOBODY

    if seat is not None:
        return seat
    return EVERYONE if match.is_over else NOBODY


class Theatre:
    """A match shown again to one viewer."""

    def __init__(self, console: Console, site: Texts, match: History, viewer: int) -> None:
        from ochaya.cli.table.sitting import seat_names

        self.console, self.site, self.match, self.viewer = console, site, match, viewer
        self.texts = Texts(site.language, match.game.name)
        self.faces: Any = importlib.import_module(f"ochaya.games.{match.game.name}.show.terminal")
        self.names = seat_names(site, match.players, None)
        self.stops = self._stops()

    def _stops(self) -> list[Stop]:
        """Find the steps after which there is something to tell."""
        from ochaya.cli.table.telling import sentence

        stops = []
        for length, events in enumerate(self.match.told(self.viewer), 1):
            lines = tuple(sentence(self.texts, event, self.viewer, self.names) for event in events)
            if lines:
                stops.append(Stop(length, lines))
        return stops or [Stop(0, ())]

    def show(self, at: int) -> None:
        """Show one stop: what happened, and the table after it."""
        from rich.text import Text

        stop = self.stops[at]
        where = self.site.say("replay.step", at=at + 1, count=len(self.stops))
        self.console.print(Text.assemble((self.texts.say("title"), "bold"), "  ", (where, "dim"), "\n"))
        view = {**self._view(stop.length), "names": dict(enumerate(self.names))}
        self.console.print(self.faces.paint(view, self.texts.say))
        for line in stop.lines:
            self.console.print(Text.assemble(("  • ", "cyan"), line))

    def _view(self, length: int) -> dict[str, Any]:
        """Make the view after so many steps; all is shown only because the whole match is over."""
        from ochaya.core.secrecy import EVERYONE, unveiled

        moment = self.match.at(length)
        if self.viewer == EVERYONE and self.match.is_over:
            return self.match.game.view(unveiled(self.match.game, moment.state))
        return self.match.game.view(moment.seen(self.viewer))

    def print_all(self) -> None:
        """Show every stop, one below the other."""
        for at in range(len(self.stops)):
            self.show(at)
            self.console.print()

    def step_through(self) -> None:
        """Show one stop at a time and let keys lead."""
        from rich.text import Text

        at = 0
        with single_keys() as next_key:
            while True:
                self.console.clear()
                self.show(at)
                self.console.print(Text(f"\n  {self.site.say('replay.keys')}", "dim"))
                key = next_key()
                if key in LEAVE:
                    return
                if key in NEXT:
                    at = min(at + 1, len(self.stops) - 1)
                elif key in PREVIOUS:
                    at = max(at - 1, 0)
                elif key in FIRST:
                    at = 0
                elif key in LAST:
                    at = len(self.stops) - 1
