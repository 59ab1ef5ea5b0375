"""The action ids of Geisha's Road, and how they are written.

Whole offers, not card by card: a Compromise is one of the 1,140 sets of three cards, a Double gift one of the 14,535
ways to make two pairs. With at most seven cards in hand no list is longer than 189. Whether a card of an offer is
laid face down is asked afterwards, so the long lists are not multiplied by it. Sets of cards are numbered in the
order of their highest card (colexicographic), so walking a hand upwards gives ascending ids.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ochaya.core.errors import UnreadableAction
from ochaya.core.game import disjoint_ranges
from ochaya.core.jit import rule
from ochaya.games.geishas_road.pieces import CARD_NAMES, CARDS, COLOURS, FLIPS, LANTERN_NAMES, RINGS

_THREES = sorted(combinations(range(CARDS), 3), key=lambda cards: cards[::-1])
_FOURS = sorted(combinations(range(CARDS), 4), key=lambda cards: cards[::-1])
THREES = np.array(_THREES, np.int8)
PAIRED = np.array(
    [four for a, b, c, d in _FOURS for four in ((a, b, c, d), (a, c, b, d), (a, d, b, c))], np.int8
)
"""Four cards as two pairs: three ways for each four."""

_RANGES = disjoint_ranges([
    ("first", 2), ("ring", 24), ("favour", 5), ("lantern", 9), ("flip", 10), ("draw", 20),
    ("reveal", 20), ("intrigue", 380), ("compromise", len(THREES)), ("double", len(PAIRED)),
    ("open", 1), ("hide", 4), ("take", 3), ("leave", 3), ("pair", 2), ("counter", 160), ("place", 20),
    ("tokens", 2), ("hidden-draw", 1), ("hidden-intrigue", 1), ("hidden-compromise", 1), ("hidden-double", 1),
    ("hidden-hide", 1), ("hidden-counter", 4),
])
FIRST_PLAYER, FIRST_RING, FIRST_FAVOUR = (_RANGES[name].start for name in ("first", "ring", "favour"))
FIRST_LANTERN, FIRST_FLIP, FIRST_DRAW = (_RANGES[name].start for name in ("lantern", "flip", "draw"))
FIRST_REVEAL, FIRST_INTRIGUE = _RANGES["reveal"].start, _RANGES["intrigue"].start
FIRST_COMPROMISE, FIRST_DOUBLE = _RANGES["compromise"].start, _RANGES["double"].start
OPEN, FIRST_HIDE = _RANGES["open"].start, _RANGES["hide"].start
FIRST_TAKE, FIRST_LEAVE, FIRST_PAIR = (_RANGES[name].start for name in ("take", "leave", "pair"))
FIRST_COUNTER, FIRST_PLACE, FIRST_TOKENS = (_RANGES[name].start for name in ("counter", "place", "tokens"))
MAX_ACTIONS = _RANGES["hidden-draw"].start
HIDDEN_DRAW, HIDDEN_INTRIGUE = _RANGES["hidden-draw"].start, _RANGES["hidden-intrigue"].start
HIDDEN_COMPROMISE, HIDDEN_DOUBLE = _RANGES["hidden-compromise"].start, _RANGES["hidden-double"].start
HIDDEN_HIDE, HIDDEN_COUNTER = _RANGES["hidden-hide"].start, _RANGES["hidden-counter"].start


@rule
def two_id(left: int, right: int) -> int:
    """Give the id of an Intrigue of two different cards."""
    return FIRST_INTRIGUE + left * (CARDS - 1) + (right if right < left else right - 1)


@rule
def three_id(a: int, b: int, c: int) -> int:
    """Give the id of a Compromise of three cards, ascending."""
    return FIRST_COMPROMISE + a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@rule
def four_id(a: int, b: int, c: int, d: int) -> int:
    """Give the id of the first of the three Double gifts of four cards, ascending."""
    rank = a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24
    return FIRST_DOUBLE + 3 * rank


@dataclass(frozen=True)
class Simple:
    """An action without parts: lay every card of the offer open."""

    kind: str


@dataclass(frozen=True)
class First:
    """Chance: who starts."""

    kind: str
    seat: int


@dataclass(frozen=True)
class Ring:
    """Chance: the tea houses clockwise."""

    kind: str
    houses: list[str]


@dataclass(frozen=True)
class Coloured:
    """Chance: the favour token drawn."""

    kind: str
    colour: str


@dataclass(frozen=True)
class Lantern:
    """Chance: the next lantern of the rows."""

    kind: str
    lantern: str


@dataclass(frozen=True)
class Slots:
    """Numbered places of the offer or of the lantern row, from 0; none where the viewer may not know which."""

    kind: str
    slots: list[int]


@dataclass(frozen=True)
class Cards:
    """An action with cards, in order; "?" for one that the viewer may not know."""

    kind: str
    cards: list[str]


@dataclass(frozen=True)
class Pairs:
    """A Double gift: two pairs of cards."""

    kind: str
    pairs: list[list[str]]


@dataclass(frozen=True)
class Counter:
    """A counter-offer: the slot whose card goes into the deck, the card laid there, and whether face down."""

    kind: str
    slot: int
    card: str
    hidden: bool


@dataclass(frozen=True)
class Tokens:
    """Which tokens to take: with the favour token, or guests only."""

    kind: str
    favour: bool


def kind_of(action: int) -> str:
    """Name the range an id lies in."""
    for name, ids in _RANGES.items():
        if action in ids:
            return name
    raise UnreadableAction("unreadable-action", text=str(action))


def decode(action: int) -> Any:
    """Give an action as a small record of plain values."""
    action = int(action)
    kind = kind_of(action)
    at = action - _RANGES[kind].start
    match kind:
        case "first":
            return First(kind, at)
        case "ring":
            return Ring(kind, [COLOURS[colour] for colour in RINGS[at]])
        case "favour":
            return Coloured(kind, COLOURS[at])
        case "lantern":
            return Lantern(kind, LANTERN_NAMES[at])
        case "flip":
            return Slots(kind, [int(place) for place in FLIPS[at]])
        case "draw" | "reveal" | "place":
            return Cards(kind, [CARD_NAMES[at]])
        case "intrigue":
            left, right = at // (CARDS - 1), at % (CARDS - 1)
            return Cards(kind, [CARD_NAMES[left], CARD_NAMES[right + (right >= left)]])
        case "compromise":
            return Cards(kind, [CARD_NAMES[card] for card in THREES[at]])
        case "double":
            a, b, c, d = (CARD_NAMES[card] for card in PAIRED[at])
            return Pairs(kind, [[a, b], [c, d]])
        case "hide" | "take" | "leave" | "pair":
            return Slots(kind, [at])
        case "counter":
            return Counter(kind, at // 40, CARD_NAMES[at // 2 % CARDS], at % 2 == 1)
        case "tokens":
            return Tokens(kind, at == 1)
        case "hidden-counter":
            return Counter("counter", at, "?", True)
        case "hidden-double":
            return Pairs("double", [["?", "?"], ["?", "?"]])
        case "hidden-draw" | "hidden-intrigue" | "hidden-compromise":
            return Cards(kind[7:], ["?"] * {"hidden-draw": 1, "hidden-intrigue": 2}.get(kind, 3))
        case "hidden-hide":
            return Slots("hide", [])
        case _:
            return Simple(kind)


def notation(action: int) -> str:
    """Write an action as short text: `double:red-4+blue-2/green-1+green-3`, `counter:2:pink-2:down`."""
    told = decode(action)
    match told:
        case First():
            return f"first:{told.seat}"
        case Ring():
            return "ring:" + "-".join(told.houses)
        case Coloured():
            return f"favour:{told.colour}"
        case Lantern():
            return f"lantern:{told.lantern}"
        case Slots():
            return f"{told.kind}:" + ("+".join(str(slot + 1) for slot in told.slots) or "?")
        case Cards():
            return f"{told.kind}:" + "+".join(told.cards)
        case Pairs():
            return f"{told.kind}:" + "/".join("+".join(pair) for pair in told.pairs)
        case Counter():
            return f"counter:{told.slot + 1}:{told.card}:{'down' if told.hidden else 'up'}"
        case Tokens():
            return "tokens:" + ("favour" if told.favour else "guests")
        case _:
            return "open"


_IDS: dict[str, int] = {}


def read(text: str) -> int:
    """Give the id of an action written in notation."""
    if not _IDS:
        _IDS.update({notation(action): action for action in range(MAX_ACTIONS)})
    if text not in _IDS:
        raise UnreadableAction("unreadable-action", text=text[:80])
    return _IDS[text]
