"""Compiled, uncompiled and bounds-checked code play the very same matches (transcript.py says what is compared)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ochaya.core.game import Game
from ochaya.core.jit import PACKAGE, is_compiled
from tests.contract.transcript import transcript
from tests.support import each_game

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not is_compiled(), reason="compares with compiled code")


def transcript_with(game: Game, matches: int, **environment: str) -> list[str]:
    """Run the transcript in a process of its own."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(PACKAGE.parent), str(ROOT)])} | environment
    program = [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.contract.transcript"]
    command = [*program, game.name, str(matches)]
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-4000:]
    return run.stdout.splitlines()


@each_game
def test_uncompiled_rules_do_the_same_without_any_overflow(game: Game) -> None:
    assert transcript_with(game, 1, NUMBA_DISABLE_JIT="1") == list(transcript(game, 1))


@each_game
def test_no_index_is_out_of_bounds(game: Game) -> None:
    """Compiled without optimising, which is done sooner and plays the same."""
    checked = transcript_with(game, 4, NUMBA_BOUNDSCHECK="1", NUMBA_OPT="0")
    assert checked == list(transcript(game, 4))
