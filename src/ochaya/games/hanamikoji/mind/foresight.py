"""Two small learned networks that look at a whole world of Hanamikoji within a round.

One foresees how the round will come out, the other tells worlds that came about by play from worlds dealt at random.
Each geisha's standing, the hands, an offer and the markers name rows of a table; their sum goes through two small
layers. The numbers in outcome.npy and belief.npy were learned from bots' own rounds (decision 0010), by
bench/learned/hanamikoji_worlds.py.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import rule, specialise
from ochaya.core.scratch import scratch
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.pieces import CHARM, GEISHAS, MOST_ROUNDS
from ochaya.games.hanamikoji.state import ANSWER_COMPETITION, ANSWER_GIFT, FINISHED, State

if TYPE_CHECKING:  # a network's own, bound by `specialise`
    name_rows: Callable[[State, int, npt.NDArray[np.int16]], int]
    NUMBERS: npt.NDArray[np.float32]
    WIDE: int

Rows = npt.NDArray[np.int16]

NARROW = 32
"""The size of the second layer."""


def _lay_out() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], int]:
    """Number the rows for standings [geisha, my cards, yours, cards still open] and hands [geisha, mine, yours]."""
    standing = np.zeros((GEISHAS, 6, 6, 6), np.int16)
    hands = np.zeros((GEISHAS, 6, 6), np.int16)
    row = 0
    for g, charm in enumerate(CHARM):
        for mine, yours, left in product(range(charm + 1), repeat=3):
            if mine + yours + left <= charm:
                standing[g, mine, yours, left] = row
                row += 3  # nobody's favour, mine, yours
        for mine, yours in product(range(charm + 1), repeat=2):
            if mine + yours <= charm:
                hands[g, mine, yours] = row
                row += 1
    return standing, hands, row


STANDING, HANDS, OFFERS = _lay_out()
KINDS = 13
"""An offer's rows for one geisha: how many of a gift's three cards, or of a competition's two pairs, are hers."""
SECRETS = OFFERS + KINDS * GEISHAS
MARKERS = SECRETS + 2 * GEISHAS
PHASES = MARKERS + 256
ROUNDS = PHASES + 6
ROWS = ROUNDS + 7
MOST = 3 * GEISHAS + 5
"""The most rows one position names."""

FIRST_CONSTANTS = ROWS
SECOND_CONSTANTS = ROWS + 1
"""With the very last constant behind them."""
SECOND_LAYER = ROWS + 2
"""One row after the other, as many as fit in one of the table's."""
LAST_LAYER = SECOND_LAYER + NARROW


@rule
def rows_of(s: State, me: int, rows: Rows) -> int:
    """Name the rows of a position as seat `me` sees it; gives how many."""
    you = 1 - me
    n = markers = 0
    is_offer = s.phase == ANSWER_GIFT or s.phase == ANSWER_COMPETITION
    for g in range(GEISHAS):
        mine = s.placed[me, g] + s.secret[me, g]
        yours = s.placed[you, g] + s.secret[you, g]
        held = s.hands[me, g] + s.hands[you, g]
        favour = 0 if s.favour[g] < 0 else 1 + (s.favour[g] ^ me)
        rows[n] = STANDING[g, mine, yours, held + s.unseen[g]] + favour
        n += 1
        if held > 0:
            rows[n] = HANDS[g, s.hands[me, g], s.hands[you, g]]
            n += 1
        if is_offer and s.offer[0, g] + s.offer[1, g] > 0:
            kind = s.offer[0, g] if s.phase == ANSWER_GIFT else 4 + 3 * s.offer[0, g] + s.offer[1, g]
            rows[n] = OFFERS + KINDS * g + int(kind)
            n += 1
        if s.secret[me, g] > 0:
            rows[n] = SECRETS + g
            n += 1
        if s.secret[you, g] > 0:
            rows[n] = SECRETS + GEISHAS + g
            n += 1
    for marker in range(4):
        markers = 4 * markers + int(2 * s.used[me, marker] + s.used[you, marker])
    left = 6
    if s.round_limit != MOST_ROUNDS:
        left = int(3 * s.geishas_first + s.round_limit - s.round_number)
    rows[n] = MARKERS + markers
    rows[n + 1] = PHASES + int(s.phase)
    rows[n + 2] = ROUNDS + left
    return n + 3


RIVAL_ACTS = PHASES + FINISHED
"""The row of a finished match, about which nobody asks, says in a network for one side that the other is to act."""


@rule
def rows_for_one(s: State, me: int, rows: Rows) -> int:
    """Name the rows of a position as seat `me` sees it, whoever is to act or to begin; gives how many."""
    n = rows_of(s, me, rows)
    if s.seat != me:
        rows[n] = RIVAL_ACTS
        n += 1
    return n


def ask(s: State, me: int) -> float:
    """Send the sum of the rows that a position names through the network; gives the logarithm of its odds."""
    rows, one, two = scratch(MOST, np.int16), scratch(WIDE, np.float32), scratch(NARROW, np.float32)
    for j in range(WIDE):
        one[j] = NUMBERS[FIRST_CONSTANTS, j]
    for at in range(name_rows(s, me, rows)):
        row = NUMBERS[rows[at]]
        for j in range(WIDE):
            one[j] += row[j]
    for k in range(NARROW):
        two[k] = NUMBERS[SECOND_CONSTANTS, k]
    for j in range(WIDE):
        if one[j] > 0:
            row = NUMBERS[SECOND_LAYER + j * NARROW // WIDE]
            start = j * NARROW % WIDE
            for k in range(NARROW):
                two[k] += one[j] * row[start + k]
    total = NUMBERS[SECOND_CONSTANTS, NARROW]
    for k in range(NARROW):
        if two[k] > 0:
            total += two[k] * NUMBERS[LAST_LAYER, k]
    return float(total)


def asker(
    file: Path, form: str, name_rows: Callable[[State, int, Rows], int] = rows_of
) -> Callable[[State, int], float]:
    """Make a network of the numbers in `file`, asked by the rows that are named; `form` tells it from others."""
    numbers = np.load(file).astype(np.float32)
    if len(numbers) != LAST_LAYER + 1:
        raise ValueError(f"{file.name} of hanamikoji: {len(numbers)} rows instead of {LAST_LAYER + 1}")
    return specialise(ask, GAME.name, form=form, name_rows=name_rows, NUMBERS=numbers, WIDE=numbers.shape[1])


ask_outcome = asker(Path(__file__).parent / "outcome.npy", "outcome.")
ask_belief = asker(Path(__file__).parent / "belief.npy", "belief.")
LIKELIEST = 3.0
"""Worlds that come about by play so many times as often as by a random deal, or more often, are always believed."""
