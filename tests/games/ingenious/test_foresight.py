"""What bots have learned of Ingenious: shares that add up, fair to every seat and colour, a card for each network."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from ochaya.core.game import OVER
from ochaya.core.record import Block
from ochaya.games.ingenious import GAME, mind
from ochaya.games.ingenious.board import RECOLOURINGS, SPACES, SYMMETRIES
from ochaya.games.ingenious.mind.foresight import ROW, SETUPS, SIZE, WEIGHTS, describe, foresee, setup_of
from ochaya.games.ingenious.pieces import COLOURS, KIND_COLOURS, KINDS
from tests.support import play

FOLDER = Path(mind.__file__).parent


def moments(setup: str) -> list[Block]:
    """Give states of a match in which every tile is known."""
    steps = list(play(GAME, GAME.setups[setup], "foresight"))
    return [step.after for step in steps[8::7] if GAME.actor(step.after[0]) != OVER]


@pytest.mark.parametrize("setup", SETUPS)
def test_shares_add_up_and_nothing_is_changed(setup: str) -> None:
    options = GAME.complete(GAME.setups[setup])
    teams = GAME.teams(options) if GAME.teams else ()
    for state in moments(setup):
        before, out = state.tobytes(), np.zeros(4)
        foresee(state[0], out)
        assert state.tobytes() == before
        assert SETUPS[setup_of(state[0])] == setup
        assert np.isfinite(out).all()
        assert out.min() >= 0.0
        if len(teams) > 1:
            assert sum(out[teams.index(team)] for team in set(teams)) == pytest.approx(1.0)
            assert all(out[seat] == out[teams.index(team)] for seat, team in enumerate(teams))
        else:
            assert out[0] <= 1.0


@pytest.mark.parametrize("setup", SETUPS)
def test_rows_are_wide_enough_and_their_numbers_are_small(setup: str) -> None:
    for state in moments(setup):
        rows = np.full((5, ROW + 1), 7.0, np.float32)
        inner = np.zeros((4, ROW), np.float32)
        count = describe(state[0], inner)
        rows[:4, :ROW] = inner
        assert (rows[:, ROW] == 7.0).all()
        assert np.isfinite(inner).all()
        assert np.abs(inner[:, :-1]).max() < 8.0
        assert (inner[count:] == 0.0).all()


def turned(state: Block, symmetry: int) -> Block:
    """Give the same state on a board turned or reflected, the colours changed so that the printed symbols are right."""
    other = state.copy()
    one, two = state[0], other[0]
    colours = RECOLOURINGS[symmetry]
    kind_of = {tuple(sorted(pair)): kind for kind, pair in enumerate(KIND_COLOURS)}
    for space in range(SPACES):
        cell = int(one.cells[space])
        two.cells[SYMMETRIES[symmetry, space]] = colours[cell - 1] + 1 if 1 <= cell <= COLOURS else cell
    for kind in range(KINDS):
        there = kind_of[tuple(sorted(int(colours[colour]) for colour in KIND_COLOURS[kind]))]
        for name in ("bag", "aside", "returned"):
            getattr(two, name)[there] = getattr(one, name)[kind]
        two.racks[:, there] = one.racks[:, kind]
    for colour in range(COLOURS):
        two.markers[:, colours[colour]] = one.markers[:, colour]
        two.tokens[colours[colour]] = one.tokens[colour]
    two.touched = sum(1 << int(colours[colour]) for colour in range(COLOURS) if int(one.touched) >> colour & 1)
    return other


@pytest.mark.parametrize("setup", ["two", "three", "team", "duel"])
def test_a_turned_board_is_described_alike(setup: str) -> None:
    compared = 0
    for state in moments(setup):
        markers = state[0].markers
        sides = 1 if setup == "duel" else {"two": 2, "three": 3, "team": 2}[setup]
        if any(len(set(markers[side].tolist())) < COLOURS for side in range(sides)):
            continue  # colours that stand alike are told apart by their numbers alone
        compared += 1
        rows, others = np.zeros((4, ROW), np.float32), np.zeros((4, ROW), np.float32)
        describe(state[0], rows)
        describe(turned(state, 3)[0], others)
        assert others == pytest.approx(rows, abs=1e-6)
    if compared == 0:
        state = moments(setup)[-1]
        for side in range(4):
            state[0].markers[side] = np.arange(COLOURS) + side - (3 if setup == "duel" else 0)
        rows, others = np.zeros((4, ROW), np.float32), np.zeros((4, ROW), np.float32)
        describe(state[0], rows)
        describe(turned(state, 3)[0], others)
        assert others == pytest.approx(rows, abs=1e-6)


def test_two_players_in_each_others_chairs_are_judged_alike() -> None:
    for state in moments("two"):
        other = state.copy()
        for name in ("racks", "held", "markers", "older", "started"):
            getattr(other[0], name)[:2] = getattr(state[0], name)[1::-1]
        other[0].seat = 1 - int(state[0].seat)
        out, exchanged = np.zeros(4), np.zeros(4)
        foresee(state[0], out)
        foresee(other[0], exchanged)
        assert exchanged[:2] == pytest.approx(out[1::-1], abs=1e-6)


def test_every_network_has_a_card_that_tells_its_hash_and_its_strength() -> None:
    cards = json.loads((FOLDER / "foresight.json").read_text("utf-8"))
    assert WEIGHTS.shape == (len(SETUPS), SIZE)
    assert (FOLDER / "foresight.npy").stat().st_size < 5_000_000
    assert list(cards) == list(SETUPS)
    for row, setup in enumerate(SETUPS):
        assert cards[setup]["hash"] == hashlib.sha256(WEIGHTS[row].tobytes()).hexdigest()
        assert cards[setup]["decisions"] > 100_000
        assert cards[setup]["strength"]
