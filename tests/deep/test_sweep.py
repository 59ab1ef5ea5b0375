"""The compiled sweep in small, over the register; `python -m tests.deep` (make test-deep) runs it in large."""

from __future__ import annotations

import dataclasses
from typing import Any

import numba
import numpy as np
import pytest

from ochaya.core.game import Game
from ochaya.core.jit import is_compiled
from ochaya.core.rng import new_rng
from ochaya.games import game as find
from tests.deep import __main__ as deep
from tests.deep import kernel
from tests.deep.sweeper import Sweeper, compiled
from tests.support import Case, each_case

pytestmark = pytest.mark.skipif(not is_compiled(), reason="slow uncompiled")

MATCHES = 100


@each_case
def test_swept_matches_keep_every_promise(case: Case) -> None:
    sweeper = Sweeper(case.game, case.options)
    broken = sweeper.run(1, MATCHES, look_every=4)
    assert broken is None, str(broken)
    assert sweeper.report[kernel.DONE] == MATCHES
    assert sweeper.report[kernel.LOOKS] > 0


@each_case
def test_swept_strides_keep_every_promise(case: Case) -> None:
    if case.game.stride is None:
        pytest.skip("no fast path")
    broken = Sweeper(case.game, case.options).run(1, 2 * MATCHES, by_strides=True, look_every=4)
    assert broken is None, str(broken)


@each_case
def test_compiled_seeding_is_the_same_as_in_core(case: Case) -> None:
    rng = np.zeros(1, np.uint64)
    for seed in (0, 1, 77, 1 << 40):
        compiled(case.game)["seed_rng"](rng, seed)
        assert rng[0] == new_rng(seed)[0]


# -- the sweep notices, and says where -------------------------------------------------------------------------------


def is_never_full(s: Any) -> bool:
    """A promise that the template breaks as soon as both have a cup."""
    return bool(s.has_cup[0] == 0 or s.has_cup[1] == 0)


@pytest.fixture(scope="module")
def broken_template() -> Game:
    true = find("_template")
    return dataclasses.replace(true, name="_template_broken", conserved=numba.njit(is_never_full))


@pytest.mark.xdist_group("_template")
def test_a_broken_promise_is_told_with_its_seed_and_the_way_there(broken_template: Game) -> None:
    broken = Sweeper(broken_template, {}).run(7, 1000)
    assert broken is not None
    assert (broken.promise, broken.seed, broken.step) == (kernel.BROKEN[kernel.LOST_PIECES], 7, 2)
    state = broken_template.start()
    for action in broken.actions:
        broken_template.apply(state[0], broken_template.read(action))
    assert not is_never_full(state[0])
    assert "match seed 7, step 2" in str(broken)
    assert str(Sweeper(broken_template, {}).run(7, 1)) == str(broken)


@pytest.mark.xdist_group("_template")
def test_the_long_sweep_stops_with_an_error_at_a_broken_promise(
    broken_template: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(deep, "find", lambda name: broken_template)
    assert deep.main(["_template", "-m", "50", "-s", "40", "-j", "2"]) == 1
    told = capsys.readouterr().out
    assert "pieces are missing" in told
    assert "match seed 4" in told
    assert "actions: draw:" in told


@pytest.mark.xdist_group("_template")
def test_the_long_sweep_says_what_it_did_and_refuses_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert deep.main(["_template", "-m", "500"]) == 0
    told = capsys.readouterr().out
    assert "84 matches" in told
    assert "Every promise was kept" in told
    assert deep.main(["chess"]) == 2
    assert deep.main(["_template", "--setup", "upside-down"]) == 2


@pytest.mark.xdist_group("_template")
def test_the_long_sweep_stops_by_hand_without_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(deep, "run", interrupted)
    assert deep.main(["_template"]) == 130
