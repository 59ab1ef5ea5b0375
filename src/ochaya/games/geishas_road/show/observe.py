"""A Seen as numbers for a learner, own side first. The layout is a table in docs/games/geishas_road.md."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.games.geishas_road.pieces import CARDS, FACE, LANTERNS
from ochaya.games.geishas_road.rules import actor
from ochaya.games.geishas_road.state import FINISHED, UNKNOWN, State
from ochaya.games.geishas_road.trail import DRAWN

Numbers = npt.NDArray[np.float32]
SIZE = 17 * CARDS + 8 + 3 + 12 + 15 * 5 + 20 + 2 * LANTERNS + 4 + 14 + FINISHED + 2 + 12 + 3 * CARDS + 3 + 5


@rule
def write_set(cards: int, out: Numbers, at: int) -> int:
    """Write a set of cards, one number for each card."""
    for card in range(CARDS):
        out[at + card] = int(cards) >> card & 1
    return at + CARDS


@rule
def write_card(code: int, out: Numbers, at: int) -> int:
    """Write the card in a single place; nothing where there is none or it is unknown."""
    for card in range(CARDS):
        out[at + card] = 0.0
    if 0 < code < UNKNOWN:
        out[at + int(code) - 1] = 1.0
    return at + CARDS


@rule
def write_markers(markers: Table, special: Table, me: int, out: Numbers, at: int) -> int:
    """Something about each marker and each special one: one's own, the rival's."""
    for marker in range(4):
        out[at + marker] = markers[me, marker]
        out[at + 4 + marker] = markers[1 - me, marker]
    for marker in range(2):
        out[at + 8 + marker] = special[me, marker]
        out[at + 10 + marker] = special[1 - me, marker]
    return at + 12


@rule
def observe(s: State, seat: int, out: Numbers) -> None:
    """Write what `seat` knows; a spectator sees the table from seat 0 with both hands hidden."""
    me = 1 if seat == 1 else 0
    rival = 1 - me
    at = write_cards(s, me, out)
    for slot in range(4):
        out[at + slot] = 1.0 if s.down[slot] == me + 1 else 0.0
        out[at + 4 + slot] = 1.0 if s.down[slot] == rival + 1 else 0.0
    at += 8
    out[at] = s.deck_size
    out[at + 1] = s.hand_size[me]
    out[at + 2] = s.hand_size[rival]
    at += 3
    at = write_markers(s.used, s.special, me, out, at)
    at = write_road(s, me, out, at)
    at = write_course(s, me, out, at)
    write_memory(s, me, out, at)


@rule
def write_cards(s: State, me: int, out: Numbers) -> int:
    """Hands, sides, Intrigue, the offer and the unseen cards."""
    rival = 1 - me
    at = write_set(s.hand[me], out, 0)
    at = write_set(s.side[me], out, at)
    at = write_set(s.side[rival], out, at)
    at = write_set(s.share[me], out, at)
    at = write_set(s.share[rival], out, at)
    at = write_set(s.deck, out, at)
    at = write_card(s.left[me], out, at)
    at = write_card(s.right[me], out, at)
    at = write_card(s.left[rival], out, at)
    at = write_card(s.right[rival], out, at)
    for slot in range(4):
        at = write_card(s.slots[slot], out, at)
    at = write_card(s.back[0], out, at)
    at = write_card(s.back[1], out, at)
    return write_set(s.hand[rival], out, at)


@rule
def write_road(s: State, me: int, out: Numbers, at: int) -> int:
    """The ring and, colour by colour, pawns, lanterns and tokens; then the rows."""
    rival = 1 - me
    for colour in range(5):
        for place in range(5):
            out[at + place] = 1.0 if s.home[colour] == place else 0.0
            out[at + 5 + place] = 1.0 if s.pawn[colour] == place else 0.0
        at += 10
        out[at] = s.returns[colour]
        out[at + 1] = s.house[colour]
        out[at + 2] = s.token[colour]
        out[at + 3] = 1.0 if s.favour[colour] == me + 1 else 0.0
        out[at + 4] = 1.0 if s.favour[colour] == rival + 1 else 0.0
        out[at + 5] = FACE[LANTERNS + s.lit[colour, 0]]
        out[at + 6] = FACE[LANTERNS + s.lit[colour, 1]]
        out[at + 7] = s.guests[me, colour]
        out[at + 8] = s.guests[rival, colour]
        at += 9
    for i in range(LANTERNS):
        out[at + i] = FACE[LANTERNS + s.row[i]]
        out[at + LANTERNS + i] = FACE[LANTERNS - s.row[i]]
    return at + 2 * LANTERNS


@rule
def write_course(s: State, me: int, out: Numbers, at: int) -> int:
    """Points, mode, how far the match is and what is being asked."""
    for part in range(2):
        out[at + part] = s.points[part, me]
        out[at + 2 + part] = s.points[part, 1 - me]
    at += 4
    for mode in range(3):
        out[at + mode] = 1.0 if s.mode == mode else 0.0
    out[at + 3] = s.destiny
    out[at + 4] = s.part
    out[at + 5] = s.turn
    out[at + 6] = 1.0 if s.starter == me else 0.0
    out[at + 7] = 1.0 if s.giver == me else 0.0
    out[at + 8] = s.offered
    out[at + 9] = s.countered
    out[at + 10] = s.stopped
    out[at + 11] = s.symbols
    out[at + 12] = 1.0 if s.first == me else 0.0
    out[at + 13] = s.closing
    at += 14
    for phase in range(FINISHED + 1):
        out[at + phase] = 1.0 if s.phase == phase else 0.0
    out[at + FINISHED + 1] = 1.0 if actor(s) == me else 0.0
    return at + FINISHED + 2


@rule
def write_memory(s: State, me: int, out: Numbers, at: int) -> None:
    """What can no longer be seen of this round: turns, how each card came to the table, own draws after a counter."""
    at = write_markers(s.turn_of, s.special_turn, me, out, at)
    for card in range(CARDS):
        came = int(s.came[card])
        out[at + card] = came & 31
        out[at + CARDS + card] = came >> 5
        out[at + 2 * CARDS + card] = 0.0
    at += 2 * CARDS
    for i in range(s.trodden):
        step = int(s.trail[i])
        if step & 7 == DRAWN and step >> 3 & 1 == me and s.trail_card[i] > 0:
            out[at + int(s.trail_card[i]) - 1] = i + 1
    at += CARDS
    for i in range(2):
        out[at + i] = 0.0 if s.back_down[i] == 0 else 1.0 if s.back_down[i] == me + 1 else -1.0
    out[at + 2] = s.replaced
    for colour in range(5):
        out[at + 3 + colour] = s.taken_at[colour]
