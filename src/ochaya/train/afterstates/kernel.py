"""Matches between players who look one action ahead and ask a network, compiled per game, with notes to learn from.

A player guesses a world from what his seat sees, tries the actions that promise most in it, and takes the one that
leaves most to him; now and then any of them. After every decision the true position is described and noted. At the end
of the match each note gets its target: the result, mixed with what was thought on the way (`trace`), up to the next
decision that was not taken in earnest; there the best action's judgement takes the result's place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ochaya.core.curves import exp, logistic
from ochaya.core.game import CHANCE, OVER, Ids, Shares
from ochaya.core.record import Block, Table
from ochaya.core.rng import Rng, below, unit

if TYPE_CHECKING:  # the game's own functions, bound by `specialise`
    actor: Callable[[Any], int]
    legal: Callable[[Any, Ids], int]
    apply: Callable[[Any, int], None]
    score: Callable[[Any, Shares], None]
    hide: Callable[[Any, int], None]
    guess: Callable[[Any, int, Rng], None]
    priors: Callable[[Any, Ids, int, Shares], None]
    chance: Callable[[Any, Rng, Ids, Ids], None]
    describe: Callable[[Any, npt.NDArray[np.float32]], int]
    ask: Callable[[npt.NDArray[np.float32], npt.NDArray[np.float32]], float]

Floats = npt.NDArray[np.float32]

MATCH, WORLD, TRIAL = range(3)
"""The states on a desk: the match, the world a player guesses, and a copy of it to try an action in."""


class Desk(NamedTuple):
    """Room for one match under way."""

    states: Block
    ids: Ids
    odds: Ids
    promise: Shares
    tried: Ids
    """The actions that a player looks at."""
    rows: Floats
    """A position described, one row a side."""
    shares: Shares
    """Each side's share as judged …"""
    best: Shares
    """… and after the action that is best for who decides."""
    out: Shares
    """Each seat's share at the end."""


class Notes(NamedTuple):
    """What was met, one entry a decision."""

    rows: Floats
    """[decision, side, feature]"""
    values: Shares
    """[decision, side] as judged when it was met."""
    best: Shares
    """[decision, side] as judged after the best action in the guessed world."""
    is_earnest: npt.NDArray[np.int8]
    """Whether the best action was taken."""
    targets: Floats
    """[decision, side] what the network should have said."""


class Manner(NamedTuple):
    """How the players play, and how much of the result reaches back."""

    candidates: int
    explore: float
    trace: float


def judge_sides(weights: Floats, s: Any, rows: Floats, shares: Shares) -> int:
    """Write each side's share of the win as a network sees it; gives how many sides there are."""
    for side in range(rows.shape[0]):
        for at in range(rows.shape[1]):
            rows[side, at] = 0.0
    count = describe(s, rows)
    if count == 1:
        shares[0] = logistic(ask(weights, rows[0]))
        return count
    total = 0.0
    for side in range(count):
        shares[side] = exp(ask(weights, rows[side]))
        total += shares[side]
    for side in range(count):
        shares[side] /= total
    return count


def settle(s: Any, team: Table, out: Shares, shares: Shares) -> None:
    """Write each side's share at the end of a match."""
    score(s, out)
    for seat in range(len(team)):
        shares[team[seat]] = out[seat]


def pick_candidates(s: Any, n: int, most: int, desk: Desk) -> int:
    """Write the actions that promise most, at most so many; gives how many."""
    if n <= most:
        for at in range(n):
            desk.tried[at] = desk.ids[at]
        return n
    priors(s, desk.ids, n, desk.promise)
    for place in range(most):
        best = 0
        for at in range(1, n):
            if desk.promise[at] > desk.promise[best]:
                best = at
        desk.tried[place] = desk.ids[best]
        desk.promise[best] = -1.0
    return most


