"""What is printed on cards, tiles and boards, as plain JSON for views; the same for everybody, always."""

from __future__ import annotations

from functools import cache
from typing import Any

from ochaya.core.game import Json
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.load import KINDS
from ochaya.games.tea_garden.lu_yu.cards import (
    BACK_CARAVAN,
    BACK_CUPS,
    BACK_EMPEROR,
    BACK_HALL,
    BACK_MARKET,
    BACK_PROVINCES,
    BACK_SIDE,
    BACK_STRENGTH,
    FRONT,
    LU_NAMES,
    OPS,
)
from ochaya.games.tea_garden.notation import EFFECT_NAMES, SIDE_NAMES

POT_NAMES = ("red", "green", "blue", "any")
POSITIONS = ("left", "middle", "right")


def bonus_words(bonus: Any) -> list[str]:
    """Spell a bonus as effect names with amounts: ["leaf2*2", "fer*1"]."""
    return [f"{EFFECT_NAMES[kind]}*{amount}" for kind, amount in bonus.tolist() if amount]


def icon_words(counts: Any) -> list[str]:
    """Spell icons counted by kind."""
    return [f"{EFFECT_NAMES[kind]}*{counts[kind]}" for kind in range(len(KINDS)) if counts[kind]]


def _pots(row: Any) -> list[str]:
    return [POT_NAMES[colour] for colour in range(4) for _ in range(int(row[colour]))]


@cache
def card_face(card: int) -> dict[str, Json]:
    """What is printed on a playable card."""
    face: dict[str, Json] = {
        "id": p.CARD_NAMES[card],
        "strength": int(p.STRENGTH[card]),
        "icons": icon_words(p.ICONS[card]),
        "teapots": _pots(p.TEAPOTS[card]),
        "points": int(p.CARD_POINTS[card]),
    }
    if p.FIRST_ACTION <= card < p.FIRST_EMPEROR:
        price = card - p.FIRST_ACTION
        face["level"] = int(p.LEVEL[card])
        face["price"] = {
            "leaves": int(p.PRICE_LEAVES[price]),
            "quality": int(p.PRICE_QUALITY[price]),
            "teapots": _pots(p.PRICE_POTS[price]),
        }
    elif card >= p.FIRST_EMPEROR:
        i = card - p.FIRST_EMPEROR
        face["scoring"] = {
            "each": int(p.EMPEROR_POINTS[i]),
            "of": p.EMPEROR_COUNTS[p.EMPEROR_RULE[i]],
            "most": int(p.EMPEROR_CAP[i]),
        }
    return face


@cache
def caravan_face(caravan: int) -> dict[str, Json]:
    """What is printed on a caravan card: two strength halves, two leaf halves."""
    return {
        "id": p.CARAVAN_NAMES[caravan],
        "frame": "blue" if p.CARAVAN_IS_BLUE[caravan] else "orange",
        "strength": [
            {"needs": int(p.CARAVAN_STRENGTH[caravan, i]), "bonus": bonus_words(p.CARAVAN_STRENGTH_BONUS[caravan, i])}
            for i in range(2)
        ],
        "leaves": [
            {
                "fresh": int(p.CARAVAN_TOTAL[caravan, i] - p.CARAVAN_FERMENTED[caravan, i]),
                "fermented": int(p.CARAVAN_FERMENTED[caravan, i]),
                "bonus": bonus_words(p.CARAVAN_LEAF_BONUS[caravan, i]),
            }
            for i in range(2)
        ],
    }


@cache
def region_face(region: int) -> dict[str, Json]:
    """What is printed on a region of the map: its leaves, the points of its spaces (best first), its neighbours."""
    return {
        "id": region + 1,
        "province": p.PROVINCE_NAMES[p.PROVINCE[region]],
        "quality": int(p.QUALITY[region]),
        "points": [int(p.SPACE_POINTS[region, i]) for i in range(int(p.SPACES[region]))],
        "neighbours": [other + 1 for other in range(p.REGIONS) if p.NEXT_TO[region, other]],
    }


@cache
def tile_face(tile: int) -> dict[str, Json]:
    """What is printed on a cup tile."""
    return {
        "id": p.TILE_NAMES[tile],
        "left": p.CUP_COLOURS[p.TILE_LEFT[tile]],
        "right": p.CUP_COLOURS[p.TILE_RIGHT[tile]],
        "bonus": bonus_words(p.TILE_BONUS[tile]),
    }


@cache
def token_face(token: int) -> dict[str, Json]:
    """What is printed on a Pu-erh token; a basic one has no price."""
    return {
        "id": p.TOKEN_NAMES[token],
        "fresh": int(p.TOKEN_LEAVES[token] - p.TOKEN_FERMENTED[token]),
        "fermented": int(p.TOKEN_FERMENTED[token]),
        "bonus": bonus_words(p.TOKEN_BONUS[token]),
        "stars": int(p.TOKEN_STARS[token]),
        "points": int(p.TOKEN_POINTS[token]),
    }


@cache
def lu_front(card: int) -> dict[str, Json]:
    """What Lu Yu does by a card."""
    lines = [[OPS[line[0]], line[1], OPS[line[2]], line[3]] for line in FRONT[card].tolist() if line[0]]
    return {"id": LU_NAMES[card], "lines": lines}


@cache
def lu_back(card: int) -> dict[str, Json]:
    """How Lu Yu decides by the back of a card."""
    return {
        "strength": int(BACK_STRENGTH[card]),
        "side": SIDE_NAMES[BACK_SIDE[card]],
        "caravan": POSITIONS[BACK_CARAVAN[card]],
        "emperor": POSITIONS[BACK_EMPEROR[card]],
        "hall": ("left", "right")[BACK_HALL[card]],
        "market": [int(place) + 1 for place in BACK_MARKET[card]],
        "cups": sorted(p.CUP_COLOURS, key=lambda colour: int(BACK_CUPS[card, p.CUP_COLOURS.index(colour)])),
        "provinces": sorted(
            p.PROVINCE_NAMES[1:], key=lambda name: int(BACK_PROVINCES[card, p.PROVINCE_NAMES.index(name)])
        ),
    }
