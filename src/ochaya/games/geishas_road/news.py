"""What one action brought about, in order, kept in the record so that every viewer can be told exactly.

One action may set off a lot: cards travel, lanterns are won, a round ends, a forced turn follows. Each such thing is
one number here: kind, seat, card (+ 1) and a few more bits. Only `hide` decides what of it a viewer may read.
"""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.geishas_road.state import NEWS, State

DREW, ACTED, OFFERED, CHOSE, COUNTERED, TURNED, PLACED, LIT, FLIPPED, TOOK, SCORED, WON = range(1, 13)
"""DREW a card; ACTED with a marker; OFFERED cards; CHOSE slots; COUNTERED; TURNED a card up; PLACED a card, its geisha
stopping at a tea house; LIT a tile with a lantern; FLIPPED it; TOOK tokens; a round was SCORED; the match was WON."""


@rule
def tell(s: State, kind: int, who: int, card: int, more: int) -> None:
    """Note one thing that has happened."""
    if s.told < NEWS:
        s.news[s.told] = kind | int(who) << 4 | int(card) << 5 | int(more) << 10
        s.told += 1


@rule
def forget_news(s: State) -> None:
    """Begin a fresh account: what happened before the present action has been told."""
    for i in range(s.told):
        s.news[i] = 0
    s.told = 0


@rule
def hide_news(s: State, seat: int) -> None:
    """Take out of the account the cards that `seat` was not shown."""
    for i in range(s.told):
        note = int(s.news[i])
        kind, who = note & 15, note >> 4 & 1
        if kind == DREW and who != seat:
            note &= ~(31 << 5)
        elif kind == COUNTERED:
            lay_down = note >> 18 & 3
            if lay_down != 0 and lay_down != seat + 1:
                note &= ~(31 << 5)
            if note >> 17 & 1 and who != seat:
                note &= ~(31 << 12)
        s.news[i] = note
