"""The table of Geisha's Road in a terminal: letters and numbers say everything that colours say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ochaya.games.geishas_road.actions import decode
from ochaya.games.geishas_road.pieces import CARD_NAMES
from ochaya.games.geishas_road.show.view import MARKERS, SPECIAL

Say = Callable[..., str]
View = Mapping[str, Any]

STYLES = {"pink": "bright_magenta", "red": "red", "blue": "bright_blue", "yellow": "yellow", "green": "green"}


def paint(view: View, say: Say) -> RenderableType:
    """Draw the table as the viewer sees it: the rival above, road and geishas between, oneself below."""
    near = 0 if view["viewer"] is None else view["viewer"]
    parts: list[RenderableType] = [_heading(view, say)]
    if view["houses"]:
        parts.append(_ring(view, say))
    parts += [_side(view, 1 - near, say), _geishas(view, near, say), _side(view, near, say)]
    return Group(*parts, *_asked(view, say))


def path(action: int, say: Say) -> tuple[str, ...]:
    """Name the small choices that lead to an action: what kind, then its cards, then how they lie."""
    said = decode(action)
    if said.kind in MARKERS:
        return _marker_path(said, say)
    if said.kind in ("hide", "take", "leave", "pair"):
        return (say(f"action.{said.kind}", slot=said.slots[0] + 1),)
    if said.kind == "counter":
        return (
            f"{say('action.counter')} — {say('about.counter')}",
            say("action.replace", slot=said.slot + 1),
            say("action.down" if said.hidden else "action.up", card=_name(said.card, say)),
        )
    if said.kind == "place":
        return (say("action.place", card=_name(said.cards[0], say)),)
    if said.kind == "tokens":
        return (say("action.favour" if said.favour else "action.guests"),)
    return (say(f"action.{said.kind}"),)


def path_at(action: int, view: View, say: Say) -> tuple[str, ...]:
    """Name the choices by the cards that lie on the table, not by their places."""
    said, offer = decode(action), view["offer"]
    if not offer or said.kind in ("open", *MARKERS):
        return path(action, say)
    lying = [_name(slot["card"] or "hidden", say) for slot in offer["slots"]]
    if said.kind == "hide":
        return (say("action.hide-card", card=lying[said.slots[0]]),)
    if said.kind == "counter":
        marker, _, laid = path(action, say)
        return marker, say("action.replace-card", card=lying[said.slot]), laid
    share = _share(said, offer)
    mine, theirs = ([lying[i] for i in range(len(lying)) if (i in share) == is_mine] for is_mine in (True, False))
    return (say("action.take-cards", cards=", ".join(mine), left=", ".join(theirs)),)


def _share(said: Any, offer: Mapping[str, Any]) -> list[int]:
    """The slots that a chosen share consists of."""
    if said.kind == "pair":
        return list(offer["groups"][said.slots[0]])
    if said.kind == "leave":
        return [i for i in range(len(offer["slots"])) if i != said.slots[0]]
    return list(said.slots)


def _marker_path(said: Any, say: Say) -> tuple[str, ...]:
    """Marker, cards, and for Intrigue and Double gift how the cards lie."""
    marker = f"{say(f'action.{said.kind}')} — {say(f'about.{said.kind}')}"
    if said.kind == "double":
        together = sorted((card for pair in said.pairs for card in pair), key=CARD_NAMES.index)
        return marker, _names(together, say), "  |  ".join(_names(pair, say) for pair in said.pairs)
    if said.kind == "intrigue":
        left, right = (_name(card, say) for card in said.cards)
        together = sorted(said.cards, key=CARD_NAMES.index)
        return marker, _names(together, say), say("action.left-right", left=left, right=right)
    return marker, _names(said.cards, say)


def _name(card: str, say: Say) -> str:
    return say(f"card.{card}")


def _names(cards: Sequence[str], say: Say) -> str:
    return ", ".join(_name(card, say) for card in cards)


def _coloured(cards: Sequence[str], say: Say) -> Text:
    """List cards, each in its colour."""
    line = Text()
    for i, card in enumerate(cards):
        line.append(", " if i else "")
        line.append(_name(card, say), style=STYLES[card.split("-")[0]])
    return line


def _label(view: View, seat: int) -> str:
    return str((view.get("names") or {}).get(seat, f"[{seat}]"))


def _heading(view: View, say: Say) -> Text:
    line = Text(f"{say('table.round', round=view['round'])}   {say('table.deck', n=view['deck'])}   ", style="bold")
    line.append(say("table.lanterns") + ": ", style="not bold")
    names = ["", ""] if view["destiny"] else [say("table.top") + " ", say("table.bottom") + " "]
    told = [f"{name}{_lanterns(row, view)}" for name, row in zip(names, view["rows"], strict=False)]
    line.append("; ".join(told), style="not bold")
    return line


def _lanterns(row: Sequence[Mapping[str, int] | None], view: View) -> str:
    """Lanterns from the left; in Destiny the value of the other side in brackets."""
    lying = [lantern for lantern in row if lantern]
    if view["destiny"]:
        return " ".join(f"{lantern['value']}({lantern['other']})" for lantern in lying) or "—"
    return " ".join(str(lantern["value"]) for lantern in lying) or "—"


def _ring(view: View, say: Say) -> Table:
    """The ring of tea houses as a row, clockwise, with pawns and tokens."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("table.ring") + " →")
    for house in view["houses"]:
        table.add_column(Text(say(f"colour.{house['colour']}"), style=STYLES[house["colour"]]), justify="center")
    pawns = [Text(", ").join(Text(say(f"geisha.{pawn}").split(" ")[0], style=STYLES[pawn]) for pawn in house["pawns"])
             for house in view["houses"]]
    table.add_row(say("table.here"), *(cell or Text("·", style="dim") for cell in pawns))
    if view["mode"] != "basic":
        label = f"{say('table.tokens')} (★ {say('table.favour-token')})"
        table.add_row(label, *(f"{house['guests']}" + (" + ★" if house["favour"] else "") for house in view["houses"]))
    return table


