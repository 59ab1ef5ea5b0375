"""Checks what the house says about its bots: every claim played out, with intervals, in one command.

    python bench/ladder.py --matches 1000 --budget-minutes 60          all claims, as far as the time goes
    python bench/ladder.py --only hanamikoji --matches 200             a few
    python bench/ladder.py --clock --processes 1                       Masters think 0.1 s by the clock
    python bench/ladder.py --show                                      what is known so far
    python bench/ladder.py --pace                                      iterations a second of one core

Every match is kept under .data/ladder (--folder for another place); the command goes on where it stopped, shares the
time evenly among the claims and writes the table to ladder.md there.

Masters are limited by iterations: those that a *part* of 0.1 s buys on one quiet core. So the results do not depend
on how busy the machine is, anybody can repeat them to the last match, and what holds with part of the time is the
stronger claim (the claims of 1 s against 0.05 s show that more time does no harm). With --clock they think by the
clock instead; then leave the machine alone and give no more processes than free cores.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ochaya.arena.report import percent, points
from ochaya.arena.runner import run
from ochaya.arena.seating import even_share, seatings
from ochaya.arena.summary import Summary, summarise
from ochaya.arena.table import Plan, Results
from ochaya.bots.warming import first_decision, warm
from ochaya.core.rng import new_rng
from ochaya.games import NAMES
from ochaya.games import game as game_of
from ochaya.search.think import thinker

FOLDER = Path(__file__).parent.parent / ".data" / "ladder"
SCALING = 400
"""Matches, at most, for the question whether more time helps; fewer where it is sure earlier."""
CHUNK_SECONDS = 120.0

SECONDS = 0.1
"""What a Master has for a decision."""
RUNG = (0.65, 0.8)
"""What a level gets against the one below, one to one: felt in every evening's play, and no wall."""
PACE = {"hanamikoji": 100_000, "geishas_road": 45_000, "ingenious": 14_000, "tea_garden": 50_000}
"""Iterations a second on one quiet core, from the first decision of a match, rounded down."""
PART = {"hanamikoji": 0.5, "geishas_road": 0.2, "ingenious": 1.0, "tea_garden": 0.3}
"""The part of its time a Master gets …"""
PART_AGAINST_UNIFORM = {"hanamikoji": 0.5, "geishas_road": 0.5, "ingenious": 0.1, "tea_garden": 0.01}
"""… and against a bot that is easy to beat."""


@dataclass(frozen=True)
class Claim:
    """A gets at least `target` of the win against B; a target of None asks only for a sure advantage."""

    game: str
    setup: str
    a: str
    b: str
    target: float | None
    until_sure: bool = False
    """Stop as soon as the stronger one is known, after SCALING matches at the latest."""
    most: float | None = None
    """A gets no more than this: rungs that are too far apart are no ladder either."""

    @property
    def asked(self) -> str:
        """What is claimed, in words."""
        if self.target is None:
            return "better"
        if self.most is None:
            return f"≥ {100 * self.target:.0f} %"
        return f"{100 * self.target:.0f} to {100 * self.most:.0f} %"

    @property
    def name(self) -> str:
        """How its file is called."""
        return f"{self.game} {self.setup} {self.a} {self.b}".replace("@", "-").replace(" ", "_")

    def __str__(self) -> str:
        return f"{self.game} ({self.setup}): {self.a} against {self.b}"


def by_clock(game: str, seconds: float, part: float = 1.0) -> str:
    """Name a Master that thinks so many seconds."""
    return f"master@{seconds:g}s"


def by_iterations(game: str, seconds: float, part: float = 1.0) -> str:
    """Name a Master with the iterations that a part of so many seconds buys on one quiet core."""
    return f"master@{round(PACE[game] * seconds * part)}i"


Master = Callable[[str, float, float], str]


