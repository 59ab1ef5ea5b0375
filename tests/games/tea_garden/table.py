"""A table to try single rules on: set up without luck, hands and leaves as wanted, actions by notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ochaya.core.game import CHANCE
from ochaya.games.tea_garden import GAME
from ochaya.games.tea_garden.cards import put, take_to_hand
from ochaya.games.tea_garden.pieces import CARD_NAMES, COPIES, FIRST_EMPEROR, STARTERS
from ochaya.games.tea_garden.state import DISCARD, GONE, HAND_ZONE, NONE, PILE, SHOWN, UNSEEN
from ochaya.games.tea_garden.turn.leaves import count_leaves


class Table:
    """A match in which chance always gives the lowest number, unless told otherwise."""

    def __init__(self, **options: str) -> None:
        self.game = GAME
        self.options = {name.replace("_", "-"): value for name, value in options.items()}
        self.block = GAME.start(self.options)
        self.outcomes: list[str] = []
        """What chance gives next, while it fits."""
        self.log: list[str] = []
        self.settle()

    @property
    def s(self) -> Any:
        """The record."""
        return self.block[0]

    def settle(self) -> None:
        """Let chance give all that is due."""
        while int(GAME.actor(self.s)) == CHANCE:
            possible = [GAME.notation(action) for action in GAME.legal_ids(self.s)]
            wanted = next((text for text in self.outcomes if text in possible), None)
            if wanted is not None:
                self.outcomes.remove(wanted)
            self.log.append(wanted or possible[0])
            GAME.apply(self.s, GAME.read(wanted or possible[0]))

    def can(self) -> list[str]:
        """List what the player to act may do."""
        return [GAME.notation(action) for action in GAME.legal_ids(self.s)]

    def kinds(self) -> set[str]:
        """List the kinds of what the player to act may do."""
        return {text.partition(":")[0] for text in self.can()}

    def do(self, *texts: str) -> Table:
        """Do these things one after the other; each must be allowed."""
        for text in texts:
            assert text in self.can(), f"{text} is not among {self.can()}"
            GAME.apply(self.s, GAME.read(text))
            self.settle()
        return self

    def hand(self, *cards: str, seat: int = 0) -> Table:
        """Give a player exactly this hand; the other starting cards are on the draw pile."""
        self.s.starters[seat] = 0
        for card in range(STARTERS):
            self.s.starters[seat, PILE, card] = COPIES[card]
        self.s.hand_size[seat] = 0
        for name in cards:
            card = CARD_NAMES.index(name)
            if card < STARTERS:
                self.s.starters[seat, PILE, card] -= 1
                put(self.s, seat, HAND_ZONE, card)
                self.s.hand_size[seat] += 1
            else:
                self.take_out_of_decks(card)
                take_to_hand(self.s, seat, card)
        return self

    def take_out_of_decks(self, card: int) -> None:
        """Make sure an action or emperor card is not still counted elsewhere."""
        if card >= FIRST_EMPEROR and self.s.place[card] == UNSEEN:
            self.s.emperor_deck -= 1
        for row in (self.s.market, self.s.emperors):
            row[row == card] = NONE

    def leaves(
        self, fresh: Mapping[int, int] | None = None, fermented: Mapping[int, int] | None = None, seat: int = 0
    ) -> Table:
        """Give a player exactly these leaves, by quality."""
        self.s.leaves[seat] = 0
        for quality, n in (fresh or {}).items():
            self.s.leaves[seat, 0, quality - 1] = n
        for quality, n in (fermented or {}).items():
            self.s.leaves[seat, 1, quality - 1] = n
        return self

    def turn(self, top: str, *under: str, strength: int | None = None) -> Table:
        """Play a stack of cards as the turn of whoever is to act."""
        seat = int(self.s.turn_of)
        if not set(under) | {top} <= set(self.hand_of(seat)):
            self.hand(top, *under, "st-r", seat=seat)
        self.do(f"top:{top}", *(f"under:{card}" for card in under))
        if "stop" in self.can():
            self.do("stop")
        if strength is not None:
            self.s.strength = strength
        return self

    def acting(self, top: str = "st-2", strength: int = 2) -> Table:
        """Be in a turn of seat 0 with a top card and a strength, more cards left in hand."""
        self.hand(top, "st-r", "st-r")
        return self.turn(top, strength=strength)

    def fresh(self, quality: int, seat: int = 0) -> int:
        """Count fresh leaves of one quality."""
        return int(self.s.leaves[seat, 0, quality - 1])

    def fermented(self, quality: int, seat: int = 0) -> int:
        """Count fermented leaves of one quality."""
        return int(self.s.leaves[seat, 1, quality - 1])

    def all_leaves(self, seat: int = 0) -> int:
        """Count all leaves of a player."""
        return int(count_leaves(self.s, seat, 0, 1) + count_leaves(self.s, seat, 1, 1))

    def in_zone(self, seat: int = 0, *zones: int) -> list[str]:
        """Name the cards in some zones of a player."""
        names = []
        for card, name in enumerate(CARD_NAMES):
            for zone in zones:
                if card < STARTERS:
                    names += [name] * int(self.s.starters[seat, zone, card])
                elif self.s.place[card] == 3 + 5 * seat + zone:
                    names.append(name)
        return names

    def hand_of(self, seat: int = 0) -> list[str]:
        """Name a player's hand."""
        return self.in_zone(seat, HAND_ZONE, SHOWN)

    def discard_of(self, seat: int = 0) -> list[str]:
        """Name a player's discard pile."""
        return self.in_zone(seat, DISCARD)

    def is_gone(self, name: str) -> bool:
        """Say whether an action or emperor card is out of the game."""
        return bool(self.s.place[CARD_NAMES.index(name)] == GONE)

    def end_round(self) -> Table:
        """Everybody passes until the next round begins (or the game ends)."""
        number = int(self.s.round_number)
        while self.s.round_number == number and int(GAME.actor(self.s)) >= 0:
            self.do("pass" if "pass" in self.can() else "end" if "end" in self.can() else self.can()[-1])
        return self

    def garden(self, region: int, seat: int = 0) -> Table:
        """Put a garden of a player into a region (1 to 16)."""
        space = next(i for i in range(4) if self.s.space[region - 1, i] == 0)
        self.s.space[region - 1, space] = seat + 1
        self.s.built[seat] += 1
        return self
