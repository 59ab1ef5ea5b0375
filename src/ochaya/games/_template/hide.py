"""What each player may know, and worlds that fit it."""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.core.rng import Rng, take
from ochaya.games._template.actions import HIDDEN_DRAW, KEEP
from ochaya.games._template.state import FINISHED, UNKNOWN, State


@rule
def hide(s: State, seat: int) -> None:
    """§2 Another's cup is unseen until the end; §3 a poured cup is for ever."""
    for p in range(s.seats):
        if p != seat:
            if s.held[p] != UNKNOWN and s.phase != FINISHED:
                s.stock[s.held[p]] = 1
                s.held[p] = UNKNOWN
            if s.poured[p] != UNKNOWN:
                s.stock[s.poured[p]] = 1
                s.poured[p] = UNKNOWN


@rule
def guess(s: State, seat: int, rng: Rng) -> None:
    """Deal the unseen cups again: each way is as likely."""
    for p in range(s.seats):
        if p != seat:
            if s.has_cup[p] and s.phase != FINISHED:
                s.held[p] = take(rng, s.stock)
            if s.has_poured[p]:
                s.poured[p] = take(rng, s.stock)


@rule
def hide_action(s: State, action: int, seat: int) -> int:
    """A drawn cup is its drawer's secret."""
    return HIDDEN_DRAW if action < KEEP and s.seat != seat else action
