"""The pieces that Lu Yu's reading needs, as plain words, read from the data files only and not through the house."""

from __future__ import annotations

import csv
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

_DATA = files("ochaya.games.tea_garden") / "data"


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((_DATA / f"{name}.csv").read_text("utf-8").splitlines()))


NUMBERS: dict[str, Any] = tomllib.loads((_DATA / "numbers.toml").read_text("utf-8"))
OWN: dict[str, Any] = NUMBERS["lu_yu"]

PLACES = ("left", "middle", "right")
PROVINCES = {"G": "green", "B": "blue", "O": "orange", "R": "red"}
COLOURS = {"b": "blue", "g": "green", "w": "white"}


@dataclass(frozen=True)
class Card:
    """One of Lu Yu's cards: its orders on the front, what decides on its back."""

    name: str
    group: str
    """Basic, master, or the side action on the back of an advanced card."""
    orders: tuple[tuple[str, ...], ...]
    """From top to bottom; each a few ways, the later ones only if the earlier are impossible."""
    strength: int
    side: str
    caravan: int
    emperor: int
    provinces: tuple[str, ...]
    """Best first; the start province, which no back names, is last (G-71)."""
    colours: tuple[str, ...]
    halls: tuple[int, int]
    market: tuple[int, int, int]


def _card(row: dict[str, str]) -> Card:
    return Card(
        name=row["card"].lower(),
        group=row["side"].lower() if row["kind"] == "advanced" else row["kind"],
        orders=tuple(tuple(order.split("/")) for order in row["front"].split()),
        strength=int(row["strength"]),
        side=row["side"].lower(),
        caravan=PLACES.index(row["caravan"]),
        emperor=PLACES.index(row["emperor"]),
        provinces=(*(PROVINCES[letter] for letter in row["provinces"]), "start"),
        colours=tuple(COLOURS[letter] for letter in row["cups"]),
        halls=(0, 1) if row["hall"] == "left" else (1, 0),
        market=(int(row["market"][0]) - 1, int(row["market"][1]) - 1, int(row["market"][2]) - 1),
    )


CARDS = {card.name: card for card in map(_card, _rows("lu_yu"))}
SIDES = ("uni", "cup", "boat")


@dataclass(frozen=True)
class Region:
    """One region of the map."""

    province: str
    quality: int
    neighbours: tuple[int, ...]


REGIONS = {
    int(row["region"]): Region(row["province"], int(row["quality"]), tuple(map(int, row["neighbours"].split())))
    for row in _rows("regions")
}
TILES = {row["tile"].lower(): (row["left"], row["right"]) for row in _rows("cup_tiles")}
"""The left and the right half circle of each cup tile."""
CARD_POINTS = {row["card"].lower(): int(row["points"]) for row in _rows("action_cards")}
RIVER_POINTS = [int(row["points"]) for row in _rows("river")]
STEP_POINTS = [0, *(int(row["lu_yu_points"]) for row in _rows("emperor_track"))]
DECREES = {row["decree"].lower(): row for row in _rows("decrees")}
SQUARES: list[int] = NUMBERS["squares"]["strength"]
