"""Secrecy as plain checks over any Game (HOUSE §5.4); each fails with an AssertionError that says where.

The idea: take a true position, replace it by another world that the viewer cannot tell apart, and look whether
anything the viewer is given has changed.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import numpy as np

from ochaya.core.game import CHANCE, OVER, Game, Options
from ochaya.core.record import Block
from ochaya.core.rng import Rng, below, new_rng
from ochaya.core.secrecy import NOBODY, Seen, seen, unveiled
from tests.support import Step, final, place, positions, some, steps, viewers

NAMES = {CHANCE: "chance", OVER: "over"}


def world_of(game: Game, knowledge: Seen, rng: Rng) -> Block:
    """Guess one world behind what a viewer knows."""
    world = knowledge.block.copy()
    game.guess(world[0], knowledge.seat, rng)
    return world


def told(events: list[Any]) -> str:
    """Give events as text; fails unless they are plain data."""
    assert all(event.kind and isinstance(event.kind, str) for event in events)
    return json.dumps([[event.kind, dict(event.data)] for event in events], allow_nan=False)


def drawn_view(game: Game, knowledge: Seen) -> str:
    """Give a view as text; fails unless it is plain JSON without NaN and leaves the Seen alone."""
    before = knowledge.tobytes()
    text = json.dumps(game.view(knowledge), allow_nan=False)
    assert knowledge.tobytes() == before, "view changed what it was shown"
    return text


def observed(game: Game, knowledge: Seen) -> bytes:
    """Give an observation as bytes; fails on NaN, or where it depends on what was in the array before."""
    clean = game.observation(knowledge)
    dirty = np.full(game.observation_size, np.float32(np.nan))
    game.observe(knowledge.record, knowledge.seat, dirty)
    assert np.isfinite(clean).all()
    assert clean.tobytes() == dirty.tobytes(), "observe leaves cells unwritten"
    return clean.tobytes()


# -- positions -------------------------------------------------------------------------------------------------------


def check_worlds(game: Game, options: Options, seed: str, count: int, matches: int = 8) -> int:
    """At many positions, for every viewer: nothing shown tells the truth from a guessed world; gives how many."""
    seats, rng, looked = game.seats(game.complete(options)), new_rng(len(seed)), 0
    for at, state in enumerate(positions(game, options, count, seed, matches)):
        for viewer in viewers(seats):
            where = f"{place(game, options, seed, at)} (sampled) viewer {viewer}"
            check_world(game, state, viewer, rng, where)
            looked += 1
    return looked


def check_world(game: Game, state: Block, viewer: int, rng: Rng, where: str) -> None:
    """One position, one viewer."""
    truth = state.tobytes()
    knowledge = seen(game, state, viewer)
    assert state.tobytes() == truth, f"{where}: hiding changed the truth"
    twice = knowledge.block.copy()
    game.hide(twice[0], viewer)
    assert twice.tobytes() == knowledge.tobytes(), f"{where}: hiding twice is not hiding once"

    world = world_of(game, knowledge, rng)
    assert bool(game.conserved(world[0])), f"{where}: the guessed world has lost pieces"
    other = seen(game, world, viewer)
    assert other.tobytes() == knowledge.tobytes(), f"{where}: {difference(knowledge.block, other.block)}"
    assert drawn_view(game, other) == drawn_view(game, knowledge), f"{where}: the view tells the worlds apart"
    assert observed(game, other) == observed(game, knowledge), f"{where}: the observation tells the worlds apart"

    actor = int(game.actor(state[0]))
    assert int(game.actor(knowledge.record)) == actor == int(game.actor(world[0])), f"{where}: who is to act"
    if actor == viewer:
        legal = game.legal_ids(state[0])
        assert game.legal_ids(knowledge.record) == legal, f"{where}: the actor's own knowledge allows other actions"
        assert game.legal_ids(world[0]) == legal, f"{where}: the guessed world allows other actions"


def difference(one: Block, other: Block) -> str:
    """Name the fields in which two records differ."""
    fields = [name for name in one.dtype.names if one[name].tobytes() != other[name].tobytes()]
    return "; ".join(f"{name} {one[name][0].tolist()} or {other[name][0].tolist()}" for name in fields)


def check_views(game: Game, options: Options, seed: str, count: int) -> None:
    """Every view says whose it is, who acts, the phase and the result, and agrees with the rules on them."""
    seats = game.seats(game.complete(options))
    for state in positions(game, options, count, seed, 4):
        actor = int(game.actor(state[0]))
        for viewer in viewers(seats):
            view = game.view(seen(game, state, viewer))
            assert view["viewer"] == (None if viewer == NOBODY else viewer)
            assert view["actor"] == NAMES.get(actor, actor)
            assert isinstance(view["phase"], str)
            assert view["phase"]
            _check_result(view["result"], actor == OVER, game.shares(state[0], seats))
    end = final(game, options, f"{seed} end")
    unhidden = game.view(unveiled(game, end))
    json.dumps(unhidden, allow_nan=False)
    assert unhidden["viewer"] is None


def _check_result(result: Any, is_over: bool, shares: list[float]) -> None:
    assert (result is not None) == is_over, f"result {result} while over is {is_over}"
    if is_over:
        assert np.allclose(result["shares"], shares)
        assert len(result["points"]) == len(shares)
        assert isinstance(result["reason"], str)


# -- actions ---------------------------------------------------------------------------------------------------------


def check_steps(game: Game, options: Options, seed: str, count: int, per_step: int = 24) -> int:
    """What cannot be seen in the state is not told by the action either; gives how many comparisons were made."""
    seats, compared = game.seats(game.complete(options)), 0
    for step in steps(game, options, count, seed):
        for viewer in viewers(seats):
            compared += check_step(game, step, viewer, per_step, place(game, options, seed, step.number))
    return compared


def check_step(game: Game, step: Step, viewer: int, per_step: int, where: str) -> int:
    """What the viewer knows after an action and what the viewer is told of it determine each other.

    Actions after which the viewer knows the same must be told in the same words (else the words betray), and actions
    told in the same words must leave the viewer knowing the same (else the state betrays).
    """
    before, groups = seen(game, step.before, viewer), defaultdict(list)
    world = world_of(game, before, new_rng(step.number))
    possible = set(game.legal_ids(world[0]))
    known_by: dict[tuple[int, str], tuple[int, bytes]] = {}
    for action in sorted({step.action, *some(step.legal, per_step, where)}):
        state = step.before.copy()
        game.apply(state[0], action)
        after = seen(game, state, viewer)
        hidden = int(game.hide_action(step.before[0], action, viewer))
        if action in possible:
            other = int(game.hide_action(world[0], action, viewer))
            name = game.notation(action)
            assert other == hidden, f"{where} viewer {viewer}: how {name} is told depends on hidden things"
        words = told(game.events(before, hidden, after))
        groups[after.tobytes()].append((action, hidden, words))
        first, known = known_by.setdefault((hidden, words), (action, after.tobytes()))
        if known != after.tobytes() and int(game.actor(state[0])) != OVER:  # at the end all may be laid open
            names = f"{game.notation(first)} and {game.notation(action)}"
            detail = difference(game.state.load(known), after.block)
            raise AssertionError(f"{where} viewer {viewer}: {names} are told the same but seen apart: {detail}")
    for alike in groups.values():
        for one in alike[1:]:
            names = f"{game.notation(alike[0][0])} and {game.notation(one[0])}"
            assert one[1:] == alike[0][1:], f"{where} viewer {viewer}: {names} look the same but are told apart"
    return len(step.legal) - len(groups)


def check_guessed_play(game: Game, options: Options, seed: str, count: int) -> None:
    """A guessed world can be played to its end by the same rules."""
    seats, rng = game.seats(game.complete(options)), new_rng(7)
    for at, state in enumerate(positions(game, options, count, seed, 4)):
        viewer = viewers(seats)[at % (seats + 1)]
        where = f"{place(game, options, seed, at)} (sampled) world of viewer {viewer}"
        world = world_of(game, seen(game, state, viewer), rng)
        for _ in range(game.max_length + 1):
            if int(game.actor(world[0])) == OVER:
                break
            legal = game.legal_ids(world[0])
            assert legal, f"{where}: nothing is legal"
            game.apply(world[0], legal[below(rng, len(legal))])
            assert bool(game.conserved(world[0])), f"{where}: pieces are lost on the way"
        assert int(game.actor(world[0])) == OVER, f"{where}: does not end"


# -- everything at once, for broken copies ---------------------------------------------------------------------------


def check_secrecy(game: Game, options: Options, seed: str = "secrecy") -> None:
    """Put a game through every check of secrecy in short form."""
    check_worlds(game, options, seed, 200)
    check_views(game, options, seed, 60)
    check_steps(game, options, seed, 100)
    check_guessed_play(game, options, seed, 16)
