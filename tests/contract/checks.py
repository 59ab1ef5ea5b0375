"""The contract as plain checks over any Game; each fails with an AssertionError that says where.

They take a Game and options rather than a name, so that `test_of_the_tests.py` can put broken copies through them.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from ochaya.core.errors import BadOptions, UnreadableAction
from ochaya.core.game import CHANCE, OVER, Game, Options
from ochaya.core.record import FORBIDDEN_NAMES, Block, Record
from ochaya.core.rng import new_rng
from tests.support import Step, place, play, some, steps, viewers

TOLERANCE = 1e-9
MOST_IDS = 4000
"""A game with more action ids than this has its text forms checked on a sample."""


# -- what a game declares --------------------------------------------------------------------------------------------


def check_layout(state: type[Record]) -> None:
    """One packed block of signed whole numbers: no gaps, no flags as booleans, nothing unsigned (HOUSE §4)."""
    kinds = [state.dtype[name].base for name in state.dtype.names or ()]
    cells = [int(np.prod(state.dtype[name].shape, dtype=np.int64)) for name in state.dtype.names or ()]
    assert state.dtype.itemsize == sum(kind.itemsize * count for kind, count in zip(kinds, cells, strict=True))
    assert all(kind.kind == "i" for kind in kinds), f"only signed whole numbers: {dict(state.dtype.fields or {})}"
    assert [kind.itemsize for kind in kinds] == sorted((kind.itemsize for kind in kinds), reverse=True)
    assert not FORBIDDEN_NAMES & set(state.dtype.names or ())


def check_declaration(game: Game) -> None:
    """The constants make sense and the named setups cover every value of every option."""
    assert game.name.isidentifier()
    assert game.version >= 1
    assert 0 < game.max_legal <= game.max_actions
    assert game.max_length > 0
    assert game.observation_size > 0
    assert game.setups, "at least one setup must be named"
    names = [option.name for option in game.options]
    assert len(set(names)) == len(names)
    used = [game.complete(options) for options in game.setups.values()]
    for option in game.options:
        assert len(set(option.values)) == len(option.values) >= 1
        assert set(option.when) <= set(names)
        missing = set(option.values) - {options[option.name] for options in used}
        assert not missing, f"no setup tries {option.name} = {missing}"


def check_options(game: Game) -> None:
    """Every value of every option starts a match; anything else is refused by name."""
    for option in game.options:
        for value in option.values:
            chosen = {option.name: value} | {name: values[0] for name, values in option.when.items()}
            assert game.complete(chosen)[option.name] == value
            game.start(chosen)
        for wrong in ("", "no such value", option.values[0] + " "):
            _refuses(game, {option.name: wrong}, option.name)
    _refuses(game, {"no such option": "1"}, "no such option")


def _refuses(game: Game, chosen: Options, name: str) -> None:
    with pytest.raises(BadOptions) as refused:
        game.start(chosen)
    assert refused.value.details["name"] == name


# -- playing ---------------------------------------------------------------------------------------------------------


def check_match(game: Game, options: Options, seed: str) -> int:
    """Play one random match, looking at every state on the way; gives its length."""
    seats, length = game.seats(game.complete(options)), 0
    state = game.start(options)
    check_state(game, state, seats, place(game, options, seed, 0))
    for step in play(game, options, seed):
        where = f"{place(game, options, seed, step.number)}: {game.notation(step.action)}"
        check_choices(game, step, where)
        check_state(game, step.after, seats, where)
        state, length = step.after, step.number + 1
    assert int(game.actor(state[0])) == OVER
    check_result(game, options, game.shares(state[0], seats), place(game, options, seed, length))
    return length


def check_state(game: Game, state: Block, seats: int, where: str) -> None:
    """Every piece is somewhere, somebody is to act, and asking changes nothing."""
    before = state.tobytes()
    assert bool(game.conserved(state[0])), f"{where}: pieces are missing or too many, or a field is out of range"
    actor = int(game.actor(state[0]))
    assert actor in (CHANCE, OVER) or 0 <= actor < seats, f"{where}: actor {actor}"
    legal = game.legal_ids(state[0])
    assert bool(legal) == (actor != OVER), f"{where}: {len(legal)} legal actions for actor {actor}"
    assert legal == sorted(set(legal)), f"{where}: not ascending or not unique"
    assert len(legal) <= game.max_legal
    assert all(0 <= action < game.max_actions for action in legal), f"{where}: an id out of range"
    assert legal == game.legal_ids(state[0]), f"{where}: the same question gave two answers"
    game.shares(state[0], seats)
    assert state.tobytes() == before, f"{where}: a question changed the state"
    assert game.state.load(before).tobytes() == before


def check_choices(game: Game, step: Step, where: str) -> None:
    """Odds match the outcomes, and whatever is done changes something."""
    if step.actor == CHANCE:
        assert all(weight > 0 for weight in step.weights), f"{where}: odds {step.weights}"
        room = np.zeros(game.max_legal, np.int32)
        assert int(game.odds(step.before[0], room)) == sum(step.weights), f"{where}: the sum of the odds"
        assert not room[len(step.legal) :].any(), f"{where}: odds without an outcome"
    assert step.before.tobytes() != step.after.tobytes(), f"{where}: changes nothing"


def check_result(game: Game, options: Options, shares: list[float], where: str) -> None:
    """Each share is from 0 to 1; seats that play alone share exactly one win; partners get the same."""
    assert all(-TOLERANCE <= share <= 1 + TOLERANCE for share in shares), f"{where}: {shares}"
    if game.teams is not None:
        teams = game.teams(game.complete(options))
        by_team = {team: {share for share, own in zip(shares, teams, strict=True) if own == team} for team in teams}
        assert all(len(different) == 1 for different in by_team.values()), f"{where}: partners differ: {shares}"
    elif len(shares) > 1:
        assert abs(sum(shares) - 1) < TOLERANCE, f"{where}: shares {shares} do not add up to one win"


def check_copies(game: Game, options: Options, seed: str, count: int = 60) -> None:
    """Acting on a copy leaves the original alone, and acting twice alike gives twice the same (TAG's copy tester)."""
    for step in steps(game, options, count, seed, matches=3):
        original = step.before.tobytes()
        neighbours = game.state.new(3)
        neighbours[:] = step.before[0]
        for action in some(step.legal, 12, seed):
            one, two = step.before.copy(), game.state.load(original)
            game.apply(one[0], action)
            game.apply(two[0], action)
            neighbours[1] = step.before[0]
            game.apply(neighbours[1], action)
            where = f"{place(game, options, seed, step.number)}: {game.notation(action)}"
            assert step.before.tobytes() == original, f"{where} reached the original"
            assert one.tobytes() == two.tobytes(), f"{where} is not deterministic"
            assert neighbours[1].tobytes() == one.tobytes(), f"{where} in a batch"
            assert neighbours[0].tobytes() == neighbours[2].tobytes() == original, f"{where} reached its neighbour"


def check_every_action(game: Game, options: Options, seed: str, count: int = 60, per_state: int = 40) -> None:
    """Not only the chosen action but every legal one leads to a sound state."""
    seats = game.seats(game.complete(options))
    for step in steps(game, options, count, seed, matches=4):
        for action in some(step.legal, per_state, f"{seed} {step.number}"):
            state = step.before.copy()
            game.apply(state[0], action)
            check_state(game, state, seats, f"{place(game, options, seed, step.number)}: {game.notation(action)}")


# -- actions as text and data ----------------------------------------------------------------------------------------


def check_notation(game: Game, actions: Iterable[int]) -> None:
    """Each id has its own short text that reads back, and its own plain data."""
    texts: dict[str, int] = {}
    datas: dict[str, int] = {}
    for action in actions:
        text = game.notation(action)
        assert text.isascii(), f"{action}: notation {text!r}"
        assert [text.lower()] == text.split(), f"{action}: notation {text!r}"
        assert "?" not in text, f"{action}: {text!r} looks hidden"
        assert game.read(text) == action, f"{action}: {text!r} reads back as {game.read(text)}"
        assert texts.setdefault(text, action) == action, f"{text!r} is both {texts[text]} and {action}"
        data = _plain(game.decode(action))
        assert datas.setdefault(data, action) == action, f"{data} is both {datas[data]} and {action}"


def _plain(decoded: Any) -> str:
    """Give a decoded action as JSON; fails unless it is a frozen dataclass of plain values with a kind."""
    assert dataclasses.is_dataclass(decoded)
    assert not isinstance(decoded, type)
    assert type(decoded).__dataclass_params__.frozen  # type: ignore[attr-defined]
    data = dataclasses.asdict(decoded)
    assert isinstance(data["kind"], str)
    assert data["kind"]
    return json.dumps(data, allow_nan=False, sort_keys=True)


def check_hidden_ids(game: Game, options: Options, seed: str, count: int = 200) -> None:
    """What others may know of an action is an action, or an id beyond all actions that shows a question mark."""
    seats = game.seats(game.complete(options))
    hidden: set[int] = set()
    for step in steps(game, options, count, seed, matches=4):
        before = step.before.tobytes()
        for viewer in viewers(seats):
            told = int(game.hide_action(step.before[0], step.action, viewer))
            if told >= game.max_actions:
                hidden.add(told)
            elif told != step.action:
                raise AssertionError(f"{game.notation(step.action)} is told as another action {game.notation(told)}")
        assert step.before.tobytes() == before, "hide_action changed the state"
        if step.actor >= 0:
            own = int(game.hide_action(step.before[0], step.action, step.actor))
            assert own == step.action, f"who plays {game.notation(step.action)} is told {game.notation(own)}"
    for told in hidden:
        text = game.notation(told)
        assert "?" in text, f"hidden {told}: {text!r}"
        _plain(game.decode(told))
        with pytest.raises(UnreadableAction):
            game.read(text)


def check_unreadable(game: Game, text: str) -> None:
    """A text that is no action is refused as unreadable; another spelling of an action is that very action."""
    try:
        action = game.read(text)
    except UnreadableAction:
        return
    assert 0 <= action < game.max_actions, f"{text!r} reads as {action}"
    assert game.read(game.notation(action)) == action, f"{text!r} reads as {game.notation(action)!r}"


# -- the fast path ---------------------------------------------------------------------------------------------------


def check_stride(game: Game, options: Options, seed: int, deep: int = 1) -> None:
    """The fast path ends every match soundly, and its first steps are ones that plain play could have made."""
    assert game.stride is not None
    seats, rng = game.seats(game.complete(options)), new_rng(seed)
    for match in range(12):
        state, length = game.start(options), 0
        while int(game.actor(state[0])) != OVER:
            before = state.copy()
            made = int(game.stride(state[0], rng))
            length += made
            where = f"{game.name} ({dict(options)}) stride seed {seed} match {match} after {length}"
            assert made >= 1, f"{where}: a stride that goes nowhere"
            assert length <= game.max_length, f"{where}: too long"
            check_state(game, state, seats, where)
            if match < deep:
                assert is_within(game, before, state, made), f"{where}: plain play does not reach this in {made} steps"
        check_result(game, options, game.shares(state[0], seats), where)


def is_within(game: Game, start: Block, goal: Block, length: int, most: int = 4000) -> bool:
    """Say whether exactly `length` legal steps lead from one state to another, walking towards it greedily."""
    goal_bytes, goal_cells = goal.tobytes(), _cells(goal)
    heap: list[tuple[int, bytes]] = [(0, start.tobytes())]
    for left in range(length, 0, -1):
        found: dict[bytes, int] = {}
        for _, data in heap:
            state = game.state.load(data)
            if int(game.actor(state[0])) == OVER:
                continue
            for action in game.legal_ids(state[0]):
                after = state.copy()
                game.apply(after[0], action)
                distance = int(np.abs(_cells(after) - goal_cells).sum())
                found[after.tobytes()] = distance
                if left == 1 and after.tobytes() == goal_bytes:
                    return True
        nearest = sorted((distance, data) for data, distance in found.items())
        heap = nearest[: max(8, most // max(1, length * game.max_legal))]
    return False


def _cells(state: Block) -> Any:
    """Give all cells of a state in one row of wide numbers; a cell of 32 bits or more may be a set: its bits count."""
    rows = []
    for name in state.dtype.names:
        cells = np.asarray(state[name]).ravel()
        is_wide = cells.dtype.itemsize >= 4
        rows.append(np.unpackbits(cells.view(np.uint8)).astype(np.int64) if is_wide else cells.astype(np.int64))
    return np.concatenate(rows)


# -- everything at once, for broken copies ---------------------------------------------------------------------------


def check_contract(game: Game, options: Options, seed: str = "contract", matches: int = 6) -> None:
    """Put a game through every check of the rules in short form."""
    check_layout(game.state)
    for match in range(matches):
        check_match(game, options, f"{seed} {match}")
    check_copies(game, options, seed, 30)
    check_every_action(game, options, seed, 60)
    check_hidden_ids(game, options, seed, 60)

