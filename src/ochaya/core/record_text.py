"""A match as a readable text file, and back, checking everything on the way.

    ochaya match 1
    game hanamikoji
    version 1
    options rounds=3 tie-break=points first=random
    player Anna
    player Adept
    commitment 5f1c…
    deal 2
    contribution device 77e0…
    contribution house
    seating 1 0
    tag date 2026-11-15

    1 chance first:0
    2 chance draw:tea
    …
    16 seat0 gift:fan+tea+umbrella

    result 1 0
    key 09ab…

The commitment is there from the first save; key and result only once the match is over (before that the closing line
is `unfinished after N`), so an unfinished file tells a cheat nothing about cards to come. (It does hold everybody's
cards: a server keeps it to itself.) `deal 2` and the contributions stand there where all who play made the luck
(docs/fair-dealing.md); a record without them was dealt under the key alone. Then `seating` stands there too: the seats
as they were drawn, or `laid` where nobody drew them. A record that leaves it out is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ochaya.core import dealing
from ochaya.core.errors import BadOptions, BadRecord, UnknownGame, UnreadableAction
from ochaya.core.game import CHANCE, Game
from ochaya.core.history import History

FIRST_LINE = "ochaya match 1"
LONGEST_FILE = 4_000_000
LAID = "laid"
"""Said in place of a seating: everybody sits as they were placed when the table was laid."""


def write_match(match: History, *, secret_key: bool = False) -> str:
    """Write a match as text; `secret_key` keeps the key of an unfinished match too, for one's own save file."""
    options = " ".join(f"{name}={value}" for name, value in match.options.items())
    lines = [FIRST_LINE, f"game {match.game.name}", f"version {match.game.version}", f"options {options}".rstrip()]
    lines += [f"player {' '.join(name.split()) or '-'}" for name in match.players]
    if match.commitment:
        lines.append(f"commitment {match.commitment}")
    if match.luck:
        lines.append("deal 2")
        lines += [
            "contribution house" if one is None else f"contribution device {one.hex()}"
            for one in match.luck.contributions
        ]
    if match.luck or match.seating is not None:
        lines.append(f"seating {LAID if match.seating is None else ' '.join(map(str, match.seating))}")
    lines += [f"tag {name} {' '.join(value.split())}" for name, value in match.tags.items()]
    lines.append("")
    for number, step in enumerate(match.steps, 1):
        who = "chance" if step.actor == CHANCE else f"seat{step.actor}"
        lines.append(f"{number} {who} {match.game.notation(step.action)}")
    lines.append("")
    lines.append(_closing_line(match))
    if match.key and (match.is_over or secret_key):
        lines.append(f"key {(match.luck.house_key if match.luck else match.key).hex()}")
    return "\n".join(lines).rstrip("\n") + "\n"


def _closing_line(match: History) -> str:
    """Say how it ended, or how far it got: a file that lacks this line was cut off."""
    if match.is_over:
        return "result " + " ".join(f"{share:g}" for share in match.shares())
    return f"unfinished after {len(match.steps)}"


