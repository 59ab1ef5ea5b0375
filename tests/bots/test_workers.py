"""Thinking in other processes: the same answers as here, and a process that dies is replaced."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator

import pytest

from ochaya.bots import Limit
from ochaya.bots.questions import Question, encode, read_message
from ochaya.bots.warming import first_decision
from ochaya.bots.worker import reply
from ochaya.bots.workers import BotFailed, Workers, longest
from tests.loops import run_apart

TEMPLATE = "_template"
QUICK = Limit(iterations=200)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(1) as made:
        made.warm(TEMPLATE)
        yield made


def test_a_worker_answers_as_the_same_question_is_answered_here(workers: Workers) -> None:
    question = workers.question(first_decision(TEMPLATE), "master", QUICK, seed=11)
    there, here = workers.ask(question), reply(question)
    assert (there.action, there.advice, there.iterations) == (here.action, here.advice, here.iterations)


def test_a_hint_gives_the_best_actions_with_shares_and_visits(workers: Workers) -> None:
    advice = workers.hint(first_decision(TEMPLATE), QUICK)
    assert 1 <= len(advice) <= 3
    assert advice[0].visits >= advice[-1].visits
    assert all(0 <= one.share <= 1 for one in advice)
    assert sum(one.visits for one in advice) == 200


def test_many_moments_are_weighed_in_order(workers: Workers) -> None:
    moments = [first_decision(TEMPLATE, seed) for seed in range(4)]
    answers = workers.weigh(moments, QUICK)
    here = [reply(workers.question(moment, "master", QUICK, at, is_final=False)) for at, moment in enumerate(moments)]
    assert [answer.advice for answer in answers] == [answer.advice for answer in here]


def test_a_killed_worker_is_replaced_and_the_question_answered(workers: Workers) -> None:
    before = workers._all[0]._process.pid
    os.kill(before, signal.SIGKILL)
    time.sleep(0.1)
    assert workers.decide(first_decision(TEMPLATE), "adept", QUICK, seed=1).action >= 0
    assert workers._all[0]._process.pid != before


def test_a_bot_that_fails_is_told_by_its_kind_and_the_worker_lives_on(workers: Workers) -> None:
    with pytest.raises(BotFailed) as caught:
        workers.decide(first_decision(TEMPLATE), "nobody", QUICK)
    assert caught.value.details["reason"] == "UnknownBot"
    assert workers.decide(first_decision(TEMPLATE), "uniform", QUICK).action >= 0


def test_asyncio_asks_without_blocking_and_cancelling_stops_the_thought(workers: Workers) -> None:
    moment = first_decision(TEMPLATE)

    async def ask() -> float:
        answer = await workers.decide_soon(moment, "adept", QUICK)
        assert answer.action >= 0
        question = workers.question(moment, "master", Limit(seconds=60), is_final=False)
        long = asyncio.create_task(workers.ask_soon(question))
        await asyncio.sleep(0.3)
        long.cancel()
        with pytest.raises(asyncio.CancelledError):
            await long
        start = time.monotonic()
        await workers.decide_soon(moment, "uniform", QUICK)
        return time.monotonic() - start

    assert run_apart(ask()) < 10  # the stopped thought made room at once, not after a minute


def test_how_long_an_answer_may_take_follows_the_limit(workers: Workers) -> None:
    moment = first_decision(TEMPLATE)
    assert longest(workers.question(moment, "master", Limit(seconds=2))) == 2
    assert longest(workers.question(moment, "master", Limit(iterations=100))) == pytest.approx(1.0)


def test_questions_survive_the_way(workers: Workers) -> None:
    question = workers.question(first_decision(TEMPLATE), "adept", Limit(0.5, 9, 2), seed=3)
    again = read_message(encode(question))
    assert again == question
    assert isinstance(again, Question)
    assert again.limit == Limit(0.5, 9, 2)
