"""Counting leaves: how many different sequences of actions and outcomes start here. Compiled per game."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import OVER

actor: Any = None
legal: Any = None
apply: Any = None


def perft(stack: Any, stack_bytes: Any, ids: Any, counts: Any, nexts: Any, depth: int) -> int:
    """Count the sequences of `depth` steps from `stack[0]`; one that ends the match earlier counts as one leaf.

    `stack` has a record and `ids` a row for every level; `counts` and `nexts` say how far each level has come.
    """
    leaves, level = 0, 0
    counts[0] = legal(stack[0], ids[0])
    nexts[0] = 0
    if depth == 0 or actor(stack[0]) == OVER:
        return 1
    while level >= 0:
        if level + 1 == depth:
            leaves += counts[level]
            level -= 1
            continue
        if nexts[level] == counts[level]:
            level -= 1
            continue
        action = ids[level, nexts[level]]
        nexts[level] += 1
        stack_bytes[level + 1] = stack_bytes[level]
        apply(stack[level + 1], action)
        if actor(stack[level + 1]) == OVER:
            leaves += 1
            continue
        level += 1
        counts[level] = legal(stack[level], ids[level])
        nexts[level] = 0
    return leaves
