"""docs/environments.md: its examples run, and its tables are those of the code."""

from __future__ import annotations

import re
from dataclasses import replace
from math import prod

import numpy as np
import pytest
from tools.observation_tables import PAGE, written

from ochaya.core.game import Game
from ochaya.envs.layout import named, pieces
from ochaya.games import game as game_of
from tests.support import each_game

EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", EXAMPLES, ids=[f"example-{at}" for at in range(len(EXAMPLES))])
def test_an_example_runs_by_itself(text: str) -> None:
    assert "assert" in text, "an example ends by asserting something"
    exec(compile(text, PAGE.name, "exec"), {"__name__": "example"})


def test_the_tables_are_those_of_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(page) == page, "run python -m tools.observation_tables"


@each_game
def test_pieces_have_names_and_cover_the_observation(game: Game) -> None:
    batch = np.arange(3 * game.observation_size).reshape(3, game.observation_size)
    by_name = named(game, batch)
    assert [by_name[piece.name].shape for piece in pieces(game)] == [(3, *piece.shape) for piece in pieces(game)]
    together = np.concatenate([part.reshape(3, -1) for part in by_name.values()], 1)
    np.testing.assert_array_equal(together, batch)
    assert all(np.shares_memory(part, batch) for part in by_name.values())
    assert sum(prod(piece.shape) for piece in pieces(game)) == game.observation_size


def test_a_layout_that_does_not_add_up_is_refused() -> None:
    wrong = replace(game_of("_template"), observation_size=7)
    with pytest.raises(ValueError, match="observe writes 7"):
        pieces(wrong)
