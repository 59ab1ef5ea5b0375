"""The account of a round that has been scored (§5): the table as it lay then, and the points made of it.

The first round's table is kept in the record; that of the second is still on the table when the match ends. The same
functions that scored it say who won whom, so that an account can be given for a match won by four geishas too.
"""

from __future__ import annotations

from typing import Any

from ochaya.core.game import Json
from ochaya.games.geishas_road.pieces import COLOURS, best_sets
from ochaya.games.geishas_road.scoring import (
    guest_points,
    lantern_points,
    round_points,
    sum_of,
    unused_points,
    winner_of,
)
from ochaya.games.geishas_road.show.names import card_name, cards_in, lantern
from ochaya.games.geishas_road.state import ADVANCED, BASIC, FINISHED, FOUR_GEISHAS, State


def table_of(s: Any, part: int) -> Any:
    """Give the table of a scored round as a record of its own."""
    if part == 0:
        return _awarded(s, part, s.past_side, s.past_lit, s.past_guests, s.past_favour, s.past_special)
    return table_now(s)


def table_now(s: Any) -> Any:
    """Give the table as it lies, each geisha awarded to who leads."""
    return _awarded(s, int(s.part), s.side, s.lit, s.guests, s.favour, s.special)


def _awarded(s: Any, part: int, side: Any, lit: Any, guests: Any, favour: Any, special: Any) -> Any:
    table = State.new()[0]
    table.mode, table.part = s.mode, part
    table.side[:], table.lit[:], table.guests[:] = side, lit, guests
    table.favour[:], table.special[:] = favour, special
    for colour in range(5):
        table.won[colour] = winner_of(table, colour)
    return table


def points_of(s: Any, part: int) -> list[int]:
    """Give both players' points of a scored round, also where four geishas made them idle."""
    table = table_of(s, part)
    return [int(round_points(table, seat)) for seat in range(2)]


def is_counted(s: Any, part: int) -> bool:
    """Say whether points of that round were counted: not where four geishas ended the match in it (R-G20)."""
    return not (s.phase == FINISHED and s.reason == FOUR_GEISHAS and part == int(s.scored) - 1)


def account(s: Any, part: int) -> dict[str, Any]:
    """Tell a scored round: what lay at each geisha, who won her by what, and every point."""
    table = table_of(s, part)
    won = [[int(table.won[c]) == p + 1 for c in range(5)] for p in range(2)]
    lights = [int(lantern_points(table, c)) for c in range(5)]
    return {
        "round": part + 1,
        "counted": is_counted(s, part),
        "intrigue": [card_name(int(s.turned[part, p])) for p in range(2)],
        "placed": [cards_in(table.side[p]) for p in range(2)],
        "sums": [[int(sum_of(int(table.side[p]), c)) for c in range(5)] for p in range(2)],
        "winners": [int(table.won[c]) - 1 if table.won[c] else None for c in range(5)],
        "favours": [int(table.favour[c]) - 1 if table.favour[c] else None for c in range(5)],
        "lanterns": [[lantern(int(code)) for code in table.lit[c] if code] for c in range(5)],
        "tiles": [sum(mine) * (part + 1) for mine in won],
        "lights": [sum(light for light, is_won in zip(lights, mine, strict=True) if is_won) for mine in won],
        "guests": [int(guest_points(table, p)) if table.mode != BASIC else 0 for p in range(2)],
        "sets": [guest_sets(table, p) for p in range(2)],
        "markers": [int(unused_points(table, p)) if table.mode == ADVANCED else 0 for p in range(2)],
        "points": [int(round_points(table, p)) for p in range(2)],
    }


def standing(s: Any, seat: int) -> int:
    """Give the points a player would have if the round ended as the table lies now."""
    return int(round_points(table_now(s), seat))


def guest_sets(s: Any, seat: int) -> list[Json]:
    """The best sets of a player's guests (R-G18): the colours of each and its points."""
    sets = best_sets(tuple(int(n) for n in s.guests[seat]))
    return [{"points": points, "guests": [COLOURS[colour] for colour in guests]} for points, guests in sets]
