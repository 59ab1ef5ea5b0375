"""Makes games/hanamikoji/mind/continuation.csv: what a standing between two rounds is worth.

    python bench/hanamikoji_table.py --matches 300 --bot master@500i

Bots play each other; how each round went (who won which geisha, seen from its first player) is counted. Geishas of
equal charm are alike, so each round counts for every exchange of them. From those counts the worth of every favour
vector is found by iteration backwards from the round limit; without a limit, until nothing changes.
"""

from __future__ import annotations

import argparse
from itertools import permutations
from pathlib import Path

import numpy as np

from ochaya.arena.match import own_rng
from ochaya.bots.limit import Limit
from ochaya.bots.spec import contender
from ochaya.core import dealing
from ochaya.core.game import CHANCE, OVER
from ochaya.core.secrecy import seen
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.pieces import CHARM, GEISHAS, GEISHAS_TO_WIN, POINTS_TO_WIN

SIZE = 3**GEISHAS
TARGET = Path(__file__).parent.parent / "src/ochaya/games/hanamikoji/mind/continuation.csv"
POWERS = 3 ** np.arange(GEISHAS)
ALL = (np.arange(SIZE)[:, None] // POWERS) % 3 - 1
"""Every vector of -1 (nobody), 0 (the first player), 1 (the other), one row each."""


def rounds(bot: str, matches: int, seed: str) -> list[np.ndarray]:
    """Play matches and give, for each round, who took each geisha: 0 its first player, 1 the other, -1 nobody."""
    one, found = contender(bot, Limit(iterations=500)), []
    for number in range(matches):
        key, state, drawn = dealing.key_from_seed(f"{seed}/{number}"), GAME.start({}), 0
        rngs = [own_rng(seed, number, seat) for seat in range(2)]
        while (who := int(GAME.actor(state[0]))) != OVER:
            if who == CHANCE:
                action = dealing.draw(key, drawn, *GAME.outcome_odds(state[0]))
                drawn += 1
            else:
                action = one.bot.choose(seen(GAME, state, who), GAME.legal_ids(state[0]), one.limit, rngs[who])
            before, starter = int(state[0].round_number), int(state[0].starter)
            GAME.apply(state[0], action)
            if before > 0 and (state[0].round_number != before or GAME.actor(state[0]) == OVER):
                lead = state[0].shown[0].astype(int) - state[0].shown[1]
                taken = np.where(lead == 0, -1, np.where(lead > 0, 0, 1))
                found.append(np.where(taken < 0, -1, taken ^ starter))
        if (number + 1) % 50 == 0:
            print(f"{number + 1} matches, {len(found)} rounds", flush=True)
    return found


def spread(found: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Count every round for each exchange of equal geishas; give the distinct vectors and their weights."""
    counts: dict[tuple[int, ...], float] = {}
    for taken in found:
        for twos in permutations(range(3)):
            for threes in permutations((3, 4)):
                vector = tuple(int(taken[g]) for g in (*twos, *threes, 5, 6))
                counts[vector] = counts.get(vector, 0.0) + 1 / 12
    vectors = np.array(list(counts), int)
    weights = np.array(list(counts.values()))
    return vectors, weights / weights.sum()


def final(geishas_first: bool, at_limit: bool) -> np.ndarray:
    """Give the first player's share for each favour vector after a round; NaN where play goes on."""
    points = [(np.equal(ALL, p) * CHARM.astype(int)).sum(1) for p in (0, 1)]
    geishas = [np.equal(ALL, p).sum(1) for p in (0, 1)]
    out = np.full(SIZE, np.nan)
    if at_limit:
        lead = np.sign(points[0] - points[1])
        if geishas_first:
            first = np.sign(geishas[0] - geishas[1])
            lead = np.where(first == 0, lead, first)
        out = 0.5 + lead / 2
    for p in (0, 1):
        out[geishas[p] >= GEISHAS_TO_WIN] = 1.0 - p
    for p in (0, 1):
        out[points[p] >= POINTS_TO_WIN] = 1.0 - p
    return out


def step(after: np.ndarray, vectors: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Give the worth of each standing to the first player of a round, from the worth after the round (to him)."""
    worth = np.zeros(SIZE)
    for vector, weight in zip(vectors, weights, strict=True):
        standing = np.where(vector >= 0, vector, ALL)
        worth += weight * after[((standing + 1) * POWERS).sum(1)]
    return worth


def after_round(ended: np.ndarray, worth: np.ndarray) -> np.ndarray:
    """Put ends and continuations together: the next round begins with the other player."""
    swapped = np.where(ALL >= 0, 1 - ALL, -1)
    continued = 1.0 - worth[((swapped + 1) * POWERS).sum(1)]
    return np.where(np.isnan(ended), continued, ended)


def main() -> None:
    """Play, count, iterate, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--bot", default="master@500i")
    parser.add_argument("--seed", default="table")
    chosen = parser.parse_args()
    vectors, weights = spread(rounds(chosen.bot, chosen.matches, chosen.seed))
    columns = []
    for geishas_first in (False, True):
        last = step(final(geishas_first, True), vectors, weights)
        columns += [last, step(after_round(final(geishas_first, False), last), vectors, weights)]
    worth, ended = np.full(SIZE, 0.5), final(False, False)
    for _ in range(60):
        worth = step(after_round(ended, worth), vectors, weights)
    columns.append(worth)
    rows = np.rint(np.stack(columns, 1) * 1000).astype(int)
    head = "one-left,two-left,one-left-geishas,two-left-geishas,endless"
    text = "\n".join([head, *(",".join(str(cell) for cell in row) for row in rows)])
    TARGET.write_text(text + "\n", encoding="utf-8")
    neutral = int((np.zeros(GEISHAS, int) * POWERS).sum())
    print("even standing, first player's share:", rows[neutral])


if __name__ == "__main__":
    main()