class _Lines:
    """The file line by line, with a complaint that knows where it is."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 0

    def peek(self) -> str | None:
        return self.lines[self.at].rstrip("\r") if self.at < len(self.lines) else None

    def complain(self, expected: str) -> BadRecord:
        found = self.peek()
        return BadRecord("record-line", line=self.at + 1, expected=expected, found=_shown(found))

    def field(self, name: str) -> str:
        line = self.peek()
        if line is None or line.split(" ", 1)[0] != name:
            raise self.complain(name)
        return line[len(name) :].strip()

    def next(self) -> None:
        self.at += 1


def _shown(line: str | None) -> str:
    """Quote what was found, shortened and without control characters."""
    if line is None:
        return "end of file"
    clean = "".join(char if char.isprintable() else "?" for char in line)
    return repr(clean[:60] + ("…" if len(clean) > 60 else ""))


def read_match(text: str, find_game: Callable[[str], Game]) -> History:
    """Read a match and check every line; raises BadRecord with the line, what was expected and what was found."""
    if len(text) > LONGEST_FILE:
        raise BadRecord("record-line", line=1, expected=f"at most {LONGEST_FILE} characters", found=str(len(text)))
    lines = _Lines(text)
    if lines.peek() != FIRST_LINE:
        raise lines.complain(FIRST_LINE)
    lines.next()
    match, contributions = _read_head(lines, find_game)
    for expected_number in _until_blank(lines):
        _read_step(lines, match, expected_number)
    _read_tail(lines, match, contributions)
    return match


def _read_head(
    lines: _Lines, find_game: Callable[[str], Game]
) -> tuple[History, tuple[bytes | None, ...] | None]:
    name = lines.field("game")
    try:
        game = find_game(name)
    except UnknownGame as wrong:
        raise lines.complain(f"game, one of {wrong.details.get('known', '')}") from None
    lines.next()
    if lines.field("version") != str(game.version):
        raise lines.complain(f"version {game.version}")
    lines.next()
    pairs = [pair.partition("=") for pair in lines.field("options").split()]
    try:
        options = game.complete({name: value for name, _, value in pairs})
    except BadOptions as wrong:
        raise lines.complain(f"options of {game.name} ({wrong})") from None
    lines.next()
    players = []
    while (lines.peek() or "").startswith("player "):
        players.append(lines.field("player"))
        lines.next()
    if len(players) != game.seats(options):
        raise lines.complain(f"{game.seats(options)} lines of player")
    match = History(game, options, players)
    if (lines.peek() or "").startswith("commitment "):
        match.published = lines.field("commitment")
        if not re.fullmatch("[0-9a-f]{64}", match.published):
            raise lines.complain("commitment of 64 hexadecimal digits")
        lines.next()
    contributions = _read_luck(lines, match)
    while (lines.peek() or "").startswith("tag "):
        tag, _, value = lines.field("tag").partition(" ")
        match.tags[tag] = value
        lines.next()
    if lines.peek() != "":
        raise lines.complain("an empty line before the first step")
    lines.next()
    return match, contributions


def _read_luck(lines: _Lines, match: History) -> tuple[bytes | None, ...] | None:
    """Read what others than the dealer added to the deal, and who was placed where; None where nobody did."""
    found: list[bytes | None] = []
    if (lines.peek() or "").startswith("deal "):
        if lines.field("deal") != "2":
            raise lines.complain("deal 2")
        lines.next()
        for _ in range(match.seats):
            said = re.fullmatch("house|device ([0-9a-f]{64})", lines.field("contribution"))
            if not said:
                raise lines.complain("contribution house, or contribution device and 64 hexadecimal digits")
            found.append(bytes.fromhex(said[1]) if said[1] else None)
            lines.next()
    if found or (lines.peek() or "").startswith("seating "):
        words = lines.field("seating").split()
        if not found or words != [LAID]:
            if sorted(words) != [str(seat) for seat in range(match.seats)]:
                raise lines.complain(f"seating {LAID}, or seating and each seat from 0 to {match.seats - 1} once")
            match.seating = [int(word) for word in words]
        lines.next()
    return tuple(found) or None


def _until_blank(lines: _Lines) -> Iterator[int]:
    number = 1
    while (lines.peek() or "")[:1].isdigit():
        yield number
        lines.next()
        number += 1


def _read_step(lines: _Lines, match: History, number: int) -> None:
    words = (lines.peek() or "").split(" ")
    actor = match.actor
    who = "chance" if actor == CHANCE else f"seat{actor}"
    if match.is_over:
        raise lines.complain("nothing more: the match was over")
    if len(words) != 3 or words[0] != str(number) or words[1] != who:
        raise lines.complain(f"{number} {who} ACTION")
    try:
        action = match.game.read(words[2])
    except UnreadableAction:
        raise lines.complain(f"{number} {who} followed by an action of {match.game.name}") from None
    legal = match.legal()
    if action not in legal:
        names = [match.game.notation(allowed) for allowed in legal[:6]]
        more = ", …" if len(legal) > 6 else ""
        raise lines.complain(f"{number} {who} followed by a legal action ({', '.join(names)}{more})")
    match.play(action)


def _read_tail(lines: _Lines, match: History, contributions: tuple[bytes | None, ...] | None) -> None:
    if lines.peek() == "":
        lines.next()
    if lines.peek() != _closing_line(match):
        raise lines.complain(_closing_line(match))
    lines.next()
    if (lines.peek() or "").startswith("key "):
        key = lines.field("key")
        if not re.fullmatch("[0-9a-f]{64}", key) or dealing.commitment(bytes.fromhex(key)) != match.published:
            raise lines.complain("the key that the commitment fixes")
        match.key = bytes.fromhex(key)
        if contributions:
            match.luck = dealing.Luck(match.key, contributions)
            match.key = match.luck.deal_key
        lines.next()
    while lines.peek() == "":
        lines.next()
    if lines.peek() is not None:
        raise lines.complain("end of file")
