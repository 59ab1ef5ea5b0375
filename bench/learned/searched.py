"""Matches of players who search, for what is learned from them: their tables at every decision.

    python -m bench.learned.searched geishas_road --seed 1 --seconds 3600 --out tables-1.npz \
        --players bench/frozen/geishas_road.py:Master,bench/frozen/geishas_road.py:Master,master,instinct+temperature=1

For every match two of the players are drawn, each as often as it is named, and how long they think, the same for both;
one action in thirty is anybody's. The file holds the true records of all decisions with a choice, and whose they were.
Ctrl-C keeps what there is.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from ochaya.bots.limit import Limit
from ochaya.bots.spec import contender
from ochaya.core.game import CHANCE, OVER
from ochaya.core.record import Block
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.games import game as game_of

ODD = 30
TOLD_EVERY = 60.0


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--players", required=True, help="bots, by comma")
    parser.add_argument("--iterations", type=int, nargs=2, default=(500, 4000), help="they think at least and at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--out", type=Path, required=True)
    told = parser.parse_args()
    game, luck, rng = game_of(told.game), np.random.default_rng(told.seed), new_rng(told.seed)
    low, high = np.log(told.iterations)
    players = [contender(text, Limit(iterations=told.iterations[1])) for text in told.players.split(",")]
    setups = list(game.setups.values())
    records: list[Block] = []
    seats: list[int] = []
    began, next_told, matches = time.monotonic(), TOLD_EVERY, 0
    try:
        while (passed := time.monotonic() - began) < told.seconds:
            if passed > next_told:
                print(f"{passed:.0f} s · {matches:,} matches, {len(seats):,} tables", flush=True)
                next_told += TOLD_EVERY
            pair = [players[luck.integers(len(players))] for _ in range(2)]
            limit = Limit(iterations=int(np.exp(luck.uniform(low, high))))
            state = game.start(setups[luck.integers(len(setups))])
            while (who := int(game.actor(state[0]))) != OVER:
                legal = game.legal_ids(state[0])
                action = legal[luck.integers(len(legal))]
                if who != CHANCE and len(legal) > 1:
                    records.append(state.copy())
                    seats.append(who)
                    if luck.integers(ODD):
                        action = pair[who].bot.choose(seen(game, state, who), legal, limit, rng)
                elif who == CHANCE:
                    outcomes, weights = game.outcome_odds(state[0])
                    action = luck.choice(outcomes, p=np.array(weights) / sum(weights))
                game.apply(state[0], int(action))
            matches += 1
    except KeyboardInterrupt:
        print("stopped")
    np.savez_compressed(told.out, records=np.concatenate(records).view(np.uint8), seats=np.array(seats, np.int8))
    print(f"{told.out}: {len(seats):,} tables of {matches:,} matches")


if __name__ == "__main__":
    main()
