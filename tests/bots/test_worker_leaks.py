"""No bot can see more than a Seen: what a seat cannot tell apart, its bot decides alike."""

from __future__ import annotations

import msgspec
import pytest

from ochaya.bots import names
from ochaya.bots.questions import Question, encode
from ochaya.bots.worker import reply
from ochaya.core.record import Block
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from tests.support import Case, each_case, play

SEEDS = range(3)


def question(case: Case, state: Block, seat: int, bot: str, seed: int) -> Question:
    moment = seen(case.game, state, seat)
    return Question(1, case.game.name, seat, moment.tobytes(), bot, None, 25, 1, seed)


def twins(case: Case, count: int) -> list[tuple[Block, Block, int]]:
    """Give moments, each with another world that the seat to act cannot tell from the truth."""
    found = []
    decisions = [step for step in play(case.game, case.options, "twins") if step.actor >= 0 and len(step.legal) > 1]
    for at, step in enumerate(decisions[:: max(1, len(decisions) // count)]):
        other = seen(case.game, step.before, step.actor).block.copy()
        case.game.guess(other[0], step.actor, new_rng(at + 1))
        found.append((step.before, other, step.actor))
    return found


@each_case
def test_two_worlds_a_seat_cannot_tell_apart_give_the_same_decisions(case: Case) -> None:
    for truth, other, seat in twins(case, 4):
        for bot in names():
            for seed in SEEDS:
                one, two = question(case, truth, seat, bot, seed), question(case, other, seat, bot, seed)
                assert encode(one) == encode(two), "the question itself told the worlds apart"
            answers = [[reply(question(case, world, seat, bot, seed)) for seed in SEEDS] for world in (truth, other)]
            decided = [[(answer.action, answer.advice) for answer in side] for side in answers]
            assert decided[0] == decided[1]


def test_a_question_has_no_room_for_a_state() -> None:
    fields = {field.name for field in msgspec.structs.fields(Question)}
    assert fields == {
        "number", "game", "seat", "seen", "bot", "seconds", "iterations", "threads", "seed", "is_final",
    }


def test_a_leaking_question_would_be_noticed() -> None:
    """The check has teeth: sent the truth instead of a Seen, the two worlds differ."""
    from ochaya.games import game

    case = Case(game("hanamikoji"), "standard")
    truth, other, _ = twins(case, 4)[1]
    if truth.tobytes() == other.tobytes():
        pytest.skip("the guess happened to be the truth")
    assert truth.tobytes() != other.tobytes()
