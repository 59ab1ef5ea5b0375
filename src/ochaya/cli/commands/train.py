"""`ochaya train GAME` and `ochaya exploit BOT`: learning by playing, and learning to beat somebody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ochaya.cli.manners import Lang, polite
from ochaya.cli.texts import Texts

if TYPE_CHECKING:
    from ochaya.train.curve import Point
    from ochaya.train.run import Run
    from ochaya.train.shards import Crew

SetupOption = Annotated[
    str | None, typer.Option("--setup", help="One of the game's named option sets (the first); policies take several.")
]
SecondsOption = Annotated[float | None, typer.Option(help="How long in all (600 unless told).", min=1)]
DecisionsOption = Annotated[int | None, typer.Option(help="Until so many decisions instead; reproducible.", min=1)]
OutOption = Annotated[Path, typer.Option("--out", help="Where to: OUT.npz, OUT.json and OUT.svg.")]
SeedOption = Annotated[int, typer.Option(help="Fixes all that is drawn.", min=0)]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Go on from OUT.npz.")]
RecipeOption = Annotated[Path | None, typer.Option(help="A recipe of your own instead of the game's.")]
StartOption = Annotated[Path | None, typer.Option(help="Begin with the network of another run.")]
EveryOption = Annotated[float, typer.Option(help="Seconds between two looks.", min=0)]
MatchesOption = Annotated[int, typer.Option(help="Matches against the pool at each look.", min=2)]
ShardsOption = Annotated[int, typer.Option(help="Cut every round into so many shards that others can play.", min=1)]
RayOption = Annotated[str | None, typer.Option(
    "--ray", metavar="ADDRESS", help="Let all machines of a Ray cluster play them: auto, or its head's host:port.")]
ProcessesOption = Annotated[int | None, typer.Option(help="With --ray: at most so many at play (all cores).", min=1)]


def train(
    game: Annotated[str, typer.Argument(help="Which game; `ochaya games` lists them.")],
    out: OutOption,
    setup: SetupOption = None,
    seconds: SecondsOption = None,
    decisions: DecisionsOption = None,
    seed: SeedOption = 1,
    resume: ResumeOption = False,
    recipe: RecipeOption = None,
    start: StartOption = None,
    judge: Annotated[Path | None, typer.Option(
        "--judge", help="Learn how matches end that this run's policy plays, instead of a policy.")] = None,
    every: EveryOption = 60.0,
    matches: MatchesOption = 400,
    shards: ShardsOption = 1,
    ray: RayOption = None,
    processes: ProcessesOption = None,
    lang: Lang = None,
) -> None:
    """Let a game's learner learn by playing itself; Ctrl-C saves, and --resume goes on."""
    with polite(lang) as site, _crew(ray, processes) as crew:
        from ochaya.train.begin import begin

        run = begin(
            game, setup, out, seed=seed, resume=resume, recipe=recipe, start=start, judge=judge, shards=shards,
            crew=crew)
        _go(run, seconds, decisions, every, matches, site)


def exploit(
    bot: Annotated[str, typer.Argument(help="Whom to beat: greedy, master@0.05s, mine.py:Bot …")],
    game: Annotated[str, typer.Option("--game", help="Which game; `ochaya games` lists them.")],
    out: OutOption,
    setup: SetupOption = None,
    seconds: SecondsOption = None,
    decisions: DecisionsOption = None,
    seed: SeedOption = 1,
    resume: ResumeOption = False,
    recipe: RecipeOption = None,
    start: StartOption = None,
    every: EveryOption = 60.0,
    matches: MatchesOption = 400,
    shards: ShardsOption = 1,
    ray: RayOption = None,
    processes: ProcessesOption = None,
    lang: Lang = None,
) -> None:
    """Learn to beat a bot that stays as it is: its share tells how much there is to exploit."""
    with polite(lang) as site, _crew(ray, processes) as crew:
        from ochaya.train.begin import begin

        run = begin(
            game, setup, out, seed=seed, resume=resume, recipe=recipe, start=start, against=bot, shards=shards,
            crew=crew)
        _go(run, seconds, decisions, every, matches, site)


@contextmanager
def _crew(ray: str | None, processes: int | None) -> Iterator[Crew | None]:
    """Give who plays the shards on a cluster, and let them go afterwards; nobody where this process plays."""
    if ray is None:
        yield None
        return
    from ochaya.train.over_ray import OverRay

    crew = OverRay(ray, processes)
    try:
        yield crew
    finally:
        crew.close()


def _go(run: Run, seconds: float | None, decisions: int | None, every: float, matches: int, site: Texts) -> None:
    """Run until the limit, one line a look."""
    from ochaya.train.run import Limit

    run.look_every, run.matches = every, matches

    def tell(point: Point) -> None:
        watched = " · ".join(f"{name} {number:,.4g}" for name, number in point.watched.items())
        print(site.say(
            "train.look", seconds=f"{point.seconds:.0f}", decisions=f"{point.decisions:,}", pool=run.pool,
            watched=watched, share=f"{100 * point.share:.1f}", low=f"{100 * point.low:.1f}",
            high=f"{100 * point.high:.1f}"), flush=True)

    if seconds is None and decisions is None:
        seconds = 600.0
    try:
        run.go(Limit(seconds, decisions), tell)
    except KeyboardInterrupt:
        print(site.say("train.stopped", path=str(run.out.with_suffix(".npz"))), flush=True)
        raise
    print(site.say("train.done", path=str(run.out)), flush=True)
