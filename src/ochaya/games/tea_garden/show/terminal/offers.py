"""What lies on offer and on the board: rows of cards, the map, cup stacks, the court."""

from __future__ import annotations

from itertools import zip_longest

from rich.table import Table
from rich.text import Text

from ochaya.games.tea_garden.show.terminal.words import (
    COLOURS,
    Say,
    View,
    bonus,
    grid,
    halves,
    initial,
    listed,
    short,
    token_words,
)


def market(view: View, say: Say) -> Table:
    """The row of action cards with the strength each column needs, price and points."""
    table = grid(4)
    for strength, card in zip(view["columns"], view["market"], strict=True):
        if card:
            price = say("table.price", leaves=card["price"]["leaves"], quality=card["price"]["quality"])
            pots = "+".join(initial(pot, say) for pot in card["price"]["teapots"])
            table.add_row(
                Text(f"{say('table.market')} ≥{strength}", "bold"), say(f"card.{card['id']}"), f"{price} {pots}",
                say("table.points", n=card["points"]),
            )
    return table


def caravans(view: View, say: Say) -> Text:
    """The three caravans: strength halves, then leaf halves (fresh + fermented leaves)."""
    lines = []
    for caravan in view["caravans"]:
        if caravan:
            halves = " / ".join(f"≥{half['needs']} {bonus(half['bonus'], say)}" for half in caravan["strength"])
            leaves = " / ".join(
                f"{half['fresh']}+{half['fermented']} {bonus(half['bonus'], say)}" for half in caravan["leaves"]
            )
            lines.append(f"{say('caravan.' + caravan['id'])}: {halves};  {leaves}")
    return listed(say("table.caravans"), lines)


def emperors(view: View, say: Say) -> Text:
    """The three emperor cards and what they score."""
    lines = []
    for card in view["emperors"]:
        if card:
            scoring = card["scoring"]
            what = say(f"counts.{scoring['of']}")
            lines.append(f"{say('card.' + card['id'])}  {scoring['each']} × {what} (≤ {scoring['most']})")
    return listed(say("table.emperors"), lines)


def land(view: View, say: Say) -> Table:
    """The regions: number, province, quality, spaces with owners and points, bonus token, neighbours."""
    table = grid(2)
    rows = []
    for region in view["regions"]:
        owners = " ".join(
            f"{short(view, owner)}{f'+{points}' if points else ''}"
            for owner, points in zip(region["spaces"], region["points"], strict=True)
        )
        near = ",".join(str(other) for other in region["neighbours"])
        name = f"{region['id']:>2} {initial(region['province'], say)}{region['quality']} "
        cell = Text(name, COLOURS[region["province"]])
        cell.append(f"{owners}  {bonus(region['bonus'], say) if region['bonus'] else ''}", "default")
        cell.append(f" →{near}", "dim")
        rows.append(cell)
    for left, right in zip(rows[:8], rows[8:], strict=True):
        table.add_row(left, right)
    return table


def cups(view: View, say: Say) -> Text:
    """The top tile of each province's stack, its bonus, and how many lie below."""
    text = Text(f"{say('table.cups')}  ", "bold")
    tops = [
        f"{initial(stack['province'], say)} {halves(stack['tile'], say)} {bonus(stack['tile']['bonus'], say)}"
        f" +{stack['left']}"
        for stack in view["stacks"]
        if stack["tile"]
    ]
    return text.append("; ".join(tops), "default")


def _taken(view: View, what: int, owner: int | None) -> str:
    """A space with its number, and who stands on it."""
    return str(what) if owner is None else f"{what}({short(view, owner)})"


def halls(view: View, say: Say) -> Table:
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
    table = grid(2)
    for left, right in zip_longest(halls, decrees):
        table.add_row(left or "", right or "")
    return table


def stocks(view: View, say: Say) -> Text:
    """The open Pu-erh tokens: basic ones, then premium ones with their prices."""
    court = view["court"]
    return listed(say("table.stock"), [
        "; ".join(token_words(token, say) for token in court[row] if token) for row in ("basic", "premium")
    ])
