"""Questions between people: a takeback, a draw, a rematch. Open until everybody asked has agreed or one says no."""

from __future__ import annotations

from dataclasses import dataclass, field

from ochaya.server.protocol.shapes import Offer, OfferKind
from ochaya.server.refusal import Refused


@dataclass(slots=True)
class Pending:
    """One question: who asked and whose answer is missing."""

    by: int
    waits_for: set[int]


@dataclass(slots=True)
class Offers:
    """The questions open at one table, at most one of a kind."""

    pending: dict[OfferKind, Pending] = field(default_factory=dict)
    luck: dict[int, bytes] = field(default_factory=dict)
    """What devices have added to the luck of a rematch, by seat."""

    def ask(self, kind: OfferKind, by: int, others: set[int]) -> bool:
        """Ask; gives whether all agree already (there is nobody to ask, or they asked the same)."""
        already = self.pending.get(kind)
        if already and by in already.waits_for:
            return self.answer(kind, {by}, agree=True)
        if already:
            raise Refused("already-asked")
        if others:
            self.pending[kind] = Pending(by, set(others))
        return not others

    def answer(self, kind: OfferKind, seats: set[int], *, agree: bool) -> bool:
        """Answer for these seats; gives whether all agree now. A no, or the asker's own, ends the question."""
        asked = self.pending.get(kind)
        if asked is None or not (seats & (asked.waits_for | {asked.by})):
            raise Refused("nothing-asked")
        if not agree:
            del self.pending[kind]
            return False
        if not seats & asked.waits_for:
            raise Refused("already-asked")
        asked.waits_for -= seats
        if asked.waits_for:
            return False
        del self.pending[kind]
        return True

    def by(self, kind: OfferKind) -> int | None:
        """Say who asked."""
        return self.pending[kind].by if kind in self.pending else None

    def forget(self, *kinds: OfferKind) -> None:
        """Drop questions that have lost their meaning."""
        for kind in kinds:
            self.pending.pop(kind, None)

    def shown(self) -> list[Offer]:
        """Show what is asked."""
        return [Offer(kind=kind, by=one.by, waits_for=sorted(one.waits_for)) for kind, one in self.pending.items()]
