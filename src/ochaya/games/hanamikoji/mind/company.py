"""Who sits opposite, and how a Master meets him.

Two small networks (company.npy, bench/learned/company.py) tell from what the rival has done, in this round and the two
before, how likely he is greedy, who takes what looks best one action ahead, or anybody, who takes any action. Against
an equal search begins with the instinct. Weak players are better met otherwise: another network (weak.npy) learned
against these two alone, worlds are believed in as they come about between it and them, and what an action leaves behind
is played on to the end of the round as they play; what is left then is judged by how their matches end
(bench/learned/hanamikoji_weak.py).
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np

from ochaya.core.curves import exp, logistic
from ochaya.core.game import Ids, Shares
from ochaya.core.habit import Shape, habit_of
from ochaya.core.jit import rule, specialise
from ochaya.core.layers import aligned
from ochaya.core.outlook import look
from ochaya.core.record import Block
from ochaya.core.rng import Rng
from ochaya.core.scratch import scratch
from ochaya.core.sense import Company, Instinct, Weights
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.hide import guess, hide
from ochaya.games.hanamikoji.layout import ONE_ROUND
from ochaya.games.hanamikoji.mind.foresight import LIKELIEST, asker, rows_for_one
from ochaya.games.hanamikoji.mind.glance import MOST_LEGAL, best_at_a_glance
from ochaya.games.hanamikoji.mind.instinct import instinct
from ochaya.games.hanamikoji.mind.stride import stride
from ochaya.games.hanamikoji.rules import apply
from ochaya.games.hanamikoji.state import DRAW, PICK_FIRST, State

FOLDER = Path(__file__).parent
GREEDY, ANYBODY = 1, 2
KINDS = 2

# -- who it is --------------------------------------------------------------------------------------------------------

WIDE = 192
"""The size of the first layer of the networks that tell who sits opposite."""
_told = np.load(FOLDER / "company.npy").astype(np.float32)
ask_greedy, ask_anybody = (
    specialise(
        look, GAME.name, form=f"company-{kind}.", observe=GAME.observe, INPUTS=GAME.observation_size, WIDE=WIDE,
        NUMBERS=_told[at])
    for at, kind in enumerate(("greedy", "anybody")))
SHARPNESS, READINESS = 1.5, 0.3
"""How far the odds of a weak rival are trusted, and how readily he is taken for one: measured against both kinds."""
SUREST = 30.0
"""No odds are larger than the exponential of this."""


@rule
def odds_of(told: float) -> float:
    """Make odds of what a network told."""
    return exp(min(SHARPNESS * (told + READINESS), SUREST))


@rule
def tell(s: State, seat: int, out: Shares) -> None:
    """Write how likely greedy and anybody sit opposite, from what this seat sees."""
    greedy, anybody = odds_of(float(ask_greedy(s, seat))), odds_of(float(ask_anybody(s, seat)))
    whole = 1.0 + greedy + anybody
    out[0], out[1] = greedy / whole, anybody / whole


# -- what to begin with -----------------------------------------------------------------------------------------------

against_weak = habit_of(GAME, FOLDER / "weak.npy", Shape(wide=512, inputs=ONE_ROUND))
"""What a player does who has learned to meet weak ones."""
weigh_equal, weigh_weak = instinct.weigh, against_weak.weigh


@functools.cache
def load() -> Weights:
    """Read the numbers of the instinct and of the other network, which has as many, in this order."""
    return aligned(np.concatenate([instinct.load(), against_weak.load()]))


@rule
def weigh(weights: Weights, s: State, seat: int, actions: Ids, n: int, out: Shares) -> None:
    """Write the chance of each legal action, mixed by who seems to sit opposite."""
    other, kinds = scratch(MOST_LEGAL, np.float64), scratch(KINDS, np.float64)
    tell(s, seat, kinds)
    weak, half = kinds[0] + kinds[1], len(weights) // 2
    weigh_equal(weights[:half], s, seat, actions, n, other)
    weigh_weak(weights[half:], s, seat, actions, n, out)
    for at in range(n):
        out[at] = weak * out[at] + (1.0 - weak) * other[at]


advice = Instinct(weigh, load)
"""What a search begins with: chances, from what the seat sees and nothing else."""

# -- how it goes on ---------------------------------------------------------------------------------------------------


@rule
def play(s: State, room: Block, seat: int, kind: int, rng: Rng) -> None:
    """Play one step towards the end of the round: whoever takes any action does so, all others take what promises most
    in a world that they guess.
    """
    if s.phase == DRAW or s.phase == PICK_FIRST or (kind == ANYBODY and s.seat != seat):
        stride(s, rng)
        return
    room[0] = s
    world = room[0]
    hide(world, s.seat)
    guess(world, s.seat, rng)
    apply(s, best_at_a_glance(world))


ask_outcome_greedy = asker(FOLDER / "outcome_greedy.npy", "outcome-greedy.", rows_for_one)
ask_outcome_anybody = asker(FOLDER / "outcome_uniform.npy", "outcome-anybody.", rows_for_one)
ask_belief_greedy = asker(FOLDER / "belief_greedy.npy", "belief-greedy.", rows_for_one)


@rule
def foresee(s: State, seat: int, kind: int, out: Shares) -> None:
    """Each player's share where one of this kind sits opposite, as learned from whole matches with him."""
    told = ask_outcome_greedy(s, seat) if kind == GREEDY else ask_outcome_anybody(s, seat)
    out[seat] = logistic(told)
    out[1 - seat] = 1.0 - out[seat]


@rule
def believe(s: State, seat: int, kind: int) -> float:
    """Believe in worlds as often as they come about with greedy; what anybody does tells nothing of what he has."""
    if kind == GREEDY:
        return min(1.0, exp(ask_belief_greedy(s, seat)) / LIKELIEST)
    return 1.0


COMPANY = Company(KINDS, tell, foresee, believe, play, hold=0.02)
