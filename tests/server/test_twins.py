"""Every byte a viewer gets is the same in two histories the viewer cannot tell apart: views, legal lists, events, logs,
hints, refusals, and whatever is asked for before the end. See twins.py."""

from __future__ import annotations

import itertools
import json
import random
import secrets
from typing import Any

import pytest

from ochaya.core import dealing
from ochaya.core.game import Game
from ochaya.core.record import copied
from ochaya.core.secrecy import NOBODY, Seen, seen
from ochaya.games import game as find_game
from ochaya.server import moments
from ochaya.server.study import hints
from ochaya.server.table import outbox
from tests.loops import run_apart
from tests.server.running import in_every_game
from tests.server.twins import NOW, Parlour, Twins, find_twins, pairs, scripted

pytestmark = pytest.mark.xdist_group("server")

APART = (0, 7)
"""Decisions after which the histories part: at the first deal, and in the middle of a match."""


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let time stand still, and the worlds guessed for takebacks be the same ones for the same knowledge."""
    monkeypatch.setattr(moments, "now", lambda: NOW)
    monkeypatch.setattr(secrets, "randbits", lambda bits: 12345)


def told(
    monkeypatch: pytest.MonkeyPatch, game: Game, options: Any, twins: Twins, viewer: int, *, is_hot_seat: bool = False
) -> list[dict[int, list[bytes]]]:
    """Play both histories with a prying viewer; gives what everybody was told in each."""
    found = []
    for which in (0, 1):
        monkeypatch.setattr(dealing, "draw", scripted(twins.chance(which)))
        parlour = Parlour(game, options, is_hot_seat=is_hot_seat)
        run_apart(parlour.play(twins.decisions(which), viewer))
        assert parlour.room.match.length == len(twins.steps)
        found.append({viewer: paper.said for viewer, paper in parlour.papers.items()})
    return found


@in_every_game
def test_no_byte_tells_two_histories_apart(monkeypatch: pytest.MonkeyPatch, name: str, setup: str) -> None:
    game = find_game(name)
    options = game.complete(game.setups[setup])
    seats, rng, hidden = game.seats(options), random.Random(name + setup), 0
    for viewer, apart in itertools.product([*range(seats), NOBODY], APART):
        twins = find_twins(game, options, viewer, rng, apart)
        if not twins.steps:
            continue  # nothing is hidden from this viewer
        hidden += 1
        first, second = told(monkeypatch, game, options, twins, viewer)
        for one, other in pairs(first[viewer], second[viewer]):
            assert one == other
        assert any(first[seat] != second[seat] for seat in range(seats) if seat != viewer) or seats == 1
        kinds = {message["type"] for message in map(json.loads, first[viewer]) if isinstance(message, dict)}
        assert {"table", "error", "room", "pong"} <= kinds
        assert "update" in kinds or not twins.decisions(0)
        assert "hinted" in kinds or viewer not in [seat for seat, _ in twins.decisions(0)[::3]]
    assert hidden or seats == 1, "something is hidden from somebody"


@pytest.mark.parametrize("viewer", [0, 1, NOBODY])
def test_a_hot_seat_screen_tells_no_more_than_the_seat_it_looks_through(
    monkeypatch: pytest.MonkeyPatch, viewer: int
) -> None:
    """One cookie owns both seats: what a screen gets depends on the curtain, not on what its owner could look at."""
    game = find_game("hanamikoji")
    twins = find_twins(game, game.complete(), viewer, random.Random(viewer))
    first, second = told(monkeypatch, game, game.complete(), twins, viewer, is_hot_seat=True)
    assert first[viewer] == second[viewer]
    assert first[1 - max(viewer, 0)] != second[1 - max(viewer, 0)]


def refusals(said: list[bytes]) -> set[str]:
    """Give what was answered to everything asked for that only a finished match gives."""
    return {json.dumps(one) for one in map(json.loads, said) if isinstance(one, list) and isinstance(one[0], str)}


@pytest.mark.parametrize("viewer", [0, 1, NOBODY])
def test_before_the_end_replay_record_verification_and_review_are_refused_alike(
    monkeypatch: pytest.MonkeyPatch, viewer: int
) -> None:
    game = find_game("hanamikoji")
    twins = find_twins(game, game.complete(), viewer, random.Random(3))
    for both in told(monkeypatch, game, game.complete(), twins, viewer):
        assert refusals(both[viewer]) == {'["not-over", {}, 409]'}
        errors = [one for one in map(json.loads, both[viewer]) if isinstance(one, dict) and one["type"] == "error"]
        assert {"type": "error", "ref": 3, "key": "not-over", "details": {}} in errors


def truth(game: Game, block: Any, viewer: int) -> Seen:
    """A leak: forgets to hide."""
    return Seen(game.name, viewer, copied(block))


@pytest.mark.parametrize("place", ["whose eyes", "hints", "actions"])
def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """The tests above would notice: hiding goes wrong in one place, and bytes differ."""
    game = find_game("hanamikoji")
    if place == "whose eyes":
        monkeypatch.setattr(outbox, "viewer_of", lambda room, connection: 1)
    elif place == "hints":
        monkeypatch.setattr(hints, "look", lambda match, block, viewer: truth(match.game, block, viewer))
    else:
        monkeypatch.setattr(outbox, "seen_stretch", lambda game, states, actions, seat: (
            [seen(game, state, seat) for state in states], [*actions]))

    def is_noticed(seed: int) -> bool:
        twins = find_twins(game, game.complete(), 0, random.Random(seed))
        first, second = told(monkeypatch, game, game.complete(), twins, 0)
        return first[0] != second[0]

    assert any(is_noticed(seed) for seed in range(6))
