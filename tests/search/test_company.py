"""In known company a Master plays on what an action leaves behind and judges it as it goes with such players."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ochaya.bots.warming import first_decision
from ochaya.core.game import Shares
from ochaya.core.jit import rule, specialise
from ochaya.core.rng import Rng, new_rng
from ochaya.core.sense import Company
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.actions import FIRST_DISCARD, FIRST_SECRET
from ochaya.games.hanamikoji.mind.sense import SENSE, is_quiet
from ochaya.games.hanamikoji.mind.stride import stride
from ochaya.search import kernel
from ochaya.search.mind import make_mind, mind_of
from ochaya.search.think import Thinker, Thought

SEVENTH = 1.0 / 7.0


@rule
def surely(s: Any, seat: int, out: Shares) -> None:
    """A player of the first kind sits opposite."""
    out[0] = 1.0


@rule
def never(s: Any, seat: int, out: Shares) -> None:
    """An equal sits opposite."""
    out[0] = 0.0


@rule
def by_secrets(s: Any, seat: int, kind: int, out: Shares) -> None:
    """Whoever has a secret has won, and more than anybody can; the kind is told."""
    out[seat] = 7.0 if s.used[seat, 0] and kind == 1 else 1.0 / 7.0
    out[1 - seat] = 0.0


@rule
def by_rest(s: Any, seat: int, kind: int, out: Shares) -> None:
    """Between the rounds everybody has won, within one nobody."""
    out[0] = out[1] = 1.0 if is_quiet(s) else 0.0


@rule
def at_random(s: Any, room: Any, seat: int, kind: int, rng: Rng) -> None:
    """Play any step."""
    stride(s, rng)


@rule
def all_alike(s: Any, seat: int, kind: int) -> float:
    """Believe everything."""
    return 1.0


def thought_in(company: Company, tag: str, with_instinct: bool = True) -> Thought:
    """Think about a first decision in such company, without any instinct."""
    mind = make_mind(GAME, replace(SENSE, advice=None, instinct=None, company=company), tag)
    return Thinker(mind).think(first_decision("hanamikoji"), new_rng(1), iterations=400, with_instinct=with_instinct)


def test_what_follows_is_judged_as_it_goes_in_that_company() -> None:
    thought = thought_in(Company(1, surely, by_secrets, all_alike), "~surely")
    assert thought.iterations == 400
    assert FIRST_SECRET <= thought.best.action < FIRST_DISCARD
    assert thought.best.share == pytest.approx(7.0)
    other = [judged.share for judged in thought.actions if judged.action >= FIRST_DISCARD and judged.visits > 0]
    assert other == pytest.approx([SEVENTH] * len(other))
    assert len(other) > 0


def test_among_equals_and_below_master_nobody_asks_for_it() -> None:
    among_equals = thought_in(Company(1, never, by_secrets, all_alike), "~never")
    below_master = thought_in(Company(1, surely, by_secrets, all_alike), "~plain", with_instinct=False)
    for thought in (among_equals, below_master):
        assert all(0.0 <= judged.share <= 1.0 for judged in thought.actions)


def test_what_an_action_leaves_behind_is_played_on_to_a_quiet_state_where_there_is_a_way_to() -> None:
    thought = thought_in(Company(1, surely, by_rest, all_alike, at_random), "~on")
    at_once = thought_in(Company(1, surely, by_rest, all_alike), "~at once")
    tried = [judged for judged in thought.actions if judged.visits > 0]
    shares = np.average([judged.share for judged in tried], weights=[judged.visits for judged in tried])
    assert 0.7 < shares < 1.0, "a round may also end the match, with any result"
    assert {judged.share for judged in at_once.actions if judged.visits > 0} == {0.0}


def test_the_surer_known_company_is_the_less_the_instinct_is_held_on_to() -> None:
    compiled = specialise(kernel.held_beside, GAME.name, form="test.", KINDS=2, HOLD_BESIDE=0.02)
    numbers = mind_of(GAME.name).numbers._replace(hold=0.1)
    for chances, hold in (([0.0, 0.0], 0.1), ([0.25, 0.25], 0.06), ([0.9, 0.1], 0.02)):
        assert compiled(numbers, np.array(chances)) == pytest.approx(numbers._replace(hold=hold))
