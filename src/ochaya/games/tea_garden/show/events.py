"""What one viewer is told has happened: the action itself, then what the rules noted in `told`."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import Event, Json
from ochaya.core.secrecy import Seen
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.lu_yu.cards import LU, LU_NAMES, OPS
from ochaya.games.tea_garden.notation import LEAF_NAMES, SCROLL_NAMES, SIDE_NAMES, Action, decode
from ochaya.games.tea_garden.show.faces import POSITIONS, lu_back
from ochaya.games.tea_garden.show.view.ending import counted_at_the_end
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
        told += _ended(after)
    return told


def _acted(b: Any, said: Action) -> list[Event]:
    """The action as its own event; set-up and steps that tell themselves have none."""
    who = int(b.turn_of)
    if said.kind in _WITH_ITEM:
        thing = f"#{_WITH_ITEM[said.kind]}.{said.item}"
        data: dict[str, Json] = {"who": who, "thing": thing}
        if said.kind == "sell":
            data |= _sold(said)
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


def _sold(said: Action) -> dict[str, Json]:
    """§7 The leaves a caravan is paid: how many, and how many of them fermented. What it gives is told as it comes."""
    caravan, half = p.CARAVAN_NAMES.index(said.item or ""), int((said.choice or "").endswith("large"))
    return {"n": int(p.CARAVAN_TOTAL[caravan, half]), "fermented": int(p.CARAVAN_FERMENTED[caravan, half])}


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
        return {"thing": f"#tile.{p.TILE_NAMES[first]}", "end": f"#end.{('right', 'left')[second]}"}
    if what == "lu-back":
        return _lu_back(first)
    if what == "lu-back-court":
        back = lu_back(first)
        tokens = {f"token{i}": place for i, place in enumerate(back["market"], 1)}
        return {"hall": 1 if back["hall"] == "left" else 2, **tokens}
    if what == "lu-instead":
        return {"thing": f"#order.{OPS[first].lower()}", "other": f"#order.{OPS[second].lower()}"}
    if what == "lu-nothing":
        return {"thing": f"#order.{OPS[first].lower()}"}
    if what == "lu-climb":
        return {"n": first, "thing": "#nothing" if second == NONE else f"#card.{p.CARD_NAMES[second]}"}
    if what == "lu-advanced":
        return {"thing": f"#effect.{SIDE_NAMES[first]}"}
    return {"n": first}


def _lu_back(card: int) -> dict[str, Json]:
    """The back that decides his turn: strength, side action, places, and his orders of provinces and colours."""
    back = lu_back(card)
    data: dict[str, Json] = {
        "strength": back["strength"],
        "side": f"#effect.{back['side']}",
        "caravan": POSITIONS.index(back["caravan"]) + 1,
        "emperor": POSITIONS.index(back["emperor"]) + 1,
    }
    data |= {f"province{i}": f"#province.{province}" for i, province in enumerate(back["provinces"], 1)}
    return data | {f"colour{i}": f"#colour.{colour}" for i, colour in enumerate(back["cups"], 1)}


def _ended(after: Seen) -> list[Event]:
    """What everybody scored at the end, source by source, then the final standing."""
    a, told = after.record, list[Event]()
    for player, points in enumerate(counted_at_the_end(after)):
        is_lu = bool(a.is_solo) and player == LU
        whose: dict[str, Json] = {} if is_lu else {"who": player}
        prefix = "lu-" if is_lu else ""
        for source, n in points.items():
            told.append(Event(f"{prefix}points", {**whose, "n": n, "source": f"#source.{source}"}))
        told.append(Event(f"{prefix}final", {**whose, "n": int(a.points[player])}))
    if a.is_solo:
        kind = "solo-won" if a.points[0] > a.points[LU] else "solo-lost"
        told.append(Event(kind, {"n": int(a.points[0]), "other": int(a.points[LU])}))
    return told
