"""Checks what the house says about its bots: every claim played out, with intervals, in one command.

    python bench/ladder.py --matches 1000 --budget-minutes 60          all claims, as far as the time goes
    python bench/ladder.py --only hanamikoji --matches 200             a few
    python bench/ladder.py --show                                      what is known so far

Every match is kept under .data/ladder (--folder for another place); the command goes on where it stopped, shares the
time evenly among the claims and writes the table to ladder.md there. Masters think by the clock (0.1 s unless the
claim says), so leave the machine alone and give no more processes than free cores.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ochaya.arena.report import percent, points
from ochaya.arena.runner import run
from ochaya.arena.summary import Summary, summarise
from ochaya.arena.table import Plan, Results
from ochaya.games import NAMES
from ochaya.games import game as game_of

FOLDER = Path(__file__).parent.parent / ".data" / "ladder"
MASTER = "master@0.1s"
SCALING = 200
"""Matches for the question whether more time helps."""
CHUNK_SECONDS = 120.0


@dataclass(frozen=True)
class Claim:
    """A should get at least `target` of the win against B; a target of None asks only for a sure advantage."""

    game: str
    setup: str
    a: str
    b: str
    target: float | None
    most: int | None = None
    """No more matches than this."""

    @property
    def name(self) -> str:
        """How its file is called."""
        return f"{self.game} {self.setup} {self.a} {self.b}".replace("@", "-").replace(" ", "_")

    def __str__(self) -> str:
        return f"{self.game} ({self.setup}): {self.a} against {self.b}"


def rungs(game: str, setup: str) -> Iterator[Claim]:
    """Claim for one two-sided setup that the levels are a ladder and Master is above everything."""
    yield Claim(game, setup, MASTER, "uniform", 0.99)
    yield Claim(game, setup, MASTER, "greedy", 0.85)
    yield Claim(game, setup, MASTER, "adept", 0.65)
    yield Claim(game, setup, "adept", "apprentice", 0.65)
    yield Claim(game, setup, "apprentice", "novice", 0.65)


def claims() -> list[Claim]:
    """List every claim about the games that are in the register."""
    found = [
        *rungs("hanamikoji", "standard"),
        *(claim for setup in ("basic", "harder", "advanced") for claim in rungs("geishas_road", setup)),
        *rungs("ingenious", "two"),
        Claim("ingenious", "four", MASTER, "greedy", 0.5),
        Claim("ingenious", "duel", MASTER, "greedy", 0.8),
        Claim("ingenious", "team", MASTER, "greedy", 0.8),
        Claim("ingenious", "solo", MASTER, "greedy", None),
        *(Claim(game, setup, "master@1s", "master@0.05s", None, SCALING) for game, setup in (
            ("hanamikoji", "standard"), ("geishas_road", "basic"), ("ingenious", "two"), ("tea_garden", ""))),
    ]
    return [claim for claim in found if claim.game in NAMES]


def results_of(claim: Claim, matches: int, folder: Path) -> Results:
    """Open what is known about a claim, ready to be played up to so many matches."""
    game = game_of(claim.game)
    setup = claim.setup if claim.setup in game.setups else next(iter(game.setups))
    options = game.complete(game.setups[setup])
    plan = Plan(claim.game, game.version, options, (claim.a, claim.b), 1, "ladder", 0.1, None)
    most = min(matches, claim.most or matches)
    whole = Plan(**{**plan.__dict__, "meetings": -(-most // len(plan.seatings))})
    return Results.open(whole, folder / f"{claim.name}.jsonl")


def play(claim: Claim, matches: int, seconds: float, processes: int | None, folder: Path) -> float:
    """Play on for about so many seconds; gives the seconds used."""
    start = time.monotonic()
    playing = run(results_of(claim, matches, folder), processes, is_stopped=lambda: time.monotonic() - start > seconds)
    for _ in playing:
        pass
    return time.monotonic() - start


def verdict(claim: Claim, summary: Summary) -> str:
    """Say whether a claim holds: by its mean, and whether the interval leaves no doubt."""
    duel = summary.duels[0]
    if not duel.matches:
        return "not played"
    if claim.target is None:
        if duel.is_decided:
            return "yes" if duel.result.mean > summary.even else "NO, the other way"
        return "open"
    if duel.result.low >= claim.target:
        return "yes, sure"
    if duel.result.high < claim.target:
        return "NO, sure"
    return "yes by its mean" if duel.result.mean >= claim.target else "no by its mean"


def table(matches: int, folder: Path, chosen: list[Claim]) -> str:
    """Write what is known about every claim."""
    rows = ["| game | A | B | asked | A's share, 95 % | Elo | matches | ms per decision of A | holds |",
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    for claim in chosen:
        summary = summarise(results_of(claim, matches, folder))
        duel, line = summary.duels[0], summary.lines[0]
        asked = "better" if claim.target is None else f"≥ {100 * claim.target:.0f} %"
        known = percent(duel.result) if duel.matches else "–"
        rating = points(duel.elo) if duel.matches else "–"
        rows.append(
            f"| {claim.game}, {claim.setup or 'standard'} | {claim.a} | {claim.b} | {asked} | {known} | {rating} "
            f"| {duel.matches} | {1000 * line.seconds:.1f} | {verdict(claim, summary)} |")
        alone = [one for one in summary.lines if one.score is not None]
        for one in alone:
            assert one.score is not None
            interval = f"{one.score.mean:.4f} ({one.score.low:.4f} to {one.score.high:.4f})"
            rows.append(
                f"| | {one.bot}, alone | | mean result | {interval} | | {one.matches} | {1000 * one.seconds:.1f} | |")
    return "\n".join(rows) + "\n"


def main() -> None:
    """Play the claims round and round until they are played out or the time is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000, help="matches for each claim")
    parser.add_argument("--budget-minutes", type=float, default=60.0)
    parser.add_argument("--only", default="", help="claims whose text contains this")
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--show", action="store_true", help="play nothing")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    chosen = [claim for claim in claims() if given.only in str(claim)]
    end = time.monotonic() + 60 * given.budget_minutes
    waiting = [] if given.show else list(chosen)
    try:
        while waiting and time.monotonic() < end:
            share = min(CHUNK_SECONDS, max(5.0, (end - time.monotonic()) / len(waiting)))
            for claim in list(waiting):
                results = results_of(claim, given.matches, given.folder)
                if not any(True for _ in results.missing()):
                    waiting.remove(claim)
                elif time.monotonic() < end:
                    play(claim, given.matches, share, given.processes, given.folder)
                    known = summarise(results_of(claim, given.matches, given.folder))
                    print(f"{claim}: {percent(known.duels[0].result)}, {verdict(claim, known)}", flush=True)
    except KeyboardInterrupt:
        print("stopped; go on with the same command")
    text = table(given.matches, given.folder, chosen)
    (given.folder / "ladder.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