def _geishas(view: View, near: int, say: Say) -> Table:
    """The tiles: both sums with their cards, lanterns, steps to home, who owns the favour token."""
    far = 1 - near
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("table.tile"))
    for geisha in view["geishas"]:
        table.add_column(Text(say(f"geisha.{geisha['id']}"), style=STYLES[geisha["id"]]), justify="center")
    for seat in (far, near):
        cells = [_sum(view, seat, i) for i in range(5)]
        if seat == far:
            table.add_row(_label(view, far), *cells)
            lit = [_lanterns(geisha["lanterns"], view) for geisha in view["geishas"]]
            table.add_row(say("table.lanterns"), *lit, style="dim")
            steps = [(g["home"] - g["at"]) % 5 or 5 for g in view["geishas"]]
            table.add_row(say("table.steps"), *(str(n) for n in steps), style="dim")
        else:
            table.add_row(_label(view, near), *cells)
    return table


def _sum(view: View, seat: int, colour: int) -> Text:
    """A player's cards at a geisha, with their sum; a star where the favour token is his."""
    geisha = view["geishas"][colour]
    cards = [card.split("-")[1] for card in view["seats"][seat]["placed"] if card.startswith(geisha["id"])]
    star = "★" if geisha["favour"] == seat else ""
    if not cards:
        return Text(star or "·", style="" if star else "dim")
    leads = geisha["sums"][seat] > geisha["sums"][1 - seat]
    return Text(f"{'+'.join(cards)} = {geisha['sums'][seat]} {star}".strip(), style="bold" if leads else "")


def _side(view: View, seat: int, say: Say) -> Text:
    """One player's hand, Intrigue, markers, tokens and points."""
    side = view["seats"][seat]
    line = Text(_label(view, seat), style="bold")
    if side["points"]:
        told = " + ".join(str(points) for points in side["points"])
        line.append("  " + say("table.points", points=told), style="cyan")
    left = [say(f"action.{marker}") for marker in MARKERS if marker not in side["used"]]
    line.append(f"\n  {say('table.markers')}: {', '.join(left) or say('table.none')}", style="not bold")
    if view["mode"] == "advanced":
        left = [say(f"action.{marker}") for marker in SPECIAL if marker not in side["special_used"]]
        line.append(f"\n  {say('table.special')}: {', '.join(left) or say('table.none')}", style="not bold")
    line.append(f"\n  {say('table.hand')}: ", style="not bold")
    if side["hand"] is None:
        line.append(say("table.hidden-cards", n=side["hand_size"]), style="not bold dim")
    else:
        line.append_text(_coloured(side["hand"], say))
    if side["intrigue"] and side["intrigue"]["right"]:
        left_card = _name(side["intrigue"]["left"], say) if side["intrigue"]["left"] else "—"
        hidden = say("action.left-right", left=left_card, right=_name(side["intrigue"]["right"], say))
        line.append(f"\n  {say('table.intrigue')}: {hidden}", style="not bold dim")
    if side["favours"]:
        told = ", ".join(say(f"colour.{colour}") for colour in side["favours"])
        line.append(f"\n  {say('table.favours')}: {told}", style="not bold")
    if any(side["guests"]):
        owned = zip(view["geishas"], side["guests"], strict=True)
        told = ", ".join(f"{n} × {say('colour.' + geisha['id'])}" for geisha, n in owned if n)
        line.append(f"\n  {say('table.guests')}: {told}", style="not bold")
    return line


def _asked(view: View, say: Say) -> list[Text]:
    """What lies on the table waiting for a choice."""
    lines = []
    if view["put_back"]:
        known = Text(f"{say('table.put-back')}: ", style="dim")
        known.append(", ".join(_name(card or "hidden", say) for card in view["put_back"]))
        lines.append(known)
    if view["offer"]:
        lines.append(_offer(view, say))
    for seat in range(2):
        waiting = view["seats"][seat]["to_place"]
        if waiting:
            line = Text(f"{_label(view, seat)} — {say('table.to-place')}: ", style="bold yellow")
            lines.append(line.append_text(_coloured(waiting, say)))
    if view["choosing_tokens"]:
        asked = view["choosing_tokens"]
        told = say("table.tokens-asked", house=say(f"house.{asked['house']}"), n=asked["symbols"])
        lines.append(Text(told, style="bold yellow"))
    lines.append(Text(say(f"phase.{view['phase']}"), style="bold"))
    return lines


def _offer(view: View, say: Say) -> Text:
    """The offer with numbered slots, pairs set apart."""
    offer = view["offer"]
    line = Text(f"{say('table.offer', who=_label(view, offer['by']))}: ", style="bold yellow")
    for i, group in enumerate(offer["groups"]):
        line.append("   " if i else "", style="dim")
        if len(group) > 1:
            line.append(f"{say('table.pair', n=i + 1)}: ", style="not bold")
        for j, slot in enumerate(group):
            lying = offer["slots"][slot]
            line.append(" + " if j else "", style="dim")
            line.append(f"[{slot + 1}] ", style="not bold")
            if lying["card"]:
                line.append(_name(lying["card"], say), style=STYLES[lying["card"].split("-")[0]])
            if lying["down"] is not None and offer["shown"]:
                line.append(f" ({say('card.hidden')})" if lying["card"] else say("card.hidden"), style="dim")
            elif not lying["card"]:
                line.append("?", style="dim")
    return line
