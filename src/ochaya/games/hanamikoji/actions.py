"""Every action as a number, as a small dataclass and as text.

Cards of one item are alike, so an offer is a multiset: whoever shows a fan and a tea set shows the same offer,
whichever fan it was. The numbers are laid out in ranges, one per kind of action.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise

import numpy as np
import numpy.typing as npt

from ochaya.core.errors import UnreadableAction
from ochaya.core.game import disjoint_ranges
from ochaya.games.hanamikoji.pieces import CHARM, GEISHAS, ITEMS, MARKERS


def _multisets(size: int) -> list[tuple[int, ...]]:
    """List the multisets of that many cards that the deck can supply."""
    every = combinations_with_replacement(range(GEISHAS), size)
    return [cards for cards in every if all(cards.count(g) <= CHARM[g] for g in cards)]


SINGLES, PAIRS, TRIPLES = _multisets(1), _multisets(2), _multisets(3)
SPLITS = [
    (first, second)
    for first, second in combinations_with_replacement(PAIRS, 2)
    if all((first + second).count(g) <= CHARM[g] for g in first + second)
]

_RANGES = disjoint_ranges([
    ("first", 2), ("draw", GEISHAS), ("secret", len(SINGLES)), ("discard", len(PAIRS)), ("gift", len(TRIPLES)),
    ("competition", len(SPLITS)), ("take", GEISHAS), ("pair", 2),
])
FIRST_PLAYER = _RANGES["first"].start
FIRST_DRAW = _RANGES["draw"].start
FIRST_SECRET = _RANGES["secret"].start
FIRST_DISCARD = _RANGES["discard"].start
FIRST_GIFT = _RANGES["gift"].start
FIRST_COMPETITION = _RANGES["competition"].start
FIRST_TAKE = _RANGES["take"].start
FIRST_PAIR = _RANGES["pair"].start
ACTIONS = _RANGES["pair"].stop
HIDDEN_DRAW, HIDDEN_SECRET, HIDDEN_DISCARD = range(ACTIONS, ACTIONS + 3)
"""What others see of an action whose cards they may not know."""


def _counts(cards: Sequence[int]) -> list[int]:
    return [cards.count(g) for g in range(GEISHAS)]


CARDS_OF = np.array(
    [_counts(cards) for cards in [*SINGLES, *PAIRS, *TRIPLES, *(first + second for first, second in SPLITS)]], np.int8
)
"""The cards an action takes from the hand, [action - FIRST_SECRET, geisha]."""
PAIR_OF = np.array([[_counts(first), _counts(second)] for first, second in SPLITS], np.int8)
"""The two pairs of a competition, [action - FIRST_COMPETITION, pair, geisha]."""
PACKED = np.array([sum(int(n) << (8 * g) for g, n in enumerate(row)) for row in CARDS_OF], np.int64)
"""CARDS_OF as packed numbers (packed.py)."""
ROW = 56
"""So many actions of a marker are asked for at once."""
MARKER_ROWS = np.zeros(5, np.int64)
"""Where each marker's rows of actions begin, and where the last one ends."""
_rows: list[tuple[int, npt.NDArray[np.int64]]] = []
for _marker, (_begin, _end) in enumerate(
    pairwise((FIRST_SECRET, FIRST_DISCARD, FIRST_GIFT, FIRST_COMPETITION, FIRST_TAKE))
):
    for _from in range(_begin, _end, ROW):
        _needed = np.full(ROW, 0x7F, np.int64)  # no hand has as many as fill up the last row
        _needed[: _end - _from] = PACKED[_from - FIRST_SECRET : min(_end, _from + ROW) - FIRST_SECRET]
        _rows.append((_from, _needed))
    MARKER_ROWS[_marker + 1] = len(_rows)
FIRST_OF_ROW = np.array([first for first, _ in _rows], np.int64)
NEEDED = np.stack([needed for _, needed in _rows])
"""The cards of each action of a row, packed, [row, action - FIRST_OF_ROW]."""

PAIR_ID = np.zeros((GEISHAS, GEISHAS), np.int16)
TRIPLE_ID = np.zeros((GEISHAS, GEISHAS, GEISHAS), np.int16)
SPLIT_ID = np.zeros((len(PAIRS), len(PAIRS)), np.int16)
"""From cards in any order to the number of their multiset."""
for _i, _pair in enumerate(PAIRS):
    PAIR_ID[_pair] = PAIR_ID[_pair[::-1]] = _i
for _a in range(GEISHAS):
    for _b in range(GEISHAS):
        for _c in range(GEISHAS):
            _sorted = tuple(sorted((_a, _b, _c)))
            TRIPLE_ID[_a, _b, _c] = TRIPLES.index(_sorted) if _sorted in TRIPLES else -1
for _i, (_first, _second) in enumerate(SPLITS):
    SPLIT_ID[PAIRS.index(_first), PAIRS.index(_second)] = _i
    SPLIT_ID[PAIRS.index(_second), PAIRS.index(_first)] = _i


@dataclass(frozen=True)
class Action:
    """One action in words: what is done, with which cards."""

    kind: str
    cards: tuple[str, ...] = ()
    """The cards concerned; a competition's first pair, then its second."""
    choice: int | None = None
    """Which seat goes first, or which pair is taken."""


@functools.cache
def decode(action: int) -> Action:
    """Say what an action is."""
    if action == HIDDEN_DRAW:
        return Action("draw", ("?",))
    if action == HIDDEN_SECRET:
        return Action("secret", ("?",))
    if action == HIDDEN_DISCARD:
        return Action("discard", ("?", "?"))
    kind = next((kind for kind, ids in _RANGES.items() if action in ids), None)
    if kind is None:
        raise UnreadableAction("unreadable-action", text=str(action))
    number = action - _RANGES[kind].start
    if kind in ("first", "pair"):
        return Action(kind, choice=number)
    if kind in ("draw", "take"):
        return Action(kind, (ITEMS[number],))
    if kind == "competition":
        first, second = SPLITS[number]
        return Action(kind, tuple(ITEMS[g] for g in first + second))
    cards = {"secret": SINGLES, "discard": PAIRS, "gift": TRIPLES}[kind][number]
    return Action(kind, tuple(ITEMS[g] for g in cards))


def notation(action: int) -> str:
    """Write an action: `gift:fan+tea+tea`, `competition:fan+tea/fan+umbrella`, `take:tea`, `pair:1`."""
    said = decode(action)
    if said.choice is not None:
        return f"{said.kind}:{said.choice}"
    if said.kind == "competition":
        return f"{said.kind}:{'+'.join(said.cards[:2])}/{'+'.join(said.cards[2:])}"
    return f"{said.kind}:{'+'.join(said.cards)}"


_BY_NOTATION = {notation(action): action for action in range(ACTIONS)}


def read(text: str) -> int:
    """Read an action, its cards in any order."""
    known = _BY_NOTATION.get(text)
    if known is not None:
        return known
    kind, _, rest = text.partition(":")
    groups = [sorted(group.split("+"), key=lambda item: ITEMS.index(item) if item in ITEMS else -1)
              for group in rest.split("/")]
    if kind in MARKERS:
        groups.sort(key=lambda group: [ITEMS.index(item) if item in ITEMS else -1 for item in group])
        known = _BY_NOTATION.get(f"{kind}:{'/'.join('+'.join(group) for group in groups)}")
    if known is None:
        raise UnreadableAction("unreadable-action", text=text[:80])
    return known
