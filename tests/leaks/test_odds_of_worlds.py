"""Guessed worlds are as likely as chance makes them, and fast deals as likely as plain ones.

Conditioning on what a viewer has seen by throwing away histories that do not fit (rejection) wastes nearly all of
them. The same question without waste: let X be the truth after a random history and X' a world guessed from what a
viewer saw of X. If and only if guesses follow the odds given what was seen, does X' (with its Seen) have the same
distribution as X. So the two samples are compared cell by cell and by random sums over all cells, by chi-square.

The histories must not depend on hidden cards other than by chance: a player who keeps the best card face down would
make some worlds likelier, which `guess` rightly ignores. Up to the first decision of a match that holds for every
game. The template's and Hanamikoji's fast path choose blindly, so there it holds throughout.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from ochaya.core.game import CHANCE, OVER, Game, Ids, Options
from ochaya.core.jit import specialise_all
from ochaya.core.playouts import random_action
from ochaya.core.record import Block
from ochaya.core.rng import Rng, new_rng
from ochaya.core.secrecy import NOBODY
from ochaya.games import game as find
from tests.chance import are_alike
from tests.support import Case, each_case, viewers

SUMS = 24
SAMPLES = 2500
NOTES = {"followed", "news"}
"""Fields that only note for events what the rules did by themselves; a guessed world keeps them as they were seen."""


def cells(blocks: Block) -> Any:
    """Give the cells of many records as rows of wide numbers; those of 32 bits may be sets and give each bit apart."""
    names = [name for name in blocks.dtype.names if name not in NOTES]
    columns = []
    for name in names:
        column = np.asarray(blocks[name], np.int64).reshape(len(blocks), -1)
        if blocks.dtype[name].base.itemsize >= 4:
            column = ((column[:, :, None] >> np.arange(32)) & 1).reshape(len(blocks), -1)
        columns.append(column)
    return np.concatenate(columns, axis=1)


def assert_alike(one: Block, other: Block, what: str) -> None:
    """Compare two samples of states in every cell, and in random sums of cells, which see how cells go together."""
    a, b = cells(one), cells(other)
    dice = np.random.default_rng(1)
    moving = [at for at in range(a.shape[1]) if len(np.unique(np.concatenate([a[:, at], b[:, at]]))) > 1]
    for at in moving:
        assert are_alike(Counter(a[:, at].tolist()), Counter(b[:, at].tolist())), f"{what}: cell {at} differs"
    for _ in range(SUMS if moving else 0):
        weights = np.where(np.isin(np.arange(a.shape[1]), moving), dice.integers(1, 1000, a.shape[1]), 0)
        x, y = (a @ weights) % 13, (b @ weights) % 13
        assert are_alike(Counter(x.tolist()), Counter(y.tolist())), f"{what}: cells go together differently"


def chance_step(game: Game, state: Block, dice: random.Random) -> None:
    """Let chance act once, the plain way."""
    outcomes, weights = game.outcome_odds(state[0])
    game.apply(state[0], dice.choices(outcomes, weights)[0])


if TYPE_CHECKING:  # the game's own functions, bound by `specialise`
    actor: Callable[[Any], int]
    apply: Callable[[Any, int], None]


def deal_plainly(s: Any, out: Ids, weights: Ids, rng: Rng) -> None:
    """Let chance act, outcome by outcome, until somebody must decide."""
    while actor(s) == CHANCE:  # noqa: F821 (bound when compiled)
        apply(s, random_action(s, out, weights, rng))  # noqa: F821


def dealt(game: Game, options: Options) -> Iterator[Block]:
    """Give states at the first decision of random matches, dealt fast where that is possible (its odds: see below)."""
    rng, out, weights = new_rng(1), np.zeros(game.max_legal, np.int32), np.zeros(game.max_legal, np.int32)
    bindings = {name: getattr(game, name) for name in ("actor", "legal", "odds", "apply")}
    deal = specialise_all([random_action, deal_plainly], game.name, **bindings)["deal_plainly"]
    while True:
        state = game.start(options)
        if game.stride is None:
            deal(state[0], out, weights, rng)
        while int(game.actor(state[0])) == CHANCE:
            assert game.stride is not None
            game.stride(state[0], rng)
        yield state


def blind_template(game: Game, options: Options) -> Iterator[Block]:
    """Give states anywhere in matches of the template between players who do not look at their cups."""
    dice = random.Random(2)
    while True:
        state = game.start(options)
        for _ in range(dice.randrange(1, game.max_length)):
            if int(game.actor(state[0])) == CHANCE:
                chance_step(game, state, dice)
            elif int(game.actor(state[0])) != OVER:
                game.apply(state[0], dice.choice(game.legal_ids(state[0])))
        yield state


def blind_strides(game: Game, options: Options) -> Iterator[Block]:
    """Give states anywhere in matches by the fast path."""
    dice, rng = random.Random(3), new_rng(3)
    assert game.stride is not None
    while True:
        state = game.start(options)
        for _ in range(dice.randrange(2, 40)):
            if int(game.actor(state[0])) != OVER:
                game.stride(state[0], rng)
        yield state


Histories = Callable[[Game, Options], Iterator[Block]]


def check_guesses(game: Game, options: Options, histories: Histories, viewer: int, samples: int = SAMPLES) -> None:
    """Compare truths with worlds guessed from what the viewer saw of other truths."""
    truths, worlds = game.state.new(samples), game.state.new(samples)
    source, rng = histories(game, options), new_rng(4)
    for at in range(samples):
        truths[at] = next(source)[0]
        worlds[at] = next(source)[0]
        game.hide(worlds[at], viewer)
        game.guess(worlds[at], viewer, rng)
    assert_alike(truths, worlds, f"{game.name} viewer {viewer}")


@each_case
def test_after_the_deal_worlds_are_as_likely_as_chance_makes_them(case: Case) -> None:
    for viewer in (case.seats - 1, NOBODY):
        check_guesses(case.game, case.options, dealt, viewer, SAMPLES // 2)


@pytest.mark.parametrize("viewer", viewers(2))
@pytest.mark.parametrize(("name", "histories"), [("_template", blind_template), ("hanamikoji", blind_strides)])
def test_anywhere_in_a_match_worlds_are_as_likely_as_chance_makes_them(
    name: str, histories: Histories, viewer: int
) -> None:
    check_guesses(find(name), {}, histories, viewer, 2 * SAMPLES)


def test_the_comparison_notices_wrong_odds() -> None:
    """A guess that gives the other player the first unseen cards, whichever they are, must not pass."""
    true = find("hanamikoji")

    def lazy_guess(record: Any, seat: int, rng: Rng) -> None:
        true.guess(record, seat, new_rng(int(record.unseen.sum())))

    lazy = dataclasses.replace(true, name="hanamikoji_lazy", guess=lazy_guess)
    with pytest.raises(AssertionError, match="differ"):
        check_guesses(lazy, {}, blind_strides, 0)


@each_case
def test_fast_deals_are_as_likely_as_plain_ones(case: Case) -> None:
    game = case.game
    if game.stride is None:
        pytest.skip("no fast path")
    dice, rng, samples = random.Random(5), new_rng(5), 1000
    for start in chance_positions(case, 2):
        fast, plain = game.state.new(samples), game.state.new(samples)
        for at in range(samples):
            fast[at] = plain[at] = start[0]
            made = int(game.stride(fast[at], rng))
            one = plain[at : at + 1]
            for _ in range(made):
                assert int(game.actor(one[0])) == CHANCE, "a stride went beyond chance"
                chance_step(game, one, dice)
        assert_alike(fast, plain, f"{case} strides")


def chance_positions(case: Case, count: int) -> Iterator[Block]:
    """Give a few positions where a stride deals: the first, and others on the way."""
    game, rng = case.game, new_rng(6)
    assert game.stride is not None
    state, found = game.start(case.options), 0
    while found < count and int(game.actor(state[0])) != OVER:
        if int(game.actor(state[0])) == CHANCE and (found == 0 or len(game.legal_ids(state[0])) > 2):
            found += 1
            yield state.copy()
        game.stride(state[0], rng)
