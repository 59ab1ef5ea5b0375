"""What one viewer is told has happened: the action itself, then what the rules noted in `told`."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import Event, Json
from ochaya.core.secrecy import Seen
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.luyu_cards import LU_NAMES
from ochaya.games.tea_garden.notation import LEAF_NAMES, SCROLL_NAMES, SIDE_NAMES, Action, decode
from ochaya.games.tea_garden.state import FINISHED, NONE, SOURCE_NAMES
from ochaya.games.tea_garden.telling import TOLD

_WITH_ITEM = {
    "top": "card", "under": "card", "pay": "leaf", "build": "region", "buy": "card", "sell": "caravan", "court": "hall",
    "market": "puerh", "do": "effect", "double": "effect", "again": "effect", "cup-left": "tile", "cup-right": "tile",
    "remove-hand": "card", "remove-discard": "card", "remove-pile": "card", "discard": "card", "stack": "province",
    "lay-left": "tile", "lay-right": "tile", "side": "effect", "emperor": "card", "basic": "puerh", "join": "puerh",
}  # fmt: skip
"""Actions told with one thing, and the family of texts that names it."""
_PLAIN = ("pass", "ferment", "harvest", "strength", "swap-scroll", "swap-emperor", "climb", "row", "cake")
_TURNED = {
    "turn-tile": "tile", "turn-card": "card", "turn-caravan": "caravan", "turn-emperor": "card", "turn-token": "puerh",
    "turn-hall": "hall",
}  # fmt: skip


def events(before: Seen, action: int, after: Seen) -> list[Event]:
    """Tell the action, then everything that followed from it without a choice."""
    b, a = before.record, after.record
    told = _acted(b, decode(action))
    for i in range(int(a.told_count)):
        what, who, first, second = (int(x) for x in a.told[i])
        event = _followed(a, TOLD[what], who, first, second)
        if event is not None:
            told.append(event)
    if a.phase == FINISHED:
        told += _ended(a)
    return told


def _acted(b: Any, said: Action) -> list[Event]:
    """The action as its own event; set-up and steps that tell themselves have none."""
    who = int(b.turn_of)
    if said.kind in _WITH_ITEM:
        thing = f"#{_WITH_ITEM[said.kind]}.{said.item}"
        data: dict[str, Json] = {"who": who, "thing": thing}
        if said.kind == "sell":
            data["way"] = f"#way.{said.choice}"
        if said.kind == "court":
            data["square"] = int(said.choice or 0)
        return [Event(said.kind, data)]
    if said.kind in _PLAIN:
        return [Event(said.kind, {"who": who})]
    if said.kind == "study":
        return [Event("study", {"who": who, "quarter": int(said.item or 0), "bonus": int(said.choice or 0)})]
    if said.kind == "first":
        return [Event("first", {"who": int(said.item or 0)})]
    if said.kind == "draw":
        if said.item == "?":
            return [Event("draw-hidden", {"who": who})]
        return [Event("draw", {"who": who, "thing": f"#card.{said.item}"})]
    if said.kind in _TURNED and b.round_number > 0:
        return [Event("turned", {"thing": f"#{_TURNED[said.kind]}.{said.item}"})]
    return []


def _followed(a: Any, what: str, who: int, first: int, second: int) -> Event | None:
    """One note of the rules as an event; Lu Yu has no seat, so what he does is told with his name in the text."""
    is_lu = bool(a.is_solo) and who == 1
    if what.startswith("lu-"):
        return Event(what, _lu_data(what, first, second))
    data: dict[str, Json] = {} if is_lu else {"who": who}
    if what in ("leaves", "fermented"):
        data |= {"quality": first, "n": second}
    elif what in ("emperor-tokens", "harvest"):
        data |= {"n": first}
    elif what == "scroll":
        data |= {"thing": f"#scroll.{SCROLL_NAMES[first]}"}
    elif what == "points":
        data |= {"n": first, "source": f"#source.{SOURCE_NAMES[second]}"}
    elif what == "decree":
        data |= {"thing": f"#decree.{p.DECREE_NAMES[first]}", "n": second}
    elif what == "hall":
        data |= {"thing": f"#hall.{p.HALL_NAMES[first]}", "n": second}
    elif what == "round":
        return Event("round", {"round": first})
    elif what in ("boat", "research"):
        data |= {"n": first}
    elif what == "market-gone":
        return Event("market-gone", {"thing": f"#card.{p.CARD_NAMES[first]}"})
    elif what == "paid":
        data |= {"thing": f"#leaf.{LEAF_NAMES[first]}"}
        return Event("pay", data)
    elif what == "harvested":
        data |= {"thing": f"#region.{first + 1}", "n": second}
    elif what == "over":
        return None
    what = {"harvest": "harvest-all", "cake": "cake-done"}.get(what, what)
    return Event(f"lu-{what}" if is_lu else what, data)


def _lu_data(what: str, first: int, second: int) -> dict[str, Json]:
    """What a step of Lu Yu's is told with."""
    if what == "lu-card":
        return {"thing": f"#lu.{LU_NAMES[first]}", "n": second}
    if what == "lu-garden":
        return {"thing": f"#region.{first + 1}"}
    if what == "lu-buy":
        return {"thing": f"#card.{p.CARD_NAMES[first]}"}
    if what == "lu-caravan":
        return {"thing": f"#caravan.{p.CARAVAN_NAMES[first]}"}
    if what == "lu-court":
        return {"thing": f"#hall.{p.HALL_NAMES[first]}", "square": second}
    if what == "lu-market":
        return {"thing": f"#puerh.{p.TOKEN_NAMES[first]}"}
    if what == "lu-cup":
        return {"thing": f"#tile.{p.TILE_NAMES[first]}"}
    if what == "lu-climb":
        return {"n": first, "thing": "#nothing" if second == NONE else f"#card.{p.CARD_NAMES[second]}"}
    if what == "lu-advanced":
        return {"thing": f"#effect.{SIDE_NAMES[first]}"}
    return {"n": first}


def _ended(a: Any) -> list[Event]:
    """The final standing."""
    people = 1 if a.is_solo else int(a.players)
    told = [Event("final", {"who": seat, "n": int(a.points[seat])}) for seat in range(people)]
    if a.is_solo:
        told.append(Event("lu-final", {"n": int(a.points[1])}))
    return told
