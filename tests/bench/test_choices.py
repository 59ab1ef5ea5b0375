"""What a bot's choice is worth is what playing on from it brought, less what the Master's choice then brought."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pytest

from bench.choices import MOST_IDEAS, compare
from ochaya.core.secrecy import seen
from ochaya.games import game as game_of
from tests.support import play


def test_choices_are_weighed_against_those_of_then(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = game_of("hanamikoji")
    steps = [
        step for step in play(game, game.complete({}), "choices") if step.actor >= 0 and len(step.legal) > 1][:4]
    moments = [seen(game, step.before, step.actor) for step in steps]
    ideas = np.full((len(steps), MOST_IDEAS), -1)
    brought = np.zeros((len(steps), MOST_IDEAS, 2), np.float32)
    for at, step in enumerate(steps[:-1]):
        ideas[at, : min(len(step.legal), MOST_IDEAS)] = step.legal[:MOST_IDEAS]
        brought[at, 1:, 0], brought[at, 1:, 1] = 0.2, 0.4
    file = tmp_path / "choices.npz"
    np.savez_compressed(
        file, game=np.array(game.name), seat=np.array([int(moment.seat) for moment in moments]), ideas=ideas,
        seen=np.array([np.frombuffer(moment.block.tobytes(), np.uint8) for moment in moments]), brought=brought)
    mine = tmp_path / "mine.py"
    mine.write_text(
        "class First:\n    name = 'first'\n    def choose(self, seen, legal, limit, rng):\n        return legal[0]\n"
        "class Second:\n    name = 'second'\n    def choose(self, seen, legal, limit, rng):\n        return legal[1]\n")
    compare(argparse.Namespace(files=[file], bots=[f"{mine}:First", f"{mine}:Second"], seed=1))
    first, second = capsys.readouterr().out.splitlines()
    assert ": +0.00 ± 0.00 points a decision of 4" in first
    assert "in 25 %, not played on 25.0 %" in first
    assert ": +22.50 ±" in second
    assert "in 100 %, not played on 25.0 %" in second
