"""Checks of a game's fast path."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import numpy as np

from ochaya.core.game import OVER, Game, Options
from ochaya.core.record import Block
from ochaya.core.rng import new_rng
from tests.contract.checks import check_result, check_state


def check_stride(game: Game, options: Options, seed: int, deep: int = 1) -> None:
    """The fast path ends every match soundly, and its first steps are ones that plain play could have made."""
    assert game.stride is not None
    seats, rng = game.seats(game.complete(options)), new_rng(seed)
    for match in range(12):
        state, length = game.start(options), 0
        while int(game.actor(state[0])) != OVER:
            before = state.copy()
            made = int(game.stride(state[0], rng))
            length += made
            where = f"{game.name} ({dict(options)}) stride seed {seed} match {match} after {length}"
            assert made >= 1, f"{where}: a stride that goes nowhere"
            assert length <= game.max_length, f"{where}: too long"
            check_state(game, state, seats, where)
            if match < deep:
                assert is_within(game, before, state, made), f"{where}: plain play does not reach this in {made} steps"
        check_result(game, options, game.shares(state[0], seats), where)


def is_within(game: Game, start: Block, goal: Block, length: int, most: int = 4000) -> bool:
    """Say whether exactly `length` legal steps lead from one state to another, walking towards it greedily."""
    goal_bytes, goal_cells = goal.tobytes(), _cells(goal)
    heap: list[tuple[int, bytes]] = [(0, start.tobytes())]
    for left in range(length, 0, -1):
        found: dict[bytes, int] = {}
        for _, data in heap:
            state = game.state.load(data)
            if int(game.actor(state[0])) == OVER:
                continue
            for action in game.legal_ids(state[0]):
                after = state.copy()
                game.apply(after[0], action)
                distance = int(np.abs(_cells(after) - goal_cells).sum())
                found[after.tobytes()] = distance
                if left == 1 and after.tobytes() == goal_bytes:
                    return True
        nearest = sorted((distance, crc32(data), data) for data, distance in found.items())  # any of those as near
        heap = [(distance, data) for distance, _, data in nearest[: max(40, most // max(1, length * game.max_legal))]]
    return False


def _cells(state: Block) -> Any:
    """Give all cells of a state in one row of wide numbers; a cell of 32 bits or more may be a set: its bits count."""
    rows = []
    for name in state.dtype.names:
        cells = np.asarray(state[name]).ravel()
        is_wide = cells.dtype.itemsize >= 4
        rows.append(np.unpackbits(cells.view(np.uint8)).astype(np.int64) if is_wide else cells.astype(np.int64))
    return np.concatenate(rows)
