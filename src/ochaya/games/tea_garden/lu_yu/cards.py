"""Lu Yu's 24 cards as constant tables (§14): what he does by the front, how he decides by the back."""

from __future__ import annotations

import re

import numpy as np

from ochaya.games.tea_garden import load
from ochaya.games.tea_garden.pieces import CUP_COLOURS, NUMBERS, PROVINCE_NAMES

LU = 1
"""Lu Yu's number among the players."""
OPS = (
    "NOTHING", "FRESH", "FERMENT", "TOKEN", "GARDEN", "BUY", "CARAVAN", "COURT", "MARKET", "SIDE", "PAYSIDE", "EMPEROR",
    "ADV",
)  # fmt: skip
(
    NOTHING, FRESH_LEAVES, FERMENT_LEAVES, EMPEROR_TOKEN, GARDEN, BUY, CARAVAN, COURT, MARKET, SIDE, PAY_SIDE, EMPEROR,
    ADVANCED,
) = range(len(OPS))  # fmt: skip
STEPS = 8
"""Room for the lines of a front."""

_rows = load.rows("lu_yu")
LU_CARDS = len(_rows)
LU_NAMES = tuple(row["card"].lower() for row in _rows)
SIDES = ("UNI", "CUP", "BOAT")
CLASSES = 5
"""How the cards are told apart face down: advanced by side action (0 to 2), basic, master."""
BASIC_CLASS, MASTER_CLASS = 3, 4
LU_CLASS = np.array(
    [{"basic": 3, "master": 4}.get(row["kind"], SIDES.index(row["side"])) for row in _rows], np.int64
)
CLASS_SIZE = np.bincount(LU_CLASS, minlength=CLASSES)
BACK_STRENGTH = load.column(_rows, "strength")
BACK_SIDE = np.array([SIDES.index(row["side"]) for row in _rows], np.int64)
_PLACES = ("left", "middle", "right")
BACK_CARAVAN = np.array([_PLACES.index(row["caravan"]) for row in _rows], np.int64)
BACK_EMPEROR = np.array([_PLACES.index(row["emperor"]) for row in _rows], np.int64)
BACK_HALL = np.array([0 if row["hall"] == "left" else 1 for row in _rows], np.int64)
BACK_MARKET = np.array([[int(place) - 1 for place in row["market"]] for row in _rows], np.int64)
BACK_CUPS = np.zeros((LU_CARDS, len(CUP_COLOURS)), np.int64)
"""[card, colour]: 0 for the colour preferred most."""
BACK_PROVINCES = np.zeros((LU_CARDS, len(PROVINCE_NAMES)), np.int64)
"""[card, province]: 0 for the province preferred most; the start province comes last."""
for _i, _row in enumerate(_rows):
    for _c, _colour in enumerate(CUP_COLOURS):
        BACK_CUPS[_i, _c] = _row["cups"].index(_colour[0])
    for _p, _province in enumerate(PROVINCE_NAMES):
        BACK_PROVINCES[_i, _p] = 4 if _province == "start" else _row["provinces"].index(_province[0].upper())


def _line(text: str) -> tuple[int, int]:
    """Read one order such as `BUY+2` or `FRESH1`."""
    found = re.fullmatch(r"([A-Z]+)\+?(\d*)", text)
    if found is None:
        raise ValueError(f"{text!r} is no order of Lu Yu's")
    return OPS.index(found[1]), int(found[2] or 0)


FRONT = np.zeros((LU_CARDS, STEPS, 4), np.int64)
"""[card, line, (order, number, order if impossible, its number)]"""
for _i, _row in enumerate(_rows):
    for _j, _text in enumerate(_row["front"].split()):
        _first, _, _second = _text.partition("/")
        FRONT[_i, _j, :2] = _line(_first)
        if _second:
            FRONT[_i, _j, 2:] = _line(_second)

_numbers = NUMBERS["lu_yu"]
MASTERS = np.array(_numbers["masters"], np.int64)
"""How many master cards his deck gets, by level."""
ADVANCED_BESIDE = sum(row["kind"] == "advanced" for row in _rows) - _numbers["advanced"]
"""How many advanced cards lie beside his deck at first."""
LU_GARDEN_LEAVES = _numbers["leaves_of_a_garden"]
LU_STEP_TOKENS = _numbers["emperor_tokens_of_a_step"]
LU_CARAVAN_POINTS = _numbers["points_of_a_caravan"]
LU_FRESH_FOR_A_POINT = _numbers["fresh_leaves_for_a_point"]
LU_FERMENTED_POINTS = _numbers["points_of_a_fermented_leaf"]
LU_CAKE_POINTS = _numbers["points_of_a_cake"]
LU_UNFINISHED_POINTS = _numbers["points_of_an_unfinished_cake"]
LU_SLOT_PRICE = NUMBERS["lu_yu_slots"]["price_in_fermented_leaves"]
