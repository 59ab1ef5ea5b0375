"""A Seen as numbers for a learner, own things first, memories last; the table is in docs/games/ingenious.md."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import rule
from ochaya.games.ingenious.board import SPACES
from ochaya.games.ingenious.hide import known_back
from ochaya.games.ingenious.pieces import COLOURS, KINDS
from ochaya.games.ingenious.scoring import own_position, side_of
from ochaya.games.ingenious.state import DUEL, FREE, MOST_PLACED, SEATS, State

PLANES = COLOURS + 1
BOARD = 0
RACK_AT = BOARD + SPACES * PLANES
UNSEEN_AT = RACK_AT + KINDS
ASIDE_AT = UNSEEN_AT + KINDS
MARKERS_AT = ASIDE_AT + KINDS
TOKENS_AT = MARKERS_AT + SEATS * COLOURS
HELD_AT = TOKENS_AT + 2 * COLOURS
STARTED_AT = HELD_AT + SEATS
TURN_AT = STARTED_AT + SEATS
TOUCHED_AT = TURN_AT + SEATS
PHASE_AT = TOUCHED_AT + COLOURS
MODE_AT = PHASE_AT + 7
SEATS_AT = MODE_AT + 4
REST_AT = SEATS_AT + SEATS
ORDER_AT = REST_AT + 2
PLACER_AT = ORDER_AT + SPACES
BACK_AT = PLACER_AT + SPACES
OLDER_AT = BACK_AT + KINDS
SHOWN_AT = OLDER_AT + SEATS
WHEN_AT = SHOWN_AT + SEATS * KINDS
KEPT_AT = WHEN_AT + SEATS
TALK_AT = KEPT_AT + 2 + 2 * COLOURS
OBSERVATION_SIZE = TALK_AT + 1


@rule
def observe(s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write what `seat` knows as numbers, all between -1 and 1; a spectator sees from seat 0 without a rack."""
    for i in range(OBSERVATION_SIZE):
        out[i] = 0.0
    for space in range(SPACES):
        content = np.int64(s.cells[space])
        if content == FREE:
            out[space * PLANES + COLOURS] = 1.0
        elif content <= COLOURS:
            out[space * PLANES + content - 1] = 1.0
    me = max(0, seat)
    for kind in range(KINDS):
        out[RACK_AT + kind] = s.racks[me, kind] / 6.0
        out[UNSEEN_AT + kind] = s.bag[kind] / 6.0
        out[ASIDE_AT + kind] = s.aside[kind] / 6.0
    observe_sides(s, me, out)
    for colour in range(COLOURS):
        if (s.touched >> colour) & 1:
            out[TOUCHED_AT + colour] = 1.0
    out[PHASE_AT + s.phase] = 1.0
    out[MODE_AT + s.mode] = 1.0
    out[SEATS_AT + s.seats - 1] = 1.0
    out[REST_AT] = s.bonus / 6.0
    out[REST_AT + 1] = s.room / 462.0
    observe_past(s, seat, out)


@rule
def observe_sides(s: State, me: int, out: npt.NDArray[np.float32]) -> None:
    """Write everybody's markers and rack sizes, clockwise from the viewer."""
    for step in range(s.seats):
        other = (me + step) % s.seats
        for colour in range(COLOURS):
            if s.mode == DUEL:
                out[MARKERS_AT + step * COLOURS + colour] = own_position(s, other, colour) / 9.0
                if s.tokens[colour] == other + 1:
                    out[TOKENS_AT + step * COLOURS + colour] = 1.0
            else:
                out[MARKERS_AT + step * COLOURS + colour] = s.markers[side_of(s, other), colour] / 36.0
        out[HELD_AT + step] = s.held[other] / 6.0
        out[STARTED_AT + step] = s.started[other]
        if other == s.seat:
            out[TURN_AT + step] = 1.0


@rule
def observe_past(s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write in which order tiles came and whose they were, what exchanges showed, and what follows from them."""
    me = max(0, seat)
    for space in range(SPACES):
        if s.order[space] > 0:
            out[ORDER_AT + space] = s.order[space] / MOST_PLACED
            out[PLACER_AT + space] = (1 + (s.placer[space] - 1 - me) % s.seats) / 4.0
    for kind in range(KINDS):
        out[BACK_AT + kind] = known_back(s, seat, kind) / 6.0
    for step in range(s.seats):
        other = (me + step) % s.seats
        out[OLDER_AT + step] = s.older[other] / 6.0
        out[WHEN_AT + step] = s.shown_at[other] / MOST_PLACED
        for kind in range(KINDS):
            out[SHOWN_AT + step * KINDS + kind] = s.shown[other, kind] / 6.0
        if s.mode == DUEL and s.kept[other] > 0:
            out[KEPT_AT + step] = s.kept[other] / 6.0
            for colour in range(COLOURS):
                out[KEPT_AT + 2 + step * COLOURS + colour] = s.kept_without[other] >> colour & 1
    out[TALK_AT] = s.talk
