"""Credit for decisions: each seat's own line, up to its own result, by the definition."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.train.policy.credit import credit


@pytest.mark.parametrize("trace", [0.0, 0.9, 1.0])
def test_credit_goes_to_the_seat_that_decided_and_ends_with_its_own_result(trace: float) -> None:
    """Compared with the sum of differences along each seat's decisions, written down as such."""
    steps, n, seats = 14, 60, 3
    random = np.random.default_rng(1)
    mover = random.integers(0, seats, (steps + 1, n)).astype(np.int8)
    own = random.random((steps, n)) < 0.8
    dones = random.random((steps, n)) < 0.15
    shares = random.random((steps + 1, n), np.float32)
    rewards = np.where(dones[:, :, None], random.random((steps, n, seats), np.float32), 0.0).astype(np.float32)
    better, teaches = credit(mover, own, shares, rewards, dones, trace)
    for at in range(n):
        for step in range(steps):
            seat, here, factor, found, is_known = mover[step, at], step, 1.0, 0.0, False
            for later in range(step + 1, steps + 1):
                if dones[later - 1, at]:
                    found += factor * (rewards[later - 1, at, seat] - shares[here, at])
                    is_known = True
                    break
                if mover[later, at] == seat:
                    found += factor * (shares[later, at] - shares[here, at])
                    is_known = True
                    here, factor = later, factor * trace
                    if later == steps or not own[later, at] or not _goes_on(mover, dones, later, at):
                        break
            assert teaches[step, at] == (is_known and own[step, at])
            if teaches[step, at]:
                assert better[step, at] == pytest.approx(found, abs=1e-5)


def _goes_on(mover: np.ndarray, dones: np.ndarray, step: int, at: int) -> bool:
    """Whether anything is known of a decision: its match ends, or its seat decides again."""
    for later in range(step + 1, len(mover)):
        if dones[later - 1, at] or mover[later, at] == mover[step, at]:
            return True
    return False
