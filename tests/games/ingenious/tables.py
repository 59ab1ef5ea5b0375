"""Tables laid out by hand for the tests: `R(3,0)+B(4,0)` is a tile, its red half on (3, 0)."""

from __future__ import annotations

import re
from typing import Any

from ochaya.core.record import Block
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import EXCHANGE, FIRST_DRAW, KEEP, encode_place
from ochaya.games.ingenious.board import PAIR_OF, SPACE_AT
from ochaya.games.ingenious.pieces import COLOUR_LETTERS, KIND_OF_LETTERS
from ochaya.games.ingenious.rules import fill
from ochaya.games.ingenious.scoring import half_points
from ochaya.games.ingenious.state import PLACE, SEATS

HALF = re.compile(r"([RGBOYP])\((-?\d+),(-?\d+)\)")


def halves(text: str) -> list[tuple[int, int]]:
    """Read symbols with their spaces: (colour, space) each."""
    return [(COLOUR_LETTERS.index(c.lower()), SPACE_AT[int(q), int(r)]) for c, q, r in HALF.findall(text)]


def kind_of(letters: str) -> int:
    """Give the kind of a tile written with two letters in any order."""
    return KIND_OF_LETTERS["".join(sorted(letters.lower(), key=COLOUR_LETTERS.index))]


def table(mode: str = "standard", seats: str = "2", started: bool = True) -> Block:
    """Give a table with seat 0 to place, empty racks, and the first turns over unless told."""
    block = GAME.start({"mode": mode, "seats": seats, "first": "0"})
    s = block[0]
    s.phase = PLACE
    for seat in range(SEATS):
        s.started[seat] = int(started)
    return block


def put(s: Any, text: str) -> None:
    """Put symbols on the board without a turn."""
    for colour, space in halves(text):
        fill(s, space, colour)


def give(s: Any, *tiles: str, seat: int = 0) -> None:
    """Move tiles from the bag to a rack."""
    for tile in tiles:
        kind = kind_of(tile)
        s.bag[kind] -= 1
        s.racks[seat, kind] += 1
        s.held[seat] += 1


def mark(s: Any, side: int = 0, **values: int) -> None:
    """Set markers by colour letter: mark(s, R=2, B=5)."""
    for letter, value in values.items():
        s.markers[side, COLOUR_LETTERS.index(letter.lower())] = value


def marker(s: Any, letter: str, side: int = 0) -> int:
    """Read a marker."""
    return int(s.markers[side, COLOUR_LETTERS.index(letter.lower())])


def placement(text: str) -> int:
    """Give the action that places a tile, its first-named half scored first if it is a double."""
    (one, at), (other, to) = halves(text)
    if one > other:
        one, at, other, to = other, to, one, at
    return encode_place(kind_of(COLOUR_LETTERS[one] + COLOUR_LETTERS[other]), at, to)


def points(s: Any, text: str) -> tuple[int, int]:
    """Count what each half of a tile would score."""
    (one, at), (other, to) = halves(text)
    pair = PAIR_OF[min(at, to), max(at, to)]
    return int(half_points(s.cells, pair, int(at > to), one)), int(half_points(s.cells, pair, int(at < to), other))


def play(s: Any, text: str) -> None:
    """Give the player on turn this tile and let him place it; it must be legal."""
    (one, _), (other, _) = halves(text)
    give(s, COLOUR_LETTERS[one] + COLOUR_LETTERS[other], seat=int(s.seat))
    action = placement(text)
    assert action in GAME.legal_ids(s), f"{text} is not legal"
    GAME.apply(s, action)


def can_play(s: Any, text: str) -> bool:
    """Say whether a tile on the rack may be placed so."""
    return placement(text) in GAME.legal_ids(s)


def draw(s: Any, *tiles: str) -> None:
    """Let chance draw these tiles."""
    for tile in tiles:
        assert FIRST_DRAW + kind_of(tile) in GAME.legal_ids(s)
        GAME.apply(s, FIRST_DRAW + kind_of(tile))


def offers_exchange(s: Any) -> bool:
    """Say whether the player on turn is asked with a choice."""
    return GAME.legal_ids(s) == [KEEP, EXCHANGE]


def shares(s: Any) -> list[float]:
    """Give everybody's share of the win."""
    return GAME.shares(s, int(s.seats))
