"""What the bots have learned of Hanamikoji: shares, fair to both seats, and beliefs between 0 and 1."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.game import OVER
from ochaya.core.record import Block
from ochaya.core.secrecy import seen
from ochaya.games import game as game_of
from ochaya.games.hanamikoji.mind.foresight import MOST, ROWS, rows_of
from ochaya.games.hanamikoji.mind.sense import believe, foresee
from ochaya.games.hanamikoji.pieces import NO_FAVOUR
from tests.support import play

GAME = game_of("hanamikoji")


def moments() -> list[Block]:
    """Give the states of a few matches, within their rounds."""
    steps = [step for number in range(4) for setup in GAME.setups.values()
             for step in play(GAME, setup, f"foresight {number}")]
    return [step.after for step in steps if GAME.actor(step.after[0]) != OVER and step.after[0].drawn > 12]


def exchanged(state: Block) -> Block:
    """Give the same state with the players in each other's chairs."""
    other = state.copy()
    one, two = state[0], other[0]
    for name in (
        "hands", "placed", "secret", "discarded", "used", "hand_size", "shown", "shown_secret", "turn_of", "offers",
        "drew", "answers",
    ):
        getattr(two, name)[:] = getattr(one, name)[::-1]
    for name in ("past_turns", "past_offers", "past_answers", "past_secrets"):
        getattr(two, name)[:] = getattr(one, name)[:, ::-1]
    two.favour[:] = np.where(one.favour == NO_FAVOUR, NO_FAVOUR, 1 - one.favour)
    two.seat, two.starter = 1 - one.seat, 1 - one.starter
    return other


def test_both_chairs_are_judged_alike() -> None:
    out, turned = np.zeros(2), np.zeros(2)
    for state in moments():
        before = state.tobytes()
        foresee(state[0], out)
        foresee(exchanged(state)[0], turned)
        assert state.tobytes() == before
        assert out.sum() == pytest.approx(1.0)
        assert out.min() >= 0.0
        assert turned[::-1] == pytest.approx(out, abs=1e-6)


def test_a_belief_is_a_probability_and_follows_the_cards() -> None:
    beliefs = set()
    for state in moments():
        who = int(GAME.actor(state[0]))
        if who >= 0:
            world = seen(GAME, state, who).block
            GAME.guess(world[0], who, np.array([12345], np.uint64))
            belief = believe(world[0], who)
            assert 0.0 < belief <= 1.0
            beliefs.add(round(belief, 3))
    assert len(beliefs) > 10


def test_every_row_named_lies_in_the_tables() -> None:
    rows = np.zeros(MOST, np.int16)
    for state in moments():
        for seat in range(2):
            n = rows_of(state[0], seat, rows)
            assert 10 <= n <= MOST
            assert len(set(rows[:n].tolist())) == n
            assert 0 <= rows[:n].min() <= rows[:n].max() < ROWS
