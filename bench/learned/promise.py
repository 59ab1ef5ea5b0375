"""Finds the numbers by which Geisha's Road says what an action promises (its mind/promise.py):

    python -m bench.learned.promise --seconds 700

Players who take the most promising of sixteen ideas meet in the three modes, all cards open. Whose numbers win most
matches against those that the run began with have offspring (CMA-ES); the mean of the last generation is written to the
game's promise.toml. It needs the package `cma` (`ochaya[train]`) and no GPU: a match takes thirty microseconds.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ochaya.core.game import CHANCE, OVER
from ochaya.core.jit import PACKAGE, rule
from ochaya.core.record import Block
from ochaya.core.rng import Rng, new_rng
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.mind.leaning import FAVOURED, GUEST, HELD, SLOPE, TO_COME
from ochaya.games.geishas_road.mind.playout import play_on
from ochaya.games.geishas_road.mind.promise import SIZES
from ochaya.games.geishas_road.mind.stride import stride

Numbers = npt.NDArray[np.float64]

FILE: Path = PACKAGE / "games" / "geishas_road" / "mind" / "promise.toml"
MODES = ("basic", "harder", "advanced")
MATCHES, CHECKED = 12_000, 15_000
"""Matches by which one of a generation is judged, and by which the mean is looked at now and then."""
GENERATION, STEP = 16, 0.6
FIRST: dict[str, float | list[float]] = {
    "held": [HELD] * 8, "slope": list(SLOPE), "guest": GUEST, "to_come": TO_COME, "favour": FAVOURED,
    "when": [0.0] * 16, "care_three": 1.0, "care_pairs": 1.0, "dropped": 1.0,
}
"""The numbers of the glance, to begin with."""
WIDTH: dict[str, float | list[float]] = {
    "held": [0.12] * 8, "slope": [3.0, 0.4, *[0.12] * 9], "guest": 0.25, "to_come": 0.25, "favour": 0.25,
    "when": [0.5] * 16, "care_three": 0.25, "care_pairs": 0.25, "dropped": 0.25,
}
"""How far each number is changed at a time, about."""

actor, score = GAME.actor, GAME.score


@rule
def duel(starts: Block, room: Block, one: Numbers, other: Numbers, matches: int, rng: Rng, out: Numbers) -> float:
    """Give the share of `one` in so many matches, each side in turn; `room` is for a match, `out` for its result."""
    s, total = room[0], 0.0
    for match in range(matches):
        room[0] = starts[match % len(starts)]
        seat = match // len(starts) % 2
        while True:
            who = actor(s)
            if who == OVER:
                break
            if who == CHANCE:
                stride(s, rng)
            else:
                play_on(s, rng, one if who == seat else other)
        score(s, out)
        total += out[seat]
    return total / matches


def share_of(one: Numbers, other: Numbers, modes: tuple[str, ...], matches: int, seed: int) -> float:
    """Give the share of `one` against `other` in these modes."""
    starts = GAME.state.new(len(modes))
    for at, mode in enumerate(modes):
        starts[at] = GAME.start(GAME.complete(GAME.setups[mode]))[0]
    return duel(starts, GAME.state.new(1), one, other, matches, new_rng(seed), np.zeros(2))


def flat(named: dict[str, float | list[float]]) -> Numbers:
    """Lay numbers one after the other."""
    return np.concatenate([np.atleast_1d(np.array(named[name], np.float64)) for name in SIZES])


def written(numbers: Numbers) -> str:
    """Give the text of promise.toml."""
    lines = ["# Numbers by which promise.py says what an action promises; written by bench/learned/promise.py."]
    at = 0
    for name, size in SIZES.items():
        own = [f"{number:.3f}" for number in numbers[at : at + size]]
        at += size
        if name == "when":
            rows = [f"  [{', '.join(own[row : row + 4])}],\n" for row in range(0, size, 4)]
            lines.append(f"when = [\n{''.join(rows)}]")
        else:
            lines.append(f"{name} = {own[0] if size == 1 else '[' + ', '.join(own) + ']'}")
    return "\n".join(lines) + "\n"


def evolve(seconds: float, seed: int) -> Numbers:
    """Let numbers evolve for so long; says now and then how the mean does."""
    import cma

    first, width = flat(FIRST), flat(WIDTH)
    told = {"popsize": GENERATION, "verbose": -9, "seed": seed}
    strategy = cma.CMAEvolutionStrategy(np.zeros(len(first)), STEP, told)
    began, generation, mean = time.monotonic(), 0, first
    while time.monotonic() - began < seconds:
        steps = strategy.ask()
        generation += 1
        strategy.tell(steps, [
            -share_of(first + width * step, first, MODES, MATCHES, generation) for step in steps])
        mean = first + width * strategy.result.xfavorite
        if generation % 10 == 0:
            shares = (f"{mode} {share_of(mean, first, (mode,), CHECKED, 0):.1%}" for mode in MODES)
            print(f"{time.monotonic() - began:.0f} s · generation {generation} · {', '.join(shares)}", flush=True)
    return mean


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=700.0)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--out", type=Path, default=FILE)
    told = parser.parse_args()
    told.out.write_text(written(evolve(told.seconds, told.seed)), "utf-8")
    print(told.out)


if __name__ == "__main__":
    main()
