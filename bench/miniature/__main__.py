"""How far from equilibrium are our players? Exactly, in a miniature of Hanamikoji; docs/training.md has the figures.

    python -m bench.miniature                                 the value, uniform play and the instinct
    python -m bench.miniature --bots greedy,master@400i       and these bots
    python -m bench.miniature --decisions 2000000             and what our trainer learns there (needs ochaya[train])
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

import pyspiel

from bench.miniature.game import MINIATURE
from bench.miniature.players import Player, bot, forgetful, instinct, learned, likeliest, uniform
from bench.miniature.tree import Tree

LOOKS = (10, 100, 1000)
"""After so many rounds of regret minimisation the table has a line."""


def note(text: str) -> None:
    """Say what takes long."""
    print(text, file=sys.stderr, flush=True)


def players(chosen: argparse.Namespace) -> Iterator[tuple[str, Player]]:
    """Give whom to measure, each made when its turn has come."""
    yield "uniform", uniform
    yield "instinct, as the search gets it", instinct
    yield "instinct, its likeliest action", likeliest(instinct)
    for text in filter(None, chosen.bots.split(",")):
        note(f"{text} is asked {chosen.tries} times about each decision …")
        yield f"{text}, {chosen.tries} tries", bot(text, chosen.tries)
    if chosen.decisions:
        began = time.perf_counter()

        def tell(decisions: int) -> None:
            if (decisions * 20) // chosen.decisions != told[-1]:
                told.append((decisions * 20) // chosen.decisions)
                note(f"learned from {decisions:,} decisions in {time.perf_counter() - began:.0f} s")

        told = [0]
        found = learned(chosen.decisions, chosen.seed, tell)
        yield f"learned from {chosen.decisions:,} decisions", found
        yield "the same, its likeliest action", likeliest(found)


def main() -> None:
    """Solve the miniature, then print one row a player."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=LOOKS[-1], help="rounds of regret minimisation (CFR+)")
    parser.add_argument("--bots", default="", help="bots to measure besides, by commas")
    parser.add_argument("--tries", type=int, default=16, help="how often a bot is asked about each decision")
    parser.add_argument("--decisions", type=int, default=0, help="let the trainer learn from so many decisions")
    parser.add_argument("--seed", type=int, default=1, help="of the trainer")
    chosen = parser.parse_args()
    tree = Tree(MINIATURE)
    print(f"{tree.nodes:,} nodes, {len(tree.decisions):,} decisions that a seat can tell apart\n")
    print("| player | seat 0's share against itself | NashConv |")
    print("| --- | ---: | ---: |")

    def row(name: str, policy: object, places: int = 4) -> None:
        print(f"| {name} | {tree.value(policy):.{places}f} | {tree.nash_conv(policy):.{places}f} |", flush=True)

    solver = pyspiel.CFRPlusSolver(tree.game)
    for done in range(1, chosen.rounds + 1):
        solver.evaluate_and_update_policy()
        if done in LOOKS or done == chosen.rounds:
            row(f"CFR+, {done:,} rounds", solver.tabular_average_policy(), 6)
    solved = tree.chances(solver.tabular_average_policy())
    row("the equilibrium's likeliest actions", tree.policy(likeliest(solved)))
    row("the equilibrium, averaged over what looks alike", tree.policy(forgetful(solved, tree.decisions)))
    for name, player in players(chosen):
        row(name, tree.policy(player))


if __name__ == "__main__":
    main()
