"""The table of Geisha's Road as the reading keeps it: ring, pawns, lanterns, tokens, placed cards (§3.1, §5, §6)."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

COLOURS = ["pink", "red", "blue", "yellow", "green"]
CARDS = [f"{colour}-{value}" for colour in COLOURS for value in (1, 2, 3, 4)]
SYMBOLS = {1: 2, 2: 1, 3: 0, 4: 0}
ONE_COLOUR = {2: 1, 3: 4}
DIFFERENT_COLOURS = {2: 1, 3: 3, 4: 6, 5: 10}


def colour_of(card: str) -> str:
    """The colour of "red-3"."""
    return card.partition("-")[0]


def value_of(card: str) -> int:
    """The value of "red-3"."""
    return int(card.partition("-")[2])


@dataclass(frozen=True)
class Lantern:
    """Two sides, one of them up."""

    light: int
    dark: int
    is_dark: bool = False

    @property
    def value(self) -> int:
        """What it is worth as it lies."""
        return self.dark if self.is_dark else self.light

    @property
    def other(self) -> int:
        """What its other side is worth."""
        return self.light if self.is_dark else self.dark

    def turned(self) -> Lantern:
        """The same lantern, turned over."""
        return replace(self, is_dark=not self.is_dark)

    def shown(self) -> dict[str, int]:
        """Both values are public."""
        return {"value": self.value, "other": self.other, "dark": int(self.is_dark)}


class Table:
    """All that is public and moves when a card is placed."""

    def __init__(self, *, has_tokens: bool) -> None:
        self.has_tokens = has_tokens
        self.is_destiny = False
        self.ring: list[str] = []
        self.pawn: dict[str, int] = {}
        self.favour_owner: dict[str, int | None] = dict.fromkeys(COLOURS)
        self.clear_for_next_round()

    def clear_for_next_round(self) -> None:
        """§5.5: pawns and favour tokens stay as they are."""
        self.sides: list[list[str]] = [[], []]
        self.returns = dict.fromkeys(COLOURS, 0)
        self.on_tile: dict[str, list[Lantern]] = {colour: [] for colour in COLOURS}
        self.rows: list[list[Lantern | None]] = [[], []]
        self.guests_at = dict.fromkeys(COLOURS, 3 if self.has_tokens else 0)
        self.guests_of = [dict.fromkeys(COLOURS, 0), dict.fromkeys(COLOURS, 0)]

    def lay_ring(self, ring: list[str]) -> None:
        """§2.1: every pawn at home."""
        self.ring = ring
        self.pawn = {colour: ring.index(colour) for colour in COLOURS}

    def turn_in_row(self, at: int) -> None:
        """§9."""
        self.is_destiny = True
        lantern = self.rows[0][at]
        assert lantern is not None
        self.rows[0][at] = lantern.turned()

    # -- placing ----------------------------------------------------------------------------------------------------

    def place(self, seat: int, card: str) -> tuple[str, int]:
        """§3.1: lay the card, walk, fetch a lantern; gives the tea house and how many tokens the card takes there."""
        geisha = colour_of(card)
        self.sides[seat].append(card)
        self.pawn[geisha] = (self.pawn[geisha] + value_of(card)) % 5
        stop = self.ring[self.pawn[geisha]]
        if stop == geisha:
            self.returns[geisha] += 1
            self.fetch_lantern(geisha)
        return stop, SYMBOLS[value_of(card)]

    def fetch_lantern(self, geisha: str) -> None:
        """§3.1.2; with Destiny a second return turns her lantern over (§9)."""
        if self.is_destiny and self.returns[geisha] == 2:
            self.on_tile[geisha] = [self.on_tile[geisha][0].turned()]
            return
        row = self.rows[self.returns[geisha] - 1]
        for at, lantern in enumerate(row):
            if lantern is not None:
                self.on_tile[geisha].append(lantern)
                row[at] = None
                return

    def has_favour(self, house: str) -> bool:
        """Whether the favour token still lies at this tea house."""
        return self.has_tokens and self.favour_owner[house] is None

    def mixes(self, house: str, symbols: int) -> list[tuple[int, bool]]:
        """§6: how many guests, and whether the favour token; as many tokens as there are symbols, if there are."""
        found = []
        wanted = min(symbols, self.guests_at[house] + self.has_favour(house))
        for is_favour in (False, True):
            guests = wanted - is_favour
            if 0 <= guests <= self.guests_at[house] and (self.has_favour(house) or not is_favour):
                found.append((guests, is_favour))
        return found

    def take(self, seat: int, house: str, guests: int, is_favour: bool) -> None:
        """Tokens go from the tea house to the player."""
        self.guests_at[house] -= guests
        self.guests_of[seat][house] += guests
        if is_favour:
            self.favour_owner[house] = seat

    def ends(self, seat: int, cards: list[str]) -> set[str]:
        """All tables that placing these cards in this order can lead to, whatever tokens are taken."""
        return {table.fingerprint() for table in self.after(seat, cards)}

    def after(self, seat: int, cards: list[str]) -> Iterator[Table]:
        """Each of those tables."""
        if not cards:
            yield self
            return
        walked = self.copied()
        house, symbols = walked.place(seat, cards[0])
        for mix in walked.mixes(house, symbols):
            taken = walked.copied()
            taken.take(seat, house, *mix)
            yield from taken.after(seat, cards[1:])

    def copied(self) -> Table:
        """A table to try things out on."""
        other = copy(self)
        other.sides = [list(side) for side in self.sides]
        other.pawn, other.returns = dict(self.pawn), dict(self.returns)
        other.on_tile = {colour: list(lanterns) for colour, lanterns in self.on_tile.items()}
        other.rows = [list(row) for row in self.rows]
        other.guests_at, other.guests_of = dict(self.guests_at), [dict(guests) for guests in self.guests_of]
        other.favour_owner = dict(self.favour_owner)
        return other

    def fingerprint(self) -> str:
        """Equal for tables that play alike: a lantern's other side counts only with Destiny (R-G21)."""
        lanterns = {
            colour: [(lantern.value, lantern.other if self.is_destiny else None) for lantern in self.on_tile[colour]]
            for colour in COLOURS
        }
        return repr((self.pawn, self.returns, lanterns, self.guests_at, self.guests_of, self.favour_owner))

    # -- the end of a round -----------------------------------------------------------------------------------------

    def sums(self, geisha: str) -> list[int]:
        """The values of her cards on both sides."""
        return [sum(value_of(card) for card in side if colour_of(card) == geisha) for side in self.sides]

    def winners(self) -> dict[str, int | None]:
        """§5.2: the larger sum, else the favour token, else nobody."""
        found: dict[str, int | None] = {}
        for geisha in COLOURS:
            one, other = self.sums(geisha)
            found[geisha] = self.favour_owner[geisha] if one == other else int(other > one)
        return found

    def shown(self) -> dict[str, Any]:
        """Everything, to everybody."""
        shown: dict[str, Any] = {}
        for at, house in enumerate(self.ring):
            shown[f"houses.{at}.colour"] = house
            shown[f"houses.{at}.guests"] = self.guests_at[house]
            shown[f"houses.{at}.favour"] = self.has_favour(house)
            shown[f"houses.{at}.pawns"] = [colour for colour in COLOURS if self.pawn[colour] == at]
        for row in (0, 1):
            for at, lantern in enumerate(self.rows[row]):
                shown[f"rows.{row}.{at}"] = lantern.shown() if lantern else None
        for at, colour in enumerate(COLOURS):
            shown[f"geishas.{at}.id"] = colour
            shown[f"geishas.{at}.at"] = self.pawn[colour]
            shown[f"geishas.{at}.home"] = self.ring.index(colour)
            shown[f"geishas.{at}.returns"] = self.returns[colour]
            shown[f"geishas.{at}.lanterns"] = [lantern.shown() for lantern in self.on_tile[colour]]
            shown[f"geishas.{at}.sums"] = self.sums(colour)
            shown[f"geishas.{at}.favour"] = self.favour_owner[colour]
        for seat in (0, 1):
            shown[f"seats.{seat}.placed"] = [card for card in CARDS if card in self.sides[seat]]
            shown[f"seats.{seat}.guests"] = list(self.guests_of[seat].values())
            shown[f"seats.{seat}.favours"] = [colour for colour in COLOURS if self.favour_owner[colour] == seat]
        return shown


@cache
def best_guest_points(counts: tuple[int, ...]) -> int:
    """§6: the best sets that can be made of so many guests of each colour; each guest in one set at most."""
    best = 0
    for chosen in range(1, 1 << len(counts)):
        colours = [at for at in range(len(counts)) if chosen >> at & 1]
        if all(counts[at] for at in colours):
            left = [count - (at in colours) for at, count in enumerate(counts)]
            best = max(best, DIFFERENT_COLOURS.get(len(colours), 0) + best_guest_points(tuple(left)))
    for at, count in enumerate(counts):
        for size, points in ONE_COLOUR.items():
            if count >= size:
                left = [number - size * (other == at) for other, number in enumerate(counts)]
                best = max(best, points + best_guest_points(tuple(left)))
    return best
