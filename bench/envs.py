"""How many steps a second do batches of matches make? Observation and legal actions included, random actions.

    python -m bench.envs                      every game, as the table of docs/environments.md
    python -m bench.envs ingenious -n 4096    one game, with so many matches side by side
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from ochaya.envs import VectorEnv
from ochaya.envs.vector import most_threads
from ochaya.games import game as game_of
from ochaya.games import shown_names

ROUNDS = 5
SECONDS = 1.0
BATCHES = 64
"""So many different choices of actions are drawn before the clock runs."""


def speed(name: str, n: int, threads: int, **settings: Any) -> float:
    """Give the steps a second of the best round, by the processor's time on one thread and by the clock on several."""
    env, clock = VectorEnv(name, n=n, seed=1, threads=threads, **settings), time.perf_counter
    if threads == 1:
        clock = time.thread_time  # what neighbours take on a shared machine does not count
    draws = np.random.default_rng(0).random((BATCHES, n))
    for at in range(300):
        env.step_places((draws[at % BATCHES] * env.now.counts).astype(np.int64))
    best, at = 0.0, 0
    for _ in range(ROUNDS):
        spent, steps = 0.0, 0
        while spent < SECONDS / ROUNDS:
            places = (draws[at % BATCHES] * env.now.counts).astype(np.int64)
            began = clock()
            env.step_places(places)
            spent += clock() - began
            steps, at = steps + n, at + 1
        best = max(best, steps / spent)
    return best


def main() -> None:
    """Print one row a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=shown_names())
    parser.add_argument("-n", type=int, default=1024, help="matches side by side")
    chosen = parser.parse_args()
    every = most_threads()
    print(f"| game ({chosen.n} matches) | numbers | steps/s, one core | with masks | {every} threads |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in chosen.games:
        speeds = (
            speed(name, chosen.n, 1), speed(name, chosen.n, 1, masks=True), speed(name, chosen.n, every),
        )
        told = " | ".join(f"{one:,.0f}" for one in speeds)
        print(f"| {name} | {game_of(name).observation_size:,} | {told} |", flush=True)


if __name__ == "__main__":
    main()
