"""The long sweep: millions of random matches, every invariant checked on every state (`make test-deep`).

    python -m tests.deep                        every game, the full number of matches, all cores
    python -m tests.deep hanamikoji -m 100000   one game, fewer
    python -m tests.deep hanamikoji -s 4711 -m 1 --setup standard    one match again (--strides: by the fast path)

Matches have consecutive seeds, so a failure names the one match to play again. Exit code 0: every promise was kept;
1: one was not (it is printed); 2: the question was not understood; 130: stopped by hand.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ochaya.core.errors import UnknownGame
from ochaya.core.game import Game
from ochaya.games import NAMES
from ochaya.games import game as find
from tests.deep import kernel
from tests.deep.sweeper import Broken, Sweeper

MATCHES = {
    "_template": 1_000_000, "hanamikoji": 10_000_000, "geishas_road": 2_000_000, "ingenious": 500_000,
    "tea_garden": 100_000,
}
MATCHES_OF_OTHERS = 100_000
BY_STRIDES = 5
"""One match in so many is played by the fast path, where a game has one."""
SECONDS_A_PIECE = 0.5


@dataclass
class Tally:
    """What was done for one setup."""

    matches: int = 0
    steps: int = 0
    looks: int = 0
    broken: Broken | None = None


class Sweep:
    """One setup's matches, cut into pieces that threads take one by one (compiled code runs beside others)."""

    def __init__(self, game: Game, setup: str, first_seed: int, matches: int, only_strides: bool = False) -> None:
        self.game, self.setup = game, setup
        self.every = 1 if only_strides else BY_STRIDES
        self.next_seed, self.last_seed = first_seed, first_seed + matches
        self.piece, self.tally, self.own = 16, Tally(), threading.local()
        self.lock, self.stop = threading.Lock(), threading.Event()

    def take(self) -> range:
        """Take the next piece of seeds; empty when all are done or somebody said stop."""
        with self.lock:
            if self.stop.is_set():
                return range(0)
            piece = range(self.next_seed, min(self.next_seed + self.piece, self.last_seed))
            self.next_seed = piece.stop
            return piece

    def work(self) -> bool:
        """Sweep one piece; says whether there may be more."""
        seeds = self.take()
        if not seeds:
            return False
        if not hasattr(self.own, "sweeper"):
            self.own.sweeper = Sweeper(self.game, self.game.setups[self.setup])
        sweeper: Sweeper = self.own.sweeper
        sweeper.report[:] = 0
        began = time.perf_counter()
        strides = len(seeds) // self.every if self.game.stride else 0
        broken = sweeper.run(seeds.start, len(seeds) - strides) if len(seeds) > strides else None
        if broken is None and strides:
            broken = sweeper.run(seeds.stop - strides, strides, by_strides=True)
        took = time.perf_counter() - began
        with self.lock:
            self.tally.matches += int(sweeper.report[kernel.DONE])
            self.tally.steps += int(sweeper.report[kernel.STEPS])
            self.tally.looks += int(sweeper.report[kernel.LOOKS])
            self.tally.broken = self.tally.broken or broken
            if broken:
                self.stop.set()
            if took < SECONDS_A_PIECE / 2:
                self.piece = min(self.piece * 2, 1 << 20)
        return broken is None


def run(sweep: Sweep, jobs: int) -> Iterator[Tally]:
    """Work on one setup with so many threads, telling the tally whenever a piece is done."""
    with ThreadPoolExecutor(jobs) as pool:
        sweep.work()  # compiles, once
        pending: set[Future[bool]] = {pool.submit(sweep.work) for _ in range(jobs)}
        try:
            while pending:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                pending |= {pool.submit(sweep.work) for one in done if one.result()}
                yield sweep.tally
        finally:
            sweep.stop.set()


def understood(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser("python -m tests.deep", description="Sweep random matches, checking everything.")
    parser.add_argument("games", nargs="*", help=f"any of {', '.join(NAMES)}; none means all")
    parser.add_argument("-m", "--matches", type=int, help="matches per game, shared out evenly between its setups")
    parser.add_argument("-s", "--seed", type=int, default=1, help="the first seed")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1, help="threads; all cores by default")
    parser.add_argument("--setup", help="only this setup")
    parser.add_argument("--strides", action="store_true", help="play all matches by the fast path")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Sweep what was asked for; gives the exit code."""
    asked, console = understood(arguments), Console(stderr=True)
    try:
        games = [find(name) for name in asked.games or NAMES]
    except UnknownGame as unknown:
        console.print(f"No game {unknown.details['name']!r}; there are {', '.join(NAMES)}.")
        return 2
    if asked.setup and not any(asked.setup in game.setups for game in games):
        console.print(f"No setup {asked.setup!r} in {', '.join(game.name for game in games)}.")
        return 2
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    began = time.perf_counter()
    try:
        with Progress(*columns, console=console) as progress:
            for game in games:
                setups = [setup for setup in game.setups if asked.setup in (None, setup)]
                total = asked.matches or MATCHES.get(game.name, MATCHES_OF_OTHERS)
                for at, setup in enumerate(setups):
                    matches = total // len(setups) + (at < total % len(setups))
                    task = progress.add_task(f"{game.name} {setup}", total=matches)
                    since, tally = time.perf_counter(), Tally()
                    for tally in run(Sweep(game, setup, asked.seed, matches, asked.strides), asked.jobs):
                        progress.update(task, completed=tally.matches)
                    if tally.broken:
                        progress.stop()
                        print(tally.broken)
                        return 1
                    took = time.perf_counter() - since
                    done = f"{tally.matches:,} matches, {tally.steps:,} steps, {tally.looks:,} worlds guessed"
                    print(f"{game.name} {setup}: {done}, all sound; {took:.0f} s", flush=True)
    except KeyboardInterrupt:
        console.print("Stopped by hand; nothing was found broken so far.")
        return 130
    print(f"Every promise was kept ({time.perf_counter() - began:.0f} s).")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
