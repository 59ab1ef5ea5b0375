"""Frozen rivals: asked in many matches at once they take what their bots take, and only their share of the matches."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.bots.levels import UnknownBot
from ochaya.bots.spec import contender
from ochaya.games import game as game_of
from ochaya.train.policy.rivals import BOTS_LIMIT, AtAGlance, Evenly, OneByOne, Rivals, player_of
from ochaya.train.policy.tables import Tables
from ochaya.train.recipes import PAST

BOTS = ("uniform", "greedy", "instinct", "instinct+temperature=2")


@pytest.mark.parametrize(("name", "setups"), [("hanamikoji", ["standard"]), ("geishas_road", ["basic", "advanced"])])
def test_bots_asked_in_all_matches_at_once_take_what_they_take_in_each(name: str, setups: list[str]) -> None:
    """Every action with the very generator that the match has for its rivals."""
    tables = Tables(game_of(name), setups, 48, 5)
    rivals = Rivals(tables, dict.fromkeys(BOTS, 1 / len(BOTS)), 1)
    assert all(not isinstance(player, OneByOne) for player in rivals.players.values())
    checked = dict.fromkeys(BOTS, 0)
    for _ in range(10):
        before = rivals.rngs.copy()
        places = rivals.choose(np.zeros(tables.n, np.int64))
        theirs = np.flatnonzero(~rivals.is_own())
        for at, seen in zip(theirs, tables.seen(theirs.tolist()), strict=True):
            legal = tables.now.legals[at, : tables.now.counts[at]].tolist()
            bot = BOTS[rivals.rival[at]]
            alone = contender(bot, BOTS_LIMIT).bot.choose(seen, legal, BOTS_LIMIT, before[at])
            assert legal[places[at]] == alone
            checked[bot] += 1
        tables.step_places(places)
    assert min(checked.values()) > 20


def test_rivals_get_their_share_of_the_matches_and_one_side_of_each_learns() -> None:
    tables = Tables(game_of("_template"), ["standard"], 200, 3)
    rivals = Rivals(tables, {"greedy": 0.15, "uniform": 0.05, PAST: 0.1}, 1)
    assert [(rivals.rival == number).sum() for number in (-1, 0, 1, 2)] == [140, 30, 10, 20]
    assert (rivals.own.sum(axis=1) == np.where(rivals.rival < 0, 2, 1)).all()
    assert sorted(rivals.past) == np.flatnonzero(rivals.rival == 2).tolist()
    assert isinstance(rivals.players["greedy"], AtAGlance)
    assert isinstance(rivals.players["uniform"], Evenly)
    assert PAST not in rivals.players


def test_an_earlier_self_answers_only_where_it_is_to_decide() -> None:
    tables = Tables(game_of("_template"), ["standard"], 40, 3)
    rivals = Rivals(tables, {PAST: 0.5}, 1)
    places = rivals.choose(np.full(40, -7), np.full(20, -8))
    assert ((places == -8) == ~rivals.is_own()).all()
    assert (places == -8).any()


def test_where_one_plays_alone_there_are_no_rivals() -> None:
    tables = Tables(game_of("_template"), ["alone"], 8, 3)
    assert Rivals(tables, {"greedy": 1.0}, 1).is_own().all()


def test_any_bot_may_be_a_rival_and_an_unknown_one_is_refused() -> None:
    game = game_of("_template")
    tables = Tables(game, ["standard"], 4, 3)
    player = player_of(game, "master@10i")
    assert isinstance(player, OneByOne)
    env = tables.envs[0]
    taken = player.choose(env.truth, np.arange(4), env.now, Rivals(tables, {}, 1).rngs)
    assert (taken < env.now.counts).all()
    assert isinstance(player_of(game_of("ingenious"), "instinct"), OneByOne)  # by foresight, not by habit
    with pytest.raises(UnknownBot):
        player_of(game, "nobody")
