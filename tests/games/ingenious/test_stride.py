"""The fast path equals the plain path in distribution."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ochaya.core.game import OVER
from ochaya.core.record import Block
from ochaya.core.rng import new_rng
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.mind.stride import stride
from tests.chance import are_alike, is_as_expected
from tests.games.ingenious.tables import give, mark, put, table
from tests.games.ingenious.test_scoring import FIVE
from tests.support import play


def counted(block: Block, tries: int) -> dict[bytes, int]:
    """Count where strides from one moment lead."""
    rng, found, at = new_rng(11), Counter[bytes](), block.copy()
    for _ in range(tries):
        at[0] = block[0]
        stride(at[0], rng)
        found[at.tobytes()] += 1
    return dict(found)


def outcomes(block: Block) -> list[bytes]:
    """List where each legal action leads."""
    ends = []
    for action in GAME.legal_ids(block[0]):
        after = block.copy()
        GAME.apply(after[0], action)
        ends.append(after.tobytes())
    return ends


def is_even(block: Block, per_action: int = 12) -> bool:
    """Say whether strides hit every legal action, each as often as the others."""
    ends = outcomes(block)
    found = counted(block, per_action * len(ends))
    assert set(found) <= set(ends)
    return is_as_expected([found.get(end, 0) for end in ends], [per_action] * len(ends))


def late_moments(setup: str, room: int) -> Block:
    """Find a moment to place with little room left."""
    for number in range(30):
        for step in play(GAME, GAME.setups[setup], f"late {number}"):
            if step.actor >= 0 and 2 <= int(step.before[0].room) <= room and len(step.legal) > 2:
                return step.before
    raise AssertionError("no such moment")


@pytest.mark.parametrize("setup", list(GAME.setups))
@pytest.mark.parametrize("room", [100, 9])
def test_every_placement_is_as_likely_early_and_late(setup: str, room: int) -> None:
    assert is_even(late_moments(setup, room))


def test_every_first_tile_is_as_likely() -> None:
    block = table(started=False)
    give(block[0], "rb", "gg", "gg")
    assert is_even(block)


def test_doubles_whose_order_matters_are_as_likely_in_both_orders() -> None:
    block = table("solo")
    put(block[0], FIVE)
    mark(block[0], G=16)
    give(block[0], "gg", "ro")
    assert is_even(block)


def test_keeping_and_exchanging_are_as_likely() -> None:
    for number in range(200):
        for step in play(GAME, GAME.setups["duel"], f"exchange {number}"):
            if len(step.legal) == 2 and step.actor >= 0 and int(step.before[0].phase) == 3:
                assert is_even(step.before, 400)
                return
    raise AssertionError("nobody could exchange")


def test_draws_follow_the_bag() -> None:
    block = table("solo")
    give(block[0], "rb")
    GAME.apply(block[0], GAME.legal_ids(block[0])[0])
    ids, weights = GAME.outcome_odds(block[0])
    found = counted(block, 6000)
    ends = outcomes(block)
    assert len(ids) == len(ends)
    assert is_as_expected([found.get(end, 0) for end in ends], [6000 * w / sum(weights) for w in weights])


@pytest.mark.parametrize("setup", ["two", "solo", "duel"])
def test_whole_matches_are_as_long_and_end_alike_on_both_paths(setup: str) -> None:
    plain, fast = Counter[int](), Counter[int]()
    rng = new_rng(5)
    for number in range(150):
        last: Any = None
        length = 0
        for step in play(GAME, GAME.setups[setup], f"alike {number}"):
            last, length = step.after, length + 1
        plain[length // 4] += 1
        plain[1000 + int(last[0].markers.sum()) // 4] += 1
    for _ in range(1500):
        block, length = GAME.start(GAME.setups[setup]), 0
        while GAME.actor(block[0]) != OVER:
            length += int(stride(block[0], rng))
        fast[length // 4] += 1
        fast[1000 + int(block[0].markers.sum()) // 4] += 1
    assert are_alike(plain, fast)
