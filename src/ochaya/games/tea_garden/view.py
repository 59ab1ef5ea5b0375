"""§3.7 A Seen as JSON for people: built up from nothing, so that what is not named here is not shown."""

from __future__ import annotations

from typing import Any

import numpy as np

from ochaya.core.game import CHANCE, OVER, Json
from ochaya.core.secrecy import EVERYONE, Seen
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.court import count_cakes
from ochaya.games.tea_garden.faces import (
    bonus_words,
    caravan_face,
    card_face,
    icon_words,
    lu_back,
    lu_front,
    tile_face,
    token_face,
)
from ochaya.games.tea_garden.notation import SCROLL_NAMES
from ochaya.games.tea_garden.rules import actor
from ochaya.games.tea_garden.scoring import score
from ochaya.games.tea_garden.sides import count_connections
from ochaya.games.tea_garden.state import (
    DISCARD,
    FERMENT,
    FINISHED,
    FIRST_OWNED,
    HAND_ZONE,
    HARVEST,
    LAY_TILE,
    LAY_TOKEN,
    NONE,
    NOTHING_DUE,
    PAY,
    PHASE_NAMES,
    PILE,
    SHOWN,
    SOURCE_NAMES,
    ZONES,
)

LEVEL_NAMES = ("easy", "medium", "hard", "master")


def view(seen: Seen) -> dict[str, Json]:
    """Show what this viewer may know."""
    s = seen.record
    who = int(actor(s))
    people = 1 if s.is_solo else int(s.players)
    return {
        "viewer": seen.seat if seen.seat >= 0 else None,
        "actor": {CHANCE: "chance", OVER: "over"}.get(who, who),
        "phase": PHASE_NAMES[s.phase] if s.due == NOTHING_DUE else "deal",
        "round": int(s.round_number),
        "rounds": p.ROUNDS,
        "starter": int(s.starter) if s.round_number else None,
        "has_puerh": bool(s.has_puerh),
        "turn": _turn(s),
        "market": [_card(s.market[i]) for i in range(6)],
        "columns": [int(strength) for strength in p.COLUMNS],
        "deck": [int(n) for n in s.deck],
        "caravans": [None if card == NONE else caravan_face(int(card)) for card in s.caravans],
        "caravan_deck": {"orange": int(s.orange_deck), "blue": int(s.blue_deck)},
        "emperors": [_card(card) for card in s.emperors],
        "emperor_deck": int(s.emperor_deck),
        "regions": [_region(s, region) for region in range(p.REGIONS)],
        "stacks": [_stack(s, province) for province in range(p.PROVINCES)],
        "scroll_supply": [int(p.SCROLLS_OF_A_KIND - s.scrolls[:, kind].sum()) for kind in range(3)],
        "seats": [_seat(s, seat, seen.seat in (seat, EVERYONE)) for seat in range(people)],
        "lu_yu": _lu_yu(s) if s.is_solo else None,
        "court": _court(s) if s.has_puerh else None,
        "result": _result(s, people),
    }


def _card(card: Any) -> dict[str, Json] | None:
    return None if card == NONE else card_face(int(card))


def _turn(s: Any) -> dict[str, Json]:
    """What the player to act has to work with."""
    return {
        "who": int(s.turn_of),
        "strength": int(s.strength),
        "main_done": bool(s.main_done),
        "icons": icon_words(s.icons),
        "pending": icon_words(s.pending),
        "amount": int(s.amount) if s.phase in (FERMENT, HARVEST) else 0,
        "owed": {"leaves": int(s.owed), "fresh": int(s.owed_fresh), "quality": int(s.owed_quality)}
        if s.phase == PAY
        else None,
        "tile": tile_face(int(s.holding)) if s.phase == LAY_TILE else None,
        "token": token_face(int(s.holding)) if s.phase == LAY_TOKEN else None,
        "shopping": int(s.shopping),
    }


def _region(s: Any, region: int) -> dict[str, Json]:
    token = int(s.region_token[region])
    return {
        "id": region + 1,
        "province": p.PROVINCE_NAMES[p.PROVINCE[region]],
        "quality": int(p.QUALITY[region]),
        "spaces": [_owner(s.space[region, i]) for i in range(int(p.SPACES[region]))],
        "points": [int(p.SPACE_POINTS[region, i]) for i in range(int(p.SPACES[region]))],
        "neighbours": [int(other) + 1 for other in np.flatnonzero(p.NEXT_TO[region])],
        "token": None if token == NONE else p.REGION_TOKEN_NAMES[token],
        "bonus": [] if token == NONE else bonus_words(p.REGION_TOKEN_BONUS[token]),
    }


def _owner(mark: Any) -> int | None:
    return None if mark == 0 else int(mark) - 1


def _stack(s: Any, province: int) -> dict[str, Json]:
    tile = int(s.stack_top[province])
    return {
        "province": p.PROVINCE_NAMES[province],
        "tile": None if tile == NONE else tile_face(tile),
        "left": int(s.stack_left[province]),
    }


