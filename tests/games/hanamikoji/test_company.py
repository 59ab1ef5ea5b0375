"""Who sits opposite: told from what a seat sees alone, and what a search begins with follows from it."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.bots.bot import Bot
from ochaya.bots.instinct import Instinctive
from ochaya.bots.limit import Limit
from ochaya.bots.uniform import Uniform
from ochaya.core.game import CHANCE, OVER
from ochaya.core.habit import DOUBT
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.mind.company import advice, against_weak, chance_of_weak
from ochaya.games.hanamikoji.mind.instinct import instinct
from ochaya.games.hanamikoji.mind.sense import SENSE
from ochaya.games.hanamikoji.mind.stride import stride
from tests.games.hanamikoji.test_foresight import exchanged, moments


def test_search_begins_with_advice_and_the_bot_plays_by_instinct() -> None:
    assert SENSE.beginning is advice
    assert SENSE.instinct is instinct


def test_advice_lies_between_what_is_good_against_strong_and_weak() -> None:
    for state in moments():
        who = int(GAME.actor(state[0]))
        if who >= 0:
            legal, moment = np.array(GAME.legal_ids(state[0]), np.int32), seen(GAME, state, who)
            before = moment.tobytes()
            weak = chance_of_weak(moment.record, who)
            chances = advice(moment, legal)
            assert moment.tobytes() == before
            assert 0.0 <= weak <= 1.0
            expected = weak * against_weak(moment, legal) + (1.0 - weak) * instinct(moment, legal)
            assert chances == pytest.approx(expected, abs=1e-6)
            assert chances.sum() == pytest.approx(1.0)
            assert chances.min() >= DOUBT / len(legal) - 1e-9


def test_worlds_that_a_seat_cannot_tell_apart_and_both_chairs_have_the_same_company() -> None:
    for state in moments():
        who = int(GAME.actor(state[0]))
        if who >= 0:
            weak = chance_of_weak(seen(GAME, state, who).record, who)
            other = seen(GAME, state, who).block
            GAME.guess(other[0], who, np.array([54321], np.uint64))
            assert chance_of_weak(seen(GAME, other, who).record, who) == weak
            turned = seen(GAME, exchanged(state), 1 - who)
            assert chance_of_weak(turned.record, 1 - who) == pytest.approx(weak, abs=1e-5)


def late_company(rival: Bot, matches: int) -> float:
    """Let an instinctive player meet a rival; gives for how weak he takes him on average, half a round gone by."""
    host, limit, found = Instinctive(1.0), Limit(iterations=1), []
    for number in range(matches):
        state, rng = GAME.start(GAME.complete({})), new_rng(number)
        while (who := int(GAME.actor(state[0]))) != OVER:
            if who == CHANCE:
                stride(state[0], rng)
                continue
            moment, legal = seen(GAME, state, who), GAME.legal_ids(state[0])
            if who == number % 2 and state[0].used[1 - who].sum() >= 2:
                found.append(chance_of_weak(moment.record, who))
            bot = host if who == number % 2 else rival
            GAME.apply(state[0], bot.choose(moment, legal, limit, rng))
    return float(np.mean(found))


def test_whoever_takes_any_action_is_found_out_and_an_equal_is_not() -> None:
    assert late_company(Uniform(), 30) > 0.75
    assert late_company(Instinctive(1.0), 30) < 0.35
