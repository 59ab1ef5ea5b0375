"""Geisha's Road: two players send five geishas round a ring of tea houses with gifts, in three modes.

Read in this order: pieces, state, travel (placing a card), offers (the actions), scoring, rounds (the course of a
round), actions (ids and notation), legal, rules; then secrecy: news, trail, hide, guess. conserved is a check for
tests. show/ is what shows it: view, events, observe, terminal. mind/ is what judges it for bots: sense, leaning (its
arithmetic), stride (the fast path for playouts).
"""

from __future__ import annotations

from ochaya.core.game import Game, Option
from ochaya.games.geishas_road import rules
from ochaya.games.geishas_road.actions import MAX_ACTIONS, decode, notation, read
from ochaya.games.geishas_road.conserved import conserved
from ochaya.games.geishas_road.guess import guess
from ochaya.games.geishas_road.hide import hide, hide_action
from ochaya.games.geishas_road.legal import legal, odds
from ochaya.games.geishas_road.mind.stride import stride
from ochaya.games.geishas_road.show.events import events
from ochaya.games.geishas_road.show.observe import SIZE, observe
from ochaya.games.geishas_road.show.view import view
from ochaya.games.geishas_road.state import State

GAME = Game(
    name="geishas_road",
    version=2,
    state=State,
    options=(
        Option("mode", ("basic", "harder", "advanced")),
        Option("destiny", ("off", "on")),
        Option("first", ("random", "0", "1")),
    ),
    seats=lambda options: 2,
    setups={
        "basic": {},
        "basic-destiny": {"destiny": "on", "first": "1"},
        "harder": {"mode": "harder", "first": "0"},
        "harder-destiny": {"mode": "harder", "destiny": "on"},
        "advanced": {"mode": "advanced"},
        "advanced-destiny": {"mode": "advanced", "destiny": "on"},
    },
    max_actions=MAX_ACTIONS,
    max_legal=189,
    max_length=200,
    setup=rules.setup,
    actor=rules.actor,
    legal=legal,
    odds=odds,
    apply=rules.apply,
    score=rules.score,
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
)
