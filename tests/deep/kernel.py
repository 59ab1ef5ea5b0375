"""The sweep: random matches with every invariant checked at native speed, compiled for one game by `specialise`.

The names below that stand for a game's functions are bound then. A sweep stops at the first broken promise and
leaves in `report` which one, in which match (its seed) and at which step; `trail` holds the actions up to there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ochaya.core.game import CHANCE, OVER
from ochaya.core.rng import below, pick
from ochaya.core.secrecy import NOBODY

actor: Any = None
legal: Any = None
odds: Any = None
apply: Any = None
score: Any = None
hide: Any = None
guess: Any = None
observe: Any = None
conserved: Any = None
stride: Any = None
MAX_ACTIONS: Any = 0
MAX_LEGAL: Any = 0
MAX_LENGTH: Any = 0

BROKEN = (
    "",
    "pieces are missing or too many, or a field is out of range",
    "the actor is nobody at this table",
    "nothing is legal and the match is not over",
    "something is legal after the end",
    "the legal actions are not ascending",
    "an action id is out of range, or more are legal than max_legal",
    "the odds are not positive or do not add up",
    "longer than max_length",
    "a share is not between 0 and 1",
    "the shares do not add up to one win",
    "hiding twice is not hiding once",
    "the guessed world has lost pieces",
    "the viewer can tell the guessed world from the truth",
    "the actor's own knowledge allows other actions than the truth",
    "the observation is not a number somewhere",
    "the guessed world has another actor",
    "a stride that goes nowhere",
)
(
    SOUND, LOST_PIECES, NO_ACTOR, STUCK, LEGAL_AFTER_END, NOT_ASCENDING, OUT_OF_RANGE, BAD_ODDS, TOO_LONG, BAD_SHARE,
    BAD_SUM, HIDES_TWICE, BAD_WORLD, TOLD_APART, OTHER_LEGAL, NOT_A_NUMBER, OTHER_ACTOR, NO_STRIDE,
) = range(len(BROKEN))

DONE, STEPS, LOOKS, SEED, STEP, VIEWER = range(6)
"""What the cells of `report` count or name."""
TRUTH, SEEN, WORLD, AGAIN = range(4)
"""The records of `room`."""


def seed_rng(rng: Any, seed: Any) -> None:
    """Start a generator in compiled code, just as `new_rng` does."""
    word = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    word ^= word >> np.uint64(31)
    rng[0] = word if word != np.uint64(0) else np.uint64(1)


def look(s: Any, seats: int, ids: Any, weights: Any) -> int:
    """Check one true state; the legal actions are left in `ids`, the odds in `weights`."""
    if not conserved(s):
        return LOST_PIECES
    who = actor(s)
    if who >= seats or (who < 0 and who != CHANCE and who != OVER):
        return NO_ACTOR
    n = legal(s, ids)
    if who == OVER:
        return LEGAL_AFTER_END if n else SOUND
    if n <= 0:
        return STUCK
    if n > MAX_LEGAL or ids[0] < 0 or ids[n - 1] >= MAX_ACTIONS:
        return OUT_OF_RANGE
    for i in range(1, n):
        if ids[i] <= ids[i - 1]:
            return NOT_ASCENDING
    if who == CHANCE:
        total, claimed = np.int64(0), odds(s, weights)
        for i in range(n):
            if weights[i] <= 0:
                return BAD_ODDS
            total += weights[i]
        if total != claimed:
            return BAD_ODDS
    return SOUND


def look_behind(
    room: Any, room_bytes: Any, viewer: int, ids: Any, others: Any, sights: Any, rng: Any
) -> int:
    """Check what one viewer knows of the state in `room[TRUTH]`, and one world guessed from it."""
    size = room_bytes.shape[1]
    room_bytes[SEEN] = room_bytes[TRUTH]
    hide(room[SEEN], viewer)
    room_bytes[AGAIN] = room_bytes[SEEN]
    hide(room[AGAIN], viewer)
    for i in range(size):
        if room_bytes[AGAIN, i] != room_bytes[SEEN, i]:
            return HIDES_TWICE
    observe(room[SEEN], viewer, sights)
    for i in range(len(sights)):
        if not np.isfinite(sights[i]):
            return NOT_A_NUMBER
    room_bytes[WORLD] = room_bytes[SEEN]
    guess(room[WORLD], viewer, rng)
    if not conserved(room[WORLD]):
        return BAD_WORLD
    who = actor(room[TRUTH])
    if actor(room[WORLD]) != who or actor(room[SEEN]) != who:
        return OTHER_ACTOR
    room_bytes[AGAIN] = room_bytes[WORLD]
    hide(room[AGAIN], viewer)
    for i in range(size):
        if room_bytes[AGAIN, i] != room_bytes[SEEN, i]:
            return TOLD_APART
    if who == viewer:
        n = legal(room[TRUTH], ids)
        if legal(room[SEEN], others) != n:
            return OTHER_LEGAL
        for i in range(n):
            if ids[i] != others[i]:
                return OTHER_LEGAL
        if legal(room[WORLD], others) != n:
            return OTHER_LEGAL
        for i in range(n):
            if ids[i] != others[i]:
                return OTHER_LEGAL
    return SOUND


def sweep(
    start_bytes: Any, room: Any, room_bytes: Any, ids: Any, others: Any, weights: Any, shares: Any, sights: Any,
    trail: Any, report: Any, first_seed: int, matches: int, seats: int, is_one_win: bool, by_strides: bool,
    look_every: int,
) -> int:
    """Play matches with seeds from `first_seed` on; gives SOUND or the number of the broken promise."""
    rng, curious = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    for match in range(matches):
        seed = first_seed + match
        report[SEED], report[VIEWER] = seed, NOBODY - 1
        seed_rng(rng, seed)
        seed_rng(curious, ~seed)
        room_bytes[TRUTH] = start_bytes
        step = 0
        while True:
            report[STEP] = step
            broken = look(room[TRUTH], seats, ids, weights)
            if broken:
                return broken
            who = actor(room[TRUTH])
            if below(curious, look_every) == 0:
                viewer = below(curious, seats + 1)
                if viewer == seats:
                    viewer = NOBODY
                report[VIEWER] = viewer
                broken = look_behind(room, room_bytes, viewer, ids, others, sights, curious)
                if broken:
                    return broken
                report[VIEWER] = NOBODY - 1
                report[LOOKS] += 1
            if who == OVER:
                break
            if step >= MAX_LENGTH:
                return TOO_LONG
            if by_strides:
                made = stride(room[TRUTH], rng)
                if made < 1:
                    return NO_STRIDE
                step += made
            else:
                n = legal(room[TRUTH], ids)
                chosen = pick(rng, weights, n) if who == CHANCE else below(rng, n)
                trail[step] = ids[chosen]
                apply(room[TRUTH], ids[chosen])
                step += 1
        if step > MAX_LENGTH:
            return TOO_LONG
        score(room[TRUTH], shares)
        total = 0.0
        for seat in range(seats):
            if not (-1e-9 <= shares[seat] <= 1 + 1e-9):
                return BAD_SHARE
            total += shares[seat]
        if is_one_win and abs(total - 1) > 1e-9:
            return BAD_SUM
        report[DONE] += 1
        report[STEPS] += step
    return SOUND


FAMILY: Sequence[Callable[..., Any]] = (seed_rng, look, look_behind, sweep)
