"""How fast a game's module thinks in Node, compared with the native code: processor time for the same iterations.

    python bench/wasm.py [GAME …] [--iterations 2000] [--rounds 5]

Both think about the same decisions of matches between bots, one after the other; told is
the median of the rounds, after one that is not counted (both compile then), and how large the module is on the way.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import time
from typing import Any

import numpy as np

from ochaya.core.secrecy import seen
from ochaya.games import game as find_game
from ochaya.games import shown_names
from ochaya.search.layout import decision
from ochaya.search.mind import mind_of
from ochaya.search.think import legal_of
from ochaya.search.tree import Tree
from tests.wasm.twins import NODES, Question, ask_node, description_of, questions


def native(name: str, asked: list[Question]) -> float:
    """Think natively about all of these; gives milliseconds of processor time."""
    game, mind, tree = find_game(name), mind_of(name), Tree(mind_of(name), NODES)
    begun = time.process_time()
    for question in asked:
        own = seen(game, game.state.load(bytes.fromhex(question["state"])), question["actor"])
        legal, ask = legal_of(mind, own), mind.sense.beginning
        tree.clear()
        task = decision(own, legal, None if ask is None else ask(own, legal))
        tree.grow(task, np.array([int(question["seed"])], np.uint64), question["iterations"])
    return (time.process_time() - begun) * 1000


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=shown_names())
    parser.add_argument("--iterations", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    print("| game | set-up | native, iterations/s | module, iterations/s | ratio | module, kB compressed |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for name in chosen.games:
        game = find_game(name)
        about = description_of(name)
        size = len(gzip.compress((about.parent / json.loads(about.read_text())["module"]).read_bytes(), 9)) / 1000
        for setup in list(game.setups)[:1]:
            options = game.complete(game.setups[setup])
            found = questions(game, options, 60, f"bench {setup}", chosen.iterations)
            asked = [one for one in found if one["actor"] >= 0]
            asked = asked[:: max(1, len(asked) // 8)]
            here = [native(name, asked) for _ in range(chosen.rounds + 1)][1:]
            rounds: list[Any] = [{"pace": asked}] * (chosen.rounds + 1)
            there = ask_node(name, rounds)[1:]
            done = 1000 * chosen.iterations * len(asked)
            fast, slow = done / statistics.median(here), done / statistics.median(there)
            print(f"| {name} | {setup} | {fast:,.0f} | {slow:,.0f} | {slow / fast:.2f} | {size:.0f} |", flush=True)


if __name__ == "__main__":
    main()
