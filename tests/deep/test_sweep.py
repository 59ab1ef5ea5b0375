"""The compiled sweep in small, over the register; `python -m tests.deep` (make test-deep) runs it in large."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.jit import is_compiled
from ochaya.core.rng import new_rng
from tests.deep import kernel
from tests.deep.sweeper import Sweeper, compiled
from tests.support import Case, each_case

pytestmark = pytest.mark.skipif(not is_compiled(), reason="slow uncompiled")

MOST_STEPS = 60_000


def matches_of(case: Case) -> int:
    """Give about as many matches as fit in a few seconds."""
    return max(5, min(400, MOST_STEPS // case.game.max_length))


@each_case
def test_swept_matches_keep_every_promise(case: Case) -> None:
    sweeper = Sweeper(case.game, case.options)
    broken = sweeper.run(1, matches_of(case), look_every=4)
    assert broken is None, str(broken)
    assert sweeper.report[kernel.DONE] == matches_of(case)
    assert sweeper.report[kernel.LOOKS] > 0


@each_case
def test_swept_strides_keep_every_promise(case: Case) -> None:
    if case.game.stride is None:
        pytest.skip("no fast path")
    broken = Sweeper(case.game, case.options).run(1, 4 * matches_of(case), by_strides=True, look_every=4)
    assert broken is None, str(broken)


@each_case
def test_compiled_seeding_is_the_same_as_in_core(case: Case) -> None:
    rng = np.zeros(1, np.uint64)
    for seed in (0, 1, 77, 1 << 40):
        compiled(case.game)["seed_rng"](rng, seed)
        assert rng[0] == new_rng(seed)[0]
