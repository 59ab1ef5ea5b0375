"""Every action as a small dataclass and as text: `top:st-2`, `build:14`, `sell:co03:high+small`, `pay:fresh-2`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ochaya.core.errors import UnreadableAction
from ochaya.games.tea_garden.actions import HIDDEN_DRAW, MAX_ACTIONS, RANGES
from ochaya.games.tea_garden.load import KINDS
from ochaya.games.tea_garden.lu_yu.cards import LU_NAMES
from ochaya.games.tea_garden.pieces import (
    BASIC,
    CARAVAN_NAMES,
    CARD_NAMES,
    DECREE_NAMES,
    FIRST_ACTION,
    FIRST_EMPEROR,
    HALL_NAMES,
    PROVINCE_NAMES,
    REGION_TOKEN_NAMES,
    REGIONS,
    SQUARES,
    TILE_NAMES,
    TOKEN_NAMES,
)

LEAF_NAMES = tuple(f"{kind}-{quality}" for kind in ("fresh", "fermented") for quality in range(1, 7))
SIDE_NAMES = ("uni", "cup", "boat")
SCROLL_NAMES = ("plus", "twice", "pot")
EFFECT_NAMES = tuple(kind.lower().replace("?", "").replace("+1", "-plus").replace("x2", "-twice") for kind in KINDS)
REGION_NAMES = tuple(str(region + 1) for region in range(REGIONS))
VERSION_NAMES = tuple(f"{strength}+{leaves}" for strength in ("low", "high") for leaves in ("small", "large"))
_ACTION_CARDS, _EMPEROR_CARDS = CARD_NAMES[FIRST_ACTION:FIRST_EMPEROR], CARD_NAMES[FIRST_EMPEROR:]

_ITEMS: dict[str, tuple[str, ...]] = {
    "top": CARD_NAMES, "under": CARD_NAMES, "discard": CARD_NAMES, "draw": CARD_NAMES,
    "remove-hand": CARD_NAMES, "remove-discard": CARD_NAMES, "remove-pile": CARD_NAMES,
    "pay": LEAF_NAMES, "build": REGION_NAMES, "garden": REGION_NAMES, "buy": _ACTION_CARDS, "turn-card": _ACTION_CARDS,
    "market": TOKEN_NAMES[BASIC:], "basic": TOKEN_NAMES[:BASIC], "join": TOKEN_NAMES, "turn-token": TOKEN_NAMES,
    "do": EFFECT_NAMES, "double": SIDE_NAMES, "again": SIDE_NAMES, "side": SIDE_NAMES, "lu-class": SIDE_NAMES,
    "cup-left": TILE_NAMES, "cup-right": TILE_NAMES, "lay-left": TILE_NAMES, "lay-right": TILE_NAMES,
    "turn-tile": TILE_NAMES, "leaf": LEAF_NAMES[:6], "stack": PROVINCE_NAMES, "scroll": SCROLL_NAMES,
    "emperor": _EMPEROR_CARDS, "turn-emperor": _EMPEROR_CARDS, "first": ("0", "1", "2", "3"),
    "put-token": REGION_TOKEN_NAMES, "turn-caravan": CARAVAN_NAMES, "turn-hall": HALL_NAMES, "put-decree": DECREE_NAMES,
    "lu-top": LU_NAMES,
}  # fmt: skip


@dataclass(frozen=True)
class Action:
    """One action in words: what is done, with what, and in which of several ways."""

    kind: str
    item: str | None = None
    """The card, leaf, region, tile, token or effect concerned; "?" if hidden."""
    choice: str | None = None
    """A caravan's halves ("high+small"), a court square's strength, a University bonus (1 or 2)."""


@cache
def decode(action: int) -> Action:
    """Say what an action is."""
    if action == HIDDEN_DRAW:
        return Action("draw", "?")
    for kind, ids in RANGES.items():
        if action in ids:
            number = action - ids.start
            if kind in _ITEMS:
                return Action(kind, _ITEMS[kind][number])
            if kind == "sell":
                return Action(kind, CARAVAN_NAMES[number // 4], VERSION_NAMES[number % 4])
            if kind == "court":
                return Action(kind, HALL_NAMES[number // 4], str(SQUARES[number % 4]))
            if kind == "study":
                return Action(kind, str(number // 2 + 1), str(number % 2 + 1))
            return Action(kind)
    raise UnreadableAction("unreadable-action", text=str(action))


def notation(action: int) -> str:
    """Write an action in short lower-case letters."""
    said = decode(action)
    return ":".join(part for part in (said.kind, said.item, said.choice) if part is not None)


_BY_NOTATION = {notation(action): action for action in range(MAX_ACTIONS)}


def read(text: str) -> int:
    """Read an action."""
    known = _BY_NOTATION.get(text)
    if known is None:
        raise UnreadableAction("unreadable-action", text=text[:80])
    return known
