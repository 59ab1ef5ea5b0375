"""Reads the data files beside the code: one file per kind of component, one row per component.

Every row says in its `source` column where its values come from: `rulebook` (the rulebook of the expansion),
`public` (a public page about the base game) or `house` (our own proposal; none was to be found). See
docs/games/tea_garden.md.
"""

from __future__ import annotations

import csv
import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from ochaya.core.record import Table

DATA = Path(__file__).parent / "data"

KINDS = (
    "VP", "LEAF1", "LEAF2", "LEAF3", "LEAF4", "LEAF5", "LEAF6", "EMP", "SCR+1", "SCRx2", "SCRpot", "GLEAF",
    "FER", "SCR?", "DRAW", "CYC1", "CYC2", "REM", "UNI", "CUP", "BOAT", "ANY", "HAR", "PUB", "CARD",
)  # fmt: skip
"""The kinds of effect; from FER onwards the player has something to choose or cards are drawn."""
POTS = ("pot-R", "pot-G", "pot-B", "pot-any")
ATOMS = 4
"""No bonus consists of more parts than this."""


def rows(name: str) -> list[dict[str, str]]:
    """Give the rows of one data file."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def numbers() -> dict[str, dict[str, Any]]:
    """Give the numbers that stand on boards, by table."""
    with (DATA / "numbers.toml").open("rb") as file:
        return tomllib.load(file)


def parts(text: str) -> list[tuple[str, int]]:
    """Split a bonus such as `LEAF2x1 FER2` into kinds and amounts, teapots left out."""
    found: list[tuple[str, int]] = []
    for word in text.split():
        if word in POTS:
            continue
        if leaf := re.fullmatch(r"(LEAF[1-6])x(\d)", word):
            found.append((leaf[1], int(leaf[2])))
        elif word in KINDS:
            found.append((word, 1))
        elif amount := re.fullmatch(r"([A-Z]+)(\d+)", word):
            found.append((amount[1], int(amount[2])))
        else:
            raise ValueError(f"{word!r} is no effect")
    return found


def bonuses(texts: list[str]) -> Table:
    """Give a table [component, part, (kind, amount)] of their bonuses; an amount of 0 ends a list."""
    table = np.zeros((len(texts), ATOMS, 2), np.int64)
    for i, text in enumerate(texts):
        for j, (kind, amount) in enumerate(parts(text)):
            table[i, j] = KINDS.index(kind), amount
    return table


def icon_counts(texts: list[str]) -> Table:
    """Give a table [card, kind] of the icons on playable cards, teapots left out."""
    table = np.zeros((len(texts), len(KINDS)), np.int64)
    for i, text in enumerate(texts):
        for kind, amount in parts(text):
            table[i, KINDS.index(kind)] += amount
    return table


def teapots(texts: list[str]) -> Table:
    """Give a table [card, (red, green, blue, any)] of the teapots on a card's icons."""
    return np.array([[text.split().count(pot) for pot in POTS] for text in texts], np.int64)


def column(table: list[dict[str, str]], name: str) -> Table:
    """Give one column of whole numbers."""
    return np.array([int(row[name]) for row in table], np.int64)


def text_column(table: list[dict[str, str]], name: str) -> list[str]:
    """Give one column of texts."""
    return [row[name] for row in table]
