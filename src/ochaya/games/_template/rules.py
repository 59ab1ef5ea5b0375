"""The rules; the § are those of the folder's first page."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.game import CHANCE, OVER, Ids, Shares
from ochaya.core.jit import rule
from ochaya.games._template.actions import FIRST_DRAW, KEEP, POUR
from ochaya.games._template.state import CHOOSE, CUPS, DEAL, FINISHED, REFILL, UNKNOWN, State


@rule
def setup(s: State, options: npt.NDArray[np.int16]) -> None:
    """§1 All six cups are in stock."""
    for cup in range(CUPS):
        s.stock[cup] = 1
    for p in range(2):
        s.held[p] = s.poured[p] = UNKNOWN
    s.seat = options[0]


@rule
def actor(s: State) -> int:
    """Who must act now."""
    if s.phase == FINISHED:
        return OVER
    return s.seat if s.phase == CHOOSE else CHANCE


@rule
def legal(s: State, out: Ids) -> int:
    """List what may be done now."""
    n = 0
    if s.phase == CHOOSE:
        out[0] = KEEP
        out[1] = POUR
        n = 2
    elif s.phase != FINISHED:
        for cup in range(CUPS):
            if s.stock[cup]:
                out[n] = FIRST_DRAW + cup
                n += 1
    return n


@rule
def odds(s: State, out: Ids) -> int:
    """Every cup in stock is as likely."""
    n = 0
    for cup in range(CUPS):
        if s.stock[cup]:
            out[n] = 1
            n += 1
    return n


@rule
def apply(s: State, action: int) -> None:
    """Do an action."""
    if action < KEEP:
        give_cup(s, action - FIRST_DRAW)
    elif action == POUR:
        pour_away(s)
    else:
        end_turn(s)


@rule
def give_cup(s: State, cup: int) -> None:
    """§2 Deal a cup; §3 or draw the one that replaces it."""
    s.stock[cup] = 0
    s.held[s.seat] = cup
    s.has_cup[s.seat] = 1
    if s.phase == REFILL:
        end_turn(s)
    else:
        s.seat = 1 - s.seat
        if s.has_cup[s.seat]:
            s.phase = CHOOSE


@rule
def pour_away(s: State) -> None:
    """§3 The cup is poured away unseen."""
    s.poured[s.seat] = s.held[s.seat]
    s.has_poured[s.seat] = 1
    s.held[s.seat] = UNKNOWN
    s.has_cup[s.seat] = 0
    s.phase = REFILL


@rule
def end_turn(s: State) -> None:
    """§3 The other player chooses; §4 after both, the cups are shown."""
    s.turns += 1
    s.seat = 1 - s.seat
    s.phase = CHOOSE if s.turns < 2 else FINISHED


@rule
def score(s: State, out: Shares) -> None:
    """§4 The higher cup wins."""
    for p in range(2):
        out[p] = 1.0 if s.held[p] > s.held[1 - p] else 0.0


@rule
def conserved(s: State) -> bool:
    """§1 Each of the six cups is in one place."""
    cups = np.int64(0)
    for cup in range(CUPS):
        cups += s.stock[cup]
    for p in range(2):
        cups += s.has_cup[p] + s.has_poured[p]
        if (s.held[p] != UNKNOWN) != (s.has_cup[p] == 1) or (s.poured[p] != UNKNOWN) != (s.has_poured[p] == 1):
            return False
    return cups == CUPS and s.phase in (DEAL, CHOOSE, REFILL, FINISHED)
