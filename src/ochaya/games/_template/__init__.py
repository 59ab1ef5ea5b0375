"""High Cup, the smallest complete game: copy this folder to begin a new one, then change one thing at a time.

Rules. §1 Six cups are worth 1 to 6. §2 Each of two players is dealt one, unseen by the other. §3 In turn each player
keeps the cup or pours it away, face down, and draws another. §4 The higher cup wins.

Every idea of the house occurs once: a hidden card, a draw by chance, a choice, an action others see only in part.
"""

from __future__ import annotations

from ochaya.core.game import Game, Option
from ochaya.games._template import rules
from ochaya.games._template.actions import ACTIONS, decode, notation, read
from ochaya.games._template.hide import guess, hide, hide_action
from ochaya.games._template.show import OBSERVATION_SIZE, events, observe, view
from ochaya.games._template.state import CUPS, State

GAME = Game(
    name="_template",
    version=1,
    state=State,
    options=(Option("first", ("0", "1")),),
    seats=lambda options: 2,
    setups={"standard": {}, "other-first": {"first": "1"}},
    max_actions=ACTIONS,
    max_legal=CUPS,
    max_length=6,
    setup=rules.setup,
    actor=rules.actor,
    legal=rules.legal,
    odds=rules.odds,
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
    observation_size=OBSERVATION_SIZE,
    conserved=rules.conserved,
    is_hidden=True,
)
