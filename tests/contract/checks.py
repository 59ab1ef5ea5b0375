"""The contract as plain checks over any Game; each fails with an AssertionError that says where.

They take a Game and options rather than a name, so that `test_of_the_tests.py` can put broken copies through them.
"""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.errors import BadOptions
from ochaya.core.game import CHANCE, OVER, Game, Options
from ochaya.core.record import FORBIDDEN_NAMES, Block, Record
from tests.contract.action_checks import check_hidden_ids
from tests.support import Step, place, play, some, steps

TOLERANCE = 1e-9

# -- what a game declares --------------------------------------------------------------------------------------------


def check_layout(state: type[Record]) -> None:
    """One packed block of signed whole numbers: no gaps, no flags as booleans, nothing unsigned (HOUSE §4)."""
    kinds = [state.dtype[name].base for name in state.dtype.names or ()]
    cells = [int(np.prod(state.dtype[name].shape, dtype=np.int64)) for name in state.dtype.names or ()]
    assert state.dtype.itemsize == sum(kind.itemsize * count for kind, count in zip(kinds, cells, strict=True))
    assert all(kind.kind == "i" for kind in kinds), f"only signed whole numbers: {dict(state.dtype.fields or {})}"
    places = [place[1] for place in (state.dtype.fields or {}).values()]
    order = [(at >= state.dtype.type.lasting, -kind.itemsize) for at, kind in zip(places, kinds, strict=True)]
    assert order == sorted(order), "the widest first, what is only remembered last"
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


# -- everything at once, for broken copies ---------------------------------------------------------------------------


def check_contract(game: Game, options: Options, seed: str = "contract", matches: int = 6) -> None:
    """Put a game through every check of the rules in short form."""
    check_layout(game.state)
    for match in range(matches):
        check_match(game, options, f"{seed} {match}")
    check_copies(game, options, seed, 30)
    check_every_action(game, options, seed, 60)
    check_hidden_ids(game, options, seed, 60)

