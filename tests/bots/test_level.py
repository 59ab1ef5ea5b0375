"""What a level is in each game: as the game says, its errors those that a player might make."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
import pytest

from ochaya.bots import Limit
from ochaya.bots import level as levels
from ochaya.bots.instinct import Instinctive
from ochaya.bots.level import Instinct, Search, manners_of
from ochaya.bots.levels import ADEPT, APPRENTICE, LEVELS, NOVICE
from ochaya.bots.questions import about
from ochaya.bots.searcher import Searcher
from ochaya.bots.warming import first_decision
from ochaya.bots.worker import reply
from ochaya.core.game import Game
from ochaya.core.habit import DOUBT, HARDLY_EVER, drawn, forget_doubt
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.envs import VectorEnv
from ochaya.games import game as game_of
from ochaya.search.mind import mind_of
from tests.support import each_game

LIMIT = Limit(iterations=1)
BELOW = (NOVICE, APPRENTICE, ADEPT)


@each_game
def test_a_game_speaks_of_levels_that_exist_and_a_weaker_one_errs_more_easily(game: Game) -> None:
    manners = manners_of(game.name).levels
    assert set(manners) <= {level.name for level in BELOW}
    for weaker, stronger in pairwise(BELOW):
        one, other = manners.get(weaker.name), manners.get(stronger.name)
        if isinstance(one, Instinct) and isinstance(other, Instinct):
            assert one.temperature > other.temperature
        if isinstance(one, Search) and isinstance(other, Search):
            assert one.iterations <= other.iterations
    if any(isinstance(manner, Instinct) for manner in manners.values()):
        assert mind_of(game.name).sense.instinct is not None


def test_a_level_is_what_its_game_says_and_else_as_usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tea_garden" / "mind" / "levels.json"
    file.parent.mkdir(parents=True)
    file.write_text('''{
        "levels": {"novice": {"temperature": 2}, "adept": {"iterations": 50, "carelessness": 0.5}},
        "usual_where": "is_solo"}''')
    monkeypatch.setattr(levels, "GAMES", tmp_path)
    manners_of.cache_clear()
    together, alone = first_decision("tea_garden"), first_decision("tea_garden", setup="solo-easy")
    try:
        assert NOVICE.of(together) == Instinctive(2.0, "novice")
        assert APPRENTICE.of(together) == APPRENTICE.usual
        assert ADEPT.of(together) == Searcher("adept", 50, 0.5, has_instinct=True)
        assert ADEPT.of(alone) == ADEPT.usual
        assert ADEPT.of(first_decision("_template")) == ADEPT.usual
        file.write_text('{"levels": {"novice": {"temperature": 2, "luck": 1}}}')
        manners_of.cache_clear()
        with pytest.raises(msgspec.ValidationError, match="luck"):
            NOVICE.of(together)
    finally:
        manners_of.cache_clear()


@pytest.mark.parametrize("name", ["tea_garden"])
def test_a_level_never_does_what_an_experienced_player_would_hardly_ever_do(name: str) -> None:
    """Adept: nothing that is less likely than one in a thousand, seen from the likeliest action."""
    game, ask = game_of(name), mind_of(name).sense.instinct
    manner = manners_of(name).levels["adept"]
    assert ask is not None
    assert isinstance(manner, Instinct)
    warmth = manner.temperature
    assert HARDLY_EVER**warmth > 0.0001
    env, rng = VectorEnv(game, n=1, seed=3), new_rng(1)
    odd = errors = 0
    for _ in range(60):
        legal = env.now.legals[0, : env.now.counts[0]].tolist()
        moment = seen(game, env.states(), int(env.now.seats[0]))
        chances = ask(moment, np.array(legal, np.int32))
        forget_doubt(chances, len(legal))
        action = ADEPT.choose(moment, legal, LIMIT, rng)
        errors += action != legal[int(chances.argmax())]
        odd += chances[legal.index(action)] < HARDLY_EVER**warmth * chances.max()
        env.step(np.array([action]))
    assert odd == 0
    assert errors > 0


def test_the_warmer_the_more_is_done_but_never_by_a_long_tail() -> None:
    def taken(temperature: float) -> npt.NDArray[np.intp]:
        chances = np.array([0.5, 0.4, 0.0999, 0.0001])
        return np.bincount([
            drawn(chances.copy(), 4, temperature, draw) for draw in np.linspace(0, 1, 3000, endpoint=False)])

    assert [len(taken(temperature)) for temperature in (0.0, 0.1, 1.0, 2.0, 3.0)] == [1, 2, 3, 3, 4]
    assert taken(1.0) / 3000 == pytest.approx([0.5, 0.4, 0.1], abs=0.002)
    assert taken(100.0).min() > 600


def test_of_two_actions_the_less_likely_one_is_taken_by_its_chance() -> None:
    """The doubt that is shared out for search is taken away whole, and nothing with it."""
    chances = (1 - DOUBT) * np.array([0.75, 0.25]) + DOUBT / 2
    forget_doubt(chances, 2)
    assert chances / chances.sum() == pytest.approx([0.75, 0.25])


def test_a_process_decides_as_the_bot_itself_does_errors_included() -> None:
    """Blunders and the pace of long games are part of a level wherever it thinks."""
    for name in ("_template", "tea_garden", "geishas_road"):
        moment = first_decision(name)
        legal = game_of(name).legal_ids(moment.record)
        for level in LEVELS.values():
            for seed in range(12):
                question = about(moment, level.name, Limit(iterations=20), 1, seed, is_final=True)
                there = reply(question).action
                assert there == level.choose(moment, legal, Limit(iterations=20), new_rng(seed))
