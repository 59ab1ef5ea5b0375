"""A match as its log: every action and chance outcome in order, from which any moment can be made again.

The log only grows, except by `undo`. `play` checks, applies and appends; `deal` asks chance under a key (dealing.py).
How a log is written as text is in record_text.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ochaya.core import dealing
from ochaya.core.errors import IllegalAction, NotYourTurn
from ochaya.core.game import CHANCE, OVER, Event, Game, Options
from ochaya.core.record import Block
from ochaya.core.secrecy import EVERYONE, Seen, seen, seen_action, unveiled


@dataclass(frozen=True)
class Step:
    """One line of the log: who acted (a seat or CHANCE) and what was done."""

    actor: int
    action: int


class History:
    """One match: its game, its options, who sits where, and all that has happened."""

    def __init__(
        self, game: Game, options: Options | None = None, players: Sequence[str] = (), key: bytes | None = None
    ) -> None:
        self.game = game
        self.options: dict[str, str] = game.complete(options)
        self.seats = game.seats(self.options)
        self.players = list(players) or [f"seat {seat}" for seat in range(self.seats)]
        self.key = key
        """The dealer's secret until the match is over."""
        self.luck: dealing.Luck | None = None
        """What the key was made from, where others than the dealer had a hand in it."""
        self.seating: list[int] | None = None
        """The seat that each chair was given by lot."""
        self.published: str | None = None
        """The commitment of a match whose key is not known here."""
        self.tags: dict[str, str] = {}
        """Further facts about the match (date, place …), written as they are."""
        self.steps: list[Step] = []
        self.state: Block = game.start(self.options)

    @property
    def actor(self) -> int:
        """Who must act now: a seat, CHANCE or OVER."""
        return int(self.game.actor(self.state[0]))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.actor == OVER

    @property
    def commitment(self) -> str | None:
        """What was published about the key before the match."""
        if self.luck:
            return self.luck.commitment
        return self.published if self.key is None else dealing.commitment(self.key)

    def legal(self) -> list[int]:
        """List what may be done now."""
        return self.game.legal_ids(self.state[0])

    def play(self, action: int, seat: int | None = None) -> None:
        """Do an action if it is allowed, else raise and change nothing. `seat` is who asks, where that is known."""
        actor = self.actor
        if seat is not None and seat != actor:
            raise NotYourTurn("not-your-turn", seat=seat)
        if action not in self.legal():
            raise IllegalAction("illegal-action", action=self._name(action))
        self.game.apply(self.state[0], action)
        self.steps.append(Step(actor, action))

    def deal(self) -> list[int]:
        """Let chance act as long as it must, under the key; gives the outcomes."""
        if self.key is None:
            raise ValueError("a match is dealt under a key")
        dealt = []
        while self.actor == CHANCE:
            outcomes, weights = self.game.outcome_odds(self.state[0])
            dealt.append(dealing.draw(self.key, self.chance_count, outcomes, weights))
            self.play(dealt[-1])
        return dealt

    @property
    def chance_count(self) -> int:
        """How many outcomes chance has given so far."""
        return sum(step.actor == CHANCE for step in self.steps)

    def at(self, length: int) -> History:
        """Give the match as it was after its first `length` steps."""
        earlier = History(self.game, self.options, self.players, self.key)
        earlier.luck, earlier.seating = self.luck, self.seating
        earlier.published, earlier.tags = self.published, dict(self.tags)
        for step in self.steps[:length]:
            earlier.game.apply(earlier.state[0], step.action)
        earlier.steps = self.steps[:length]
        return earlier

    def undo(self, length: int) -> None:
        """Go back to the match's first `length` steps."""
        earlier = self.at(length)
        self.steps, self.state = earlier.steps, earlier.state

    def own_turn_start(self, seat: int) -> int | None:
        """Give the length of the log just before this seat's last decision, or None if it has made none."""
        return next((at for at in range(len(self.steps) - 1, -1, -1) if self.steps[at].actor == seat), None)

    def shares(self) -> list[float]:
        """Give each seat's share of the win."""
        return self.game.shares(self.state[0], self.seats)

    def seen(self, seat: int) -> Seen:
        """Give what a viewer may know now; `EVERYONE` only once the match is over."""
        if seat == EVERYONE:
            if not self.is_over:
                raise ValueError("everything may be seen only once the match is over")
            return unveiled(self.game, self.state)
        return seen(self.game, self.state, seat)

    def told(self, seat: int, start: int = 0) -> list[list[Event]]:
        """Tell a viewer what happened, step by step, from step `start` on. `EVERYONE` only once it is over."""
        if seat == EVERYONE and not self.is_over:
            raise ValueError("everything may be told only once the match is over")
        walker = self.at(start)
        before = _look(self.game, walker.state, seat)
        told: list[list[Event]] = []
        for step in self.steps[start:]:
            action = seen_action(self.game, walker.state[0], step.action, seat)
            self.game.apply(walker.state[0], step.action)
            after = _look(self.game, walker.state, seat)
            told.append(self.game.events(before, action, after))
            before = after
        return told

    def is_seated_by_lot(self) -> bool:
        """Say whether everybody sits where the luck put them (or no lots were drawn for seats)."""
        return self.seating is None or (self.luck is not None and self.seating == self.luck.seating())

    def differing_outcome(self, key: bytes) -> tuple[int, int] | None:
        """Compare every chance outcome with what the key deals: the first (step, expected outcome) that differs."""
        walker = History(self.game, self.options)
        number = 0
        for at, step in enumerate(self.steps):
            if step.actor == CHANCE:
                outcomes, weights = self.game.outcome_odds(walker.state[0])
                expected = dealing.draw(key, number, outcomes, weights)
                if expected != step.action:
                    return at, expected
                number += 1
            self.game.apply(walker.state[0], step.action)
        return None

    def _name(self, action: int) -> str:
        """Write an action that may not even exist."""
        return self.game.notation(action) if 0 <= action < self.game.max_actions else str(action)


def _look(game: Game, state: Block, seat: int) -> Seen:
    return unveiled(game, state) if seat == EVERYONE else seen(game, state, seat)
