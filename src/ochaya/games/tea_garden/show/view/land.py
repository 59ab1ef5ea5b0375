"""The map: regions with their spaces and tokens, and the cup stack of each province."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import Json
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.show.faces import bonus_words, region_face, tile_face
from ochaya.games.tea_garden.state import NONE


def owner(mark: Any) -> int | None:
    """Say who stands on a space: nobody, or a player."""
    return None if mark == 0 else int(mark) - 1


def regions(s: Any) -> list[dict[str, Json]]:
    """Show every region: what is printed there, who stands on its spaces, which token lies there."""
    return [_region(s, region) for region in range(p.REGIONS)]


def _region(s: Any, region: int) -> dict[str, Json]:
    token = int(s.region_token[region])
    return {
        **region_face(region),
        "spaces": [owner(s.space[region, i]) for i in range(int(p.SPACES[region]))],
        "token": None if token == NONE else p.REGION_TOKEN_NAMES[token],
        "bonus": [] if token == NONE else bonus_words(p.REGION_TOKEN_BONUS[token]),
    }


def stacks(s: Any) -> list[dict[str, Json]]:
    """Show the cup stack of each province: its top tile and how many lie below."""
    return [
        {
            "province": p.PROVINCE_NAMES[province],
            "tile": None if s.stack_top[province] == NONE else tile_face(int(s.stack_top[province])),
            "left": int(s.stack_left[province]),
        }
        for province in range(p.PROVINCES)
    ]
