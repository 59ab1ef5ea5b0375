"""Ingenious, read once more from docs/rules/ingenious.md: plain, slow, and written without a look at the house's code.

Colours are their first letters, tiles two letters in the order of §1.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ochaya.core.game import CHANCE, OVER
from ochaya.core.secrecy import EVERYONE
from tests.readings.ingenious_board import AROUND, LINES, NAMES, PAIRS, PRINTED, SPACES, Space

COLOURS = {"r": "red", "g": "green", "b": "blue", "o": "orange", "y": "yellow", "p": "purple"}
LETTERS = "rgboyp"
TILES = [one + two for at, one in enumerate(LETTERS) for two in LETTERS[at:]]
FIRST_BOARD, SECOND_BOARD, OWN_END = 18, 36, 9


class IngeniousReading:
    """One match."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.mode = options["mode"]
        self.seats = {"solo": 1, "duel": 2, "team": 4}.get(self.mode) or int(options["seats"])
        self.radius = {1: 5, 2: 5, 3: 6, 4: 7}[self.seats]
        self.board = dict(PRINTED)
        self.bag = {tile: 5 if tile[0] == tile[1] else 6 for tile in TILES}
        self.racks: list[list[str]] = [[] for _ in range(self.seats)]
        self.rack_size = 1 if self.mode == "solo" else 6
        self.markers = [dict.fromkeys(LETTERS, 0) for _ in range(self.seats)]
        if self.mode == "team":  # §7.1: partners share one track
            self.markers[2:] = self.markers[:2]
        self.tokens: dict[str, int | None] = dict.fromkeys(LETTERS)
        self.started = [False] * self.seats
        self.aside: list[str] = []
        self.bonus = 0
        self.winner_at_once: int | None = None
        self.turn, self.phase = 0, "deal"
        first = options["first"]
        if self.mode != "solo":
            if first == "random" or int(first) >= self.seats:
                self.phase = "first"
            else:
                self.turn = int(first)

    # -- what may be done -------------------------------------------------------------------------------------------

    def actor(self) -> int:
        """Chance draws first players and tiles; a seat places and finishes its turn."""
        if self.phase == "over":
            return OVER
        return self.turn if self.phase in ("place", "finish") else CHANCE

    def listen(self, asked: list[str]) -> None:
        """Every question must be asked (§5.3 even where there is nothing to choose)."""

    def choices(self) -> dict[str, int]:
        """All that may happen now."""
        if self.phase == "first":
            return {f"first:{seat}": 1 for seat in range(self.seats)}
        if self.phase in ("deal", "refill"):
            return {f"draw:{tile}": count for tile, count in self.bag.items() if count}
        if self.phase == "finish":
            return {"keep": 1, "exchange": 1} if self.tiles_to_exchange() else {"keep": 1}
        return dict.fromkeys(self.placements(), 1)

    def placements(self) -> list[str]:
        """§3.1: every tile of the rack on every pair of neighbouring free spaces, either way round."""
        pairs = self.free_pairs() if self.started[self.turn] else self.first_pairs()
        there = [f"{NAMES[one]}-{NAMES[two]}" for one, two in pairs]
        back = [f"{NAMES[two]}-{NAMES[one]}" for one, two in pairs]
        found = []
        for tile in set(self.racks[self.turn]):
            found += [f"{tile}:{spaces}" for spaces in there]
            if tile[0] != tile[1]:
                found += [f"{tile}:{spaces}" for spaces in back]
            elif self.mode in ("solo", "team"):
                worth = {space: self.points(tile[0], space) for space in {space for pair in pairs for space in pair}}
                for (one, two), spaces in zip(pairs, back, strict=True):
                    if self.order_matters(tile[0], worth[one], worth[two]):
                        found.append(f"{tile}:{spaces}")
        return found

    def free_pairs(self) -> list[tuple[Space, Space]]:
        """All pairs of neighbouring free spaces of the zone."""
        board = self.board
        return [(one, two) for one, two in PAIRS[self.radius] if one not in board and two not in board]

    def first_pairs(self) -> list[tuple[Space, Space]]:
        """§3.1.3: a first tile touches a printed symbol that no tile touches yet."""
        taken = self.touched()
        good = {space for symbol, colour in PRINTED.items() if colour not in taken for space in AROUND[symbol]}
        return [(one, two) for one, two in self.free_pairs() if one in good or two in good]

    def touched(self) -> list[str]:
        """The colours of the printed symbols that a tile touches."""
        return [PRINTED[symbol] for symbol, around in AROUND.items() if any(space in self.board for space in around)]

    def order_matters(self, colour: str, one: int, other: int) -> bool:
        """§3.2.4: only a double on a double track can end elsewhere if its halves are scored the other way round."""
        if one == other:
            return False
        start = self.markers[self.turn][colour]
        there = on_double_track(on_double_track(start, one), other)
        return there != on_double_track(on_double_track(start, other), one)

    # -- scoring ----------------------------------------------------------------------------------------------------

    def points(self, colour: str, half: Space) -> int:
        """§3.2.1: the same symbols in unbroken lines.

        Asked before the tile lies on the board: so it cannot count itself (§3.2.2), and towards its other half, the
        direction that is left out, there is an empty space.
        """
        count = 0
        for line in LINES[half]:
            for space in line:
                if self.board.get(space) != colour:
                    break
                count += 1
        return count

    def score(self, colour: str, points: int) -> None:
        """Move the marker, and note a bonus move where one is earned (§3.3, §6.1, §7.3, §8.3)."""
        markers = self.markers[self.turn]
        before = markers[colour]
        if self.mode == "standard":
            markers[colour] = min(FIRST_BOARD, before + points)
            self.bonus += before < FIRST_BOARD <= markers[colour]
        elif self.mode in ("solo", "team"):
            markers[colour] = on_double_track(before, points)
            if self.mode == "team":
                self.bonus += before < FIRST_BOARD <= markers[colour]
                self.bonus += before < SECOND_BOARD <= markers[colour]
        else:
            markers[colour] = min(OWN_END, before + points)
            self.markers[1 - self.turn][colour] = -markers[colour]
            if markers[colour] == OWN_END and self.tokens[colour] != self.turn:
                self.tokens[colour] = self.turn
                self.bonus += 1

    def has_won_at_once(self) -> bool:
        """§4.2, R-I13, R-I20."""
        goal = {"standard": FIRST_BOARD, "solo": SECOND_BOARD, "team": SECOND_BOARD, "duel": 1}[self.mode]
        return min(self.markers[self.turn].values()) >= goal

    # -- what happens -----------------------------------------------------------------------------------------------

    def follow(self, choice: str) -> None:
        """Do it."""
        kind, _, rest = choice.partition(":")
        if kind == "first":
            self.turn, self.phase = int(rest), "deal"
        elif kind == "draw":
            self.draw(rest)
        elif kind == "keep":
            self.phase = "refill"
        elif kind == "exchange":
            self.aside = self.tiles_to_exchange()
            for tile in self.aside:
                self.racks[self.turn].remove(tile)
            self.phase = "refill"
        else:
            one, two = rest.split("-")
            self.place(kind, SPACES[one], SPACES[two])

    def draw(self, tile: str) -> None:
        """A tile comes onto the rack; a full rack ends the dealing or the turn (§2, §3, §5.2)."""
        self.bag[tile] -= 1
        self.racks[self.turn].append(tile)
        if len(self.racks[self.turn]) < self.rack_size:
            return
        for old in self.aside:
            self.bag[old] += 1
        self.aside = []
        self.turn = (self.turn + 1) % self.seats
        if self.phase == "refill" or len(self.racks[self.turn]) == self.rack_size:
            self.phase = "place"

    def place(self, tile: str, one: Space, two: Space) -> None:
        """§3.1 to §4.2: place, score half by half, then a bonus move, the end, or the end of the turn."""
        self.racks[self.turn].remove(tile)
        self.started[self.turn] = True
        for colour, half in ((tile[0], one), (tile[1], two)):
            self.score(colour, self.points(colour, half))
            if self.has_won_at_once():  # R-I11: after each half
                self.winner_at_once = self.turn
                break
        self.board[one], self.board[two] = tile[0], tile[1]
        if self.winner_at_once is not None or not self.free_pairs():
            self.phase, self.bonus = "over", 0
        elif self.bonus and self.racks[self.turn]:
            self.bonus -= 1
        else:
            self.bonus = 0  # R-I7
            self.phase = "finish" if self.exchange_is_conceivable() else "refill"

    # -- exchanging -------------------------------------------------------------------------------------------------

    def exchange_colours(self) -> list[str]:
        """The player's lowest colours (§5.1), or those on the own 9 (§8.4)."""
        markers = self.markers[self.turn]
        goal = OWN_END if self.mode == "duel" else min(markers.values())
        return [colour for colour in LETTERS if markers[colour] == goal]

    def exchange_is_conceivable(self) -> bool:
        """§5.3: whether the markers alone leave it open; an empty rack is plainly refilled (R-I9)."""
        if self.mode == "solo" or not self.racks[self.turn]:
            return False
        colours = self.exchange_colours()
        return bool(colours) if self.mode == "duel" else len(colours) < len(LETTERS)

    def tiles_to_exchange(self) -> list[str]:
        """What an exchange would put aside; nothing if none is allowed."""
        rack, colours = self.racks[self.turn], self.exchange_colours()
        showing = [tile for tile in rack if tile[0] in colours or tile[1] in colours]
        if self.mode == "duel":
            return showing
        return [] if showing else list(rack)

    # -- the end ----------------------------------------------------------------------------------------------------

    def standings(self) -> list[tuple[Any, ...]]:
        """For each seat something that is greater, the better the seat has done (§4.3, §6.3, §8.5)."""
        standings: list[tuple[Any, ...]] = []
        for seat in range(self.seats):
            won = self.winner_at_once is not None and self.markers[seat] is self.markers[self.winner_at_once]
            values = sorted(self.markers[seat].values())
            if self.mode == "duel":
                own = [value for value in values if value > 0]
                standings.append((won, len(own), own))
            else:
                standings.append((won, values))
        return standings

    def shares(self) -> list[float]:
        """Winners share 1, partners count as one; alone, the lowest marker out of 36."""
        if self.mode == "solo":
            return [min(self.markers[0].values()) / SECOND_BOARD]
        standings = self.standings()
        best = [seat for seat in range(self.seats) if standings[seat] == max(standings)]
        parts = len(best) // 2 if self.mode == "team" else len(best)
        return [1 / parts if seat in best else 0.0 for seat in range(self.seats)]

    def places(self) -> list[int]:
        """Each seat's place among players, or teams; equals share a place."""
        standings = self.standings()
        sides = standings[:2] if self.mode == "team" else standings
        return [1 + sum(other > own for other in sides) for own in standings]

    # -- what is shown ----------------------------------------------------------------------------------------------

    def shown(self, viewer: int) -> dict[str, Any]:
        """§9: everything but the other racks."""
        actor = self.actor()
        table: dict[str, Any] = {
            "actor": {CHANCE: "chance", OVER: "over"}.get(actor, actor),
            "radius": self.radius,
            "cells": {NAMES[space]: COLOURS[colour] for space, colour in self.board.items()},
            "held": [len(rack) for rack in self.racks],
            "tracks": [{COLOURS[colour]: value for colour, value in markers.items()} for markers in self.markers],
            "started": self.started,
            "bonus": self.bonus,
            "aside": in_words(self.aside),
            "bag": sum(self.bag.values()),
            "room": len(self.free_pairs()),
            "touched": [COLOURS[colour] for colour in self.touched()],
        }
        for seat, rack in enumerate(self.racks):
            is_open = self.mode == "solo" or viewer in (seat, EVERYONE)
            table[f"racks.{seat}"] = in_words(rack) if is_open else None
        if self.phase != "first":
            table["turn"] = self.turn
        if self.phase == "finish":
            table["exchange_colours"] = [COLOURS[colour] for colour in self.exchange_colours()]
        if self.mode == "duel":
            table["tokens"] = {COLOURS[colour]: seat for colour, seat in self.tokens.items()}
        if actor == OVER:
            table |= {"result.shares": self.shares(), "result.places": self.places()}
        return table

    def tempted(self, choices: list[str], dice: Random) -> str:
        """The placement with the most points out of some: blind play hardly ever brings a marker home."""
        if self.phase != "place":
            return dice.choice(choices)
        return max(dice.sample(choices, min(len(choices), 40)), key=self.points_of)

    def points_of(self, placement: str) -> int:
        """What a placement would score."""
        tile, _, spaces = placement.partition(":")
        one, two = (SPACES[space] for space in spaces.split("-"))
        return self.points(tile[0], one) + self.points(tile[1], two)


def on_double_track(value: int, points: int) -> int:
    """§6.2: whoever reaches or would pass 18 on the first board goes to 0 of the second; that one ends on 18."""
    if value < FIRST_BOARD:
        return min(FIRST_BOARD, value + points)
    return min(SECOND_BOARD, value + points)


def in_words(tiles: list[str]) -> list[str]:
    """Tiles as views name them, in the order of the colours."""
    return [f"{COLOURS[tile[0]]}-{COLOURS[tile[1]]}" for tile in sorted(tiles, key=TILES.index)]
