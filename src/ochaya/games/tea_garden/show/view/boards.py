"""What is printed on the main board and the player boards: the same in every match with the same expansion."""

from __future__ import annotations

from functools import cache

from ochaya.core.game import Json
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.show.faces import bonus_words


@cache
def boards(has_puerh: bool) -> dict[str, Json]:
    """Show tracks and prices; points are those of a player at the end (`lu_points` those of Lu Yu)."""
    slots = 5 if has_puerh else 4
    return {
        "river": [
            {"bonus": bonus_words(p.RIVER_BONUS[i]), "points": int(p.RIVER_POINTS[i])}
            for i in range(p.LAST_SECTION + 1)
        ],
        "river_beyond": p.RIVER_BEYOND,
        "university": [
            [bonus_words(p.STUDY_BONUS[2 * quarter + choice]) for choice in range(2)]
            for quarter in range(len(p.STUDY_BONUS) // 2)
        ],
        "university_points": p.STUDY_POINTS.tolist(),
        "university_beyond": p.STUDY_BEYOND,
        "steps": [
            {
                "tokens": int(p.STEP_TOKENS[i]),
                "leaves": int(p.STEP_LEAVES[i]),
                "fermented": int(p.STEP_FERMENTED[i]),
                "quality": int(p.STEP_QUALITY[i]),
                "bonus": bonus_words(p.STEP_BONUS[i]),
                "points": int(p.STEP_POINTS[i + 1]),
                "lu_points": int(p.LU_STEP_POINTS[i + 1]),
            }
            for i in range(p.LAST_STEP)
        ],
        "cups": {"connections": p.CONNECTION_POINTS.tolist(), "further": p.FURTHER_CONNECTION},
        "pagodas": p.PAGODAS.tolist(),
        "skip": p.SKIP,
        "slots": [0 if slot < p.FREE_SLOTS else p.SLOT_PRICE for slot in range(slots)],
        "exchanges": {"side": p.SIDE_PRICE, "scroll": p.SCROLL_PRICE, "emperor": p.EMPEROR_TOKEN_PRICE},
        "rates": {"ferment": p.FERMENT_RATE, "harvest": p.HARVEST_RATE, "garden": p.GARDEN_LEAVES},
        "shop": p.SHOP_STRENGTH.tolist() if has_puerh else None,
        "halls": [p.HALL_FIRST, p.HALL_SECOND] if has_puerh else None,
    }
