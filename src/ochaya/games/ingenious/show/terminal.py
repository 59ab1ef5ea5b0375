"""The board in a terminal: every free space shows its own name, every symbol a letter beside its colour.

So nobody has to count: what is to be typed stands on the space itself. Letters and symbols say all that colours say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ochaya.games.ingenious.actions import Place, decode
from ochaya.games.ingenious.board import NAMES, PLACES, distance
from ochaya.games.ingenious.pieces import COLOUR_NAMES

Say = Callable[..., str]
View = Mapping[str, Any]

LETTERS = {name: name[0].upper() for name in COLOUR_NAMES}
SYMBOLS = {"red": "✸", "green": "●", "blue": "✶", "orange": "⬢", "yellow": "✺", "purple": "○"}
STYLES = {
    "red": "white on red3", "green": "white on dark_green", "blue": "white on blue3", "orange": "black on dark_orange",
    "yellow": "black on yellow", "purple": "white on dark_magenta",
}
EXPLAINS = " — "
"""What stands between a label and what only explains it."""
CELL = 4
"""How many characters a space is wide; half of it is how far each row is set off against the next."""


def paint(view: View, say: Say) -> RenderableType:
    """Draw the board, the score boards and the racks as the viewer sees them."""
    return Group(_board(view), _legend(say), _tracks(view, say), *_racks(view, say), *_notes(view, say))


def path(action: int, say: Say) -> tuple[str, ...]:
    """Name the small choices that lead to an action: the tile, the space of its first half, that of the other."""
    said = decode(action)
    if isinstance(said, Place):
        return _tile_choice(said.tile, say), said.at, said.to
    if said.kind == "exchange":
        return (f"{say('action.exchange')}{EXPLAINS}{say('about.exchange')}",)
    return (say(f"action.{said.kind}"),)


def path_at(action: int, view: View, say: Say) -> tuple[str, ...]:
    """Name the small choices, the last one with the points it would bring where the view tells them."""
    steps = path(action, say)
    said = decode(action)
    if not isinstance(said, Place) or view["lines"] is None:
        return steps
    one, other = said.tile.split("-")
    gains = (_gain(view, said.at, one, say), _gain(view, said.to, other, say))
    return *steps[:-1], f"{steps[-1]}{EXPLAINS}{', '.join(gains)}"


def other_path(action: int, view: View, say: Say) -> tuple[str, ...]:
    """Name a double by its spaces the other way round, as either may be said first; nothing for other actions."""
    said = decode(action)
    if not isinstance(said, Place) or len(set(said.tile.split("-"))) > 1:
        return ()
    tile, _, to = path_at(action, view, say)
    return tile, said.to, said.at + to.removeprefix(said.to)


def _gain(view: View, space: str, colour: str, say: Say) -> str:
    """Say what a half would score on a space, from what the view tells of the lines there."""
    points = sum(view["lines"].get(space, {}).get(colour, ()))
    return say("choose.gain", colour=f"#colour.{colour}", points=points)


def _tile_choice(tile: str, say: Say) -> str:
    """Name a tile so that it is clear which half is asked for first; its two letters can be typed."""
    one, other = tile.split("-")
    letters = LETTERS[one] + LETTERS[other]
    if one == other:
        return say("choose.double", letters=letters, one=f"#colour.{one}")
    return say("choose.mixed", letters=letters, one=f"#colour.{one}", other=f"#colour.{other}")


def _half(colour: str) -> tuple[str, str]:
    return f"{LETTERS[colour]}{SYMBOLS[colour]}", STYLES[colour]


def _board(view: View) -> Text:
    """Draw the zone row by row; a free space is its name, a printed symbol stands in brackets."""
    radius, printed = view["radius"], set(view["printed"])
    board = Text()
    for row in range(-radius, radius + 1):
        spaces = sorted((q, NAMES[at]) for at, (q, r) in enumerate(PLACES) if r == row and distance(q, r) <= radius)
        board.append(" " * (2 + abs(row) * CELL // 2))
        for _, name in spaces:
            colour = view["cells"].get(name)
            if colour is None:
                board.append(f"{name:^{CELL}}", style="dim")
            elif name in printed:
                board.append(f"[{LETTERS[colour]}{SYMBOLS[colour]}]", style=f"bold {STYLES[colour]}")
            else:
                board.append(f" {LETTERS[colour]}{SYMBOLS[colour]} ", style=STYLES[colour])
        board.append("\n")
    return board


def _legend(say: Say) -> Text:
    """Say which letter and symbol go with which colour."""
    line = Text("  ")
    for name in COLOUR_NAMES:
        line.append(*_half(name))
        line.append(f" {say(f'colour.{name}')}  ", style="dim")
    line.append(f"[ ] {say('table.printed')}", style="dim")
    return line


def _name(view: View, seat: int, say: Say) -> str:
    if "names" in view:
        return str(view["names"][seat])
    if view["viewer"] == seat:
        return say("table.you")
    return say("table.seat", seat=seat + 1)


def _sides(view: View, say: Say) -> Sequence[tuple[str, list[int]]]:
    """List whose markers there are: each seat's, or each team's."""
    if view["teams"] is None:
        return [(_name(view, seat, say), [seat]) for seat in range(view["seats"])]
    teams = [(team, [seat for seat in range(4) if view["teams"][seat] == team]) for team in (0, 1)]
    return [(", ".join(_name(view, seat, say) for seat in seats), seats) for _, seats in teams]


def _tracks(view: View, say: Say) -> Table:
    """The score boards: a row for each side, a column for each colour, the lowest ones marked."""
    is_duel = view["mode"] == "duel"
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("table.duel" if is_duel else "table.track"))
    for name in COLOUR_NAMES:
        table.add_column(Text(*_half(name)), justify="right", min_width=5)
    for label, seats in _sides(view, say):
        track = view["tracks"][seats[0]]
        mark = " ◂" if view["turn"] in seats and view["result"] is None else ""
        table.add_row(Text(label + mark, style="bold" if mark else ""),
                      *(_value(view, track, name, seats[0]) for name in COLOUR_NAMES))
    return table


def _value(view: View, track: Mapping[str, int], colour: str, seat: int) -> Text:
    """One marker: its value, ▾ under the lowest, 18+ for the second score board, ★ for a duel token."""
    value = track[colour]
    if view["mode"] == "duel":
        token = "★" if view["tokens"][colour] == seat else ""
        return Text(f"{token}{value}" if value > 0 else f"{token}·", style="bold" if value > 0 else "dim")
    text = f"18+{value - 18}" if view["top"] == 36 and value >= 18 else str(value)
    if value == view["top"]:
        return Text(text, style="bold green")
    return Text(f"▾{text}", style="bold") if value == min(track.values()) else Text(text)


def _racks(view: View, say: Say) -> list[Text]:
    """The racks: the own one in full, of the others the number of tiles."""
    lines = []
    for seat in range(view["seats"]):
        line = Text(f"  {_name(view, seat, say)}: ", style="bold" if view["viewer"] == seat else "")
        if view["racks"][seat] is None:
            line.append(say("table.tiles", n=view["held"][seat]), style="dim")
        else:
            line.append_text(_tiles(view["racks"][seat]))
        lines.append(line)
    return lines


def _tiles(tiles: Sequence[str]) -> Text:
    line = Text(style="not bold")
    for tile in tiles:
        for colour in tile.split("-"):
            line.append(*_half(colour))
        line.append("  ")
    return line


def _notes(view: View, say: Say) -> list[Text]:
    """What else there is to know now: the bag, tiles put aside, bonus moves, the first-tile rule."""
    sign = f"★ {say('table.token')}" if view["mode"] == "duel" else f"▾ {say('table.lowest')}"
    notes = [Text(f"  {say('table.bag', n=view['bag'])} · {sign}", style="dim")]
    if view["aside"]:
        notes.append(Text(f"  {say('table.aside')}: ").append_text(_tiles(view["aside"])))
    if view["bonus"]:
        notes.append(Text(f"  {say('table.bonus', n=view['bonus'])}", style="bold green"))
    if view["viewer"] is not None and view["phase"] == "place" and not view["started"][view["viewer"]]:
        notes.append(Text(f"  {say('table.first-tile')}", style="yellow"))
    return notes
