"""The whole truth of one moment."""

from __future__ import annotations

from ochaya.core.record import Record, Table, number, table

MOST = 4
"""So many may play."""
CUPS = 2 * MOST + 2
"""Cups are numbered from 0 here and worth one more; fewer players leave the best ones in the cupboard."""
SEATS = (2, 1, 3, 4)
"""How many play, in the order of the option's values."""
UNKNOWN = -1
DEAL, CHOOSE, REFILL, FINISHED = range(4)
PHASES = ("deal", "choose", "refill", "over")


class State(Record):
    """Where every cup is."""

    stock: Table = table(CUPS)  # 1 for each cup nobody holds
    held: Table = table(MOST)  # the cup in front of each seat, or UNKNOWN
    poured: Table = table(MOST)  # the cup each seat poured away, or UNKNOWN
    has_cup: Table = table(MOST)  # public: whether a cup stands there
    has_poured: Table = table(MOST)  # public: whether a cup was poured away
    seats: int = number()  # how many play
    in_pairs: int = number()  # 1 where partners win together
    seat: int = number()  # who acts, or for whom chance draws
    phase: int = number()
    turns: int = number()  # choices made so far
