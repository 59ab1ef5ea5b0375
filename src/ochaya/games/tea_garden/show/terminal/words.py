"""Small words of the table: bonuses, names of cards, players in a letter or two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

Say = Callable[..., str]
View = Mapping[str, Any]

COLOURS = {"start": "white", "green": "green", "blue": "blue", "orange": "orange3", "red": "red", "white": "white"}


def bonus(words: Iterable[str], say: Say) -> str:
    """Spell a bonus: "leaf 3, 2 × emperor token"."""
    parts = []
    for word in words:
        name, _, amount = word.partition("*")
        if name == "vp":
            parts.append(say("table.points", n=int(amount)))
        else:
            parts.append(say(f"effect.{name}") if amount == "1" else f"{amount} × {say(f'effect.{name}')}")
    return ", ".join(parts) or "–"


def label(view: View, seat: int | None) -> str:
    """A player by name."""
    if seat is None:
        return "·"
    if view["lu_yu"] and seat == 1:
        return "Lu Yu"
    return str((view.get("names") or {}).get(seat, f"[{seat}]"))


def short(view: View, owner: int | None) -> str:
    """A player in one or two letters: the own seat is *, Lu Yu is L."""
    if owner is None:
        return "_"
    if view["lu_yu"] and owner == 1:
        return "L"
    return "*" if owner == view["viewer"] else str(owner)


def initial(colour: str, say: Say) -> str:
    """A colour by the first letter of its name; a teapot of any colour is a question mark."""
    return "?" if colour == "any" else say(f"province.{colour}")[0].upper()


def halves(tile: View, say: Say) -> str:
    """The two colours of a cup tile, short."""
    return f"{say('cup.' + tile['left'])}|{say('cup.' + tile['right'])}"


def token_words(token: View, say: Say) -> str:
    """A Pu-erh token on offer: what is printed on it, and its price in fresh + fermented leaves."""
    name = say(f"puerh.{token['id']}")
    price = token["fresh"], token["fermented"]
    return f"{name} [{price[0]}+{price[1]}]" if any(price) else name


def card_names(cards: Sequence[str], say: Say) -> str:
    """Cards by name, several copies counted."""
    counted = Counter(cards)
    return ", ".join(say(f"card.{card}") if n == 1 else f"{n} × {say(f'card.{card}')}" for card, n in counted.items())


def grid(columns: int) -> Table:
    """Lines without frames, in columns."""
    table = Table.grid(padding=(0, 2))
    for _ in range(columns):
        table.add_column()
    return table


def listed(title: str, lines: Sequence[str]) -> Text:
    """A title and what belongs to it, a line each."""
    text = Text()
    for i, line in enumerate(lines):
        text.append(f"{title}  ", "bold")
        text.append(line + ("\n" if i + 1 < len(lines) else ""))
    return text
