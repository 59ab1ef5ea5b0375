"""A card: what is worth knowing about something that was learned, kept beside it."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ochaya.train.curve import Point


class About(msgspec.Struct, frozen=True):
    """What a run is for; a checkpoint goes on only with the same."""

    game: str
    version: int
    setup: str
    learner: str
    recipe: dict[str, Any]
    seed: int
    against: str = ""
    """The frozen bot that it learns to beat; empty for self-play."""
    shards: int = 1
    """Into how many shards a round is cut; how many play them is no part of a run."""


class Card(msgspec.Struct, frozen=True):
    """What was learned, from what, when, and how strong it is against its pool."""

    about: About
    decisions: int
    seconds: float
    date: str
    hash: str
    """SHA-256 of the numbers learned."""
    pool: str
    share: float
    low: float
    high: float
    matches: int
    curve: list[Point]
    began_with: dict[str, Any] | None = None
    """The card of the run whose network this one began with, where it had one."""


def hash_of(arrays: list[npt.NDArray[Any]]) -> str:
    """Digest numbers, whatever file they lie in."""
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def today() -> str:
    """Give the date as it stands on a card."""
    return datetime.now(UTC).date().isoformat()


def read(path: Path) -> dict[str, Any] | None:
    """Read a card as it stands there, with whatever else was written on it; None where there is none."""
    try:
        found = msgspec.json.decode(path.read_bytes())
    except (FileNotFoundError, msgspec.DecodeError):
        return None
    return found if isinstance(found, dict) else None


def write(card: Card, path: Path) -> None:
    """Write a card as JSON that people can read."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(card), indent=2) + b"\n")
