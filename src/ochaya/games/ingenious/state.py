"""The record: the whole truth of one moment of a match."""

from __future__ import annotations

from ochaya.core.record import Record, Table, memory, number, table
from ochaya.games.ingenious.board import SPACES
from ochaya.games.ingenious.pieces import COLOURS, KINDS

SEATS = 4

STANDARD, SOLO, TEAM, DUEL = range(4)
MODES = ("standard", "solo", "team", "duel")

PICK_FIRST, DEAL, PLACE, FINISH, REFILL, REDRAW, ENDED = range(7)
PHASES = ("first", "deal", "place", "finish", "refill", "redraw", "over")

FREE = 0
"""What `cells` holds for a free space; a symbol is its colour + 1."""
WALL = 7
"""What `cells` holds for a space outside the zone."""

MOST_PLACED = 81
"""Tiles that fit on the whole board."""

TOP = 18
"""The end of a score sheet (§2); a double track goes on to twice that (§6)."""
DUEL_TOP = 9
"""The end of either side of the duel sheet (§8)."""


class State(Record):
    """One moment of a match."""

    cells: Table = table(SPACES + 1)        # what lies on each space: FREE, a colour + 1, or WALL; the last is WALL
    bag: Table = table(KINDS)               # tiles in the bag, by kind
    racks: Table = table(SEATS, KINDS)      # tiles on each rack, [seat, kind]
    held: Table = table(SEATS)              # how many tiles are on each rack
    markers: Table = table(SEATS, COLOURS)  # [side, colour]; in the duel row 0 alone, -9 (seat 0's end) to 9 (seat 1's)
    tokens: Table = table(COLOURS)          # duel: 1 + the seat that holds the colour's token, 0 for the supply
    aside: Table = table(KINDS)             # tiles shown and put aside for an exchange under way
    returned: Table = table(KINDS)          # put back by the latest exchange and not seen with anybody since
    older: Table = table(SEATS)             # how many tiles of each rack were surely drawn before that
    started: Table = table(SEATS)           # whether each seat has placed its first tile
    touched: int = number()                 # printed symbols that a tile touches, as bits
    room: int = number()                    # pairs of neighbouring free spaces left in the zone
    radius: int = number()                  # distance of the zone's edge from the centre
    mode: int = number()                    # STANDARD, SOLO, TEAM or DUEL
    seats: int = number()                   # how many play
    talk: int = number()                    # team: 1 when the four agreed on open talk
    phase: int = number()                   # what is being waited for
    seat: int = number()                    # whose turn it is
    bonus: int = number()                   # bonus moves still to come in this turn
    placed: int = memory()                  # tiles on the board
    order: Table = memory(SPACES)           # as which of them the tile on each space was placed, from 1; 0: none
    placer: Table = memory(SPACES)          # 1 + the seat that placed it
    shown: Table = memory(SEATS, KINDS)     # tiles that each seat showed in its latest exchange
    shown_at: Table = memory(SEATS)         # after how many placed tiles that was; 0: never
    unmet: Table = memory(SEATS, KINDS)     # put back by the latest exchange, and each seat has surely not met it since
    kept: Table = memory(SEATS)             # duel: tiles of each rack that were surely there in its latest exchange ...
    kept_without: Table = memory(SEATS)     # ... and the colours, as bits, that none of them shows