def decide(desk: Desk, n: int, weights: Floats, team: Table, candidates: int, rng: Rng) -> int:
    """Put the action that leaves most to who decides, as far as his seat can know, first among those tried.

    Gives how many were tried; the shares after the best one are in `best`.
    """
    states, tried, shares = desk.states, desk.tried, desk.shares
    seat = actor(states[MATCH])
    states[WORLD] = states[MATCH]
    hide(states[WORLD], seat)
    guess(states[WORLD], seat, rng)
    count = pick_candidates(states[WORLD], n, candidates, desk)
    best, most = 0, -1.0
    for at in range(count):
        states[TRIAL] = states[WORLD]
        apply(states[TRIAL], tried[at])
        if actor(states[TRIAL]) == OVER:
            settle(states[TRIAL], team, desk.out, shares)
        else:
            judge_sides(weights, states[TRIAL], desk.rows, shares)
        if shares[team[seat]] > most:
            best, most = at, shares[team[seat]]
            for side in range(len(shares)):
                desk.best[side] = shares[side]
    tried[0], tried[best] = tried[best], tried[0]
    return count


def play_match(
    start: Block, desk: Desk, team: Table, nets: Floats, who: Table, manner: Manner, rng: Rng, notes: Notes, first: int
) -> int:
    """Play a match to its end, noting from entry `first` on where there is room; gives how many entries were noted.

    `who` says which of the networks each seat asks. A match that finds no room for all its notes gives -1: forget it.
    """
    states = desk.states
    states[MATCH] = start[0]
    noted = 0
    is_earnest = True
    while True:
        s = states[MATCH]
        seat = actor(s)
        if seat == OVER:
            break
        if seat == CHANCE:
            chance(s, rng, desk.ids, desk.odds)
            continue
        n = legal(s, desk.ids)
        if n == 1:
            apply(s, desk.ids[0])
            continue
        count = decide(desk, n, nets[who[seat]], team, manner.candidates, rng)
        is_earnest = unit(rng) >= manner.explore
        apply(s, desk.tried[0 if is_earnest else below(rng, count)])
        if manner.trace < 0.0 or actor(s) == OVER:
            continue
        at = first + noted
        if at >= len(notes.is_earnest):
            return -1
        sides = judge_sides(nets[who[seat]], s, desk.rows, desk.shares)
        for side in range(sides):
            notes.values[at, side] = desk.shares[side]
            notes.best[at, side] = desk.best[side]
            for feature in range(desk.rows.shape[1]):
                notes.rows[at, side, feature] = desk.rows[side, feature]
        notes.is_earnest[at] = is_earnest
        noted += 1
    settle(states[MATCH], team, desk.out, desk.shares)
    if not is_earnest:
        for side in range(notes.targets.shape[1]):
            desk.shares[side] = desk.best[side]
    for back in range(noted):
        at = first + noted - 1 - back
        for side in range(notes.targets.shape[1]):
            notes.targets[at, side] = desk.shares[side]
            if notes.is_earnest[at]:
                desk.shares[side] = manner.trace * desk.shares[side] + (1.0 - manner.trace) * notes.values[at, side]
            else:
                desk.shares[side] = notes.best[at, side]
    return noted


def collect(
    start: Block, desk: Desk, team: Table, nets: Floats, who: Table, manner: Manner, rng: Rng, notes: Notes
) -> int:
    """Play matches until the notes are nearly full; gives how many entries they hold."""
    filled = 0
    while True:
        noted = play_match(start, desk, team, nets, who, manner, rng, notes, filled)
        if noted < 0:
            return filled
        filled += noted


def meet(
    start: Block, desk: Desk, team: Table, nets: Floats, who: Table, manner: Manner, rng: Rng, notes: Notes,
    matches: int, results: Shares,
) -> None:
    """Play so many matches and write what each brought to every side; nothing is noted where `trace` is below 0."""
    for at in range(matches):
        play_match(start, desk, team, nets, who, manner, rng, notes, 0)
        settle(desk.states[MATCH], team, desk.out, desk.shares)
        for side in range(results.shape[1]):
            results[at, side] = desk.shares[side]
