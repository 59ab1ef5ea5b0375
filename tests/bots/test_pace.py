"""A level's errors are meant for a match: where a match has many decisions, fewer of them are careless."""

from __future__ import annotations

import pytest

from ochaya.bots.limit import Limit
from ochaya.bots.pace import FEW, decisions_in_a_match, share_of_careless_decisions
from ochaya.bots.searcher import Searcher
from ochaya.bots.warming import first_decision
from ochaya.core.game import Game
from ochaya.core.rng import new_rng
from ochaya.games import game as game_of
from tests.support import each_game


@each_game
def test_no_more_careless_decisions_in_a_match_than_a_few(game: Game) -> None:
    decisions, share = decisions_in_a_match(game.name), share_of_careless_decisions(game.name)
    assert 1 <= decisions <= game.max_length
    assert 0 < share <= 1
    assert decisions * share == pytest.approx(min(decisions, FEW))


@pytest.mark.xdist_group("tea_garden")
def test_in_a_long_game_a_careless_bot_mostly_takes_what_it_found_best() -> None:
    moment = first_decision("tea_garden")
    legal = game_of("tea_garden").legal_ids(moment.record)
    careless, careful = Searcher("a", 20, carelessness=50.0), Searcher("b", 20)
    alike = sum(
        careless.choose(moment, legal, Limit(iterations=20), new_rng(seed))
        == careful.choose(moment, legal, Limit(iterations=20), new_rng(seed))
        for seed in range(40)
    )
    assert 8 <= alike < 40
