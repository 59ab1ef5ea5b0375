"""A player's board: stores, cards, slots, cup rows, cakes, and how far the player has come on every track."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ochaya.core.game import Json
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.cards import pots_shown
from ochaya.games.tea_garden.notation import SCROLL_NAMES
from ochaya.games.tea_garden.show.faces import card_face, tile_face, token_face
from ochaya.games.tea_garden.state import (
    DISCARD,
    FIRST_OWNED,
    HAND_ZONE,
    LAY_TILE,
    NONE,
    PILE,
    PLAYED,
    SHOWN,
    SOURCE_NAMES,
    ZONES,
)
from ochaya.games.tea_garden.turn.mains import reach
from ochaya.games.tea_garden.turn.sides import count_connections


def seat_board(s: Any, seat: int, known: bool, ends: dict[str, int]) -> dict[str, Json]:
    """One player's board; the hand by name only if the viewer may know it, the draw pile as a set.

    Of another player everybody can work out which cards are in hand or draw pile together: `unknown`.
    """
    shown, pile = _cards(s, seat, SHOWN), _cards(s, seat, PILE)
    hidden = int(s.hand_size[seat]) - len(shown)
    return {
        **progress(s, seat, ends),
        "hand_size": int(s.hand_size[seat]),
        "hand": [card_face(card) for card in _cards(s, seat, HAND_ZONE, SHOWN)] if known else None,
        "hand_known": _names(shown),
        "pile_size": len(pile) if known else len(pile) - hidden,
        "pile": _names(pile) if known else None,
        "unknown": None if known else _names(pile),
        "discard": _names(_cards(s, seat, DISCARD)),
        "slots": [_slot(s, seat, slot) for slot in range(5 if s.has_puerh else 4)],
        "covered": _covered(s, seat),
        "teapots": [int(pots_shown(s, seat, colour)) for colour in range(4)],
        "passed": bool(s.passed[seat]),
        "leaves": {"fresh": [int(n) for n in s.leaves[seat, 0]], "fermented": [int(n) for n in s.leaves[seat, 1]]},
        "scrolls": {SCROLL_NAMES[kind]: int(s.scrolls[seat, kind]) for kind in range(3)},
        "pagodas": [int(strength) for strength in p.PAGODAS[int(s.built[seat]) :]],
        "reach": _reach(s, seat),
    }


def _reach(s: Any, seat: int) -> list[int | None]:
    """§5 The strength a garden needs in each region now: more two steps away; None where none can be built."""
    needed = list[int | None]([None]) * p.REGIONS
    built = int(s.built[seat])
    if built >= len(p.PAGODAS):
        return needed
    for extra in (int(p.SKIP), 0):  # what is next to a garden may also be two steps from another
        sites = int(reach(s, seat, int(extra > 0)))
        for region in range(p.REGIONS):
            spaces = s.space[region, : int(p.SPACES[region])].tolist()
            if sites >> region & 1 and 0 in spaces and seat + 1 not in spaces:
                needed[region] = int(p.PAGODAS[built]) + extra
    return needed


def _cards(s: Any, seat: int, *zones: int) -> list[int]:
    """The cards in some zones of a player, ascending."""
    starters, places = s.starters[seat].tolist(), s.place.tolist()
    codes = {FIRST_OWNED + ZONES * seat + zone for zone in zones}
    found = [card for card in range(p.STARTERS) for zone in zones for _ in range(starters[zone][card])]
    return found + [card for card in range(p.STARTERS, p.CARDS) if places[card] in codes]


def _names(cards: list[int]) -> list[str]:
    return [p.CARD_NAMES[card] for card in cards]


def _covered(s: Any, seat: int) -> list[str]:
    """The cards played this round that lie below a top card: they count for strength only."""
    below = Counter(_cards(s, seat, PLAYED))
    below.subtract(int(card) for card in s.slot_top[seat] if card != NONE)
    return _names(sorted(below.elements()))


def _slot(s: Any, seat: int, slot: int) -> dict[str, Json] | None:
    if s.slot_top[seat, slot] == NONE:
        return None
    return {
        "top": card_face(int(s.slot_top[seat, slot])),
        "strength": int(s.slot_strength[seat, slot]),
        "cards": int(s.slot_cards[seat, slot]),
    }


def progress(s: Any, player: int, ends: dict[str, int]) -> dict[str, Json]:
    """What a person and Lu Yu have alike: `sources` are the points as they stand, `ends` as they would end now."""
    mine = FIRST_OWNED + player
    return {
        "points": int(s.points[player]),
        "sources": {SOURCE_NAMES[i]: int(s.tally[player, i]) for i in range(len(SOURCE_NAMES))},
        "ends": ends,
        "turns": int(s.turns[player]),
        "emperor_tokens": int(s.emperor_tokens[player]),
        "built": int(s.built[player]),
        "research": int(s.study[player]),
        "river": int(s.river[player]),
        "step": int(s.step[player]),
        "caravans": [p.CARAVAN_NAMES[i] for i in range(p.CARAVANS) if s.caravan_place[i] == mine],
        "rows": _rows(s, mine),
        "connections": int(count_connections(s, player)),
        "cakes": [
            [token_face(token) for token in range(p.TOKENS) if s.cake[token] == leader]
            for leader in range(p.TOKENS)
            if s.cake[leader] == leader and s.token_place[leader] == mine
        ],
        "messengers": {"ready": int(s.ready[player]), "waiting": int(s.waiting[player])},
    }


def _rows(s: Any, mine: int) -> list[list[dict[str, Json]]]:
    """A player's cup rows from left to right; `token` says that a cup token lies to the right of the tile."""
    rows = []
    for first in range(p.TILES):
        if s.tile_place[first] != mine or s.tile_before[first] != NONE:
            continue
        if s.phase == LAY_TILE and first == s.holding:
            continue
        row, tile = [], first
        while tile != NONE:
            row.append({**tile_face(tile), "token": bool(s.cup_token[tile])})
            tile = int(s.tile_next[tile])
        rows.append(row)
    return rows