def above(game: str, setup: str, bot: str, target: float | None, master: Master) -> Claim:
    """Claim that a Master is so far above another bot."""
    part = (PART_AGAINST_UNIFORM if bot == "uniform" else PART)[game]
    return Claim(game, setup, master(game, SECONDS, part), bot, target)


def among(share: float, game: str, setup: str) -> float:
    """Give what somebody gets alone among several whom he beats one to one with this share (Bradley and Terry)."""
    even = even_share(game_of(game), game_of(game).setups[setup])
    odds = share / (1 - share) * even / (1 - even)
    return odds / (1 + odds)


def rungs(game: str, setup: str, master: Master) -> Iterator[Claim]:
    """Claim for one setup that the levels are a ladder and Master is above everything."""
    if even_share(game_of(game), game_of(game).setups[setup]) == 0.5:
        yield above(game, setup, "uniform", 0.99, master)
        yield above(game, setup, "greedy", 0.85, master)
    near, far = (among(share, game, setup) for share in RUNG)
    top = master(game, SECONDS, PART[game])
    for a, b in ((top, "adept"), ("adept", "apprentice"), ("apprentice", "novice")):
        yield Claim(game, setup, a, b, near, most=far)


def learned(game: str, setup: str, master: Master) -> Iterator[Claim]:
    """Claim that what a game has learned, without any search, stands between Adept and Master."""
    yield Claim(game, setup, master(game, SECONDS, PART[game]), "instinct", None, True)
    yield Claim(game, setup, "instinct", "adept", None, True)


def claims(master: Master) -> list[Claim]:
    """List every claim about the games that are in the register."""
    found = [
        *rungs("hanamikoji", "standard", master),
        *(claim for setup in ("basic", "harder", "advanced") for claim in rungs("geishas_road", setup, master)),
        *rungs("ingenious", "two", master),
        *(claim for setup in ("two", "two-puerh", "three", "four") for claim in rungs("tea_garden", setup, master)),
        *(claim for game, setup in (("hanamikoji", "standard"), ("geishas_road", "basic"), ("tea_garden", "two"))
          for claim in learned(game, setup, master)),
        *(above("ingenious", setup, "greedy", target, master)
          for setup, target in (("four", 0.5), ("duel", 0.8), ("team", 0.8), ("solo", None))),
        *(Claim(game, setup, master(game, 1.0, 1.0), master(game, 0.05, 1.0), None, True)
          for game, setup in (("hanamikoji", "standard"), ("geishas_road", "basic"), ("ingenious", "two"))),
    ]
    return [claim for claim in found if claim.game in NAMES]


