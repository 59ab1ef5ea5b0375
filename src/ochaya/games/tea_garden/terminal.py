"""Tea Garden's table in a terminal: the board above, every player below; letters say all that colours say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ochaya.games.tea_garden.faces import bonus_words, caravan_face
from ochaya.games.tea_garden.notation import decode
from ochaya.games.tea_garden.pieces import (
    CARAVAN_NAMES,
    LAST_STEP,
    STEP_BONUS,
    STEP_LEAVES,
    STEP_QUALITY,
    STUDY_BONUS,
)

Say = Callable[..., str]
View = Mapping[str, Any]

FAMILIES = {
    "top": "card", "under": "card", "discard": "card", "buy": "card", "emperor": "card", "remove-hand": "card",
    "remove-discard": "card", "remove-pile": "card", "draw": "card", "pay": "leaf", "leaf": "leaf", "build": "region",
    "garden": "region", "sell": "caravan", "court": "hall", "market": "puerh", "basic": "puerh", "join": "puerh",
    "do": "effect", "double": "effect", "again": "effect", "side": "effect", "cup-left": "tile", "cup-right": "tile",
    "lay-left": "tile", "lay-right": "tile", "stack": "province", "scroll": "scroll",
}  # fmt: skip
PLACES = {"left": 1, "middle": 2, "right": 3}
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
        if name == "vp":
            parts.append(say("table.points", n=int(amount)))
        else:
            parts.append(say(f"effect.{name}") if amount == "1" else f"{amount} × {say(f'effect.{name}')}")
    return ", ".join(parts) or "–"


def paint(view: View, say: Say) -> RenderableType:
    """Draw the table as the viewer sees it, closely, so that it fits on one screen."""
    parts: list[RenderableType] = [_heading(view, say), _market(view, say), _caravans(view, say), _emperors(view, say)]
    parts += [_map(view, say), _cups(view, say)]
    if view["court"]:
        parts += [_halls(view, say), _stocks(view, say)]
    near = view["viewer"] or 0
    for seat in [*(s for s in range(len(view["seats"])) if s != near), near]:
        parts.append(_seat(view, seat, say))
    if view["lu_yu"]:
        parts.append(_lu_yu(view, say))
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


def _grid(columns: int) -> Table:
    """Lines without frames, in columns."""
    table = Table.grid(padding=(0, 2))
    for _ in range(columns):
        table.add_column()
    return table


def _market(view: View, say: Say) -> Table:
    """The row of action cards with the strength each column needs, price and points."""
    table = _grid(4)
    for strength, card in zip(view["columns"], view["market"], strict=True):
        if card:
            price = say("table.price", leaves=card["price"]["leaves"], quality=card["price"]["quality"])
            pots = "+".join(_initial(pot, say) for pot in card["price"]["teapots"])
            table.add_row(
                Text(f"{say('table.market')} ≥{strength}", "bold"), say(f"card.{card['id']}"), f"{price} {pots}",
                say("table.points", n=card["points"]),
            )
    return table


def _caravans(view: View, say: Say) -> Text:
    """The three caravans: strength halves, then leaf halves (fresh + fermented leaves)."""
    lines = []
    for caravan in view["caravans"]:
        if caravan:
            halves = " / ".join(f"≥{half['needs']} {_bonus(half['bonus'], say)}" for half in caravan["strength"])
            leaves = " / ".join(
                f"{half['fresh']}+{half['fermented']} {_bonus(half['bonus'], say)}" for half in caravan["leaves"]
            )
            lines.append(f"{caravan['id'].upper()}  {halves};  {leaves}")
    return _listed(say("table.caravans"), lines)


def _emperors(view: View, say: Say) -> Text:
    """The three emperor cards and what they score."""
    lines = []
    for card in view["emperors"]:
        if card:
            scoring = card["scoring"]
            what = say(f"counts.{scoring['of']}")
            lines.append(f"{say('card.' + card['id'])}  {scoring['each']} × {what} (≤ {scoring['most']})")
    return _listed(say("table.emperors"), lines)


def _listed(title: str, lines: Sequence[str]) -> Text:
    """A title and what belongs to it, a line each."""
    text = Text()
    for i, line in enumerate(lines):
        text.append(f"{title}  ", "bold")
        text.append(line + ("\n" if i + 1 < len(lines) else ""))
    return text


def _map(view: View, say: Say) -> Table:
    """The regions: number, province, quality, spaces with owners and points, bonus token, neighbours."""
    table = _grid(2)
    rows = []
    for region in view["regions"]:
        owners = " ".join(
            f"{_short(view, owner)}{f'+{points}' if points else ''}"
            for owner, points in zip(region["spaces"], region["points"], strict=True)
        )
        near = ",".join(str(other) for other in region["neighbours"])
        name = f"{region['id']:>2} {_initial(region['province'], say)}{region['quality']} "
        cell = Text(name, COLOURS[region["province"]])
        cell.append(f"{owners}  {_bonus(region['bonus'], say) if region['bonus'] else ''}", "default")
        cell.append(f" →{near}", "dim")
        rows.append(cell)
    for left, right in zip(rows[:8], rows[8:], strict=True):
        table.add_row(left, right)
    return table


def _cups(view: View, say: Say) -> Text:
    """The top tile of each province's stack, its bonus, and how many lie below."""
    text = Text(f"{say('table.cups')}  ", "bold")
    tops = [
        f"{_initial(stack['province'], say)} {_halves(stack['tile'], say)} {_bonus(stack['tile']['bonus'], say)}"
        f" +{stack['left']}"
        for stack in view["stacks"]
        if stack["tile"]
    ]
    return text.append("; ".join(tops), "default")


