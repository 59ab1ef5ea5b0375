"""The miniature is a moment of the whole game, and OpenSpiel finds its equilibrium."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest

from bench.miniature import players
from bench.miniature.game import CARDS, COUNT, FIRST_DEAL, MINIATURE, ODDS, TABLE
from bench.miniature.tree import Tree
from ochaya.core.record import copied
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import NOBODY, seen
from ochaya.games import game as game_of
from ochaya.games.hanamikoji import GAME as WHOLE
from ochaya.games.hanamikoji.rules import begin_round

HANDS = (
    ("flute", "fan", "fan", "tea", "hairpin", "hairpin"),
    ("flute", "scroll", "scroll", "umbrella", "umbrella", "umbrella"),
)
TURNS = (
    "draw:hairpin gift:flute+fan+fan take:flute",
    "draw:shamisen competition:flute+scroll/scroll+umbrella pair:0",
    "draw:tea discard:tea+hairpin",
    "draw:tea gift:umbrella+umbrella+shamisen take:umbrella",
)


@functools.cache
def tree() -> Tree:
    return Tree(MINIATURE)


def dealt(at: int) -> Any:
    block = MINIATURE.start()
    MINIATURE.apply(block[0], FIRST_DEAL + at)
    return block


def test_the_whole_games_rules_lead_to_the_table() -> None:
    """A last round is played by the rules of the game; what a spectator then sees is the miniature's table."""
    block = WHOLE.start({"first": "0"})
    block[0].round_number, block[0].favour[:] = 2, TABLE[0].favour
    begin_round(block[0], 0)
    deal = [f"draw:{card}" for cards in zip(*HANDS, strict=True) for card in cards]
    for text in [*deal, *" ".join(TURNS).split()]:
        action = WHOLE.read(text)
        assert action in WHOLE.legal_ids(block[0])
        WHOLE.apply(block[0], action)
    assert seen(WHOLE, block, NOBODY).tobytes() == seen(WHOLE, dealt(0), NOBODY).tobytes()
    block[0].drew[:] = 0  # the table does not say what was drawn before it
    for seat in range(2):
        sights = {seen(WHOLE, dealt(at), seat).tobytes() for at in range(COUNT)}
        assert seen(WHOLE, block, seat).tobytes() in sights


def test_every_deal_is_as_likely_as_a_guess_of_the_whole_game() -> None:
    assert len({cards.tobytes() for cards in CARDS}) == COUNT
    hidden, guesses = seen(WHOLE, dealt(0), NOBODY), 20_000
    odds = {dealt(at).tobytes(): int(ODDS[at]) / int(ODDS.sum()) for at in range(COUNT)}
    assert all(WHOLE.conserved(dealt(at)[0]) for at in range(COUNT))
    found: Counter[bytes] = Counter()
    rng = new_rng(1)
    for _ in range(guesses):
        world = copied(hidden.block)
        WHOLE.guess(world[0], NOBODY, rng)
        world[0].drew[:] = 0  # the table does not say what was drawn before it
        found[world.tobytes()] += 1
    assert set(found) <= set(odds)
    surprise = sum((found[key] - guesses * chance) ** 2 / (guesses * chance) for key, chance in odds.items())
    assert surprise < COUNT + 4 * np.sqrt(2 * COUNT)


def test_a_tree_is_the_game_that_the_adapter_gives_to_openspiel() -> None:
    """The smallest game of the register: for random play our adapter's own tree is exploited by 0.15 as well."""
    small = Tree(game_of("_template"))
    assert small.nash_conv(small.policy(players.uniform)) == pytest.approx(0.3)


def test_regret_minimisation_comes_near_the_equilibrium_of_the_miniature() -> None:
    whole = tree()
    solver = pyspiel.CFRPlusSolver(whole.game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    found = solver.tabular_average_policy()
    assert whole.nash_conv(found) < 0.003
    assert whole.value(found) == pytest.approx(0.590, abs=0.003)


def test_an_observation_tells_every_decision_apart() -> None:
    sights = {(one.seen.seat, MINIATURE.observation(one.seen).tobytes()) for one in tree().decisions}
    assert len(sights) == len(tree().decisions) == 1340


def test_the_instinct_is_nearer_to_it_than_random_play() -> None:
    whole = tree()
    at_random = whole.nash_conv(whole.policy(players.uniform))
    assert at_random == pytest.approx(0.6442, abs=1e-4)
    for player in (players.instinct, players.likeliest(players.instinct)):
        assert 0.0 < whole.nash_conv(whole.policy(player)) < 0.75 * at_random


def test_a_bot_is_asked_about_the_whole_game_and_answers_legally() -> None:
    for one in tree().decisions[:5]:
        chances = players.bot("novice", 4)(one)
        assert len(chances) == len(one.legal)
        assert sum(chances) == pytest.approx(1.0)
