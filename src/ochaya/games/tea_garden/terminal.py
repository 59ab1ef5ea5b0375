"""Tea Garden's table in a terminal: the board above, every player below; letters say all that colours say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ochaya.games.tea_garden.faces import bonus_words, caravan_face
from ochaya.games.tea_garden.notation import decode
from ochaya.games.tea_garden.pieces import CARAVAN_NAMES, STUDY_BONUS

Say = Callable[..., str]
View = Mapping[str, Any]

FAMILIES = {
    "top": "card", "under": "card", "discard": "card", "buy": "card", "emperor": "card", "remove-hand": "card",
    "remove-discard": "card", "remove-pile": "card", "draw": "card", "pay": "leaf", "leaf": "leaf", "build": "region",
    "garden": "region", "sell": "caravan", "court": "hall", "market": "puerh", "basic": "puerh", "join": "puerh",
    "do": "effect", "double": "effect", "again": "effect", "side": "effect", "cup-left": "tile", "cup-right": "tile",
    "lay-left": "tile", "lay-right": "tile", "stack": "province", "scroll": "scroll",
}  # fmt: skip
COLOURS = {"start": "white", "green": "green", "blue": "blue", "orange": "orange3", "red": "red", "white": "white"}


def path(action: int, say: Say) -> tuple[str, ...]:
    """Name the small choices that lead to an action: what is done, with what, in which way."""
    said = decode(action)
    label = say(f"action.{said.kind}")
    if said.kind == "study":
        number = 2 * (int(said.item or 1) - 1) + int(said.choice or 1) - 1
        return label, _bonus(bonus_words(STUDY_BONUS[number]), say)
    if said.item is None:
        return (label,)
    thing = said.item if said.item == "?" else say(f"{FAMILIES[said.kind]}.{said.item}")
    if said.kind == "sell":
        return label, thing, _way(said.item, said.choice or "", say)
    if said.kind == "court":
        return label, thing, str(said.choice)
    return label, thing


def _way(caravan: str, choice: str, say: Say) -> str:
    """Spell one way to serve a caravan: strength and its reward, leaves and theirs."""
    face = caravan_face(CARAVAN_NAMES.index(caravan))
    strength = face["strength"][choice.startswith("high")]
    leaves = face["leaves"][choice.endswith("large")]
    paid = f"{leaves['fresh']}+{leaves['fermented']}"
    return f"≥{strength['needs']} → {_bonus(strength['bonus'], say)};  {paid} → {_bonus(leaves['bonus'], say)}"


def _bonus(words: Iterable[str], say: Say) -> str:
    """Spell a bonus: "leaf 3, 2 × emperor token"."""
    parts = []
    for word in words:
        name, _, amount = word.partition("*")
        parts.append(say(f"effect.{name}") if amount == "1" else f"{amount} × {say(f'effect.{name}')}")
    return ", ".join(parts) or "–"


def paint(view: View, say: Say) -> RenderableType:
    """Draw the table as the viewer sees it."""
    parts: list[RenderableType] = [_heading(view, say), _market(view, say), _map(view, say)]
    if view["court"]:
        parts.append(_court(view, say))
    near = view["viewer"] or 0
    for seat in [*(s for s in range(len(view["seats"])) if s != near), near]:
        parts.append(_seat(view, seat, say))
    if view["lu_yu"]:
        parts.append(_lu_yu(view["lu_yu"], say))
    return Group(*parts)


def _label(view: View, seat: int | None) -> str:
    if seat is None:
        return "·"
    if view["lu_yu"] and seat == 1:
        return "Lu Yu"
    return str((view.get("names") or {}).get(seat, f"[{seat}]"))


def _heading(view: View, say: Say) -> Text:
    line = Text(say("table.round", round=view["round"], rounds=view["rounds"]), style="bold")
    turn = view["turn"]
    if turn["strength"]:
        line.append(f"   {say('table.strength', n=turn['strength'])}", style="bold yellow")
    for key in ("icons", "pending"):
        if turn[key]:
            line.append(f"   {say(f'table.{key}')}: {_bonus(turn[key], say)}", style="yellow")
    return line


def _market(view: View, say: Say) -> Table:
    """The row of action cards with their prices, then caravans and emperor cards."""
    table = Table(box=box.SIMPLE, pad_edge=False, show_header=False)
    for strength, card in zip(view["columns"], view["market"], strict=True):
        if card:
            price = say("table.price", leaves=card["price"]["leaves"], quality=card["price"]["quality"])
            pots = "+".join(pot[0].upper() for pot in card["price"]["teapots"])
            table.add_row(
                f"{say('table.market')} {strength}", say(f"card.{card['id']}"), f"{price} {pots}",
                say("table.points", n=card["points"]),
            )
    for caravan in view["caravans"]:
        if caravan:
            halves = " / ".join(f"≥{half['needs']}: {_bonus(half['bonus'], say)}" for half in caravan["strength"])
            leaves = " / ".join(
                f"{half['fresh']}+{half['fermented']}: {_bonus(half['bonus'], say)}" for half in caravan["leaves"]
            )
            table.add_row(say("table.caravans"), say(f"caravan.{caravan['id']}"), halves, leaves)
    for card in view["emperors"]:
        if card:
            scoring = card["scoring"]
            what = say(f"counts.{scoring['of']}")
            table.add_row(
                say("table.emperors"), say(f"card.{card['id']}"), f"{scoring['each']} × {what}", f"≤ {scoring['most']}"
            )
    return table


def _map(view: View, say: Say) -> Table:
    """The regions: quality, owners, bonus token; and the cup stacks of the provinces."""
    table = Table(box=box.SIMPLE, pad_edge=False, title=say("table.map"), title_justify="left", show_header=False)
    rows = []
    for region in view["regions"]:
        owners = " ".join(
            f"{_short(view, owner)}{f'+{points}' if points else ''}"
            for owner, points in zip(region["spaces"], region["points"], strict=True)
        )
        near = ",".join(str(other) for other in region["neighbours"])
        name = f"{region['id']:>2} {region['province'][0].upper()}{region['quality']} "
        cell = Text(name, COLOURS[region["province"]])
        cell.append(f"{owners}  {_bonus(region['bonus'], say) if region['bonus'] else ''}", "default")
        cell.append(f" →{near}", "dim")
        rows.append(cell)
    for left, right in zip(rows[:8], rows[8:], strict=True):
        table.add_row(left, right)
    tops = [
        f"{stack['province'][0].upper()}: {say('tile.' + stack['tile']['id'])} +{stack['left']}"
        for stack in view["stacks"]
        if stack["tile"]
    ]
    table.add_row(Text(f"{say('table.cups')}: " + "; ".join(tops)), "")
    return table


def _short(view: View, owner: int | None) -> str:
    """A player in one or two letters: the own seat is *, Lu Yu is L."""
    if owner is None:
        return "_"
    if view["lu_yu"] and owner == 1:
        return "L"
    return "*" if owner == view["viewer"] else str(owner)


def _court(view: View, say: Say) -> Table:
    """Halls with their squares, Pu-erh tokens, decrees."""
    court = view["court"]
    table = Table(box=box.SIMPLE, pad_edge=False, show_header=False)
    for hall in court["halls"]:
        squares = " ".join(f"{square['strength']}{_short(view, square['who'])}" for square in hall["squares"])
        table.add_row(say("table.court"), say(f"hall.{hall['id']}"), squares)
    for row in ("basic", "premium"):
        tokens = "; ".join(say(f"puerh.{token['id']}") for token in court[row] if token)
        table.add_row(say("table.stock"), tokens, "")
    for decree in court["decrees"]:
        spaces = " ".join(
            f"{points}{_short(view, who)}" for points, who in zip(decree["points"], decree["spaces"], strict=True)
        )
        table.add_row(say("table.decrees"), f"{say('decree.' + decree['id'])} ≥ {decree['needs']}", spaces)
    return table


def _names(cards: Sequence[str], say: Say) -> str:
    counted = Counter(cards)
    return ", ".join(say(f"card.{card}") if n == 1 else f"{n} × {say(f'card.{card}')}" for card, n in counted.items())


def _seat(view: View, seat: int, say: Say) -> Text:
    """One player's board in a few lines."""
    side = view["seats"][seat]
    line = Text(f"{_label(view, seat)}  {say('table.points', n=side['points'])}", style="bold cyan")
    if side["passed"]:
        line.append(f"  {say('table.passed')}", style="dim")
    fresh, brown = side["leaves"]["fresh"], side["leaves"]["fermented"]
    leaves = " ".join(f"{green}/{ripe}" for green, ripe in zip(fresh, brown, strict=True))
    scrolls = "/".join(str(n) for n in side["scrolls"].values())
    line.append(f"\n  {say('table.leaves')}: {leaves}", style="green")
    tokens = f"{say('table.tokens')} {side['emperor_tokens']}"
    line.append(f"   {tokens}   {say('table.scrolls')} {scrolls}", style="default")
    pagodas = ",".join(str(strength) for strength in side["pagodas"])
    tracks = {"research": side["research"], "river": side["river"], "step": side["step"]}
    line.append(
        f"\n  {say('table.tracks', **tracks, caravans=len(side['caravans']), pagodas=pagodas)}", style="default"
    )
    slots = [f"{say('card.' + slot['top']['id'])} [{slot['strength']}]" for slot in side["slots"] if slot]
    if slots:
        line.append(f"\n  {say('table.slots')}: {'; '.join(slots)}", style="default")
    hand = _names([card["id"] for card in side["hand"]], say) if side["hand"] is not None else ""
    line.append(f"\n  {say('table.hand')} ({side['hand_size']}): ", style="default")
    line.append(hand or _names(side["hand_known"], say), style="bold" if hand else "dim")
    piles = f"{say('table.pile')} {side['pile_size']} · {say('table.discard')} {len(side['discard'])}"
    line.append(f"   {piles}", style="dim")
    _append_collections(line, view, side, say)
    return line


