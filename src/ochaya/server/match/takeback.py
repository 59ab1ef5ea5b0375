"""Taking back: as far as the asker's last decision, and never past something the asker has learnt since.

Whether a step told the asker anything is asked of the game itself, with no knowledge of its rules:

- the asker's own decision tells the asker nothing;
- a chance outcome tells nothing if the asker may not know it (`hide_action` changes it);
- another's decision tells nothing about hidden things if it would have been possible in every world the asker holds
  possible: some such worlds are guessed and the decision is looked for in each.

Chance outcomes are numbered by their place in the match, so what is dealt again is dealt the same: nobody can draw
twice by taking back.
"""

from __future__ import annotations

import secrets

from ochaya.core.game import CHANCE, Game
from ochaya.core.record import Block
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.core.worlds import is_possible_in_all
from ochaya.server.match.match import Match

WORLDS = 8
"""Worlds guessed to see whether an open decision would have been possible in all of them."""
WORLDS_FOR_HIDDEN = 3
"""The same for a decision whose cards stay hidden: it could only tell that it was possible at all."""
_rng = new_rng(0)
"""The generator of all guesses, seeded afresh for each decision: to make another one takes longer than a guess."""


def tells(game: Game, block: Block, actor: int, action: int, viewer: int) -> bool:
    """Say whether this step, done to this state, tells the viewer anything that was hidden."""
    if actor == viewer:
        return False
    shown = int(game.hide_action(block[0], action, viewer))
    if actor == CHANCE:
        return shown == action
    _rng[0] = secrets.randbits(62) + 1  # never 0, from which the generator would not come away
    worlds = WORLDS if shown == action else WORLDS_FOR_HIDDEN
    return not is_possible_in_all(game, seen(game, block, viewer), action, shown, worlds, _rng)


class Takebacks:
    """For each seat, the length of the match its takeback would lead to, or None."""

    def __init__(self, seats: int) -> None:
        self.targets: list[int | None] = [None] * seats

    def step(self, game: Game, number: int, block: Block, actor: int, action: int) -> None:
        """Follow one step, done to this state."""
        for seat, target in enumerate(self.targets):
            if actor == seat:
                self.targets[seat] = number
            elif target is not None and tells(game, block, actor, action, seat):
                self.targets[seat] = None

    def rebuild(self, match: Match) -> None:
        """Work out everything from the log: after a restart or a takeback."""
        self.targets = [None] * match.seats
        last = [_last_decision(match, seat) for seat in range(match.seats)]
        first = min((number for number in last if number is not None), default=match.length)
        for number, block in match.walk(first):
            actor, action = match.actors[number], match.actions[number]
            for seat in range(match.seats):
                if last[seat] == number:
                    self.targets[seat] = number
                elif self.targets[seat] is not None and tells(match.game, block, actor, action, seat):
                    self.targets[seat] = None


def _last_decision(match: Match, seat: int) -> int | None:
    return next((number for number in range(match.length - 1, -1, -1) if match.actors[number] == seat), None)