def results_of(claim: Claim, matches: int, folder: Path) -> Results:
    """Open what is known about a claim, ready to be played up to so many matches."""
    game = game_of(claim.game)
    options = game.complete(game.setups[claim.setup])
    most = min(matches, SCALING) if claim.until_sure else matches
    meetings = -(-most // len(seatings(game, options)))
    plan = Plan(
        claim.game, game.version, options, (claim.a, claim.b), meetings, "ladder", SECONDS, None,
        until_sure=claim.until_sure, one_way=True,
    )
    return Results.open(plan, folder / f"{claim.name}.jsonl")


def play(claim: Claim, matches: int, seconds: float, processes: int | None, folder: Path) -> None:
    """Play on for about so many seconds."""
    warm(claim.game)  # compiled here once, so that the time goes into matches
    start = time.monotonic()
    playing = run(results_of(claim, matches, folder), processes, is_stopped=lambda: time.monotonic() - start > seconds)
    for _ in playing:
        pass


def is_played_out(results: Results) -> bool:
    """Whether nothing is left to play: all matches, or as many as made it sure."""
    return not any(True for _ in results.missing())


def verdict(claim: Claim, results: Results, summary: Summary) -> str:
    """Say whether a claim holds: by its mean, and whether the interval leaves no doubt."""
    duel = summary.duels[0]
    if not duel.matches:
        return "not played"
    if claim.until_sure and not is_played_out(results):
        return "open"
    if claim.target is None:
        if duel.is_decided:
            return "yes" if duel.result.mean > summary.even else "NO, the other way"
        return "open"
    most = 1.0 if claim.most is None else claim.most
    if duel.result.low >= claim.target and duel.result.high <= most:
        return "yes, sure"
    if duel.result.high < claim.target or duel.result.low > most:
        return "NO, sure"
    return "yes by its mean" if claim.target <= duel.result.mean <= most else "no by its mean"


def table(matches: int, folder: Path, chosen: list[Claim]) -> str:
    """Write what is known about every claim."""
    rows = ["| game | A | B | asked | A's share, 95 % | Elo | matches | ms per decision of A | holds |",
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    for claim in chosen:
        results = results_of(claim, matches, folder)
        summary = summarise(results)
        duel, line = summary.duels[0], summary.lines[0]
        known = percent(duel.result) if duel.matches else "–"
        rating = points(duel.elo) if duel.matches else "–"
        rows.append(
            f"| {claim.game}, {claim.setup} | {claim.a} | {claim.b} | {claim.asked} | {known} | {rating} "
            f"| {duel.matches} | {1000 * line.seconds:.1f} | {verdict(claim, results, summary)} |")
        alone = [one for one in summary.lines if one.score is not None]
        for one in alone:
            assert one.score is not None
            interval = f"{one.score.mean:.4f} ({one.score.low:.4f} to {one.score.high:.4f})"
            rows.append(
                f"| | {one.bot}, alone | | mean result | {interval} | | {one.matches} | {1000 * one.seconds:.1f} | |")
    return "\n".join(rows) + "\n"


def pace(game: str, setup: str, iterations: int = 20_000) -> float:
    """Give the iterations of one second of processor time, thinking about the first decision of a match."""
    moment = first_decision(game, setup=setup)
    thinker(game).think(moment, new_rng(1), iterations=iterations)  # compiles, and touches the memory once
    start = time.process_time()
    thought = thinker(game).think(moment, new_rng(2), iterations=iterations)
    return thought.iterations / (time.process_time() - start)


def pace_table() -> str:
    """Write how fast search is in every setup of every game."""
    rows = ["| game | iterations a second |", "| --- | --- |"]
    for game in NAMES:
        rows += [f"| {game}, {setup} | {pace(game, setup):,.0f} |" for setup in game_of(game).setups]
    return "\n".join(rows) + "\n"


def main() -> None:
    """Play the claims round and round until they are played out or the time is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000, help="matches for each claim")
    parser.add_argument("--budget-minutes", type=float, default=60.0)
    parser.add_argument("--only", default="", help="claims whose text contains this")
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--clock", action="store_true", help="Masters think by the clock")
    parser.add_argument("--pace", action="store_true", help="measure iterations a second and play nothing")
    parser.add_argument("--show", action="store_true", help="play nothing")
    given = parser.parse_args()
    if given.pace:
        print(pace_table())
        return
    given.folder.mkdir(parents=True, exist_ok=True)
    chosen = [claim for claim in claims(by_clock if given.clock else by_iterations) if given.only in str(claim)]
    end = time.monotonic() + 60 * given.budget_minutes
    waiting = [] if given.show else list(chosen)
    try:
        while waiting and time.monotonic() < end:
            share = min(CHUNK_SECONDS, max(5.0, (end - time.monotonic()) / len(waiting)))
            for claim in list(waiting):
                results = results_of(claim, given.matches, given.folder)
                if is_played_out(results):
                    waiting.remove(claim)
                elif time.monotonic() < end:
                    play(claim, given.matches, share, given.processes, given.folder)
                    results = results_of(claim, given.matches, given.folder)
                    known = summarise(results)
                    print(f"{claim}: {percent(known.duels[0].result)}, {verdict(claim, results, known)}", flush=True)
    except KeyboardInterrupt:
        print("stopped; go on with the same command")
    text = table(given.matches, given.folder, chosen)
    (given.folder / "ladder.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
