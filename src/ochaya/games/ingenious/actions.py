"""Every action and outcome as one number, as a small dataclass and as text.

| ids           | meaning                                                                                  |
| ------------- | ---------------------------------------------------------------------------------------- |
| 0 … 19403     | place: (kind × 462 + pair) × 2 + flip; the tile's first half lies on the pair's space     |
|               | `flip` and is scored first. Which half of a mixed tile is scored first never changes      |
|               | anything; of a double it can on a double track, and only then both are offered (R-I5)     |
| 19404         | keep: finish the turn without an exchange                                                |
| 19405         | exchange                                                                                 |
| 19406 … 19409 | chance: this seat begins                                                                 |
| 19410 … 19430 | chance: a tile of this kind is drawn                                                     |
| 19431         | somebody else's draw, the tile unknown                                                   |
"""

from __future__ import annotations

from dataclasses import dataclass

from ochaya.core.errors import UnreadableAction
from ochaya.core.game import disjoint_ranges
from ochaya.core.jit import rule
from ochaya.core.secrecy import EVERYONE
from ochaya.games.ingenious.board import NAMES, PAIR_COUNT, PAIR_OF, PAIRS, SPACE_NAMED
from ochaya.games.ingenious.pieces import KIND_COLOURS, KIND_OF_LETTERS, KINDS, TILE_LETTERS, TILE_NAMES
from ochaya.games.ingenious.state import SEATS, SOLO, State

FLIPS = 2

_RANGES = disjoint_ranges(
    [("place", KINDS * PAIR_COUNT * FLIPS), ("keep", 1), ("exchange", 1), ("first", SEATS), ("draw", KINDS)]
)
PLACEMENTS = len(_RANGES["place"])
KEEP = _RANGES["keep"].start
EXCHANGE = _RANGES["exchange"].start
FIRST_SEAT = _RANGES["first"].start
FIRST_DRAW = _RANGES["draw"].start
MAX_ACTIONS = _RANGES["draw"].stop
HIDDEN_DRAW = MAX_ACTIONS


@dataclass(frozen=True)
class Place:
    """Put a tile on two neighbouring free spaces (§3.1)."""

    tile: str
    at: str
    """The space of the half named first in `tile`; of a double, the half scored first."""
    to: str
    """The space of the other half."""
    kind: str = "place"


@dataclass(frozen=True)
class Keep:
    """Finish the turn with the tiles left on the rack (§5)."""

    kind: str = "keep"


@dataclass(frozen=True)
class Exchange:
    """Show and exchange the rack; in the duel its matching tiles (§5, §8)."""

    kind: str = "exchange"


@dataclass(frozen=True)
class First:
    """Chance: this seat begins (§2)."""

    seat: int
    kind: str = "first"


@dataclass(frozen=True)
class Draw:
    """Chance: a tile comes from the bag (§2); "?" when the viewer may not know which."""

    tile: str
    kind: str = "draw"


def encode_place(kind: int, space: int, to: int) -> int:
    """Give the id of placing a tile of `kind`, its first half on `space` and its other half on `to`."""
    flip = int(space > to)
    pair = PAIR_OF[min(space, to), max(space, to)]
    return (kind * PAIR_COUNT + pair) * FLIPS + flip


def parts(action: int) -> tuple[int, int, int]:
    """Give the kind of tile, the space of its first half and that of its other half."""
    pair, flip = action // FLIPS % PAIR_COUNT, action % FLIPS
    return action // (PAIR_COUNT * FLIPS), int(PAIRS[pair, flip]), int(PAIRS[pair, 1 - flip])


def decode(action: int) -> Place | Keep | Exchange | First | Draw:
    """Name an action as a small dataclass."""
    if action < PLACEMENTS:
        kind, space, to = parts(action)
        return Place(TILE_NAMES[kind], NAMES[space], NAMES[to])
    if action == KEEP:
        return Keep()
    if action == EXCHANGE:
        return Exchange()
    if action < FIRST_DRAW:
        return First(action - FIRST_SEAT)
    return Draw("?" if action == HIDDEN_DRAW else TILE_NAMES[action - FIRST_DRAW])


def notation(action: int) -> str:
    """Write an action: `rb:h8-h9` puts red on h8 and blue on h9."""
    if action < PLACEMENTS:
        kind, space, to = parts(action)
        return f"{TILE_LETTERS[kind]}:{NAMES[space]}-{NAMES[to]}"
    if action == KEEP:
        return "keep"
    if action == EXCHANGE:
        return "exchange"
    if action < FIRST_DRAW:
        return f"first:{action - FIRST_SEAT}"
    return "draw:?" if action == HIDDEN_DRAW else f"draw:{TILE_LETTERS[action - FIRST_DRAW]}"


def read(text: str) -> int:
    """Read what `notation` writes; raises UnreadableAction."""
    if text in ("keep", "exchange"):
        return KEEP if text == "keep" else EXCHANGE
    head, _, tail = text.partition(":")
    if head == "first" and tail in {str(seat) for seat in range(SEATS)}:
        return FIRST_SEAT + int(tail)
    if head == "draw" and tail in KIND_OF_LETTERS:
        return FIRST_DRAW + KIND_OF_LETTERS[tail]
    at, _, to = tail.partition("-")
    spaces = (SPACE_NAMED.get(at, -1), SPACE_NAMED.get(to, -1))
    if head not in KIND_OF_LETTERS or (min(spaces), max(spaces)) not in PAIR_OF:
        raise UnreadableAction("unreadable-action", text=text[:80])
    return encode_place(KIND_OF_LETTERS[head], *spaces)


def is_double(kind: int) -> bool:
    """Say whether both halves of a kind of tile show the same symbol."""
    one, other = KIND_COLOURS[kind]
    return one == other


@rule
def hide_action(s: State, action: int, seat: int) -> int:
    """§9 Give what `seat` may know of an action: others' drawn tiles stay unknown, all else is public."""
    is_drawn = FIRST_DRAW <= action < MAX_ACTIONS
    if is_drawn and seat != s.seat and seat != EVERYONE and s.mode != SOLO:
        return HIDDEN_DRAW
    return action
