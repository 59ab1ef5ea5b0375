"""What is asked: an action as small choices, the question in words, and what the turn has to work with."""

from __future__ import annotations

from rich.text import Text

from ochaya.games.tea_garden.notation import decode
from ochaya.games.tea_garden.pieces import CARAVAN_NAMES, STUDY_BONUS, TOKEN_NAMES
from ochaya.games.tea_garden.show.faces import bonus_words, caravan_face, token_face
from ochaya.games.tea_garden.show.terminal.words import Say, View, bonus, label, token_words

FAMILIES = {
    "top": "card", "under": "card", "discard": "card", "buy": "card", "emperor": "card", "remove-hand": "card",
    "remove-discard": "card", "remove-pile": "card", "draw": "card", "pay": "leaf", "leaf": "leaf", "build": "region",
    "garden": "region", "sell": "caravan", "court": "hall", "market": "puerh", "basic": "puerh", "join": "puerh",
    "do": "effect", "double": "effect", "again": "effect", "side": "effect", "cup-left": "tile", "cup-right": "tile",
    "lay-left": "tile", "lay-right": "tile", "stack": "province", "scroll": "scroll",
}  # fmt: skip
PAID = {"card": "card", "caravan": "caravan", "side": "effect", "puerh": "puerh"}
"""What leaves are paid for, where a text names it already."""


def path(action: int, say: Say) -> tuple[str, ...]:
    """Name the small choices that lead to an action: what is done, with what, in which way."""
    said = decode(action)
    verb = say(f"action.{said.kind}")
    if said.kind == "study":
        number = 2 * (int(said.item or 1) - 1) + int(said.choice or 1) - 1
        return verb, bonus(bonus_words(STUDY_BONUS[number]), say)
    if said.item is None:
        return (verb,)
    if said.kind == "market":
        return verb, token_words(token_face(TOKEN_NAMES.index(said.item)), say)
    thing = said.item if said.item == "?" else say(f"{FAMILIES[said.kind]}.{said.item}")
    if said.kind == "sell":
        return verb, thing, _way(said.item, said.choice or "", say)
    if said.kind == "court":
        return verb, thing, str(said.choice)
    return verb, thing


def _way(caravan: str, choice: str, say: Say) -> str:
    """Spell one way to serve a caravan: strength and its reward, leaves and theirs."""
    face = caravan_face(CARAVAN_NAMES.index(caravan))
    strength = face["strength"][choice.startswith("high")]
    leaves = face["leaves"][choice.endswith("large")]
    paid = f"{leaves['fresh']}+{leaves['fermented']}"
    return f"≥{strength['needs']} → {bonus(strength['bonus'], say)};  {paid} → {bonus(leaves['bonus'], say)}"


def question(view: View, say: Say) -> str:
    """Say what is asked now, and about what: the price, how many are left, the tile or token to lay."""
    asked, turn = say(f"phase.{view['phase']}"), view["turn"]
    if turn["owed"]:
        return f"{asked} ({_owed(turn, say)})"
    left = turn["amount"] or turn["removes"] or turn["discards"]
    if left:
        return f"{asked} ({say('table.left', n=left)})"
    if turn["tile"]:
        return f"{asked}: {say('tile.' + turn['tile']['id'])}"
    if turn["token"]:
        return f"{asked}: {say('puerh.' + turn['token']['id'])}"
    return asked


def _owed(turn: View, say: Say) -> str:
    """What is still to be paid, and what for."""
    owed, bill = turn["owed"], turn["paying_for"]
    item = (bill["item"] or "").partition(":")[0]
    thing = say(f"{PAID[bill['what']]}.{item}") if bill["what"] in PAID else say(f"paid.{bill['what']}", n=item)
    fermented = max(0, owed["leaves"] - owed["fresh"])
    return say("table.owed", n=owed["leaves"], fermented=fermented, quality=owed["quality"], thing=thing)


def heading(view: View, say: Say) -> Text:
    """The round, who began it, and what the turn at hand has to work with."""
    line = Text(say("table.round", round=view["round"], rounds=view["rounds"]), style="bold")
    if view["starter"] is not None:
        line.append(f"   {say('table.starter', who=label(view, view['starter']))}", style="default")
    turn = view["turn"]
    if turn["strength"]:
        line.append(f"   {say('table.strength', n=turn['strength'])}", style="bold yellow")
    for key in ("icons", "pending"):
        if turn[key]:
            line.append(f"   {say(f'table.{key}')}: {bonus(turn[key], say)}", style="yellow")
    if turn["owed"]:
        line.append(f"\n{_owed(turn, say)}", style="yellow")
    held = [say(f"tile.{turn['tile']['id']}")] if turn["tile"] else []
    held += [say(f"puerh.{token['id']}") for token in [turn["token"], *turn["bought"]] if token]
    if held:
        line.append(f"\n{say('table.held')}: {', '.join(held)}", style="yellow")
    return line
