"""The table as one viewer sees it, as plain JSON built up from nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from ochaya.core.game import CHANCE, OVER, Json
from ochaya.core.secrecy import EVERYONE, Seen
from ochaya.games.ingenious.board import NAMES, PRINTED, SPACES
from ochaya.games.ingenious.exchange import can_exchange, exchange_colours
from ochaya.games.ingenious.pieces import COLOUR_NAMES, COLOURS, KINDS, RACK, SHOWS, TILE_NAMES
from ochaya.games.ingenious.rules import actor
from ochaya.games.ingenious.scoring import has_won_at_once, nth_lowest, own_position, place_of, score, side_of
from ochaya.games.ingenious.show.forecast import goals, lines
from ochaya.games.ingenious.state import DUEL, FINISH, FREE, MODES, PHASES, PLACE, SOLO, TEAM, WALL


def tiles(counts: Any) -> list[str]:
    """List the tiles of a table of counts by name."""
    return [TILE_NAMES[kind] for kind in range(KINDS) for _ in range(int(counts[kind]))]


def track(s: Any, seat: int) -> dict[str, int]:
    """Give the value of each marker a seat moves; in the duel, negative on the other's side."""
    if s.mode == DUEL:
        return {name: int(own_position(s, seat, colour)) for colour, name in enumerate(COLOUR_NAMES)}
    side = side_of(s, seat)
    return {name: int(s.markers[side, colour]) for colour, name in enumerate(COLOUR_NAMES)}


def points_of(s: Any, seat: int) -> int:
    """Give what a seat's result is read from: its lowest marker, or in the duel its markers on the own side."""
    if s.mode == DUEL:
        return sum(own_position(s, seat, colour) > 0 for colour in range(COLOURS))
    return int(nth_lowest(s.markers[side_of(s, seat)], 0))


def ordered(s: Any, seat: int) -> list[Json]:
    """Give the values a seat is ranked by, lowest first: all six, or in the duel those on the own side (§4, §8)."""
    values = track(s, seat).values()
    return sorted(value for value in values if s.mode != DUEL or value > 0)


def reason(s: Any) -> str:
    """Give the text key of why a match has ended (§4)."""
    how = "result.at-once" if has_won_at_once(s) else "result.full"
    if s.mode == DUEL:
        return f"{how}-duel"
    return "result.full-solo" if s.mode == SOLO and how == "result.full" else how


def result(s: Any) -> dict[str, Json] | None:
    """Give the result of a finished match: shares, points, places and why it ended (§4)."""
    if actor(s) != OVER:
        return None
    shares = np.zeros(int(s.seats), np.float64)
    score(s, shares)
    seats = range(int(s.seats))
    return {
        "shares": [float(share) for share in shares],
        "points": [int(points_of(s, seat)) for seat in seats],
        "places": [int(place_of(s, side_of(s, seat))) for seat in seats],
        "ordered": [ordered(s, seat) for seat in seats],
        "reason": reason(s),
    }


def offered(s: Any, viewer: int) -> list[Json] | None:
    """List, to the player who is asked, the tiles that an exchange would send away; None without one (§5, §8)."""
    if s.phase != FINISH or viewer not in (int(s.seat), EVERYONE) or not can_exchange(s):
        return None
    bits = exchange_colours(s)
    rack = s.racks[s.seat]
    return [
        TILE_NAMES[kind] for kind in range(KINDS) for _ in range(int(rack[kind]))
        if s.mode != DUEL or SHOWS[kind] & bits
    ]


def name_actor(s: Any) -> int | str:
    """Say who must act, as the browser is told."""
    who = int(actor(s))
    return {CHANCE: "chance", OVER: "over"}.get(who, who)


def view(seen: Seen) -> dict[str, Json]:
    """Show a moment to its viewer: board, markers, the own rack, and of the other racks only the number of tiles."""
    s, viewer = seen.record, seen.seat
    seats = range(int(s.seats))
    shown = [seat in (viewer, EVERYONE) or viewer == EVERYONE or s.mode == SOLO for seat in seats]
    hidden = sum(int(s.held[seat]) for seat in seats if not shown[seat])
    is_turn = s.phase in (PLACE, FINISH)
    is_placing = s.phase == PLACE and viewer == s.seat
    worst = exchange_colours(s) if is_turn and s.mode != SOLO else 0
    return {
        "viewer": viewer if viewer >= 0 else None,
        "actor": name_actor(s),
        "phase": PHASES[s.phase],
        "result": result(s),
        "mode": MODES[s.mode],
        "seats": int(s.seats),
        "teams": [seat % 2 for seat in seats] if s.mode == TEAM else None,
        "talk": ("closed", "open")[s.talk],
        "turn": int(s.seat),
        "radius": int(s.radius),
        "cells": {
            NAMES[space]: COLOUR_NAMES[s.cells[space] - 1]
            for space in range(SPACES) if s.cells[space] not in (FREE, WALL)
        },
        "printed": [NAMES[space] for space in PRINTED],
        "racks": [tiles(s.racks[seat]) if shown[seat] else None for seat in seats],
        "held": [int(s.held[seat]) for seat in seats],
        "tracks": [track(s, seat) for seat in seats],
        "tokens": {
            name: int(s.tokens[colour]) - 1 if s.tokens[colour] else None for colour, name in enumerate(COLOUR_NAMES)
        } if s.mode == DUEL else None,
        "top": {"standard": 18, "duel": 9}.get(MODES[s.mode], 36),
        "started": [bool(s.started[seat]) for seat in seats],
        "touched": [name for colour, name in enumerate(COLOUR_NAMES) if s.touched >> colour & 1],
        "is_bonus": bool(s.phase == PLACE and s.mode != SOLO and s.held[s.seat] < RACK),
        "bonus": int(s.bonus),
        "exchange_colours": [name for colour, name in enumerate(COLOUR_NAMES) if worst >> colour & 1],
        "exchange": offered(s, viewer),
        "aside": tiles(s.aside),
        "bag": sum(int(count) for count in s.bag) - hidden,
        "room": int(s.room),
        "lines": lines(s) if is_placing else None,
        "goals": goals(s) if is_placing else None,
    }