def _halves(tile: View, say: Say) -> str:
    """The two colours of a cup tile, short."""
    return f"{say('cup.' + tile['left'])}|{say('cup.' + tile['right'])}"


def _initial(colour: str, say: Say) -> str:
    """A colour by the first letter of its name; a teapot of any colour is a question mark."""
    return "?" if colour == "any" else say(f"province.{colour}")[0].upper()


def _short(view: View, owner: int | None) -> str:
    """A player in one or two letters: the own seat is *, Lu Yu is L."""
    if owner is None:
        return "_"
    if view["lu_yu"] and owner == 1:
        return "L"
    return "*" if owner == view["viewer"] else str(owner)


def _taken(view: View, what: int, owner: int | None) -> str:
    """A space with its number, and who stands on it."""
    return str(what) if owner is None else f"{what}({_short(view, owner)})"


def _halls(view: View, say: Say) -> Table:
    """Halls with their squares on the left, decrees on the right."""
    court = view["court"]
    halls, decrees = [], []
    for hall in court["halls"]:
        squares = " ".join(_taken(view, square["strength"], square["who"]) for square in hall["squares"])
        halls.append(Text.assemble((f"{say('table.court')}  ", "bold"), f"{say('hall.' + hall['id'])}  {squares}"))
    for decree in court["decrees"]:
        spaces = " ".join(
            _taken(view, points, who) for points, who in zip(decree["points"], decree["spaces"], strict=True)
        )
        named = f"{say('decree.' + decree['id'])} ≥ {decree['needs']}: {spaces}"
        decrees.append(Text.assemble((f"{say('table.decrees')}  ", "bold"), named))
    table = _grid(2)
    for left, right in zip_longest(halls, decrees):
        table.add_row(left or "", right or "")
    return table


def _stocks(view: View, say: Say) -> Text:
    """The open Pu-erh tokens: basic ones, then premium ones with their prices."""
    court = view["court"]
    return _listed(say("table.stock"), [
        "; ".join(say(f"puerh.{token['id']}") for token in court[row] if token) for row in ("basic", "premium")
    ])


def _names(cards: Sequence[str], say: Say) -> str:
    counted = Counter(cards)
    return ", ".join(say(f"card.{card}") if n == 1 else f"{n} × {say(f'card.{card}')}" for card, n in counted.items())


