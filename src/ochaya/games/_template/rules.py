"""The rules; the § are those of the folder's first page."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.game import CHANCE, OVER, Ids, Shares
from ochaya.core.jit import rule
from ochaya.games._template.actions import FIRST_DRAW, KEEP, POUR
from ochaya.games._template.state import CHOOSE, CUPS, DEAL, FINISHED, MOST, REFILL, SEATS, UNKNOWN, State


@rule
def setup(s: State, options: npt.NDArray[np.int16]) -> None:
    """§1 Twice as many cups as players and two more are in stock."""
    s.seats = SEATS[options[0]]
    s.in_pairs = options[1]
    for cup in range(cups_of(s)):
        s.stock[cup] = 1
    for p in range(MOST):
        s.held[p] = s.poured[p] = UNKNOWN
    s.seat = options[2]


@rule
def cups_of(s: State) -> int:
    """§1 Give how many cups are in play."""
    return 2 * s.seats + 2


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
        s.seat = (s.seat + 1) % s.seats
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
    """§3 The next player chooses; §4 after all have, the cups are shown."""
    s.turns += 1
    s.seat = (s.seat + 1) % s.seats
    s.phase = CHOOSE if s.turns < s.seats else FINISHED


@rule
def best_seat(s: State) -> int:
    """Give who has the highest cup."""
    best = 0
    for p in range(1, s.seats):
        if s.held[p] > s.held[best]:
            best = p
    return best


@rule
def score(s: State, out: Shares) -> None:
    """§4 The highest cup wins; §5 for both partners; §6 alone, one of the two best."""
    if s.seats == 1:
        out[0] = 1.0 if s.held[0] >= cups_of(s) - 2 else 0.0
        return
    best = best_seat(s)
    for p in range(s.seats):
        out[p] = 1.0 if p == best or (s.in_pairs == 1 and p % 2 == best % 2) else 0.0


@rule
def conserved(s: State) -> bool:
    """§1 Each cup in play is in one place."""
    cups = np.int64(0)
    for cup in range(CUPS):
        cups += s.stock[cup]
    for p in range(MOST):
        cups += s.has_cup[p] + s.has_poured[p]
        if (s.held[p] != UNKNOWN) != (s.has_cup[p] == 1) or (s.poured[p] != UNKNOWN) != (s.has_poured[p] == 1):
            return False
    return cups == cups_of(s) and s.phase in (DEAL, CHOOSE, REFILL, FINISHED)
