"""Who sits opposite: told from what a seat sees alone, and what a Master makes of it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from ochaya.bots.bot import Bot
from ochaya.bots.greedy import Greedy
from ochaya.bots.instinct import Instinctive
from ochaya.bots.limit import Limit
from ochaya.bots.uniform import Uniform
from ochaya.core.game import CHANCE, OVER
from ochaya.core.habit import DOUBT
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import Seen, seen
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.mind.company import (
    ANYBODY,
    COMPANY,
    GREEDY,
    KINDS,
    advice,
    against_weak,
    believe,
    foresee,
    play,
    tell,
)
from ochaya.games.hanamikoji.mind.glance import best_at_a_glance
from ochaya.games.hanamikoji.mind.instinct import instinct
from ochaya.games.hanamikoji.mind.sense import SENSE, is_quiet, value
from ochaya.games.hanamikoji.mind.stride import stride
from tests.games.hanamikoji.test_foresight import exchanged, moments


def told(moment: Seen) -> npt.NDArray[np.float64]:
    """Give how likely each kind sits opposite the seat that sees this."""
    out = np.zeros(KINDS)
    tell(moment.record, int(moment.seat), out)
    return out


def test_search_begins_with_advice_and_the_bot_plays_by_instinct() -> None:
    assert SENSE.beginning is advice
    assert SENSE.instinct is instinct
    assert SENSE.company is COMPANY


def test_advice_lies_between_what_is_good_against_strong_and_weak() -> None:
    for state in moments():
        who = int(GAME.actor(state[0]))
        if who >= 0:
            legal, moment = np.array(GAME.legal_ids(state[0]), np.int32), seen(GAME, state, who)
            before = moment.tobytes()
            kinds, chances = told(moment), advice(moment, legal)
            assert moment.tobytes() == before
            assert kinds.min() >= 0.0
            weak = kinds.sum()
            assert weak <= 1.0
            expected = weak * against_weak(moment, legal) + (1.0 - weak) * instinct(moment, legal)
            assert chances == pytest.approx(expected, abs=1e-6)
            assert chances.sum() == pytest.approx(1.0)
            assert chances.min() >= DOUBT / len(legal) - 1e-9


def test_worlds_that_a_seat_cannot_tell_apart_and_both_chairs_have_the_same_company() -> None:
    for state in moments():
        who = int(GAME.actor(state[0]))
        if who >= 0:
            kinds, other = told(seen(GAME, state, who)), seen(GAME, state, who).block
            GAME.guess(other[0], who, np.array([54321], np.uint64))
            assert told(seen(GAME, other, who)).tolist() == kinds.tolist()
            turned = seen(GAME, exchanged(state), 1 - who)
            assert told(turned) == pytest.approx(kinds, abs=1e-5)


@pytest.mark.parametrize("kind", [GREEDY, ANYBODY])
def test_a_world_is_judged_and_believed_alike_from_both_chairs_and_stays_as_it_is(kind: int) -> None:
    out, other = np.zeros(2), np.zeros(2)
    for state in moments():
        if int(GAME.actor(state[0])) == OVER:
            continue
        turned = exchanged(state)
        before = state.tobytes()
        for seat in range(2):
            foresee(state[0], seat, kind, out)
            foresee(turned[0], 1 - seat, kind, other)
            assert out.sum() == pytest.approx(1.0)
            assert out.min() >= 0.0
            assert out == pytest.approx(other[::-1], abs=1e-5)
            belief = believe(state[0], seat, kind)
            assert 0.0 <= belief <= 1.0
            assert believe(turned[0], 1 - seat, kind) == pytest.approx(belief, abs=1e-5)
        assert state.tobytes() == before


def test_between_the_rounds_favours_count_and_a_weak_rival_is_worth_more_than_half() -> None:
    state, out = GAME.start(GAME.complete({})), np.zeros(2)
    GAME.apply(state[0], GAME.legal_ids(state[0])[0])
    assert int(state[0].round_number) == 1
    for kind, least in ((GREEDY, 0.7), (ANYBODY, 0.9)):
        shares = []
        for owner in (1, -1, 0):
            moment = state.copy()
            for geisha in (5, 6):
                moment[0].favour[geisha] = owner
            foresee(moment[0], 0, kind, out)
            shares.append(float(out[0]))
        behind, even, ahead = shares
        assert even > least
        assert behind < min(even, ahead)
        assert ahead > even - 0.01


def late_company(rival: Bot, matches: int) -> npt.NDArray[np.float64]:
    """Let an instinctive player meet a rival; gives what he takes him for on average, half a round gone by."""
    host, limit, found = Instinctive(1.0), Limit(iterations=1), []
    for number in range(matches):
        state, rng = GAME.start(GAME.complete({})), new_rng(number)
        while (who := int(GAME.actor(state[0]))) != OVER:
            if who == CHANCE:
                stride(state[0], rng)
                continue
            moment, legal = seen(GAME, state, who), GAME.legal_ids(state[0])
            if who == number % 2 and state[0].used[1 - who].sum() >= 2:
                found.append(told(moment))
            bot = host if who == number % 2 else rival
            GAME.apply(state[0], bot.choose(moment, legal, limit, rng))
    return np.array(np.mean(found, axis=0))


def test_weak_players_are_found_out_and_told_apart_and_an_equal_is_not() -> None:
    greedy, anybody, equal = (late_company(bot, 30) for bot in (Greedy(), Uniform(), Instinctive(1.0)))
    assert anybody[ANYBODY - 1] > 0.75
    assert greedy[GREEDY - 1] > 0.4
    assert greedy[ANYBODY - 1] < 0.2
    assert equal.sum() < 0.35


@pytest.mark.parametrize("kind", [GREEDY, ANYBODY])
def test_a_round_is_played_on_to_its_end_and_no_card_is_lost(kind: int) -> None:
    rng, room = new_rng(7), GAME.state.new()
    for state in moments()[::5]:
        world, steps = state.copy(), 0
        if int(world[0].seat) < 0 or int(GAME.actor(world[0])) == OVER:
            continue
        round_number = int(world[0].round_number)
        while int(GAME.actor(world[0])) != OVER and (not is_quiet(world[0]) or steps == 0):
            play(world[0], room, 0, kind, rng)
            steps += 1
            assert steps < 30
            assert GAME.conserved(world[0])
        assert int(world[0].round_number) <= round_number + 1


def test_at_a_glance_the_best_action_is_the_one_after_which_the_glance_is_best() -> None:
    out, compared = np.zeros(2), 0
    for state in moments():
        who = int(GAME.actor(state[0]))
        if who < 0 or int(state[0].used.sum()) == 7:  # the last turn ends the round
            continue
        shares = {}
        for action in GAME.legal_ids(state[0]):
            after = state.copy()
            GAME.apply(after[0], action)
            value(after[0], out)
            shares[action] = float(out[who])
            if is_quiet(after[0]):
                break
        else:
            compared += 1
            assert shares[int(best_at_a_glance(state[0]))] == pytest.approx(max(shares.values()), abs=1e-9)
    assert compared > 30


def test_a_weak_rival_of_an_earlier_round_is_known_at_the_start_of_the_next() -> None:
    host, limit = Instinctive(1.0), Limit(iterations=1)
    found: dict[str, list[float]] = {"greedy": [], "instinct": []}
    for number in range(24):
        for rival in (Greedy(), Instinctive(1.0)):
            state, rng = GAME.start(GAME.complete({"rounds": "none"})), new_rng(number)
            while (who := int(GAME.actor(state[0]))) != OVER:
                if who == CHANCE:
                    stride(state[0], rng)
                    continue
                moment, legal = seen(GAME, state, who), GAME.legal_ids(state[0])
                if who == number % 2 and state[0].round_number == 2 and state[0].used.sum() == 0:
                    found[rival.name].append(float(told(moment)[GREEDY - 1]))
                bot = host if who == number % 2 else rival
                GAME.apply(state[0], bot.choose(moment, legal, limit, rng))
    assert np.mean(found["greedy"]) > 0.6
    assert np.mean(found["instinct"]) < 0.3
