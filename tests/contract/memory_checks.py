"""What a seat was told is still in what it observes: an observation is all that a perfect memory holds.

From a moment of a random match every way on is tried, as far as the room goes. Two ways that a seat was told apart
must not end in one observation, nor two moments that it sees apart. What is left out on purpose, game by game, stands
in `FORGOTTEN` and `UNOBSERVED`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from ochaya.core.game import OVER, Game, Options
from ochaya.core.record import Block, copied
from ochaya.core.secrecy import seen, seen_action
from tests.support import place, some, steps

FORGOTTEN: dict[str, frozenset[str]] = {
    # own cards are in sight whenever they came; what the rival holds depends on it only after a counter-offer, which
    # `drawn_since` tells; of two lanterns whose sides are each other's nobody can say which it is once one was turned
    "geishas_road": frozenset({"draw", "dealt", "drew", "lantern", "flip"}),
    # own tiles are in sight whenever they came; of those put back, `put_back` tells what they may have been
    "ingenious": frozenset({"draw", "deal", "refill"}),
    "hanamikoji": frozenset({"draw"}),  # the order in which a hand is dealt; `drew` tells each later draw
}
"""Kinds of actions and events that are remembered by what they brought, not by when they were."""

UNOBSERVED: dict[str, frozenset[str]] = {
    "geishas_road": frozenset({"news"}),
    # in which order the same things were done within a turn changes nothing any more, now or later
    "tea_garden": frozenset({"told", "told_count"}),
}
"""Fields of the record that no observation holds: what only the last step said, for events."""


@dataclass(frozen=True)
class Way:
    """A moment with all that each seat was told on the way to it."""

    state: Block
    told: tuple[str, ...]


def told_of(game: Game, before: Block, action: int, after: Block, seat: int) -> str:
    """Give in text what a seat is told of one action, without what is forgotten on purpose."""
    forgotten = FORGOTTEN.get(game.name, frozenset())
    hidden = seen_action(game, before[0], action, seat)
    words = [
        (event.kind, dict(event.data))
        for event in game.events(seen(game, before, seat), hidden, seen(game, after, seat))
        if event.kind not in forgotten
    ]
    return json.dumps(["" if game.decode(hidden).kind in forgotten else game.notation(hidden), words])


def ways_on(game: Game, start: Block, seats: int, room: int, per_state: int) -> Iterator[Way]:
    """Give the ways on from a moment, nearest first, within the round and as many as there is room for."""
    row = [Way(start, ("",) * seats)]
    rounds = round_of(game, start)
    for way in row:
        yield way
        if int(game.actor(way.state[0])) == OVER:
            continue
        for action in some(game.legal_ids(way.state[0]), per_state, str(len(row))):
            if len(row) >= room:
                break
            after = copied(way.state)
            game.apply(after[0], action)
            if round_of(game, after) == rounds:
                told = (told_of(game, way.state, action, after, seat) for seat in range(seats))
                row.append(Way(after, tuple(old + new for old, new in zip(way.told, told, strict=True))))


def round_of(game: Game, state: Block) -> object:
    """Give the number of the round where a game has rounds."""
    return game.view(seen(game, state, 0)).get("round")


def check_memory(
    game: Game, options: Options, seed: str, moments: int = 8, room: int = 600, per_state: int = 40,
) -> int:
    """At every moment reached: what a seat observes tells apart all that it was told; gives how many were compared."""
    seats, compared = game.seats(game.complete(options)), 0
    for step in steps(game, options, moments, seed, matches=4):
        known: list[dict[bytes, str]] = [{} for _ in range(seats)]
        for way in ways_on(game, step.before, seats, room, per_state):
            for seat in range(seats):
                looks = game.observation(seen(game, way.state, seat)).tobytes()
                first = known[seat].setdefault(looks, way.told[seat])
                where = f"{place(game, options, seed, step.number)} seat {seat}"
                assert first == way.told[seat], f"{where} observes the same after\n{first} and\n{way.told[seat]}"
                compared += 1
    return compared


def sight(game: Game, state: Block, seat: int) -> dict[str, bytes]:
    """Give the fields that a seat sees, without those that are left out on purpose."""
    block, left_out = seen(game, state, seat).block, UNOBSERVED.get(game.name, frozenset())
    return {name: block[name].tobytes() for name in block.dtype.names if name not in left_out}


def check_sight(
    game: Game, options: Options, seed: str, moments: int = 8, room: int = 600, per_state: int = 40,
) -> int:
    """At every moment reached: moments that a seat sees apart are observed apart; gives how many were compared."""
    seats, compared = game.seats(game.complete(options)), 0
    for step in steps(game, options, moments, seed, matches=4):
        known: list[dict[bytes, dict[str, bytes]]] = [{} for _ in range(seats)]
        for way in ways_on(game, step.before, seats, room, per_state):
            for seat in range(seats):
                looks, sees = game.observation(seen(game, way.state, seat)).tobytes(), sight(game, way.state, seat)
                first = known[seat].setdefault(looks, sees)
                apart = [name for name in sees if first[name] != sees[name]]
                assert not apart, f"{place(game, options, seed, step.number)} seat {seat} does not observe {apart}"
                compared += 1
    return compared
