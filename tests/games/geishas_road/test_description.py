"""How a table is described to the networks: no colour differs from another, and the instinct knows it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from ochaya.core.game import OVER
from ochaya.core.record import Block, copied
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import Seen, seen
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.mind.belief import believe
from ochaya.games.geishas_road.mind.description import CIRCLE, GEISHAS, OF_ALL, OF_GEISHA, SIZE, describe
from ochaya.games.geishas_road.mind.sense import instinct
from ochaya.games.geishas_road.pieces import COLOURS, VALUES
from ochaya.games.geishas_road.state import UNKNOWN

ORDERS = list(permutations(range(GEISHAS)))[7::23]


def card_in(order: Sequence[int], card: int) -> int:
    """Give the card that takes a card's place when colours change theirs."""
    return order[card // VALUES] * VALUES + card % VALUES


def set_in(order: Sequence[int], cards: int) -> int:
    return sum(1 << card_in(order, card) for card in range(GEISHAS * VALUES) if int(cards) >> card & 1)


def code_in(order: Sequence[int], code: int) -> int:
    return card_in(order, int(code) - 1) + 1 if 0 < code < UNKNOWN else int(code)


def recoloured(state: Block, order: Sequence[int]) -> Block:
    """Give the same table with each colour in the place of another."""
    other = copied(state)
    old, new = state[0], other[0]
    new.deck = set_in(order, old.deck)
    new.stopped = order[int(old.stopped)]
    for name in ("hand", "side", "share"):
        for seat in range(2):
            getattr(new, name)[seat] = set_in(order, getattr(old, name)[seat])
    for name in ("left", "right", "slots", "back"):
        for at, code in enumerate(getattr(old, name)):
            getattr(new, name)[at] = code_in(order, code)
    for colour in range(GEISHAS):
        for name in ("home", "pawn", "returns", "favour", "token", "house", "taken_at"):
            getattr(new, name)[order[colour]] = getattr(old, name)[colour]
        for two in range(2):
            new.lit[order[colour], two] = old.lit[colour, two]
            new.guests[two, order[colour]] = old.guests[two, colour]
    for card in range(GEISHAS * VALUES):
        new.came[card_in(order, card)] = old.came[card]
    return other


def action_in(order: Sequence[int], action: int) -> tuple[Any, ...]:
    """Name an action by its kind and cards, in no order where none is meant, after colours changed places."""
    kind, *codes = CIRCLE.named[action].tolist()
    cards = [code_in(order, code) if code <= GEISHAS * VALUES else code for code in codes]
    groups = [frozenset(cards[:2]), frozenset(cards[2:])]
    if len(set(CIRCLE.roles_of_kinds[kind])) == 1 and cards[3]:
        return kind, frozenset(groups)
    return (kind, frozenset(cards)) if cards[2] else (kind, *cards)


def moments(setup: str, every: int = 3) -> list[Block]:
    """Give tables of a few matches in which somebody decides."""
    assert GAME.stride is not None
    rng, found = new_rng(11), []
    for _ in range(3):
        state = GAME.start(GAME.setups[setup])
        while GAME.actor(state[0]) != OVER:
            if GAME.actor(state[0]) >= 0:
                found.append(copied(state))
            GAME.stride(state[0], rng)
    return found[::every]


def described(state: Block, seat: int) -> np.ndarray:
    out = np.full(SIZE, np.nan, np.float32)
    describe(state[0], seat, out)
    return out


@pytest.mark.parametrize("setup", sorted(GAME.setups))
def test_a_description_is_whole_numbers_and_changes_with_the_colours(setup: str) -> None:
    for number, state in enumerate(moments(setup)):
        order = ORDERS[number % len(ORDERS)]
        other, seat = recoloured(state, order), int(GAME.actor(state[0]))
        one, two = described(state, seat), described(other, seat)
        assert (one == np.round(one)).all()
        assert np.abs(one).max() < np.iinfo(np.int16).max
        for colour in range(GEISHAS):
            mine = one[colour * OF_GEISHA : (colour + 1) * OF_GEISHA]
            assert (mine == two[order[colour] * OF_GEISHA : (order[colour] + 1) * OF_GEISHA]).all(), COLOURS[colour]
        start = GEISHAS * OF_GEISHA
        assert (one[start : start + OF_ALL] == two[start : start + OF_ALL]).all()
        assert [code_in(order, int(code)) for code in one[start + OF_ALL :]] == two[start + OF_ALL :].tolist()


@pytest.mark.parametrize("setup", sorted(GAME.setups))
def test_the_instinct_likes_an_action_alike_whatever_the_colours(setup: str) -> None:
    for number, state in enumerate(moments(setup, 7)):
        order = ORDERS[number % len(ORDERS)]
        seat = int(GAME.actor(state[0]))
        liked = []
        for table in (state, recoloured(state, order)):
            sight: Seen = seen(GAME, table, seat)
            legal = np.array(GAME.legal_ids(table[0]), np.int32)
            liked.append(dict(zip(legal.tolist(), instinct(sight, legal), strict=True)))
        plain = range(GEISHAS)
        first = {action_in(order, action): chance for action, chance in liked[0].items()}
        second = {action_in(plain, action): chance for action, chance in liked[1].items()}
        assert first.keys() == second.keys()
        for action, chance in first.items():
            assert chance == pytest.approx(second[action], abs=1e-4)


@pytest.mark.parametrize("setup", sorted(GAME.setups))
def test_worlds_are_believed_by_degrees_and_all_alike_before_anybody_acted(setup: str) -> None:
    found = []
    for state in moments(setup):
        before = state.tobytes()
        found.append(believe(state[0], int(GAME.actor(state[0]))))
        assert state.tobytes() == before
        if state[0].turn == 0 and state[0].part == 0:
            assert found[-1] == 1.0
    assert max(found) >= 1.0
    assert min(found) >= 0.0
    assert min(found) < 0.2


@pytest.mark.parametrize("setup", ["basic", "harder", "advanced"])
def test_tables_of_players_are_believed_more_than_guessed_ones(setup: str) -> None:
    """Two players by instinct; at every decision the true table and a guessed one are compared."""
    assert GAME.stride is not None
    rng, true, guessed = new_rng(9), [], []
    for _ in range(25):
        state = GAME.start(GAME.setups[setup])
        while GAME.actor(state[0]) != OVER:
            if GAME.actor(state[0]) < 0:
                GAME.stride(state[0], rng)
                continue
            seat = int(GAME.actor(state[0]))
            sight = seen(GAME, state, seat)
            world = copied(sight.block)
            GAME.guess(world[0], seat, rng)
            true.append(min(believe(state[0], seat), 1.0))
            guessed.append(min(believe(world[0], seat), 1.0))
            legal = np.array(GAME.legal_ids(state[0]), np.int32)
            GAME.apply(state[0], int(legal[np.argmax(instinct(sight, legal))]))
    assert np.mean(true) > 1.3 * np.mean(guessed)


def test_a_description_of_what_is_seen_shows_nothing_hidden() -> None:
    """Two worlds that a seat cannot tell apart are described alike to it."""
    rng = new_rng(3)
    for state in moments("advanced"):
        seat = int(GAME.actor(state[0]))
        one = copied(seen(GAME, state, seat).block)
        world = copied(one)
        GAME.guess(world[0], seat, rng)
        two = copied(seen(GAME, world, seat).block)
        assert (described(one, seat) == described(two, seat)).all()
