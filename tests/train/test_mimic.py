"""A bot that is slow to ask is learned first: what the network does then is mostly what the bot did."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="needs ochaya[train]: make test-train installs it")

from bench.learned.mimic import mimic_of  # noqa: E402
from ochaya.games import game as game_of  # noqa: E402
from ochaya.train.begin import begin  # noqa: E402
from ochaya.train.policy.player import PolicyPlayer  # noqa: E402
from ochaya.train.recipes import recipe_of  # noqa: E402
from ochaya.train.run import Limit, read_checkpoint  # noqa: E402

RECIPE = """
[policy]
matches = 64
steps = 12
wide = 64
parts = 16
batches = 2
past = 0.4
renew = 1000000
"""


def test_the_mimic_does_what_greedy_did_far_more_often_than_the_run_it_began_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "recipe.toml"
    file.write_text(RECIPE, "utf-8")
    game, recipe = game_of("hanamikoji"), recipe_of("hanamikoji", file).policy
    assert recipe is not None
    begin("hanamikoji", "standard", tmp_path / "run", recipe=file).go(Limit(decisions=500), lambda point: None)
    numbers = mimic_of(game, "standard", "greedy", recipe, tmp_path / "run", 64, 20_000)
    told = capsys.readouterr().out
    assert float(told.rsplit(" ", 1)[1].strip().removesuffix("%")) > 25.0
    player = PolicyPlayer(game, recipe, 1)
    player.network.load_state_dict(numbers)
    begun = read_checkpoint(tmp_path / "run")[1]["numbers.first.weight"]
    assert not torch.equal(player.network.first.weight.cpu(), torch.from_numpy(begun))
