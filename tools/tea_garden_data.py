"""Write all that is printed on Tea Garden's components for the browser's board: web/src/games/tea_garden/data.json.

Run `python -m tools.tea_garden_data` after a change of the game's data files; a test notices when it was forgotten.
Views name cards, tiles and tokens by their ids; here the board finds what is printed on them.
"""

from __future__ import annotations

import json
from pathlib import Path

from ochaya.core.game import Json
from ochaya.core.record import Table
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.lu_yu.cards import LU_CARDS
from ochaya.games.tea_garden.notation import EFFECT_NAMES
from ochaya.games.tea_garden.show import faces
from ochaya.games.tea_garden.show.view.boards import boards

TARGET = Path(__file__).resolve().parent.parent / "web/src/games/tea_garden/data.json"


def printed() -> dict[str, Json]:
    """Give every component by kind and id, and what is printed on the boards (with the Pu-erh extension)."""
    return {
        "boards": boards(True),
        "columns": p.COLUMNS.tolist(),
        "squares": p.SQUARES.tolist(),
        "effects": list(EFFECT_NAMES),
        "provinces": list(p.PROVINCE_NAMES),
        "roads": [
            [first + 1, second + 1]
            for first in range(p.REGIONS)
            for second in range(first + 1, p.REGIONS)
            if p.NEXT_TO[first, second]
        ],
        "regions": [faces.region_face(region) for region in range(p.REGIONS)],
        "region_tokens": _bonuses(p.REGION_TOKEN_NAMES, p.REGION_TOKEN_BONUS),
        "cards": _by_id([faces.card_face(card) for card in range(p.CARDS)]),
        "caravans": _by_id([faces.caravan_face(caravan) for caravan in range(p.CARAVANS)]),
        "tiles": _by_id([faces.tile_face(tile) for tile in range(p.TILES)]),
        "tokens": _by_id([faces.token_face(token) for token in range(p.TOKENS)]),
        "halls": _bonuses(p.HALL_NAMES, p.HALL_BONUS),
        "decrees": {name: _decree(i) for i, name in enumerate(p.DECREE_NAMES)},
        "lu_yu": _by_id([{**faces.lu_front(card), "back": faces.lu_back(card)} for card in range(LU_CARDS)]),
    }


def _by_id(components: list[dict[str, Json]]) -> dict[str, Json]:
    return {str(component["id"]): component for component in components}


def _bonuses(names: tuple[str, ...], bonuses: Table) -> dict[str, Json]:
    return {name: faces.bonus_words(bonus) for name, bonus in zip(names, bonuses, strict=True)}


def _decree(decree: int) -> dict[str, Json]:
    """What a decree counts, and for its brown and its red side how many are needed and the points of both spaces."""
    return {
        "counts": p.DECREE_COUNTS[decree],
        "needs": p.DECREE_NEEDS[decree].tolist(),
        "points": p.DECREE_POINTS[decree].tolist(),
    }


def text() -> str:
    """Give the file's text: one line for each component, so that a difference can be read."""
    parts = []
    for kind, components in printed().items():
        if isinstance(components, dict):
            lines = [f"    {json.dumps(name)}: {json.dumps(face)}" for name, face in components.items()]
            parts.append(f"  {json.dumps(kind)}: {{\n" + ",\n".join(lines) + "\n  }")
        else:
            parts.append(f"  {json.dumps(kind)}: {json.dumps(components)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(text(), "utf-8")
    print(TARGET.relative_to(Path.cwd()))
