"""The contract: what a game must give, so that everything else in the house can play it.

A game is a folder of plain functions over one flat record (record.py). Nothing outside the folder knows a rule.
The eight compiled functions are the whole of the rules:

| function               | promise                                                                              |
| ---------------------- | ------------------------------------------------------------------------------------ |
| `setup(s, options)`    | blank record -> before the first deal; draws nothing. `options` holds, for each       |
|                        | declared Option, the index of the chosen value                                        |
| `actor(s)`             | who must act now: a seat, `CHANCE` or `OVER`                                          |
| `legal(s, out) -> n`   | writes the ids of the legal actions, ascending; n > 0 unless `OVER`; at `CHANCE` the  |
|                        | possible outcomes                                                                     |
| `odds(s, out) -> sum`  | at `CHANCE`: whole-number weights matching `legal`, all positive; gives their sum     |
| `apply(s, action)`     | the only function that changes a state; assumes legality; deterministic               |
| `score(s, out)`        | each seat's share of the win when `OVER`: 1 for winning alone, an equal share of 1 for |
|                        | winning together, each partner 1 for a team; a solo game gives its result as 0 to 1   |
| `hide(s, seat)`        | overwrites all that `seat` (or `NOBODY`, a spectator) cannot know                     |
| `guess(s, seat, rng)`  | fills a hidden record with one world consistent with everything that seat has seen,   |
|                        | each such world as likely as chance makes it                                          |

Chance is an actor: the rules never draw, they are told what was drawn. A deck is a table of counts, so the future
is not in the state and cannot leak. Several decisions in one turn are several actions, with a `phase` in the
record. A choice with a single possible outcome is not a choice: the rules take it themselves.

An action is a whole number with one meaning, whatever the state. `decode` names it as a small dataclass,
`notation` and `read` turn it into text and back. Some actions have a part that others must not see;
`hide_action` gives what one viewer may know of it, if need be an id from `max_actions` upwards that no state ever
offers (its `decode` and `notation` show a question mark, and `read` refuses it).

Beside them stand three ways of showing a Seen, a state after `hide`: `view` (JSON, for people), `observe`
(numbers, for learners) and `events` (what one viewer is told has happened). None of them accepts a raw state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ochaya.core.errors import BadOptions
from ochaya.core.record import Block, Record
from ochaya.core.secrecy import Seen

CHANCE = -1
"""The actor while a card is drawn, a die is cast, a first player is picked."""
OVER = -2
"""The actor once the match has ended."""

Ids: TypeAlias = npt.NDArray[np.int32]
"""Room for action ids or odds, allocated by the caller and filled by `legal` and `odds`."""
Shares: TypeAlias = npt.NDArray[np.float64]
"""Room for one result per seat, filled by `score`."""
Json: TypeAlias = Any
Options: TypeAlias = Mapping[str, str]
"""Chosen options, as text: {"rounds": "3"}. What is left out takes its default."""


@dataclass(frozen=True)
class Option:
    """One thing to choose before a match: its name, its possible values and the default (the first)."""

    name: str
    values: tuple[str, ...]
    when: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The option matters only while each named option has one of these values; else it keeps its default."""

    @property
    def default(self) -> str:
        """The value taken when nothing is said."""
        return self.values[0]


class Event(NamedTuple):
    """What one viewer is told has happened: a kind (which names its text) and its data, not to be changed."""

    kind: str
    data: Mapping[str, Json] = {}