def _append_collections(line: Text, view: View, side: View, say: Say) -> None:
    """Cup rows, cakes and messengers."""
    rows = [
        " ".join(f"{tile['left'][0]}|{tile['right'][0]}{'°' if tile['token'] else ''}" for tile in row)
        for row in side["rows"]
    ]
    if rows:
        line.append(f"\n  {say('table.rows')}: {'   '.join(rows)}", style="default")
    if view["court"]:
        cakes = ["+".join(token["id"] for token in cake) for cake in side["cakes"]]
        line.append(f"\n  {say('table.messengers', **side['messengers'])}", style="default")
        if cakes:
            line.append(f"   {say('table.cakes')}: {'  '.join(cakes)}", style="default")


def _lu_yu(lu: View, say: Say) -> Text:
    """Lu Yu's board, and the back that decides his next turn."""
    line = Text(f"Lu Yu  {say('table.points', n=lu['points'])}", style="bold magenta")
    line.append(f"   {lu['fresh']}/{lu['fermented']}   {say('table.tokens')} {lu['emperor_tokens']}", style="default")
    tracks = {"research": lu["research"], "river": lu["river"], "step": lu["step"]}
    line.append(f"\n  {say('table.tracks', **tracks, caravans=len(lu['caravans']), pagodas='–')}", style="default")
    if lu["top"]:
        top = lu["top"]
        line.append(
            f"\n  {say('table.top')}: {say('table.strength', n=top['strength'])}, {say('effect.' + top['side'])}",
            style="default",
        )
    return line
