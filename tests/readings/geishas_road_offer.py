"""An offer of Geisha's Road as the reading keeps it: a Compromise or a Double gift, with its counters (§4, §7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ochaya.core.secrecy import EVERYONE


@dataclass
class Slot:
    """One card of an offer: who laid it there, and whether face down."""

    card: str
    laid_by: int
    is_down: bool


class Offer:
    """The cards between the players, at first all unseen while it is being laid out (§11)."""

    def __init__(self, kind: str, by: int, cards: list[str]) -> None:
        self.kind, self.by, self.counters = kind, by, 0
        self.slots = [Slot(card, by, is_down=True) for card in cards]

    def lay_open(self, hidden: int | None) -> None:
        """§7.1: show all but the hidden card, which lies last, its pair behind the other."""
        for at, slot in enumerate(self.slots):
            slot.is_down = at == hidden
        if self.kind == "double" and hidden in (0, 1):
            self.slots = self.slots[2:] + self.slots[:2]
        fixed = 2 if self.kind == "double" else 0
        self.slots[fixed:] = sorted(self.slots[fixed:], key=lambda slot: slot.is_down)

    def answers(self, asked: int) -> list[str]:
        """§4.3, §4.4, §7.2, R-G4: C takes a card, A leaves C one; or either takes a pair."""
        if self.kind == "double":
            return ["pair:1", "pair:2"]
        word = "leave" if asked == self.by else "take"
        return [f"{word}:{at}" for at in (1, 2, 3)]

    def replaceable_by(self, seat: int, *, any_card: bool) -> list[int]:
        """R-G5, to the letter: the cards laid out by the rival (version 1 of the house's rules: any card)."""
        return [at for at, slot in enumerate(self.slots) if any_card or slot.laid_by != seat]

    def replace(self, at: int, card: str, seat: int, *, is_down: bool) -> str:
        """§7.2: lay a card in the place of another; gives the one taken away."""
        old = self.slots[at].card
        self.slots[at] = Slot(card, seat, is_down)
        self.counters += 1
        return old

    def shares(self, taken: set[int], receiver: int) -> list[list[str]]:
        """What each seat gets if one receives these slots and the other the rest."""
        shares: list[list[str]] = [[], []]
        for at, slot in enumerate(self.slots):
            shares[receiver if at in taken else 1 - receiver].append(slot.card)
        return shares

    def shown(self, viewer: int) -> dict[str, Any]:
        """§11: a face-down card only to who laid it."""
        shown: dict[str, Any] = {"offer.kind": self.kind, "offer.by": self.by, "offer.countered": self.counters}
        for at, slot in enumerate(self.slots):
            is_open = not slot.is_down or viewer in (slot.laid_by, EVERYONE)
            shown[f"offer.slots.{at}.card"] = slot.card if is_open else None
            shown[f"offer.slots.{at}.down"] = slot.laid_by if slot.is_down else None
        return shown
