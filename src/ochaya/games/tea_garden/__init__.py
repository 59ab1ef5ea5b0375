"""Tea Garden, with the Pu-erh expansion and Lu Yu as an opponent for one.

Read in this order: the data files and load, pieces, lu_yu/cards; state, actions, notation, telling; then the rules as
a player would look for them: cards; turn/, what a player does: leaves, effects, sides, mains, frees, court; lu_yu/, the
opponent for one: deck, play; dealing, flow, scoring, choices, and rules, which ties them together. hide says who knows
what, counting is a check for tests. show/ is what shows it: faces, view, events, observe, remember, terminal. mind/ is
what judges it for bots: sense, promise, with what it has learned (instinct.npy, outlook.npy); stride, luck and whim are
the fast path for playouts.
"""

from __future__ import annotations

from ochaya.core.game import Game, Option
from ochaya.games.tea_garden import rules
from ochaya.games.tea_garden.actions import MAX_ACTIONS
from ochaya.games.tea_garden.counting import conserved
from ochaya.games.tea_garden.hide import guess, hide, hide_action
from ochaya.games.tea_garden.mind.stride import stride
from ochaya.games.tea_garden.notation import decode, notation, read
from ochaya.games.tea_garden.scoring import score
from ochaya.games.tea_garden.show.events import events
from ochaya.games.tea_garden.show.observe import SIZE, observe
from ochaya.games.tea_garden.show.view import view
from ochaya.games.tea_garden.state import State

MAX_LEGAL = 256
MAX_LENGTH = 12000
"""Bounds argued in docs/games/tea_garden.md."""

_ALONE = {"players": "1"}

GAME = Game(
    name="tea_garden",
    version=4,
    state=State,
    options=(
        Option("players", ("2", "1", "3", "4")),
        Option("puerh", ("off", "on")),
        Option("level", ("easy", "medium", "hard", "master"), when={"players": ("1",)}),
        Option("starts", ("you", "lu-yu"), when={"players": ("1",)}),
        Option("fresh-floor", ("lost", "stays")),
        Option("cup-token", ("always", "match")),
        Option("compensation", ("none", "leaf"), when={"players": ("2", "3", "4")}),
    ),
    seats=lambda options: int(options["players"]),
    setups={
        "two": {},
        "two-puerh": {"puerh": "on"},
        "three": {"players": "3", "fresh-floor": "stays", "compensation": "leaf"},
        "three-puerh": {"players": "3", "puerh": "on", "cup-token": "match"},
        "four": {"players": "4"},
        "four-puerh": {"players": "4", "puerh": "on"},
        "solo-easy": {**_ALONE, "level": "easy"},
        "solo-medium": {**_ALONE, "level": "medium", "puerh": "on"},
        "solo-hard": {**_ALONE, "level": "hard", "starts": "lu-yu"},
        "solo-master": {**_ALONE, "level": "master", "puerh": "on", "starts": "lu-yu"},
    },
    max_actions=MAX_ACTIONS,
    max_legal=MAX_LEGAL,
    max_length=MAX_LENGTH,
    setup=rules.setup,
    actor=rules.actor,
    legal=rules.legal,
    odds=rules.odds,
    apply=rules.apply,
    score=score,
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
