"""Hanamikoji: two players court seven geishas with gifts; I split, you choose.

Read in this order: pieces, state, packed (seven counts in one number), actions, rules, scoring, hide. conserved is a
check for tests. show/ is what shows it: view, events, observe, terminal. mind/ is what judges it for bots: sense,
glance, foresight and instinct (learned networks), stride (the fast path for playouts), and their numbers.
"""

from __future__ import annotations

from ochaya.core.game import Game, Option
from ochaya.games.hanamikoji import rules, scoring
from ochaya.games.hanamikoji.actions import ACTIONS, CARDS_OF, decode, notation, read
from ochaya.games.hanamikoji.conserved import conserved
from ochaya.games.hanamikoji.hide import guess, hide, hide_action
from ochaya.games.hanamikoji.mind.stride import stride
from ochaya.games.hanamikoji.pieces import MOST_ROUNDS
from ochaya.games.hanamikoji.show.events import events
from ochaya.games.hanamikoji.show.observe import SIZE, observe
from ochaya.games.hanamikoji.show.view import view
from ochaya.games.hanamikoji.state import State

GAME = Game(
    name="hanamikoji",
    version=1,
    state=State,
    options=(
        Option("rounds", ("3", "none")),
        Option("tie-break", ("points", "geishas")),
        Option("first", ("random", "0", "1")),
    ),
    seats=lambda options: 2,
    setups={
        "standard": {},
        "endless": {"rounds": "none", "first": "1"},
        "geishas": {"tie-break": "geishas", "first": "0"},
    },
    max_actions=ACTIONS,
    max_legal=len(CARDS_OF),
    max_length=1 + MOST_ROUNDS * (20 + 12),
    setup=rules.setup,
    actor=rules.actor,
    legal=rules.legal,
    odds=rules.odds,
    apply=rules.apply,
    score=scoring.score,
    hide=hide,
    guess=guess,
    decode=decode,
    notation=notation,
    read=read,
    hide_action=hide_action,
    view=view,
    events=events,
    observe=observe,
    observation_size=SIZE,
    conserved=conserved,
    stride=stride,
    knows_draws=True,
)
