"""The whole truth of one moment."""

from __future__ import annotations

from ochaya.core.record import Record, Table, number, table

CUPS = 6
"""Cups are numbered 0 to 5 here and worth 1 to 6."""
UNKNOWN = -1
DEAL, CHOOSE, REFILL, FINISHED = range(4)
PHASES = ("deal", "choose", "refill", "over")


class State(Record):
    """Where every cup is."""

    stock: Table = table(CUPS)  # 1 for each cup nobody holds
    held: Table = table(2)  # the cup in front of each seat, or UNKNOWN
    poured: Table = table(2)  # the cup each seat poured away, or UNKNOWN
    has_cup: Table = table(2)  # public: whether a cup stands there
    has_poured: Table = table(2)  # public: whether a cup was poured away
    seat: int = number()  # who acts, or for whom chance draws
    phase: int = number()
    turns: int = number()  # choices made so far
