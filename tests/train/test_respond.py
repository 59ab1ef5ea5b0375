"""A best response learns against what the game's bot does, to the action."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.habit import DOUBT
from ochaya.core.secrecy import seen as seen_by
from ochaya.envs import VectorEnv
from ochaya.games import game as game_of
from ochaya.games.hanamikoji.mind.instinct import instinct

torch = pytest.importorskip("torch")


def test_both_networks_of_hanamikoji_give_the_chances_that_compiled_code_gives() -> None:
    """In every phase of a match."""
    from bench.frozen.hanamikoji import older as by_rows
    from bench.learned.hanamikoji_networks import RowsNetwork, of_observation

    game, n = game_of("hanamikoji"), 24
    newer, older, dice, compared = of_observation(), RowsNetwork(), np.random.default_rng(1), 0
    for setup in game.setups:
        env = VectorEnv(game, game.complete(game.setups[setup]), n, 5)
        for _ in range(30):
            now, states = env.now, env.states()
            shown = [torch.from_numpy(np.array(array)) for array in (now.observations, now.legals, now.counts)]
            with torch.no_grad():
                found = {instinct: newer(*shown)[0].exp().numpy(), by_rows: older(*shown).numpy()}
            for at in range(n):
                count = int(now.counts[at])
                moment, legal = seen_by(game, states[at : at + 1], int(now.seats[at])), now.legals[at, :count].copy()
                for habit, chances in found.items():
                    asked = (habit(moment, legal) - DOUBT / count) / (1.0 - DOUBT)
                    assert np.allclose(asked, chances[at, :count], atol=1e-5)
                compared += 1
            env.step_places((dice.random(n) * now.counts).astype(np.int64))
    assert compared == 3 * 30 * n


@pytest.mark.parametrize("temperature", [0.0, 0.5])
def test_the_bot_is_as_sharp_as_the_instinct_bot(temperature: float) -> None:
    """Without warmth the likeliest action is certain; with it, what is hardly ever done is never done."""
    from bench.learned.respond import AsTheBot

    given = torch.tensor([[0.6, 0.399, 0.001]])
    bot = AsTheBot(lambda *_: given, 2, temperature)
    chances, shares = bot(torch.zeros(1, 5), torch.zeros(1, 3), torch.tensor([3]))
    expected = np.array([[1.0, 0.0, 0.0]]) if temperature == 0.0 else np.array([[0.36, 0.399**2, 0.0]])
    assert np.allclose(chances.exp().numpy(), expected / expected.sum(), atol=1e-6)
    assert shares.tolist() == [0.0]
