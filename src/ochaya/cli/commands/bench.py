"""`ochaya bench GAME`: how fast the rules run here, in one table with ratios."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ochaya.cli.commands.play import OPTION_HELP, read_options
from ochaya.cli.manners import AsJson, Lang, polite
from ochaya.cli.texts import Texts

if TYPE_CHECKING:
    from rich.console import Console


def bench(
    game: Annotated[str, typer.Argument(help="Which game; `ochaya games` lists them.")],
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help=OPTION_HELP)] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each rate.", min=0.01, max=60)] = 1.0,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out compiling and plain CPython.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Write the table for a document.")] = False,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Measure a game: matches and decisions a second, hide, guess and copy, compiling."""
    with polite(lang) as site:
        from rich.console import Console

        from ochaya.cli.compiling import showing_compiling
        from ochaya.games import game as find_game

        rules, chosen = find_game(game), read_options(option)
        rules.complete(chosen)
        errors = Console(stderr=True, highlight=False)
        from ochaya.cli.measuring import Measure, machine

        with showing_compiling(errors, site):
            measure = Measure(rules, chosen, seconds)
        found = {
            "game": game, "version": rules.version, "options": measure.options, "machine": machine(),
            **_measure(measure, quick, _teller(errors, site)),
        }
        if as_json:
            print(json.dumps(found, indent=2))
        elif markdown:
            print(as_markdown(site, found))
        else:
            _print(Console(highlight=False), site, found)


def _teller(console: Console, site: Texts) -> Callable[[str, Callable[[], Any]], Any]:
    """Give a function that measures something under a live line saying what."""
    from rich.markup import escape

    def told(what: str, job: Callable[[], Any]) -> Any:
        with console.status(escape(site.say("bench.measuring", what=site.say(f"bench.{what}")))):
            return job()
    return told


def _measure(measure: Any, quick: bool, told: Callable[[str, Callable[[], Any]], Any]) -> dict[str, Any]:
    """Take every measurement, in one run."""
    from ochaya.cli import measuring

    cores = measuring.machine()["cores"]
    rates = {"plain": told("plain", measure.plain), "plain-all": told("plain-all", lambda: measure.plain(cores))}
    if measure.has_fast_path:
        rates |= {"fast": told("fast", measure.fast), "fast-all": told("fast-all", lambda: measure.fast(cores))}
    found: dict[str, Any] = {
        "rates": {name: asdict(rate) for name, rate in rates.items()},
        "nanoseconds": {
            "copy": told("copy", measure.copying), "hide": told("hide", measure.hiding),
            "guess": told("guess", measure.guessing),
        },
    }
    if not quick:
        name = measure.game.name
        found["uncompiled"] = told("uncompiled", lambda: measuring.uncompiled_rate(name))
        cold, warm = told("compile", lambda: measuring.compile_times(name))
        found["compile_seconds"] = {"cold": cold, "warm": warm}
    return found


def rows(site: Texts, found: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """Give the lines of the table: what, how many a second or how long, decisions a second, ratio."""
    unit, lines = found["rates"]["plain"]["matches"], []
    if "uncompiled" in found:
        slow = found["uncompiled"]
        part = found["rates"]["plain"]["decisions"] / unit
        lines.append((site.say("bench.uncompiled"), _round(slow), _round(slow * part), _ratio(slow / unit)))
    for name, rate in found["rates"].items():
        ratio = _ratio(rate["matches"] / unit)
        lines.append((site.say(f"bench.{name}"), _round(rate["matches"]), _round(rate["decisions"]), ratio))
    return lines


def single_rows(site: Texts, found: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Give the lines about single operations and compiling: what, how long, ratio to a copy or to a cold start."""
    copy = found["nanoseconds"]["copy"]
    lines = []
    for name, time in found["nanoseconds"].items():
        lines.append((site.say(f"bench.{name}"), f"{time:.0f} ns", _ratio(time / copy)))
    for name, time in found.get("compile_seconds", {}).items():
        ratio = time / found["compile_seconds"]["cold"]
        lines.append((site.say(f"bench.{name}"), f"{time:.2f} s", _ratio(ratio)))
    return lines


def _round(number: float) -> str:
    """Write three digits that mean something, and the thousands apart."""
    digits = max(0, len(str(int(number))) - 3)
    return f"{round(number, -digits):,.0f}".replace(",", "\u202f")


def _ratio(ratio: float) -> str:
    return f"{ratio:.3g}×" if ratio < 100 else f"{ratio:.0f}×"


def headings(site: Texts) -> tuple[str, str, str, str]:
    """Name the columns."""
    return site.say("bench.path"), site.say("bench.matches"), site.say("bench.decisions"), site.say("bench.ratio")


def place(found: dict[str, Any]) -> str:
    """Say in one line where it was measured, and with which command."""
    where = found["machine"]
    chosen = "".join(f" -o {name}={value}" for name, value in found["options"].items())
    return (f"ochaya bench {found['game']}{chosen} · {where['cpu']}, {where['cores']} × {where['system']} · "
            f"Python {where['python']}, Numba {where['numba']}, NumPy {where['numpy']}")


def as_markdown(site: Texts, found: dict[str, Any]) -> str:
    """Write the tables for a document."""
    single = (site.say("bench.single"), site.say("bench.time"), site.say("bench.ratio"))
    text = [
        *_markdown_table(headings(site), rows(site, found)), "", *_markdown_table(single, single_rows(site, found)), "",
        f"`{place(found)}`",
    ]
    return "\n".join(text)


def _markdown_table(columns: tuple[str, ...], lines: Sequence[tuple[str, ...]]) -> list[str]:
    table = [columns, ("---", *["---:"] * (len(columns) - 1)), *lines]
    return [f"| {' | '.join(line)} |" for line in table]


def _print(console: Console, site: Texts, found: dict[str, Any]) -> None:
    """Show the tables to a person."""
    from rich.table import Table
    from rich.text import Text

    for columns, lines in (
        (headings(site), rows(site, found)),
        ((site.say("bench.single"), site.say("bench.time"), site.say("bench.ratio")), single_rows(site, found)),
    ):
        table = Table(header_style="bold", border_style="dim")
        for at, column in enumerate(columns):
            table.add_column(column, justify="right" if at else "left")
        for line in lines:
            table.add_row(*line)
        console.print(table)
    console.print(Text(place(found), "dim"), soft_wrap=True)
