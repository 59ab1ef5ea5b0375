"""The table at which the miniature begins: the end of a last round, three geishas still open, two turns left for each.

Four of the seven geishas have all their cards on the table and are settled. Of the three others two, four and five
cards are hidden: seat 0 holds three, seat 1 one, seat 0 has discarded two, and five lie in the pile (one of them is
never drawn). Seat 0 has Secret and Competition left, seat 1 Secret and Discard. So there is something to
hide, something to split and something to believe.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ochaya.core.record import Block
from ochaya.games.hanamikoji.actions import read
from ochaya.games.hanamikoji.pieces import CHARM, COMPETITION, DISCARD, GIFT, SECRET
from ochaya.games.hanamikoji.state import PICK_FIRST, State

Counts = tuple[int, ...]
HAND, KEPT, THROWN = range(3)
"""Where a hidden card may be besides the pile: in a hand, under Secret, under Discard."""


def lay() -> Block:
    """Give the table before its hidden cards are dealt: they count as unseen, as for a spectator."""
    block = State.new()
    s = block[0]
    s.placed[0] = (1, 2, 1, 1, 0, 0, 0)
    s.placed[1] = (1, 0, 1, 2, 1, 0, 0)
    s.unseen[:] = CHARM - s.placed[0] - s.placed[1]
    s.favour[:] = (0, 1, 0, -1, 1, -1, 0)
    s.used[0, [DISCARD, GIFT]] = 1
    s.used[1, [GIFT, COMPETITION]] = 1
    s.turn_of[0, [GIFT, DISCARD]] = (1, 3)
    s.turn_of[1, [COMPETITION, GIFT]] = (2, 4)
    s.offers[0, 0], s.answers[0, 0] = read("gift:flute+fan+fan"), 1
    s.offers[1, 0], s.answers[1, 0] = read("gift:umbrella+umbrella+shamisen"), 4
    s.offers[1, 1], s.answers[1, 1] = read("competition:flute+scroll/scroll+umbrella"), 1
    s.hand_size[:] = (3, 1)
    s.drawn = 16
    s.round_number = s.round_limit = 3
    s.shown_secret[:] = -1
    s.winner = -1
    s.phase = PICK_FIRST  # chance is to act: it deals what is hidden (game.py)
    return block


class Deals(NamedTuple):
    """Every way in which the hidden cards may lie."""

    cards: npt.NDArray[np.int8]
    """[deal, seat, HAND or KEPT or THROWN, geisha]"""
    odds: npt.NDArray[np.int32]
    """How many of the equally likely deals of single cards look like this one."""


def chosen_from(pool: Counts, number: int) -> Iterator[Counts]:
    """Give every multiset of so many cards of a pool."""
    if not pool:
        if number == 0:
            yield ()
        return
    for count in range(min(pool[0], number) + 1):
        for rest in chosen_from(pool[1:], number - count):
            yield (count, *rest)


def deals(s: State) -> Deals:
    """List the deals that fit a table: what `guess` draws from, one by one."""
    places = []
    for seat in range(2):
        kept, thrown = int(s.used[seat, SECRET]), 2 * int(s.used[seat, DISCARD])
        places += [(seat, HAND, int(s.hand_size[seat])), (seat, KEPT, kept), (seat, THROWN, thrown)]
    cards, odds = [], []

    def fill(at: int, pool: Counts, lying: npt.NDArray[np.int8], ways: int) -> None:
        if at == len(places):
            cards.append(lying)
            odds.append(ways)
            return
        seat, where, number = places[at]
        for taken in chosen_from(pool, number):
            there = lying.copy()
            there[seat, where] = taken
            left = tuple(have - take for have, take in zip(pool, taken, strict=True))
            fill(at + 1, left, there, ways * math.prod(map(math.comb, pool, taken)))

    fill(0, tuple(int(count) for count in s.unseen), np.zeros((2, 3, len(s.unseen)), np.int8), 1)
    return Deals(np.array(cards), np.array(odds, np.int32))
