"""`ochaya review FILE`: after a match, how the chances went and which decisions cost most."""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ochaya.cli.manners import AsJson, Lang, polite
from ochaya.core.errors import Wrong

if TYPE_CHECKING:
    from rich.console import Console

    from ochaya.bots.review import Verdict
    from ochaya.cli.texts import Texts
    from ochaya.core.history import History

BARS = " ▁▂▃▄▅▆▇█"
HEIGHT = 5
LEFT = 6


class NotOver(Wrong):
    """A match is reviewed once it is over."""


class NoSuchSeat(Wrong):
    """The match has no such seat."""


def review(
    file: Annotated[Path, typer.Argument(help="The record of a finished match.")],
    seat: Annotated[int | None, typer.Option(help="Only this seat's decisions, counted from 0.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to think about each decision.", min=0.01, max=60)] = 0.3,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Look back at a match: the chance to win at each decision, and the biggest mistakes."""
    with polite(lang) as site:
        from rich.console import Console

        from ochaya.bots.limit import Limit
        from ochaya.cli.records import load_match

        match = load_match(file)
        if not match.is_over:
            raise NotOver("review-not-over", path=str(file))
        if seat is not None and not 0 <= seat < match.seats:
            raise NoSuchSeat("no-such-seat", seat=seat, last=match.seats - 1)
        errors = Console(stderr=True, highlight=False)
        verdicts = look_back(errors, site, match, seat, Limit(seconds=seconds))
        if as_json:
            print(json.dumps([_data(match, one) for one in verdicts], indent=2))
        else:
            show(Console(highlight=False), site, match, verdicts)


def look_back(console: Console, site: Texts, match: History, seat: int | None, limit: Any) -> list[Verdict]:
    """Judge the decisions of a match, under a progress bar."""
    from rich.progress import Progress

    from ochaya.bots.review import review as judge_all
    from ochaya.bots.warming import warm
    from ochaya.cli.compiling import showing_compiling

    decisions = []
    for number, step in enumerate(match.steps):
        if step.actor >= 0 and seat in (None, step.actor):
            decisions.append((number, match.at(number).seen(step.actor), step.action))
    with showing_compiling(console, site):
        warm(match.game.name)
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task(site.say("review.working"), total=len(decisions))
        found = []
        for verdict in judge_all(decisions, limit):
            found.append(verdict)
            progress.update(bar, completed=sum(number <= verdict.step for number, _, _ in decisions))
    return found


def chart(shares: Sequence[float], height: int = HEIGHT) -> list[str]:
    """Draw shares from 0 to 1 as columns of block characters, one row of text a line, the top first."""
    rows = []
    for row in range(height - 1, -1, -1):
        cells = (BARS[max(0, min(8, round((share * height - row) * 8)))] for share in shares)
        rows.append("".join(cells))
    return rows


def show(console: Console, site: Texts, match: History, verdicts: Sequence[Verdict]) -> None:
    """Show a chart for each seat and name the biggest mistakes."""
    from rich.text import Text

    from ochaya.bots.review import mistakes
    from ochaya.cli.table.sitting import seat_names
    from ochaya.cli.texts import Texts

    names = seat_names(site, match.players, None)
    texts = Texts(site.language, match.game.name)
    for seat in sorted({one.seat for one in verdicts}):
        own = [one for one in verdicts if one.seat == seat]
        console.print(Text(site.say("review.chart", name=names[seat]), "bold"))
        rows = chart([one.best.share for one in own])
        for at, row in enumerate(rows):
            mark = {0: "100 %", len(rows) - 1: "  0 %"}.get(at, "")
            console.print(Text.assemble((f"{mark:>{LEFT}} ", "dim"), (row, "cyan")))
        marks = "".join("!" if one.is_mistake else "·" for one in own)
        console.print(Text.assemble(" " * (LEFT + 1), (marks, "red")), "")
    worst = mistakes(verdicts)
    if not worst:
        console.print(site.say("review.none"))
    else:
        console.print(Text(site.say("review.mistakes"), "bold"))
    for one in worst:
        line = site.say(
            "review.mistake", name=names[one.seat], step=one.step + 1, taken=label(match, texts, one.taken.action),
            best=label(match, texts, one.best.action), before=round(100 * one.best.share),
            after=round(100 * one.taken.share))
        console.print(Text.assemble(("  ! ", "red"), line))


def label(match: History, texts: Texts, action: int) -> str:
    """Name an action as the game's terminal does."""
    faces: Any = importlib.import_module(f"ochaya.games.{match.game.name}.show.terminal")
    return " › ".join(faces.path(action, texts.say))


def _data(match: History, one: Verdict) -> dict[str, Any]:
    """Tell one judged decision to a program."""
    def told(judged: Any) -> dict[str, Any]:
        return {"action": match.game.notation(judged.action), "share": round(judged.share, 4), "visits": judged.visits}

    return {"step": one.step, "seat": one.seat, "taken": told(one.taken), "best": told(one.best),
            "loss": round(one.loss, 4), "tried": [told(judged) for judged in one.thought[:3]]}
