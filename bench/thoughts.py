"""What a bot's move costs a thinker: processor time by level, as the server asks for it.

    python -m bench.thoughts --game hanamikoji --matches 3

Plays the beginnings of matches, each decision by a bot of one level with the server's own limit of time, in one
thinking process, and divides that process's time by the decisions.
"""

from __future__ import annotations

import argparse
import json

from bench.load import _cpu
from ochaya.bots import LEVELS, Limit
from ochaya.bots.workers import Workers
from ochaya.core import dealing
from ochaya.core.game import CHANCE, OVER
from ochaya.core.secrecy import seen
from ochaya.games import game as find_game

SECONDS = 0.96
"""The longest a bot may think about a move at the usual pace (server/minds/thinking.py)."""
DECISIONS = 8


def measure(workers: Workers, name: str, level: str, matches: int) -> float:
    """Give the processor seconds of a move."""
    game, decisions, pid = find_game(name), 0, workers.pids()[0]
    begun = _cpu(pid)
    for number in range(matches):
        block, key, chances, left = game.start(), dealing.key_from_seed(f"thoughts {number}"), 0, DECISIONS
        while left and (actor := int(game.actor(block[0]))) != OVER:
            if actor == CHANCE:
                outcomes, weights = game.outcome_odds(block[0])
                action = dealing.draw(key, chances, outcomes, weights)
                chances += 1
            else:
                action = workers.decide(seen(game, block, actor), level, Limit(seconds=SECONDS), seed=number).action
                decisions, left = decisions + 1, left - 1
            game.apply(block[0], action)
    return (_cpu(pid) - begun) / max(1, decisions)


def main() -> None:
    """Read what to measure, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="hanamikoji")
    parser.add_argument("--matches", type=int, default=3)
    chosen = parser.parse_args()
    with Workers(1) as workers:
        workers.warm(chosen.game)
        found = {level: round(measure(workers, chosen.game, level, chosen.matches), 4) for level in LEVELS}
    print(json.dumps({"game": chosen.game, "seconds_per_move": found}))


if __name__ == "__main__":
    main()
