"""The turn at hand: strength, icons, what is being paid for, what still has to be chosen."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import Json
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.notation import EFFECT_NAMES, VERSION_NAMES
from ochaya.games.tea_garden.show.faces import icon_words, tile_face, token_face
from ochaya.games.tea_garden.state import (
    ACTING,
    DISCARD_CARD,
    FERMENT,
    HARVEST,
    LAY_TILE,
    LAY_TOKEN,
    PAY,
    PAY_CARAVAN,
    PAY_CARD,
    PAY_EMPEROR,
    PAY_SCROLL,
    PAY_SIDE_ACTION,
    PAY_SLOT,
    PAY_STEP,
    REMOVE,
    STACK,
    TURN,
)


def turn(s: Any) -> dict[str, Json]:
    """Show what the player to act has to work with, and what the question at hand is about."""
    is_open = bool(s.stage == ACTING and s.phase not in (TURN, STACK))
    slot = int(s.turns[s.turn_of]) - int(is_open) if s.stage == ACTING else 0
    return {
        "who": int(s.turn_of),
        "slot": slot,
        "strength": int(s.strength),
        "main_done": bool(s.main_done),
        "icons": icon_words(s.icons),
        "icons_used": icon_words(p.ICONS[s.slot_top[s.turn_of, slot]] - s.icons) if is_open else [],
        "doubled": bool(s.doubled),
        "repeated": bool(s.repeated),
        "pending": icon_words(s.pending),
        "amount": int(s.amount) if s.phase in (FERMENT, HARVEST) else 0,
        "removes": int(s.amount) if s.phase == REMOVE else 0,
        "discards": int(s.discards) if s.phase == DISCARD_CARD else 0,
        "owed": {"leaves": int(s.owed), "fresh": int(s.owed_fresh), "quality": int(s.owed_quality)}
        if s.phase == PAY
        else None,
        "paying_for": _bill(s) if s.phase == PAY else None,
        "tile": tile_face(int(s.holding)) if s.phase == LAY_TILE else None,
        "token": token_face(int(s.holding)) if s.phase == LAY_TOKEN else None,
        "shopping": int(s.shopping),
        "bought": [token_face(int(token)) for token in s.bought[: s.bought_count]],
        "new_tokens": [p.TOKEN_NAMES[token] for token in range(p.TOKENS) if s.is_new[token]],
    }


def _bill(s: Any) -> dict[str, Json]:
    """What the leaves are for, and the whole price: so many leaves, of them fermented, of at least this quality."""
    what, item, total, fermented, quality = _priced(s)
    return {"what": what, "item": item, "leaves": int(total), "fermented": int(fermented), "quality": int(quality)}


def _priced(s: Any) -> tuple[str, str | None, int, int, int]:
    target = int(s.pay_target)
    if s.pay_for == PAY_SLOT:
        return "slot", str(int(s.turns[s.turn_of])), p.SLOT_PRICE, p.SLOT_PRICE, 1
    if s.pay_for == PAY_CARD:
        price = target - p.FIRST_ACTION
        return "card", p.CARD_NAMES[target], p.PRICE_LEAVES[price], 0, p.PRICE_QUALITY[price]
    if s.pay_for == PAY_CARAVAN:
        caravan, half = target // 4, target % 2
        name = f"{p.CARAVAN_NAMES[caravan]}:{VERSION_NAMES[target % 4]}"
        return "caravan", name, p.CARAVAN_TOTAL[caravan, half], p.CARAVAN_FERMENTED[caravan, half], 1
    if s.pay_for == PAY_STEP:
        step = int(s.step[s.turn_of])
        return "step", str(step + 1), p.STEP_LEAVES[step], p.STEP_FERMENTED[step], p.STEP_QUALITY[step]
    if s.pay_for == PAY_SIDE_ACTION:
        return "side", EFFECT_NAMES[target], p.SIDE_PRICE, p.SIDE_PRICE, 1
    if s.pay_for == PAY_SCROLL:
        return "scroll", None, p.SCROLL_PRICE, 0, 1
    if s.pay_for == PAY_EMPEROR:
        return "emperor-token", None, p.EMPEROR_TOKEN_PRICE, p.EMPEROR_TOKEN_PRICE, 1
    return "puerh", p.TOKEN_NAMES[target], p.TOKEN_LEAVES[target], p.TOKEN_FERMENTED[target], 1
