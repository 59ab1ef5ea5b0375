"""A small game of the contract as a whole tree, handed to OpenSpiel: its solvers and best responses run without us.

OpenSpiel reads the tree in Gambit's text form. What a seat can tell apart is what our adapter for OpenSpiel takes for
it (envs/spiel.py): all that it was told and shown from the beginning, so recall is perfect.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from ochaya.core.game import CHANCE, OVER, Game
from ochaya.core.record import Block, copied
from ochaya.core.secrecy import Seen, seen, seen_action

Known = tuple[bytes, ...]
"""A digest for each seat of all that it has learned."""


@dataclass(frozen=True)
class Decision:
    """A decision that a seat may face, with all it can tell apart."""

    seen: Seen
    legal: tuple[int, ...]
    first: int
    """OpenSpiel's number of the first of these actions; the others follow."""


@dataclass
class Tree:
    """All of a game."""

    rules: Game
    nodes: int = 0
    decisions: list[Decision] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._by_known: dict[bytes, tuple[int, Decision]] = {}
        self._counts = [0] * self.rules.seats(self.rules.complete())
        start = self.rules.start()
        seats = " ".join(f'"{seat}"' for seat in range(len(self._counts)))
        lines = [f'EFG 2 R "{self.rules.name}" {{ {seats} }} ""', *self._lines(start, self._looked(start, None))]
        self.game: Any = pyspiel.load_efg_game("\n".join(lines) + "\n")
        listed = pyspiel.CFRPlusSolver(self.game).tabular_average_policy().policy_table()
        self._names = {row[0][0]: name for name, row in listed.items()}

    def policy(self, chances: Callable[[Decision], Sequence[float]]) -> Any:
        """Give OpenSpiel's form of a player who takes each legal action of a decision with such a chance."""
        return pyspiel.TabularPolicy({
            self._names[one.first]: [(one.first + at, chance) for at, chance in enumerate(chances(one))]
            for one in self.decisions
        })

    def chances(self, policy: Any) -> Callable[[Decision], Sequence[float]]:
        """Give a player from OpenSpiel's form of it."""
        listed = {row[0][0]: [chance for _, chance in row] for row in policy.policy_table().values()}
        return lambda one: listed[one.first]

    def value(self, policy: Any) -> float:
        """Give seat 0's share when both seats play so."""
        return float(pyspiel.expected_returns(self.game.new_initial_state(), policy, -1, False)[0])

    def nash_conv(self, policy: Any) -> float:
        """Give how much both seats together could gain, each by the best response to the other."""
        return float(pyspiel.nash_conv(self.game, policy))

    def _lines(self, block: Block, known: Known) -> Iterator[str]:
        """Write a node and all that follows from it."""
        self.nodes += 1
        record = block[0]
        actor = int(self.rules.actor(record))
        if actor == OVER:
            shares = ", ".join(str(share) for share in self.rules.shares(record, len(known)))
            yield f't "" {self.nodes} "" {{ {shares} }}'
            return
        if actor == CHANCE:
            actions, weights = self.rules.outcome_odds(record)
            outcomes = " ".join(f'"{at}" {weight}/{sum(weights)}' for at, weight in enumerate(weights))
            yield f'c "" {self.nodes} "" {{ {outcomes} }} 0'
        else:
            actions = self.rules.legal_ids(record)
            number, decision = self._decision(block, actor, actions, known)
            labels = " ".join(f'"{decision.first + at}"' for at in range(len(actions)))
            yield f'p "" {actor + 1} {number} "" {{ {labels} }} 0'
        for action in actions:
            after = copied(block)
            self.rules.apply(after[0], action)
            told = [seen_action(self.rules, record, action, seat) for seat in range(len(known))]
            yield from self._lines(after, self._looked(after, told, known))

    def _decision(self, block: Block, seat: int, actions: list[int], known: Known) -> tuple[int, Decision]:
        """Find what the seat cannot tell apart from this moment, or take it down as new; gives it with its number."""
        found = self._by_known.get(known[seat])
        if found is None:
            first = self.decisions[-1].first + len(self.decisions[-1].legal) if self.decisions else 0
            self.decisions.append(Decision(seen(self.rules, block, seat), tuple(actions), first))
            self._counts[seat] += 1
            found = self._by_known[known[seat]] = self._counts[seat], self.decisions[-1]
        return found

    def _looked(self, block: Block, told: Sequence[int] | None, known: Known | None = None) -> Known:
        """Let every seat learn what was done and what it sees now."""
        digests = []
        for seat in range(len(self._counts)):
            before = b"" if known is None else known[seat]
            done = b"" if told is None else told[seat].to_bytes(4, "big")
            news = bytes([seat]) + before + done + seen(self.rules, block, seat).tobytes()
            digests.append(hashlib.blake2b(news, digest_size=16).digest())
        return tuple(digests)
