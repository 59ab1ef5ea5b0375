"""A match stored by an earlier build is still the same match: its digests do not change without the rules' version.

What a game only remembers (`memory` in its record) does not count. Whoever changes one of the numbers below makes
stored matches unreadable, and so raises that game's version: then they are told apart instead of taken for damaged.
"""

from __future__ import annotations

import hashlib

import pytest

from ochaya.core import dealing
from ochaya.core.game import CHANCE, OVER
from ochaya.core.record import lasting
from ochaya.games import game as find_game
from ochaya.games import shown_names
from ochaya.server.match.match import digest_of

STEPS = 200
KNOWN = {
    ("hanamikoji", 1): "df1c13fc69c02261", ("geishas_road", 2): "841276e103b5bab0",
    ("ingenious", 1): "ae6eb33ea97fe50d", ("tea_garden", 4): "4938dd1dac158774",
}


@pytest.mark.parametrize("name", shown_names())
def test_states_have_the_digests_that_earlier_builds_stored(name: str) -> None:
    game, every, key, number = find_game(name), hashlib.sha256(), dealing.key_from_seed("digests"), 0
    for options in game.setups.values():
        state = game.start(game.complete(options))
        for step in range(STEPS):
            if (actor := int(game.actor(state[0]))) == OVER:
                break
            if actor == CHANCE:
                action = dealing.draw(key, number, *game.outcome_odds(state[0]))
                number += 1
            else:
                legal = game.legal_ids(state[0])
                action = legal[7 * step % len(legal)]
            game.apply(state[0], action)
            every.update(digest_of(state))
    assert every.hexdigest()[:16] == KNOWN[name, game.version]


def test_memory_does_not_count() -> None:
    game = find_game("hanamikoji")
    state = game.start(game.complete({}))
    before = digest_of(state)
    state[0].drew[0, 0] = 3
    assert digest_of(state) == before
    assert len(lasting(state)) < len(state.tobytes())
    state[0].hands[0, 0] += 1
    assert digest_of(state) != before