def _seat(view: View, seat: int, say: Say) -> Text:
    """One player's board in a few lines."""
    side = view["seats"][seat]
    line = Text(f"{_label(view, seat)}  {say('table.points', n=side['points'])}", style="bold cyan")
    scrolls = "/".join(str(n) for n in side["scrolls"].values())
    line.append(f" · {say('table.tokens')} {side['emperor_tokens']} · {say('table.scrolls')} {scrolls}", "default")
    if view["court"]:
        line.append(f" · {say('table.messengers', **side['messengers'])}", style="default")
    if side["passed"]:
        line.append(f"  {say('table.passed')}", style="dim")
    fresh, brown = side["leaves"]["fresh"], side["leaves"]["fermented"]
    leaves = "  ".join(f"{green}/{ripe}" for green, ripe in zip(fresh, brown, strict=True))
    line.append(f"\n  {say('table.leaves')}: {leaves}", style="green")
    pagodas = ",".join(str(strength) for strength in side["pagodas"])
    step = _step(side["step"], say) if seat == view["viewer"] else side["step"]
    tracks = {"research": side["research"], "river": side["river"], "step": step}
    line.append(
        f"\n  {say('table.tracks', **tracks, caravans=len(side['caravans']), pagodas=pagodas)}", style="default"
    )
    _append_collections(line, view, side, say)
    slots = [f"{say('card.' + slot['top']['id'])} [{slot['strength']}]" for slot in side["slots"] if slot]
    if slots:
        line.append(f"\n  {say('table.slots')}: {'; '.join(slots)}", style="default")
    is_known = side["hand"] is not None
    cards = [card["id"] for card in side["hand"]] if is_known else side["hand_known"]
    hand = ", ".join(filter(None, (_names(cards, say), "?" * (side["hand_size"] - len(cards)))))
    line.append(f"\n  {say('table.hand')} ({side['hand_size']}): ", style="default")
    line.append(hand, style="bold" if is_known else "dim")
    piles = f"{say('table.pile')} {side['pile_size']} · {say('table.discard')} {len(side['discard'])}"
    line.append(f"   {piles}", style="dim")
    return line


def _step(step: int, say: Say) -> str:
    """Where one stands on the emperor track, and what the next step asks for and gives."""
    if step == LAST_STEP:
        return str(step)
    price = say("table.price", leaves=STEP_LEAVES[step], quality=STEP_QUALITY[step])
    return f"{step} (2+{price} → {_bonus(bonus_words(STEP_BONUS[step]), say)})"


def _append_collections(line: Text, view: View, side: View, say: Say) -> None:
    """Cup rows (° marks a cup token) and Pu-erh cakes, if there are any."""
    rows = [" ".join(f"{_halves(tile, say)}{'°' if tile['token'] else ''}" for tile in row) for row in side["rows"]]
    if rows:
        line.append(f"\n  {say('table.rows')}: {' · '.join(rows)}", style="default")
    cakes = ["+".join(f"{token['id'].upper()} ★{token['stars']}×{token['points']}" for token in cake)
             for cake in side["cakes"]]
    if view["court"] and cakes:
        line.append(f"\n  {say('table.cakes')}: {'  '.join(cakes)}", style="default")


def _lu_yu(view: View, say: Say) -> Text:
    """Lu Yu's board, and the back that decides his next turn."""
    lu = view["lu_yu"]
    line = Text(f"Lu Yu  {say('table.points', n=lu['points'])}", style="bold magenta")
    line.append(f" · {lu['fresh']}/{lu['fermented']} · {say('table.tokens')} {lu['emperor_tokens']}", style="default")
    if view["court"]:
        line.append(f" · {say('table.messengers', **lu['messengers'])}", style="default")
    tracks = {"research": lu["research"], "river": lu["river"], "step": lu["step"]}
    line.append(f"\n  {say('table.tracks', **tracks, caravans=len(lu['caravans']), pagodas='–')}", style="default")
    _append_collections(line, view, lu, say)
    if lu["top"]:
        top = lu["top"]
        parts = [
            f"{say('table.strength', n=top['strength'])}, {say('effect.' + top['side'])}",
            f"{say('table.caravans')} {PLACES[top['caravan']]}", f"{say('table.emperors')} {PLACES[top['emperor']]}",
            ">".join(_initial(province, say) for province in top["provinces"]),
            ">".join(say(f"cup.{colour}") for colour in top["cups"]),
        ]
        if view["court"]:
            parts.append(f"{say('table.court')} {1 if top['hall'] == 'left' else 2}")
            parts.append(f"{say('table.stock')} {'-'.join(str(place) for place in top['market'])}")
        line.append(f"\n  {say('table.top')}: {' · '.join(parts)}", style="default")
    return line