@dataclass(frozen=True, eq=False)
class Game:
    """The rules of one game; stateless. One instance, `GAME`, stands in each game's `__init__.py`."""

    name: str
    version: int
    """Rises only when behaviour changes: a log of another version is not replayed."""
    state: type[Record]
    options: tuple[Option, ...]
    seats: Callable[[Options], int]
    """How many seats a match with these (complete) options has."""
    setups: Mapping[str, Options]
    """Named choices of options that together cover every mode; tests, arenas and docs run over them."""
    max_actions: int
    """Every action id is below this."""
    max_legal: int
    """No state offers more actions than this."""
    max_length: int
    """No match has more actions and outcomes than this."""

    setup: Callable[[Any, npt.NDArray[np.int16]], None]
    actor: Callable[[Any], int]
    legal: Callable[[Any, Ids], int]
    odds: Callable[[Any, Ids], int]
    apply: Callable[[Any, int], None]
    score: Callable[[Any, Shares], None]
    hide: Callable[[Any, int], None]
    guess: Callable[[Any, int, npt.NDArray[np.uint64]], None]

    decode: Callable[[int], Any]
    """The action as a small frozen dataclass whose fields are plain JSON values, `kind` among them."""
    notation: Callable[[int], str]
    read: Callable[[str], int]
    """The id of an action written in notation; raises UnreadableAction."""
    hide_action: Callable[[Any, int, int], int]
    """Compiled: `hide_action(record before, action, seat)`, what `seat` may know of the action."""

    view: Callable[[Seen], dict[str, Json]]
    events: Callable[[Seen, int, Seen], list[Event]]
    """`events(before, hidden action, after)`: what the viewer of both is told, in order."""
    observe: Callable[[Any, int, npt.NDArray[np.float32]], None]
    """Compiled: writes a hidden record as numbers from `seat`'s side, own things first."""
    observation_size: int
    conserved: Callable[[Any], bool] = lambda record: True
    """Whether every piece of the true record is somewhere: a check for tests, run on every state."""

    stride: Callable[[Any, npt.NDArray[np.uint64]], int] | None = None
    """Optional fast path for playouts, compiled: one random step for whoever is to act, chance dealing all that is
    due at once; gives how many ordinary steps it stands for. Its distribution is stated where it is written."""
    is_hidden: bool = False
    """Left out of lists shown to players (the template)."""
    knows_draws: bool = False
    """Whether players may agree on a draw."""
    teams: Callable[[Options], tuple[int, ...]] | None = None
    """The team of each seat where seats win together; None where each plays alone."""

    # -- ordinary conveniences, the same for every game ----------------------------------------------------------

    def complete(self, chosen: Options | None = None) -> dict[str, str]:
        """Fill in defaults and check every option; raises BadOptions naming what is wrong."""
        chosen = dict(chosen or {})
        full: dict[str, str] = {}
        for option in self.options:
            value = chosen.pop(option.name, option.default)
            if value not in option.values:
                raise BadOptions("option-value", name=option.name, value=value, values=", ".join(option.values))
            full[option.name] = value
        if chosen:
            known = ", ".join(option.name for option in self.options)
            raise BadOptions("option-unknown", name=sorted(chosen)[0], values=known)
        for option in self.options:
            if any(full[name] not in values for name, values in option.when.items()):
                full[option.name] = option.default
        return full

    def start(self, chosen: Options | None = None) -> Block:
        """Give a new state with these options, before the first deal."""
        full = self.complete(chosen)
        indices = [option.values.index(full[option.name]) for option in self.options]
        block = self.state.new()
        self.setup(block[0], np.array(indices or [0], np.int16))
        return block

    def legal_ids(self, record: Any) -> list[int]:
        """List the legal actions of a record."""
        out = np.empty(self.max_legal, np.int32)
        ids: list[int] = out[: self.legal(record, out)].tolist()
        return ids

    def outcome_odds(self, record: Any) -> tuple[list[int], list[int]]:
        """List the outcomes chance may give and their weights."""
        outcomes, weights = self.legal_ids(record), np.empty(self.max_legal, np.int32)
        self.odds(record, weights)
        return outcomes, weights[: len(outcomes)].tolist()

    def shares(self, record: Any, seats: int) -> list[float]:
        """List each seat's share of the win."""
        out = np.zeros(seats, np.float64)
        self.score(record, out)
        return [float(share) for share in out]

    def observation(self, seen: Seen) -> npt.NDArray[np.float32]:
        """Give a Seen as numbers for a learner."""
        out = np.zeros(self.observation_size, np.float32)
        self.observe(seen.record, seen.seat, out)
        return out


def disjoint_ranges(sizes: Sequence[tuple[str, int]]) -> dict[str, range]:
    """Lay out consecutive ranges of action ids, one per kind of action, in the given order."""
    ranges, first = {}, 0
    for name, size in sizes:
        ranges[name] = range(first, first + size)
        first += size
    return ranges

