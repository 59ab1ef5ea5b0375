"""`ochaya arena GAME --bots A,B,…`: which bot is stronger, by how much, and how sure that is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ochaya.cli.commands.play import OPTION_HELP, read_options
from ochaya.cli.manners import STOPPED, AsJson, Lang, polite

if TYPE_CHECKING:
    from rich.console import Console

    from ochaya.arena.summary import Summary
    from ochaya.arena.table import Plan, Results

BOTS_HELP = "Who plays, by commas: uniform, greedy, novice … master, master@0.05s, master@2000i, mine.py:Bot."

SECONDS_HELP = "Processor time for a decision, in seconds (0.1 unless told)."
ONE_WAY_HELP = "At three or four seats: only the bot named first sits alone among the others, not each in turn."
RAY_HELP = "Play on all machines of a Ray cluster: auto, or its head's host:port."


def arena(
    game: Annotated[str, typer.Argument(help="Which game; `ochaya games` lists them.")],
    bots: Annotated[str, typer.Option(help=BOTS_HELP)] = "uniform,greedy,novice,apprentice,adept",
    matches: Annotated[int, typer.Option(help="Matches of each two bots, at most.", min=1)] = 200,
    seconds: Annotated[float | None, typer.Option(help=SECONDS_HELP, min=0.001)] = None,
    iterations: Annotated[int | None, typer.Option(help="Iterations for a decision; reproducible.", min=1)] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help=OPTION_HELP)] = None,
    setup: Annotated[str | None, typer.Option(help="One of the game's named option sets, instead.")] = None,
    seed: Annotated[str, typer.Option(help="Fixes all chance outcomes.")] = "arena",
    until_sure: Annotated[bool, typer.Option("--until-sure", help="Stop once the stronger one is known.")] = False,
    one_way: Annotated[bool, typer.Option("--one-way", help=ONE_WAY_HELP)] = False,
    processes: Annotated[int | None, typer.Option(help="Processes at work (all cores unless told).", min=1)] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help=RAY_HELP)] = None,
    out: Annotated[Path | None, typer.Option(help="Keep every match in OUT.jsonl; go on from it if it exists.")] = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other: the same chance outcomes for all, seats exchanged, intervals stated."""
    with polite(lang):
        from rich.console import Console

        from ochaya.arena import report
        from ochaya.arena.runner import contenders
        from ochaya.arena.seating import seatings
        from ochaya.arena.summary import summarise
        from ochaya.arena.table import Plan, Results
        from ochaya.core.errors import BadOptions
        from ochaya.games import game as find_game

        rules = find_game(game)
        if setup is not None and setup not in rules.setups:
            raise BadOptions("option-value", name="setup", value=setup, values=", ".join(rules.setups))
        chosen = rules.complete(rules.setups[setup] if setup is not None else read_options(option))
        if seconds is None and iterations is None:
            seconds = 0.1
        meetings = max(1, -(-matches // len(seatings(rules, chosen))))
        names = tuple(name.strip() for name in bots.split(",") if name.strip())
        plan = Plan(game, rules.version, chosen, names, meetings, seed, seconds, iterations, until_sure, one_way)
        contenders(plan)  # a wrong name is told before anything starts
        kept = None if out is None else report.beside(out, report.MATCHES)
        results = Results.open(plan, kept)
        errors = Console(stderr=True, highlight=False)
        is_whole = _play(errors, plan, results, processes, ray)
        summary = summarise(results)
        if out is not None:
            report.write(summary, out)
        if as_json:
            print(report.as_json(summary), end="")
        else:
            show(Console(highlight=False), summary)
        if not is_whole:
            where = "" if kept is None else f" Go on with the same command: {kept} is kept."
            errors.print(f"Stopped; the table is what was played until then.{where}")
            raise typer.Exit(STOPPED)


def _play(console: Console, plan: Plan, results: Results, processes: int | None, ray: str | None) -> bool:
    """Play what is missing under a progress bar; False when stopped by the keyboard."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ochaya.arena.over_ray import run_over_ray
    from ochaya.arena.runner import run

    total = plan.meetings * len(plan.pairs)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("meetings", total=total, completed=len(results.meetings))

        def tell(tables: int, lost: int) -> None:
            progress.update(bar, description=f"meetings · {tables} tables" + (f", {lost} lost" if lost else ""))

        playing = run(results, processes) if ray is None else run_over_ray(results, ray, processes, tell=tell)
        try:
            for _ in playing:
                progress.update(bar, completed=len(results.meetings))
        except KeyboardInterrupt:
            return False
        finally:
            playing.close()
    return True


def show(console: Console, summary: Summary) -> None:
    """Show the tables in the terminal."""
    from rich.table import Table

    from ochaya.arena.report import faults_text, limit_text, percent, points

    plan = summary.plan
    table = Table(title=f"{plan['game']} · {limit_text(summary)} · seed {plan['seed']}", title_justify="left")
    for name, side in (("bot", "left"), ("Elo (95 %)", "right"), ("matches", "right"), ("ms/decision", "right"),
                       ("slowest", "right"), ("own faults", "left")):
        table.add_column(name, justify=side)  # type: ignore[arg-type]
    for line in sorted(summary.lines, key=lambda one: -one.rating.mean):
        table.add_row(
            line.bot, points(line.rating), str(line.matches), f"{1000 * line.seconds:.1f}",
            f"{1000 * line.slowest:.0f}", faults_text(line))
    console.print(table)
    duels = Table(title=f"{summary.meetings} meetings; equals would get {100 * summary.even:.0f} %",
                  title_justify="left")
    for name, side in (("A", "left"), ("B", "left"), ("A's share (95 %)", "right"), ("Elo", "right"),
                       ("won–drawn–lost", "right"), ("sure", "left")):
        duels.add_column(name, justify=side)  # type: ignore[arg-type]
    for duel in summary.duels:
        duels.add_row(
            duel.a, duel.b, percent(duel.result), points(duel.elo), f"{duel.wins}–{duel.draws}–{duel.losses}",
            "yes" if duel.is_decided else "no")
    console.print(duels)
    for line in summary.lines:
        if line.score is not None:
            found = line.score
            console.print(f"{line.bot}: mean result alone {found.mean:.3f} ({found.low:.3f} to {found.high:.3f})")
