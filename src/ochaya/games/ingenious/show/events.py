"""What one viewer is told has happened, as data."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import OVER, Event, Json
from ochaya.core.secrecy import Seen
from ochaya.games.ingenious.actions import EXCHANGE, FIRST_DRAW, FIRST_SEAT, HIDDEN_DRAW, KEEP, PLACEMENTS, parts
from ochaya.games.ingenious.board import NAMES, PAIR_OF
from ochaya.games.ingenious.pieces import COLOUR_NAMES, KIND_COLOURS, TILE_NAMES
from ochaya.games.ingenious.rules import actor
from ochaya.games.ingenious.scoring import advance, half_points
from ochaya.games.ingenious.show.forecast import runs_from
from ochaya.games.ingenious.show.view import result, tiles, track
from ochaya.games.ingenious.state import DEAL, DUEL, PLACE, REDRAW, REFILL, SOLO, TEAM


def colour_key(colour: int) -> str:
    """Give the text key of a colour."""
    return f"#colour.{COLOUR_NAMES[colour]}"


def tile_keys(counts: Any) -> list[str]:
    """Give the text keys of the tiles of a table of counts."""
    return [f"#tile.{name}" for name in tiles(counts)]


def placed(before: Any, action: int, after: Any) -> list[Event]:
    """Tell a placement: where, what each half scored, bonus moves, and an end."""
    kind, space, to = parts(action)
    who = int(before.seat)
    pair = PAIR_OF[min(space, to), max(space, to)]
    told = [Event("place", {"who": who, "tile": f"#tile.{TILE_NAMES[kind]}", "at": NAMES[space], "to": NAMES[to]})]
    values, final = track(before, who), track(after, who)
    for at, half in enumerate((int(space > to), int(space < to))):
        colour = KIND_COLOURS[kind][at]
        points, name = int(half_points(before.cells, pair, half, colour)), COLOUR_NAMES[colour]
        values[name] = int(advance(before.mode, values[name], points))
        if points and values[name] <= final[name]:  # a first half that wins at once leaves the other unscored
            told.append(scored(before, colour, points, values[name], (space, to)[at]))
    ends = [event for colour in sorted(set(KIND_COLOURS[kind])) for event in reached(before, after, who, colour)]
    told += ends
    if actor(after) == OVER:
        told.append(ended(after))
    elif after.phase == PLACE:
        told.append(Event("bonus", {"who": who, "left": int(after.bonus) + 1}))
    elif before.mode != SOLO and int(before.bonus) + len(ends) > 0:
        told.append(Event("lapse", {"who": who}))
    return told


def scored(before: Any, colour: int, points: int, value: int, space: int) -> Event:
    """Tell what one half scored: along which lines, and where the marker stands now; in the duel, on whose side."""
    data: dict[str, Json] = {
        "who": int(before.seat), "colour": colour_key(colour), "points": points, "value": abs(value),
        "at": NAMES[space], "runs": runs_from(before.cells, space, colour),
    }
    if before.mode != DUEL:
        return Event("score", data)
    side = "middle" if value == 0 else "own" if value > 0 else "other"
    return Event("pull", {**data, "side": side})


def reached(before: Any, after: Any, who: int, colour: int) -> list[Event]:
    """Tell that a marker has reached the end of a sheet, or a duel token has changed hands (§3.3, §6, §8)."""
    if before.mode == DUEL:
        if before.tokens[colour] == after.tokens[colour]:
            return []
        return [Event("token", {"who": who, "colour": colour_key(colour)})]
    old, new = track(before, who)[COLOUR_NAMES[colour]], track(after, who)[COLOUR_NAMES[colour]]
    told = []
    if old < 18 <= new:
        is_double_track = before.mode in (SOLO, TEAM)
        told.append(Event("over-the-top" if is_double_track else "ingenious",
                          {"who": who, "colour": colour_key(colour)}))
    if old < 36 == new:
        told.append(Event("ingenious", {"who": who, "colour": colour_key(colour)}))
    return told


def ended(after: Any) -> Event:
    """Tell how the match ended."""
    final = result(after)
    assert final is not None
    winners: list[Json] = [seat for seat, place in enumerate(final["places"]) if place == 1]
    reason = f"#{final['reason']}"
    if after.mode == SOLO:
        return Event("end-solo", {"points": final["points"][0]})
    if after.mode == TEAM:
        if len(winners) == 2:
            return Event("end-team", {"who": winners[0], "rival": winners[1], "reason": reason})
        return Event("end-draw", {"reason": reason})
    if len(winners) > 1:
        return Event("end-draw", {"reason": reason})
    return Event("end", {"who": winners[0], "reason": reason})


def drawn(before: Any, action: int, after: Any, viewer: int) -> list[Event]:
    """Tell a draw: to its owner the tile, to the others only that a rack is full again."""
    who = int(before.seat)
    told = []
    is_full = after.seat != before.seat or after.phase != before.phase
    if before.phase == DEAL and before.mode != SOLO:
        if is_full and who == viewer:
            told.append(Event("deal", {"who": who, "tiles": tile_keys(after.racks[who])}))
        return told
    if action != HIDDEN_DRAW:
        told.append(Event("draw", {"who": who, "tile": f"#tile.{TILE_NAMES[action - FIRST_DRAW]}"}))
    elif is_full and before.phase in (REFILL, REDRAW):
        told.append(Event("refill", {"who": who}))
    return told


def events(before: Seen, action: int, after: Seen) -> list[Event]:
    """Tell the viewer of both moments what has happened between them."""
    old, new = before.record, after.record
    if action < PLACEMENTS:
        return placed(old, action, new)
    if action == KEEP:
        return []
    if action == EXCHANGE:
        return [Event("exchange", {"who": int(old.seat), "tiles": tile_keys(new.aside)})]
    if action < FIRST_DRAW:
        return [Event("first", {"who": action - FIRST_SEAT})]
    return drawn(old, action, new, after.seat)
