"""The functions of a game's module that JavaScript calls, and the memory they work on.

Each takes plain pointers into one memory and plain 32-bit numbers. The memory is the caller's: `spaces` names every
piece and its size. Nothing here holds a rule: each function wraps one of the contract or of the search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
from numba import cfunc, types

from ochaya.core.sense import Instinct
from ochaya.search.layout import Decision, NodeTable, Scratch, node_dtype
from ochaya.search.mind import Mind
from ochaya.search.tree import PLANTED_PART, kept_worlds, new_scratch

carray: Any = numba.carray  # type: ignore[attr-defined]
int32: Any = types.int32
pointer: Any = types.CPointer
bytes_of: Any = types.uint8
words: Any = types.int32
longs: Any = types.int64
singles: Any = types.float32
doubles: Any = types.float64
seed: Any = types.uint64


@dataclass(frozen=True)
class Spaces:
    """How many bytes each piece of memory takes; `node` and `planted` are for one node of the tree."""

    state: int
    worlds: int
    faith: int
    ids: int
    shares: int
    path: int
    seats: int
    node: int


def spaces(mind: Mind) -> Spaces:
    """Measure what a caller must provide."""
    room = new_scratch(mind)
    return Spaces(
        state=room.world.itemsize, worlds=kept_worlds(mind) * room.world.itemsize,
        faith=kept_worlds(mind) * room.out.itemsize, ids=room.actions.nbytes,
        shares=room.promise.nbytes, path=room.path.nbytes, seats=room.out.nbytes,
        node=node_dtype(mind.seats).itemsize,
    )


def entries(mind: Mind) -> dict[str, Any]:
    """Compile the entries of one game by name; the order is that of the module's table."""
    record: Any = numba.from_dtype(mind.game.state.dtype)
    return {**_rules(mind, pointer(record)), **_search(mind, pointer(record)), **_instinct(mind, pointer(record))}


def _rules(mind: Mind, state: Any) -> dict[str, Any]:
    """Wrap the contract."""
    game, most, seats = mind.game, mind.game.max_legal, mind.seats
    rule_actor, rule_legal, rule_apply, rule_score = game.actor, game.legal, game.apply, game.score
    rule_hide, rule_guess = game.hide, game.guess

    @cfunc(int32(state))
    def actor(s: Any) -> Any:
        return rule_actor(carray(s, 1)[0])

    @cfunc(int32(state, pointer(words)))
    def legal(s: Any, out: Any) -> Any:
        return rule_legal(carray(s, 1)[0], carray(out, most))

    @cfunc(types.void(state, int32))
    def apply(s: Any, action: Any) -> None:
        rule_apply(carray(s, 1)[0], action)

    @cfunc(types.void(state, pointer(doubles)))
    def score(s: Any, out: Any) -> None:
        rule_score(carray(s, 1)[0], carray(out, seats))

    @cfunc(types.void(state, int32))
    def hide(s: Any, seat: Any) -> None:
        rule_hide(carray(s, 1)[0], seat)

    @cfunc(types.void(state, int32, pointer(seed)))
    def guess(s: Any, seat: Any, rng: Any) -> None:
        rule_guess(carray(s, 1)[0], seat, carray(rng, 1))

    return {"actor": actor, "legal": legal, "apply": apply, "score": score, "hide": hide, "guess": guess}


def _search(mind: Mind, state: Any) -> dict[str, Any]:
    """Wrap the search: its tree, one decision and the scratch space, each a pointer."""
    most, seats, depth, numbers = mind.game.max_legal, mind.seats, len(new_scratch(mind).path), mind.numbers
    kept, heard = kept_worlds(mind), 0 if mind.habit is None else len(mind.habit)
    mind_clear, mind_grow, mind_at_root, mind_gains = mind.clear, mind.grow, mind.at_root, mind.gains_of
    node: Any = pointer(numba.from_dtype(node_dtype(seats)))
    tree = (node, int32, pointer(words), pointer(longs), state, pointer(doubles), pointer(singles))
    decision = (state, int32, pointer(words), int32, pointer(doubles), int32, int32)
    own = (state, *[pointer(words)] * 4, *[pointer(doubles)] * 3)

    @numba.njit(forceinline=True)
    def table(nodes: Any, size: Any, planted: Any, room: Any, worlds: Any, faith: Any, habit: Any) -> Any:
        return NodeTable(
            carray(nodes, size), carray(planted, size * PLANTED_PART // 8), carray(room, 2), carray(worlds, kept),
            carray(faith, kept), carray(habit, heard))

    @cfunc(types.void(*tree))
    def clear(nodes: Any, size: Any, planted: Any, room: Any, worlds: Any, faith: Any, habit: Any) -> None:
        mind_clear(table(nodes, size, planted, room, worlds, faith, habit))

    @cfunc(types.void(*tree, *decision, *own, pointer(seed), int32))
    def grow(
        nodes: Any, size: Any, planted: Any, room: Any, worlds: Any, faith: Any, habit: Any,
        seen: Any, seat: Any, choices: Any, n: Any, instinct: Any, has_instinct: Any, is_open: Any,
        world: Any, actions: Any, weights: Any, places: Any, path: Any, promise: Any, out: Any, glance: Any,
        rng: Any, iterations: Any,
    ) -> None:
        mind_grow(
            table(nodes, size, planted, room, worlds, faith, habit),
            Decision(
                carray(seen, 1), seat, carray(choices, n), carray(instinct, n if has_instinct else 0), is_open != 0),
            carray(rng, 1), iterations, numbers,
            Scratch(
                carray(world, 2), carray(actions, most), carray(weights, most), carray(places, most),
                carray(path, depth), carray(promise, most), carray(out, seats), carray(glance, seats)),
        )

    @cfunc(types.void(*tree, *decision, pointer(longs), pointer(doubles)))
    def at_root(
        nodes: Any, size: Any, planted: Any, room: Any, worlds: Any, faith: Any, habit: Any,
        seen: Any, seat: Any, choices: Any, n: Any, instinct: Any, has_instinct: Any, is_open: Any,
        visits: Any, gains: Any,
    ) -> None:
        mind_at_root(
            table(nodes, size, planted, room, worlds, faith, habit),
            Decision(
                carray(seen, 1), seat, carray(choices, n), carray(instinct, n if has_instinct else 0), is_open != 0),
            carray(visits, n), carray(gains, n),
        )

    @cfunc(int32(*tree, int32, pointer(doubles)))
    def gains_of(
        nodes: Any, size: Any, planted: Any, room: Any, worlds: Any, faith: Any, habit: Any, action: Any, out: Any,
    ) -> Any:
        return mind_gains(table(nodes, size, planted, room, worlds, faith, habit), action, carray(out, seats))

    return {"clear": clear, "grow": grow, "at_root": at_root, "gains_of": gains_of}


def _instinct(mind: Mind, state: Any) -> dict[str, Callable[..., None]]:
    """Wrap the instinct, where the game has one that can travel."""
    if not isinstance(mind.sense.beginning, Instinct):
        return {}
    weigh, size = mind.sense.beginning.weigh, len(mind.sense.beginning.load())

    @cfunc(types.void(pointer(singles), state, int32, pointer(words), int32, pointer(doubles)))
    def instinct(weights: Any, s: Any, seat: Any, actions: Any, n: Any, out: Any) -> None:
        weigh(carray(weights, size), carray(s, 1)[0], seat, carray(actions, n), n, carray(out, n))

    return {"instinct": instinct}
