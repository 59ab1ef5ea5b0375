"""Ingenious: place tiles in lines, and mind your weakest colour. Two to four, solo, teams or duel.

| file              | holds                                                       |
| ----------------- | ----------------------------------------------------------- |
| pieces.py         | colours and tiles                                           |
| board.py          | the hexagons: neighbours, pairs, zones, symmetries          |
| state.py          | the record                                                  |
| actions.py        | ids, dataclasses and notation                               |
| scoring.py        | lines, markers, ranking                                     |
| exchange.py       | who may exchange what                                       |
| rules.py          | the turn                                                    |
| hide.py           | what a seat may know, and guessing the rest                 |
| show/view.py      | a Seen shown to people                                      |
| show/forecast.py  | what a placement would score                                |
| show/events.py    | what one viewer is told has happened                        |
| show/observe.py   | a Seen shown to learners                                    |
| show/terminal.py  | the board in a terminal (imported by the command line only) |
| mind/sense.py     | judgement for bots                                          |
| mind/standing.py  | who is ahead, and what points are worth                     |
| mind/lines.py     | what the lines on the board would bring                     |
| mind/foresight.py | what a placement leaves behind, learned by playing          |
| mind/stride.py    | the fast path for playouts                                  |
"""

from __future__ import annotations

from ochaya.core.game import Game, Option, Options
from ochaya.games.ingenious.actions import MAX_ACTIONS, decode, hide_action, notation, read
from ochaya.games.ingenious.hide import guess, hide
from ochaya.games.ingenious.mind.stride import stride
from ochaya.games.ingenious.rules import actor, apply, conserved, legal, odds, setup
from ochaya.games.ingenious.scoring import score
from ochaya.games.ingenious.show.events import events
from ochaya.games.ingenious.show.observe import OBSERVATION_SIZE, observe
from ochaya.games.ingenious.show.view import view
from ochaya.games.ingenious.state import MODES, State


def seats(options: Options) -> int:
    """Give how many play: one alone, two in a duel, four in teams, else as chosen."""
    return {"solo": 1, "duel": 2, "team": 4}.get(options["mode"]) or int(options["seats"])


def teams(options: Options) -> tuple[int, ...]:
    """Give each seat's side: partners sit opposite (§7)."""
    count = seats(options)
    return (0, 1, 0, 1) if options["mode"] == "team" else tuple(range(count))


GAME = Game(
    name="ingenious",
    version=1,
    state=State,
    options=(
        Option("mode", MODES),
        Option("seats", ("2", "3", "4"), when={"mode": ("standard",)}),
        Option("first", ("random", "0", "1", "2", "3"), when={"mode": ("standard", "team", "duel")}),
        Option("talk", ("closed", "open"), when={"mode": ("team",)}),
    ),
    seats=seats,
    setups={
        "two": {"mode": "standard", "seats": "2"},
        "three": {"mode": "standard", "seats": "3", "first": "1"},
        "four": {"mode": "standard", "seats": "4", "first": "3"},
        "solo": {"mode": "solo"},
        "team": {"mode": "team", "first": "2", "talk": "open"},
        "duel": {"mode": "duel", "first": "0"},
    },
    max_actions=MAX_ACTIONS,
    max_legal=6 * 2 * 426,
    max_length=680,
    setup=setup,
    actor=actor,
    legal=legal,
    odds=odds,
    apply=apply,
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
    observation_size=OBSERVATION_SIZE,
    conserved=conserved,
    stride=stride,
    teams=teams,
)
