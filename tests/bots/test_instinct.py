"""The bot that plays by what its game has learned alone: hotter when told so."""

from __future__ import annotations

import pytest

from ochaya.bots.instinct import Instinctive
from ochaya.bots.levels import UnknownBot
from ochaya.bots.limit import Limit
from ochaya.bots.spec import contender
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import seen
from ochaya.envs import VectorEnv
from ochaya.games import game as game_of

LIMIT = Limit(iterations=1)


def test_temperature_lets_it_do_other_things_too() -> None:
    game = game_of("geishas_road")
    env, rng, wavered = VectorEnv(game, n=6, seed=3), new_rng(1), 0
    for at in range(6):
        legal = env.now.legals[at, : env.now.counts[at]].tolist()
        moment = seen(game, env.states()[at : at + 1], int(env.now.seats[at]))
        cold = {Instinctive(0.0).choose(moment, legal, LIMIT, rng) for _ in range(10)}
        warm = {Instinctive(1.0).choose(moment, legal, LIMIT, rng) for _ in range(200)}
        hot = {Instinctive(20.0).choose(moment, legal, LIMIT, rng) for _ in range(200)}
        assert len(cold) == 1
        assert cold <= warm
        assert len(hot) > len(warm)
        wavered += cold < warm
    assert wavered > 1  # now and then it is certain of what to do


def test_its_temperature_is_part_of_its_name() -> None:
    told = contender("instinct+temperature=0.5", LIMIT)
    assert told.bot == Instinctive(0.5)
    assert told.is_reproducible
    for wrong in ("instinct+temperature=warm", "instinct+hold=1", "greedy+temperature=1"):
        with pytest.raises(UnknownBot):
            contender(wrong, LIMIT)
