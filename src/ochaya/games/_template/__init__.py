"""High Cup, the smallest complete game: copy this folder to begin a new one, then change one thing at a time.

Rules. §1 There are twice as many cups as players and two more, worth 1 and up. §2 Each player is dealt one, unseen by
the others. §3 In turn each player keeps the cup or pours it away, face down, and draws another. §4 The highest cup
wins. §5 Four may play in pairs, partners opposite: the highest cup wins for both. §6 Alone one wins with one of the
two best.

Every idea of the house occurs once: a hidden card, a draw by chance, a choice, an action others see only in part, one
to four seats, teams, and a match against the game itself.

Read in this order: state, actions, rules, hide; then show/, what shows it: view, events, observe, terminal. A game
whose bots should know more than the rules adds a room mind/ with a sense.py (core/sense.py says how). The rulebook
imports from neither room.
"""

from __future__ import annotations

from ochaya.core.game import Game, Option, Options
from ochaya.games._template import rules
from ochaya.games._template.actions import ACTIONS, decode, notation, read
from ochaya.games._template.hide import guess, hide, hide_action
from ochaya.games._template.show.events import events
from ochaya.games._template.show.observe import SIZE, observe
from ochaya.games._template.show.view import view
from ochaya.games._template.state import CUPS, SEATS, State


def seats(options: Options) -> int:
    """Give how many play."""
    return int(options["players"])


def teams(options: Options) -> tuple[int, ...]:
    """Give each seat's side (§5)."""
    return (0, 1, 0, 1) if options["teams"] == "pairs" else tuple(range(seats(options)))


GAME = Game(
    name="_template",
    version=2,
    state=State,
    options=(
        Option("players", tuple(str(count) for count in SEATS)),
        Option("teams", ("none", "pairs"), when={"players": ("4",)}),
        Option("first", ("0", "1"), when={"players": ("2", "3", "4")}),
    ),
    seats=seats,
    setups={
        "standard": {}, "other-first": {"first": "1"}, "alone": {"players": "1"}, "three": {"players": "3"},
        "four": {"players": "4"}, "pairs": {"players": "4", "teams": "pairs"},
    },
    max_actions=ACTIONS,
    max_legal=CUPS,
    max_length=12,
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
    observation_size=SIZE,
    conserved=rules.conserved,
    is_hidden=True,
    teams=teams,
)
