"""One match at the terminal: a person, the opponents, what is told, undo, and a save after every decision."""

from __future__ import annotations

import importlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ochaya.cli.compiling import showing_compiling
from ochaya.cli.files import BadFile
from ochaya.cli.manners import command, tell
from ochaya.cli.records import save_match
from ochaya.cli.table.choosing import Chooser, grow, short
from ochaya.cli.table.opponents import advise, decide, warm
from ochaya.cli.table.questions import COMMANDS, Command, ask, complain
from ochaya.cli.table.telling import sentence
from ochaya.cli.texts import Texts
from ochaya.core.errors import UnreadableAction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console, RenderableType

    from ochaya.bots import Bot
    from ochaya.core.history import History
    from ochaya.core.rng import Rng

PERSON = "person"
"""How the person's seat stands in a record, in whatever language it was played."""


class Sitting:
    """A match with one person at it."""

    def __init__(
        self, console: Console, site: Texts, match: History, seat: int, bots: Mapping[int, Bot], rng: Rng, path: Path
    ) -> None:
        self.console, self.site, self.match = console, site, match
        self.seat, self.bots, self.rng, self.path = seat, bots, rng, path
        self.texts = Texts(site.language, match.game.name)
        self.faces: Any = importlib.import_module(f"ochaya.games.{match.game.name}.show.terminal")
        self.names = seat_names(site, match.players, seat)
        self.told = 0
        """How many steps of the log have been told."""
        self.painted: dict[str, str] = {}
        """How each part of the table looked when it was last drawn."""
        self.is_saved = False

    def run(self) -> bool:
        """Play on until the match is over (True) or the person leaves (False)."""
        self.told = len(self.match.steps)
        if self.match.key is not None:
            self.match.deal()
        while not self.match.is_over:
            if self.match.actor == self.seat:
                self.tell_news()
                if not self.decide():
                    return False
            else:
                self.let_bot_decide()
            self.match.deal()
            self.save(self.path)
        self.tell_news()
        self.show_news_of_the_table()
        self.show_result()
        return True

    def decide(self) -> bool:
        """Ask the person until a decision is made; False if the person leaves. What leaves no choice is not asked."""
        if len(legal := self.match.legal()) == 1:
            self.match.play(legal[0], self.seat)
            return True
        self.show_news_of_the_table()
        ways = self.ways()
        chooser = Chooser(grow(ways))
        while True:
            answer = ask(self.console, self.site, chooser, self.question(), partial(self.read, ways))
            if isinstance(answer, int):
                self.match.play(answer, self.seat)
                return True
            if answer.name == "quit":
                return False
            self.obey(answer)
            if answer.name == "undo":
                ways = self.ways()
                chooser = Chooser(grow(ways))

    def ways(self) -> list[tuple[tuple[str, ...], int]]:
        """List the paths of labels that lead to the legal actions; of paths that read alike only the first counts."""
        legal = self.match.legal()
        found = list(zip(self.labels(legal), legal, strict=True))
        if hasattr(self.faces, "other_path"):
            view = self.view()
            known = {tuple(map(short, path)) for path, _ in found}
            others = ((self.faces.other_path(action, view, self.texts.say), action) for action in legal)
            found += [(path, action) for path, action in others if path and tuple(map(short, path)) not in known]
        return found

    def read(self, ways: Sequence[tuple[tuple[str, ...], int]], typed: str) -> int | None:
        """Understand an action written in full, as records write it, if it or one that reads alike is legal."""
        try:
            action = self.match.game.read(typed.casefold())
        except UnreadableAction:
            return None
        (path,) = self.labels([action])
        wanted = tuple(map(short, path))
        return next((found for path, found in ways if tuple(map(short, path)) == wanted), None)

    def question(self) -> str:
        """Say what is asked, in the game's own words where it has them."""
        if hasattr(self.faces, "question"):
            return str(self.faces.question(self.view(), self.texts.say))
        return self.site.say("ask.turn")

    def labels(self, actions: Sequence[int]) -> list[tuple[str, ...]]:
        """Name the small choices that lead to each action; a game's `path_at` may look at the table for it."""
        if hasattr(self.faces, "path_at"):
            view = self.view()
            return [self.faces.path_at(action, view, self.texts.say) for action in actions]
        return [self.faces.path(action, self.texts.say) for action in actions]

    def let_bot_decide(self) -> None:
        """Let an opponent decide from what that seat sees."""
        seat = self.match.actor
        with self.console.status(escape(self.site.say("thinking", name=self.names[seat]))):
            action = decide(self.bots[seat], self.match, self.rng)
        self.match.play(action, seat)

    def obey(self, typed: Command) -> None:
        """Do what was typed instead of a choice."""
        if typed.name == "undo":
            self.undo()
        elif typed.name == "save":
            self.save_as(typed.rest)
        elif typed.name == "hint":
            self.show_hint()
        elif typed.name == "table":
            self.show_table()
        elif typed.name == "log":
            self.show_log()
        elif typed.name == "rules":
            self.show_rules()
        else:
            self.show_help()

    def undo(self) -> None:
        """Take the person's last decision back, with all that followed from it."""
        start = self.match.own_turn_start(self.seat)
        if start is None:
            complain(self.console, self.site.say("undo.none"))
            return
        self.match.undo(start)
        self.told = start
        self.save(self.path)
        self.console.print(f"  [green]{self.site.say('undo.done')}[/]\n")
        self.show_table()

    def save(self, path: Path) -> None:
        """Keep the match as it stands."""
        save_match(self.match, path)
        self.is_saved = True

    def save_as(self, name: str) -> None:
        """Save where the person says, or say where the match is kept anyway."""
        path = Path(name).expanduser() if name else self.path
        try:
            self.save(path)
        except BadFile as wrong:
            complain(self.console, tell(self.site, wrong))
            return
        self.say_plainly(self.site.say("save.done", path=str(path)))

    # -- what is shown ------------------------------------------------------------------------------------------

    def say_plainly(self, line: str) -> None:
        """Say a line of the house, soft so that a path can be copied whole."""
        self.console.print(Text(f"  {line}", "green"), soft_wrap=True)
        self.console.print()

    def tell_news(self) -> None:
        """Tell what has happened since the last time."""
        if len(self.match.steps) > self.told > 0:
            self.console.rule(style="dim")
        self._print_events(self.told)
        self.told = len(self.match.steps)

    def show_log(self) -> None:
        """Tell the whole match again, as this seat knows it."""
        self._print_events(0)

    def _print_events(self, start: int) -> None:
        told = [event for events in self.match.told(self.seat, start) for event in events]
        if told:
            grid = Table.grid(padding=(0, 1, 0, 0))
            for event in told:
                colour = "cyan" if event.data.get("who") == self.seat else "magenta"
                grid.add_row(Text("  •", colour), Text(sentence(self.texts, event, self.seat, self.names)))
            self.console.print(grid)
            self.console.print()

    def parts(self) -> dict[str, RenderableType]:
        """The table as this seat sees it, in the parts a game draws it in."""
        if hasattr(self.faces, "parts"):
            return dict(self.faces.parts(self.view(), self.texts.say))
        return {"table": self.faces.paint(self.view(), self.texts.say)}

    def show_table(self) -> None:
        """Draw the whole table."""
        self.painted = {}
        self.show_news_of_the_table()

    def show_news_of_the_table(self) -> None:
        """Draw the parts of the table that look different from when they were last drawn."""
        is_news = False
        for name, part in self.parts().items():
            with self.console.capture() as drawn:
                self.console.print(part)
            if self.painted.get(name) != drawn.get():
                self.painted[name] = drawn.get()
                self.console.print(part)
                is_news = True
        if is_news:
            self.console.print()

    def view(self) -> dict[str, Any]:
        """Show the person's seat what it may know, with the names of the seats."""
        return {**self.match.game.view(self.match.seen(self.seat)), "names": dict(enumerate(self.names))}

    def show_result(self) -> None:
        """Say who won, why, and where the record is."""
        shares = self.match.shares()
        result = self.view()["result"] or {}
        best = max(shares)
        mine, winners = shares[self.seat], sum(share == best for share in shares)
        if len(shares) == 1:
            key = "result.won" if mine == 1 else "result.lost"
        elif mine < best:
            key = "result.lost"
        else:
            key = "result.won" if winners == 1 or mine == 1 else "result.drawn"
        lines = [Text(self.site.say(key), "bold green" if key == "result.won" else "bold")]
        if result.get("reason"):
            lines.append(Text(self.texts.say(result["reason"])))
        if result.get("points"):
            lines.append(Text(" · ".join(
                self.site.say("named", name=name, value=points)
                for name, points in zip(self.names, result["points"], strict=False))))
        self.console.print(Panel(Text("\n").join(lines), expand=False, border_style="cyan"))
        if hasattr(self.faces, "account"):
            self.console.print(self.faces.account(self.view(), self.texts.say))
        self.say_plainly(self.site.say("result.kept", command=command(), path=str(self.path)))
        self.say_plainly(self.site.say("review.offer", command=command(), path=str(self.path)))

    def show_hint(self) -> None:
        """Tell what a Master would do here, knowing no more than the person."""
        with showing_compiling(self.console, self.site):
            warm(self.match.game.name)
        with self.console.status(escape(self.site.say("thinking", name=self.site.say("bot.master")))):
            found = advise(self.match, self.rng)
        self.console.print(Text(f"  {self.site.say('hint.title')}"))
        for advice, path in zip(found, self.labels([advice.action for advice in found]), strict=True):
            label = " › ".join(short(step) for step in path)
            line = self.site.say(
                "hint.line", share=round(100 * advice.share), action=label, visits=advice.visits)
            self.console.print(Text.assemble(("  • ", "cyan"), line))
        self.console.print()

    def show_rules(self) -> None:
        """Tell the rules of the game, from its texts."""
        number = 1
        while self.texts.has(f"rules.{number}.title"):
            told = Text.assemble((self.texts.say(f"rules.{number}.title"), "bold"), "\n")
            told.append(self.texts.say(f"rules.{number}.text"))
            self.console.print(Padding(told, (0, 2, 1, 2)))
            number += 1
        if number == 1:
            complain(self.console, self.site.say("rules.none"))

    def show_help(self) -> None:
        """Tell what can be typed."""
        self.console.print(Text(f"  {self.site.say('help.choose')}"))
        grid = Table.grid(padding=(0, 2))
        for name, letter in COMMANDS.items():
            word = self.site.say(f"command.{name}")
            grid.add_row("", Text(letter, "bold cyan"), Text(word), Text(self.site.say(f"help.{name}"), "dim"))
        self.console.print(grid)
        self.console.print()


def seat_names(site: Texts, players: list[str], seat: int | None) -> list[str]:
    """Name the seats as one viewer hears them: you, the bots by their names (told apart), others as recorded."""
    names = []
    for at, player in enumerate(players):
        if at == seat:
            names.append(site.say("seat.you"))
            continue
        name = site.say(f"bot.{player}") if site.has(f"bot.{player}") else player
        if player == PERSON:
            name = site.say("seat.person")
        names.append(f"{name} ({at})" if players.count(player) > 1 else name)
    return names
