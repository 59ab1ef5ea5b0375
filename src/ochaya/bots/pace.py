"""How many decisions a match asks of a player: a level's errors are meant for a match, not for a decision.

Tea Garden cuts a turn into many small decisions. Who errs as often in each of them as in Hanamikoji's dozen large ones
loses to a bot that only looks one action ahead; so in long games a careless bot is careless less often.
"""

from __future__ import annotations

import functools

from ochaya.bots.greedy import Greedy
from ochaya.bots.limit import Limit
from ochaya.bots.warming import deal
from ochaya.core.game import OVER
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.games import game as game_of

MATCHES = 3
AT_ONCE = Limit(iterations=1)
FEW = 22
"""So many decisions in a match, or fewer, are all made with a level's usual carelessness."""


@functools.cache
def decisions_in_a_match(name: str) -> float:
    """Count how often a seat has something to choose in a few matches of greedy bots with the usual options."""
    game, bot, rng, made = game_of(name), Greedy(), new_rng(1), 0
    for _ in range(MATCHES):
        state = game.start()
        deal(game, state, rng)
        while (who := int(game.actor(state[0]))) != OVER:
            legal = game.legal_ids(state[0])
            made += len(legal) > 1
            game.apply(state[0], bot.choose(seen(game, state, who), legal, AT_ONCE, rng))
            deal(game, state, rng)
    return made / MATCHES / game.seats(game.complete())


def share_of_careless_decisions(name: str) -> float:
    """Give how many of its decisions a careless bot makes carelessly in this game: all, or fewer in long ones."""
    return min(1.0, FEW / max(decisions_in_a_match(name), 1.0))
