"""Hanamikoji's table in a terminal: letters and numbers say everything that colours say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ochaya.games.hanamikoji.actions import decode
from ochaya.games.hanamikoji.pieces import ITEMS, MARKERS

Say = Callable[..., str]

COLOURS = {
    "flute": "magenta", "fan": "red", "scroll": "yellow", "umbrella": "blue",
    "shamisen": "orange3", "tea": "green", "hairpin": "bright_magenta",
}


def paint(view: Mapping[str, Any], say: Say) -> RenderableType:
    """Draw the table as the viewer sees it: the rival above, the geishas between, oneself below."""
    near = 0 if view["viewer"] is None else view["viewer"]
    far = 1 - near
    return Group(
        _heading(view, say), _side(view, far, say), _geishas(view, near, far, say), _side(view, near, say),
        *_offer(view, say),
    )


def path(action: int, say: Say) -> tuple[str, ...]:
    """Name the small choices that lead to an action: the marker, then its cards, then how they are split."""
    said = decode(action)
    if said.kind == "take":
        return (_name(said.cards[0], say),)
    if said.kind == "pair":
        return (say("action.pair") + f" {(said.choice or 0) + 1}",)
    marker = f"{say(f'action.{said.kind}')} — {say(f'about.{said.kind}')}"
    if said.kind != "competition":
        return marker, _names(said.cards, say)
    together = sorted(said.cards, key=ITEMS.index)
    return marker, _names(together, say), f"{_names(said.cards[:2], say)}  |  {_names(said.cards[2:], say)}"


def path_at(action: int, view: Mapping[str, Any], say: Say) -> tuple[str, ...]:
    """Name the choices where the table says more than the action: which pair is which."""
    said = decode(action)
    if said.kind == "pair" and view["offer"]:
        return (_names(view["offer"]["groups"][said.choice or 0], say),)
    return path(action, say)


def _name(card: str, say: Say) -> str:
    return say(f"card.{card}")


def _names(cards: Sequence[str], say: Say) -> str:
    """List cards shortly: "fan, 2 × tea set"."""
    counted = Counter(cards)
    return ", ".join(_name(card, say) if n == 1 else f"{n} × {_name(card, say)}" for card, n in counted.items())


def _heading(view: Mapping[str, Any], say: Say) -> Text:
    limit, number = view["round_limit"], view["round"]
    played = say("table.round-of", round=number, limit=limit) if limit else say("table.round", round=number)
    return Text(f"{played}   {say('table.pile', n=view['pile'])}", style="bold")


def _geishas(view: Mapping[str, Any], near: int, far: int, say: Say) -> Table:
    """The row of geishas: charm, the rival's cards above, her marker, the viewer's cards below."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("")
    for geisha in view["geishas"]:
        table.add_column(Text(f"{geisha['name']} {geisha['charm']}", style=COLOURS[geisha["id"]]), justify="center")
    table.add_row("", *(Text(_name(g["id"], say), style=COLOURS[g["id"]]) for g in view["geishas"]))
    table.add_row(_label(view, far), *(_pips(n) for n in view["seats"][far]["placed"]))
    marks = {None: Text("○", style="dim"), far: Text("▲", style="bold"), near: Text("▼", style="bold green")}
    table.add_row(say("table.favour"), *(marks[g["favour"]] for g in view["geishas"]))
    table.add_row(_label(view, near), *(_pips(n) for n in view["seats"][near]["placed"]))
    return table


def _label(view: Mapping[str, Any], seat: int) -> str:
    return str((view.get("names") or {}).get(seat, f"[{seat}]"))


def _pips(count: int) -> Text:
    return Text("·", style="dim") if count == 0 else Text("■" * count)


def _side(view: Mapping[str, Any], seat: int, say: Say) -> Text:
    """One player's hand, face-down cards, markers and standing."""
    side = view["seats"][seat]
    left = [say(f"action.{marker}") for marker in MARKERS if marker not in side["used"]]
    line = Text(f"{_label(view, seat)}  ", style="bold")
    line.append(say("table.standing", geishas=side["geishas"], points=side["points"]), style="cyan")
    line.append(f"\n  {say('table.markers')}: {', '.join(left) or say('table.none')}", style="not bold")
    line.append(f"\n  {say('table.hand')}: ", style="not bold")
    if side["hand"] is None:
        line.append(say("table.hidden-cards", n=side["hand_size"]), style="dim")
    else:
        for i, card in enumerate(side["hand"]):
            line.append(", " if i else "", style="not bold")
            line.append(_name(card, say), style=COLOURS[card])
    for key in ("secret", "discarded"):
        if side[key]:
            line.append(f"\n  {say(f'table.{key}')}: {_names(side[key], say)}", style="not bold dim")
    return line


def _offer(view: Mapping[str, Any], say: Say) -> list[Text]:
    """The cards waiting for an answer."""
    if not view["offer"]:
        return []
    line = Text(f"{say('table.offer', who=_label(view, view['offer']['by']))}: ", style="bold yellow")
    for i, group in enumerate(view["offer"]["groups"]):
        if i:
            line.append(f"  {say('table.or')}  ", style="dim")
        for j, card in enumerate(group):
            line.append(" + " if j else "", style="dim")
            line.append(_name(card, say), style=COLOURS[card])
    return [line]
