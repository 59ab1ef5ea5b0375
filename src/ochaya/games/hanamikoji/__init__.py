"""Hanamikoji: two players court seven geishas with gifts; I split, you choose.

Read in this order: pieces, state, actions, rules, scoring, hide; then what shows it: view, events, observe. stride is
the fast path for playouts, packed its arithmetic, conserved a check for tests, sense the judgement of bots, terminal
the table in a terminal.
"""

from __future__ import annotations

from ochaya.core.game import Game, Option
from ochaya.games.hanamikoji import rules, scoring
from ochaya.games.hanamikoji.actions import ACTIONS, CARDS_OF, decode, notation, read
from ochaya.games.hanamikoji.conserved import conserved
from ochaya.games.hanamikoji.events import events
from ochaya.games.hanamikoji.hide import guess, hide, hide_action
from ochaya.games.hanamikoji.observe import SIZE, observe
from ochaya.games.hanamikoji.pieces import MOST_ROUNDS
from ochaya.games.hanamikoji.state import State
from ochaya.games.hanamikoji.stride import stride
from ochaya.games.hanamikoji.view import view

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
