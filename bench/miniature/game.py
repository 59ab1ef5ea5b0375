"""The miniature under the contract: the whole game's own functions, and one thing more for chance to do, the deal.

It stands in no register and has no texts: nobody plays it. Its name is that of no folder, so what is compiled for it is
not kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.miniature.table import HAND, KEPT, THROWN, deals, lay
from ochaya.core.game import Ids
from ochaya.core.jit import specialise
from ochaya.games.hanamikoji import GAME as WHOLE
from ochaya.games.hanamikoji import rules
from ochaya.games.hanamikoji.actions import HIDDEN_DISCARD, Action
from ochaya.games.hanamikoji.pieces import GEISHAS
from ochaya.games.hanamikoji.state import DRAW, PICK_FIRST, State

NAME = "hanamikoji_miniature"
TABLE = lay()
CARDS, ODDS = deals(TABLE[0])
COUNT = len(ODDS)
FIRST_DEAL = HIDDEN_DISCARD + 1
HIDDEN_DEAL = FIRST_DEAL + COUNT
"""What both seats are told of the deal: that there was one."""

whole_legal, whole_odds, whole_apply = rules.legal, rules.odds, rules.apply


def setup(s: Any, options: npt.NDArray[np.int16]) -> None:
    """Lay the table."""
    for field in State.dtype.names or ():
        s[field] = TABLE[0][field]


def legal(s: State, out: Ids) -> int:
    """List the deals, then what the whole game allows."""
    if s.phase != PICK_FIRST:
        return whole_legal(s, out)
    for at in range(COUNT):
        out[at] = FIRST_DEAL + at
    return COUNT


def odds(s: State, out: Ids) -> int:
    """Give how likely each deal is, then each draw."""
    if s.phase != PICK_FIRST:
        return whole_odds(s, out)
    total = 0
    for at in range(COUNT):
        out[at] = ODDS[at]
        total += ODDS[at]
    return total


def apply(s: State, action: int) -> None:
    """Deal what is hidden, then go on by the whole game's rules."""
    if s.phase != PICK_FIRST:
        whole_apply(s, action)
        return
    for seat in range(2):
        for g in range(GEISHAS):
            s.hands[seat, g] = CARDS[action - FIRST_DEAL, seat, HAND, g]
            s.secret[seat, g] = CARDS[action - FIRST_DEAL, seat, KEPT, g]
            s.discarded[seat, g] = CARDS[action - FIRST_DEAL, seat, THROWN, g]
            s.unseen[g] -= s.hands[seat, g] + s.secret[seat, g] + s.discarded[seat, g]
    s.phase = DRAW


def hide_action(s: State, action: int, seat: int) -> int:
    """Tell nobody which deal it was; each sees his own cards."""
    return HIDDEN_DEAL if action >= FIRST_DEAL else WHOLE.hide_action(s, action, seat)


def decode(action: int) -> Any:
    """Say what an action is."""
    return Action("deal", choice=action - FIRST_DEAL) if action >= FIRST_DEAL else WHOLE.decode(action)


def notation(action: int) -> str:
    """Write an action."""
    return f"deal:{action - FIRST_DEAL}" if action >= FIRST_DEAL else WHOLE.notation(action)


MINIATURE = replace(
    WHOLE, name=NAME, options=(), setups={"standard": {}}, max_actions=HIDDEN_DEAL,
    max_legal=max(WHOLE.max_legal, COUNT), max_length=16, setup=setup,
    legal=specialise(legal, NAME), odds=specialise(odds, NAME), apply=specialise(apply, NAME),
    hide_action=hide_action, decode=decode, notation=notation, stride=None, is_hidden=True,
)
