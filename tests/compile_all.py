"""Compiles every game, its search and its batches once, before the tests: else each of their many processes would.

    python -m tests.compile_all 2        in two processes side by side
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time

from ochaya.bots.warming import warm
from ochaya.envs import VectorEnv
from ochaya.games import game, games
from tests.contract.transcript import transcript


def compile_one(name: str) -> float:
    """Call everything of one game; gives the seconds it took."""
    start = time.monotonic()
    for _ in transcript(game(name), 1):
        pass
    warm(name)
    for threads in (1, 2):
        VectorEnv(name, n=2, threads=threads)
    return time.monotonic() - start


def main(processes: int) -> None:
    """Compile all games of the register, the largest first."""
    largest_first = [one.name for one in sorted(games(), key=lambda one: -one.state.dtype.itemsize)]
    with multiprocessing.get_context("spawn").Pool(processes, maxtasksperchild=1) as pool:
        running = {name: pool.apply_async(compile_one, (name,)) for name in largest_first}
        for name, job in running.items():
            print(f"compiled {name} in {job.get():.0f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else os.cpu_count() or 1)
