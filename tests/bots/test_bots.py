"""Bots by name: every one of them plays every game legally and from a Seen alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ochaya.bots import LEVELS, Limit, UnknownBot, make, names
from ochaya.bots.level import Level
from ochaya.bots.levels import ADEPT, MASTER
from ochaya.bots.minded import Minded
from ochaya.bots.searcher import Searcher
from ochaya.bots.spec import contender
from ochaya.bots.warming import first_decision
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.games import game as game_of
from ochaya.search.mind import mind_of
from ochaya.search.think import Judged, Thinker, Thought
from tests.support import Case, each_case, play

QUICK = Limit(iterations=30)

OWN = '''
class Last:
    name = "last"

    def choose(self, seen, legal, limit, rng):
        return legal[-1]
'''


@each_case
def test_every_bot_answers_legally_and_alike_for_the_same_generator(case: Case) -> None:
    decisions = [step for step in play(case.game, case.options, "bots") if step.actor >= 0]
    for name in names():
        for step in decisions[:: max(1, len(decisions) // 4)]:
            moment = seen(case.game, step.before, step.actor)
            bot = make(name)
            if isinstance(bot, Level):
                bot = bot.of(moment)
            if isinstance(bot, Searcher):
                bot = Searcher(name, 20, bot.carelessness, bot.blunders, has_instinct=bot.has_instinct)
            answers = {bot.choose(moment, step.legal, QUICK, new_rng(4)) for _ in range(2)}
            assert len(answers) == 1
            assert answers <= set(step.legal)


def test_the_levels_are_these_weakest_first() -> None:
    assert list(LEVELS) == ["novice", "apprentice", "adept", "master"]
    usual = [level.usual.iterations for level in LEVELS.values() if isinstance(level, Level)]
    assert usual == sorted(one for one in usual if one is not None)
    assert MASTER.iterations is None


def test_a_limit_needs_a_number_and_can_be_narrowed() -> None:
    with pytest.raises(ValueError, match="limit"):
        Limit()
    assert Limit(seconds=1, iterations=50).narrowed(Limit(seconds=2, iterations=20)) == Limit(1, 20)
    assert Limit(iterations=3).is_reproducible
    assert not Limit(seconds=3).is_reproducible


def test_an_unknown_bot_is_refused_with_the_names_that_exist(tmp_path: Path) -> None:
    for wrong in ("grandmaster", "nowhere.py:Bot", "os:NoSuchBot", f"{tmp_path}/x.py:Bot"):
        with pytest.raises(UnknownBot) as caught:
            make(wrong)
        assert "master" in caught.value.details["known"]


def test_anybody_can_bring_a_bot(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text(OWN, encoding="utf-8")
    bot = make(f"{file}:Last")
    assert bot.name == "last"


def test_a_bot_with_a_mind_of_its_own_searches_by_it() -> None:
    mind = mind_of("_template", (("explore", "3"),))
    bot, moment = Minded("mine", mind), first_decision("_template")
    legal = game_of("_template").legal_ids(moment.record)
    found = Thinker(mind).think(moment, new_rng(4), iterations=80, may_stop_early=True).best.action
    assert bot.choose(moment, legal, Limit(iterations=80), new_rng(4)) == found
    assert bot.choose(moment, legal[-1:], Limit(iterations=80), new_rng(4)) == legal[-1]


def test_a_contender_is_read_with_its_own_limit_and_tuning() -> None:
    shared = Limit(seconds=0.1)
    assert contender("master", shared).limit == shared
    assert contender("master@0.05s", shared).limit == Limit(seconds=0.05)
    tuned = contender("adept@200i+explore=2+carelessness=0.1", shared)
    assert tuned.limit == Limit(iterations=200)
    assert isinstance(tuned.bot, Searcher)
    assert tuned.bot.tuning == (("explore", "2"),)
    assert tuned.bot.carelessness == 0.1
    assert tuned.bot.iterations is None
    assert contender("adept", shared).bot is ADEPT
    assert contender("adept@100i", shared).bot == replace(ADEPT.usual, iterations=None)
    for wrong in ("master@fast", "uniform+explore=2", "master@xs"):
        with pytest.raises(UnknownBot):
            contender(wrong, shared)


def test_only_bots_without_a_clock_are_reproducible() -> None:
    shared = Limit(seconds=0.1)
    for text in ("uniform", "greedy", "adept", "master@10i"):
        assert contender(text, shared).is_reproducible
    assert not contender("master", shared).is_reproducible


def test_a_careless_bot_takes_what_it_tried_less_now_and_then_and_never_what_it_did_not_try() -> None:
    thought = Thought((Judged(1, 0.60, 60), Judged(2, 0.59, 30), Judged(3, 0.10, 10), Judged(4, 0.0, 0)), 100, 0.0)
    rng = new_rng(9)
    taken = [Searcher("x", carelessness=1.0).pick(thought, rng) for _ in range(2000)]
    assert 1100 < taken.count(1) < 1300
    assert 500 < taken.count(2) < 700
    assert 150 < taken.count(3) < 250
    assert taken.count(4) == 0
    careful = [Searcher("x", carelessness=0.2).pick(thought, rng) for _ in range(2000)]
    assert careful.count(1) > 1800
    assert Searcher("y").pick(thought, rng) == 1