def _cards(s: Any, seat: int, *zones: int) -> list[int]:
    """The cards in some zones of a player, ascending."""
    starters, places = s.starters[seat].tolist(), s.place.tolist()
    codes = {FIRST_OWNED + ZONES * seat + zone for zone in zones}
    found = [card for card in range(p.STARTERS) for zone in zones for _ in range(starters[zone][card])]
    return found + [card for card in range(p.STARTERS, p.CARDS) if places[card] in codes]


def _names(cards: list[int]) -> list[str]:
    return [p.CARD_NAMES[card] for card in cards]


def _seat(s: Any, seat: int, known: bool) -> dict[str, Json]:
    """One player's board; the hand by name only if the viewer may know it, the draw pile as a set."""
    shown, pile = _cards(s, seat, SHOWN), _cards(s, seat, PILE)
    hidden = int(s.hand_size[seat]) - len(shown)
    return {
        **_progress(s, seat),
        "hand_size": int(s.hand_size[seat]),
        "hand": [card_face(card) for card in _cards(s, seat, HAND_ZONE, SHOWN)] if known else None,
        "hand_known": _names(shown),
        "pile_size": len(pile) if known else len(pile) - hidden,
        "pile": _names(pile) if known else None,
        "discard": _names(_cards(s, seat, DISCARD)),
        "slots": [_slot(s, seat, slot) for slot in range(5 if s.has_puerh else 4)],
        "passed": bool(s.passed[seat]),
        "leaves": {"fresh": [int(n) for n in s.leaves[seat, 0]], "fermented": [int(n) for n in s.leaves[seat, 1]]},
        "scrolls": {SCROLL_NAMES[kind]: int(s.scrolls[seat, kind]) for kind in range(3)},
        "pagodas": [int(strength) for strength in p.PAGODAS[int(s.built[seat]) :]],
    }


def _slot(s: Any, seat: int, slot: int) -> dict[str, Json] | None:
    if s.slot_top[seat, slot] == NONE:
        return None
    return {
        "top": card_face(int(s.slot_top[seat, slot])),
        "strength": int(s.slot_strength[seat, slot]),
        "cards": int(s.slot_cards[seat, slot]),
    }


def _progress(s: Any, player: int) -> dict[str, Json]:
    """What a person and Lu Yu have alike."""
    mine = FIRST_OWNED + player
    return {
        "points": int(s.points[player]),
        "sources": {SOURCE_NAMES[i]: int(s.tally[player, i]) for i in range(len(SOURCE_NAMES))},
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


def _lu_yu(s: Any) -> dict[str, Json]:
    """Lu Yu's board: the back on top of his deck is open, his played cards too."""
    top = int(s.lu_top[0])
    return {
        **_progress(s, 1),
        "level": LEVEL_NAMES[s.level],
        "fresh": int(s.leaves[1, 0, 0]),
        "fermented": int(s.leaves[1, 1, 0]),
        "passed": bool(s.passed[1]),
        "slots": [None if card == NONE else lu_front(int(card)) for card in s.lu_slot[: 5 if s.has_puerh else 4]],
        "top": None if top == NONE else lu_back(top),
        "piles": [int(n) for n in s.lu_piles],
        "cards": [
            card_face(card)["id"] for card in range(p.CARDS) if s.place[card] == FIRST_OWNED + 5 + DISCARD
        ],
    }


def _court(s: Any) -> dict[str, Json]:
    """The court board: stocks, halls with their squares, decrees."""
    return {
        "basic": [None if token == NONE else token_face(int(token)) for token in s.stock[0]],
        "premium": [None if token == NONE else token_face(int(token)) for token in s.stock[1]],
        "halls": [
            {
                "id": p.HALL_NAMES[hall],
                "bonus": bonus_words(p.HALL_BONUS[hall]),
                "squares": [
                    {"strength": int(p.SQUARES[i]), "who": _owner(s.square[place, i])} for i in range(len(p.SQUARES))
                ],
            }
            for place, hall in enumerate(s.halls.tolist())
            if hall != NONE
        ],
        "decrees": [
            {
                "id": p.DECREE_NAMES[decree],
                "counts": p.DECREE_COUNTS[decree],
                "side": ("brown", "red")[s.decree_side[decree] - 1],
                "needs": int(p.DECREE_NEEDS[decree, s.decree_side[decree] - 1]),
                "points": [int(points) for points in p.DECREE_POINTS[decree, s.decree_side[decree] - 1]],
                "spaces": [_owner(mark) for mark in s.decree_space[decree]],
                "done": [bool(s.decree_done[player, decree]) for player in range(int(s.players))],
            }
            for decree in range(p.DECREES)
            if s.decree_side[decree] > 0
        ],
        "cakes": [int(count_cakes(s, player)) for player in range(int(s.players))],
    }


def _result(s: Any, people: int) -> dict[str, Json] | None:
    if s.phase != FINISHED:
        return None
    shares = np.zeros(people, np.float64)
    score(s, shares)
    if s.is_solo:
        reason = "reason.solo-won" if shares[0] else "reason.solo-lost"
    else:
        most = sorted((int(points) for points in s.points[:people]), reverse=True)
        reason = "reason.points" if most[0] > most[1] else "reason.shared" if max(shares) < 1 else "reason.tie-break"
    return {"shares": [float(x) for x in shares], "points": [int(s.points[i]) for i in range(people)], "reason": reason}
