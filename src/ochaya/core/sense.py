"""Sense: what a game may tell a searcher beyond its rules; all of it optional, all of it compiled.

A game that wants good bots puts these functions into `games/<game>/mind/sense.py` and names them in one constant there:

    SENSE = Sense(value=value, priors=priors, playout=playout, is_quiet=is_quiet)

Search finds it by the game's name. A game without the file still has bots: search then plays random steps
to the end of the match (`stride` where the game has one). Every function gets a *world*, a whole state guessed from
what the thinking seat has seen, and never changes it (but `playout`, whose task that is).
Today they are written by hand; a learned network is the same functions with weights in them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ochaya.core.game import Ids, Shares
from ochaya.core.record import copied
from ochaya.core.secrecy import Seen

TO_THE_END = 1 << 30
"""A horizon that no match reaches."""


Weights: TypeAlias = npt.NDArray[np.float32]
"""The numbers of a network, one after the other."""


@dataclass(frozen=True)
class Instinct:
    """A learned habit: how likely an experienced player would take each legal action, from what his seat sees alone."""

    weigh: Callable[[Weights, Any, int, Ids, int, Shares], None]
    """`weigh(weights, s, seat, actions, n, out)`, compiled: writes the chance of each of the n legal actions. `s` is a
    copy of what the seat sees, to be changed at will."""
    load: Callable[[], Weights]
    """Gives the numbers, read when they are first asked for; numbers of half precision, so that they travel lightly."""

    def __call__(self, seen: Seen, actions: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        """Give the chance of each legal action."""
        out = np.zeros(len(actions), np.float64)
        self.weigh(self.load(), copied(seen.block)[0], int(seen.seat), actions, len(actions), out)
        return out


@dataclass(frozen=True)
class Company:
    """Who may sit opposite besides an equal: kinds of players, numbered from 1, known by what they have done."""

    kinds: int
    tell: Callable[[Any, int, Shares], None]
    """`tell(s, seat, out)`: writes how likely each kind sits opposite, from what the seat sees; the rest of 1 is for an
    equal. It does not change `s`."""
    foresee: Callable[[Any, int, int, Shares], None]
    """`foresee(s, seat, kind, out)`: each seat's expected share where one of this kind sits opposite `seat`, who plays
    on as he should against him; at any state that is not over."""
    believe: Callable[[Any, int, int], float]
    """`believe(s, seat, kind)`: how believable a guessed world is to `seat` in this company, from 0 to 1."""
    play: Callable[[Any, Any, int, int, npt.NDArray[np.uint64]], None] | None = None
    """`play(s, room, seat, kind, rng)`: plays one step, for whoever must act, chance included, as it goes where one of
    this kind sits opposite `seat`, up to a quiet state, where `foresee` judges; there is room for one more state. None:
    `foresee` judges at once."""
    hold: float = 0.0
    """What `hold` of a Sense is where one of these kinds is sure to sit opposite; by their chances it lies between."""


@dataclass(frozen=True)
class Sense:
    """A game's judgement of positions and moves. Leave out what you do not have; begin with `value`."""

    value: Callable[[Any, Shares], None] | None = None
    """`value(s, out)`: each seat's expected share of the win (0 to 1, as in `score`), judged at a glance at any
    state that is not over, whoever is to act, chance included. The greedy bot is this function one move ahead."""
    foresee: Callable[[Any, Shares], None] | None = None
    """`foresee(s, out)`: a better judgement than `value`, of the same form, for the search alone (a learned one, say):
    where it is given, search asks it wherever it would ask `value`, and only the greedy bot stays with the glance."""
    ahead: Callable[[Any, Ids, int, int, Shares], bool] | None = None
    """`ahead(s, actions, n, seat, out)`: writes what `value` would give `seat` after each of the n legal actions, where
    that can be told without trying them; gives False where it cannot, and search tries them. For speed alone."""
    is_quiet: Callable[[Any], bool] | None = None
    """`is_quiet(s)`: whether `value` can be trusted here as well as a played-out end (a round is finished, say).
    Search and playouts stop at the first quiet state after the root. Needs `value`."""
    playout: Callable[[Any, npt.NDArray[np.uint64]], int] | None = None
    """`playout(s, rng)`: plays one step, for whoever is to act, chance included, as a passable player would with
    what *he* can see; gives how many ordinary steps it was. Speed counts: it is called millions of times.
    None: the game's `stride`, or a random legal action."""
    priors: Callable[[Any, Ids, int, Shares], None] | None = None
    """`priors(s, actions, n, out)`: writes for each of the n legal actions how promising it looks to the one who
    acts, any scale, all positive. It decides the order in which search tries actions. None: all alike."""
    plausible: Callable[[Any, int], float] | None = None
    """`plausible(s, seat)`: how believable this guessed world is to `seat`, from 0 to 1, given what the others did
    and would hardly have done in it. Worlds are accepted in this proportion. None: all alike."""
    believe: Callable[[Any, int], float] | None = None
    """`believe(s, seat)`: a better judgement than `plausible`, of the same form, for the search alone, as `foresee` is
    to `value`. Where worlds are kept (`keep`) it may be any number above 0."""
    key: Callable[[Any, int], int] | None = None
    """`key(s, seat)`: a number from 0 up to 2**39 for what the actor of `s` tells apart beyond the actions taken (his
    hand after a draw, say), while `seat` is the one who thinks; equal numbers share their experience. It must be made
    of what the actor himself can see. None: all alike, which suits games where draws change little."""

    instinct: Callable[[Seen, npt.NDArray[np.int32]], npt.NDArray[np.float64]] | None = None
    """`instinct(seen, actions)`: how likely an experienced player would take each of the legal actions, from what his
    seat sees alone. Asked once a decision, where it stands for `priors`. An `Instinct` is also carried to browsers."""

    advice: Callable[[Seen, npt.NDArray[np.int32]], npt.NDArray[np.float64]] | None = None
    """`advice(seen, actions)`: what search begins with where that is another than the instinct, which then is for the
    bot of that name alone: one who looks ahead can afford to meet a weak player otherwise than a strong one, say."""

    company: Company | None = None
    """Who may sit opposite. By the chance of each kind, a Master's iterations then look one action ahead and judge what
    follows as it goes with such players; in the others he searches as among equals."""

    horizon: int | None = None
    """After so many steps of a playout `value` judges. None: the end or a quiet state, or, where there is a value
    but no quiet state and no playout of its own, at once (0)."""
    trust: float = 0.0
    """How much of the judgement of a leaf comes from `value` at the leaf itself and not from its playout (0 to 1;
    1 means that no playout is made)."""
    plain_trust: float | None = None
    """Where given, `foresee` is for Masters alone, as `instinct` is: other levels judge by `value`, with this trust.
    For a foresight so good that even a weak level would play well by it."""
    explore: float = 1.0
    """How curious search is (the factor of the PUCT formula). Larger where priors or values mislead."""
    hold: float = 0.0
    """How firmly search holds on to `instinct`, however long it thinks: in the end its tries are shared out so that
    share + hold · chance / part of the tries is alike for all. 0: the longer it thinks the less the instinct counts."""
    rehearse: float = 0.0
    """An action that the search has tried v times is also rehearsed about `rehearse · √v` times: played on to the end
    or a quiet state as the instinct (an `Instinct`) would do it for everybody, each by what he sees. That is dear and
    tells what a tree of guessed worlds does not: how it goes among players who see their own cards alone. 0: never."""
    widen: float = 2.0
    """A node visited v times tries at most `widen * v ** narrow` different actions, the best priors first …"""
    narrow: float = 0.5
    """… with this power."""
    keep: int = 0
    """So many guessed worlds are kept for a decision, and met again and again, the more believable the more often: for
    a belief that tells worlds far apart, or takes long. 0: each iteration guesses its own and believes it or not."""
    depth: int = 512
    """The tree grows no deeper than so many actions; beyond them playouts or `value` decide. Small where what lies
    deeper is met too seldom to learn from (many actions, much hidden)."""

    @property
    def beginning(self) -> Callable[[Seen, npt.NDArray[np.int32]], npt.NDArray[np.float64]] | None:
        """What search begins with, where the game has learned anything."""
        return self.advice or self.instinct
