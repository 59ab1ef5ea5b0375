"""Review: every side has a chance at every decision, whatever the number of sides; asking how far it is is free."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from ochaya.core import dealing
from ochaya.games import game as find_game
from ochaya.server.match.match import Match
from ochaya.server.minds.thinking import Thought, Weighing
from ochaya.server.study.review import chances, review_move
from tests.server.running import Running, in_loop

pytestmark = pytest.mark.xdist_group("server")


def match_of(name: str, setup: str) -> Match:
    game = find_game(name)
    return Match(game, game.complete(game.setups[setup]), dealing.key_from_seed("review"))


def test_three_sides_have_what_the_search_found() -> None:
    assert chances(match_of("ingenious", "three"), 1, 0.5, (0.3, 0.48, 0.1, 0.0)) == [0.375, 0.5, 0.125]
    assert chances(match_of("ingenious", "three"), 0, 0.4, (0.0, 0.0, 0.0, 0.0)) == [0.4, 0.3, 0.3]


def test_two_sides_have_all_between_them_and_partners_the_same() -> None:
    assert chances(match_of("ingenious", "two"), 0, 0.7, ()) == [0.7, 0.3]
    teams = match_of("ingenious", "team")
    sides = teams.teams()
    assert sides is not None
    found = chances(teams, 0, 0.7, (0.6, 0.4, 0.6, 0.4))
    assert found == [0.7 if side == sides[0] else 0.3 for side in sides]


def test_one_side_has_its_own() -> None:
    assert chances(match_of("ingenious", "solo"), 0, 0.25, (0.25,)) == [0.25]


def played(*steps: tuple[int, int]) -> Match:
    """Give a match whose log is only written, not played: what was done by whom."""
    match = match_of("ingenious", "two")
    for actor, action in steps:
        match.actors.append(actor)
        match.actions.append(action)
    return match


def test_an_action_nobody_looked_at_is_judged_by_what_it_left() -> None:
    match = played((0, 7), (1, 3))
    later = review_move(match, 1, Weighing([Thought(3, 0.8, 10_000)], (0.2, 0.8)), None)
    weighing = Weighing([Thought(5, 0.5, 900), Thought(6, 0.4, 100)], (0.5, 0.5))
    assert review_move(match, 0, weighing, None).loss == 0
    assert review_move(match, 0, weighing, later).loss == pytest.approx(0.29)


def test_an_action_looked_at_is_judged_by_that_alone() -> None:
    match = played((0, 6), (1, 3))
    later = review_move(match, 1, Weighing([Thought(3, 0.8, 10_000)], (0.2, 0.8)), None)
    weighing = Weighing([Thought(5, 0.5, 900), Thought(6, 0.3, 100)], (0.5, 0.5))
    assert review_move(match, 0, weighing, later).loss == pytest.approx(0.1)


@in_loop
async def test_asking_how_far_the_review_is_costs_nothing(start: Callable[..., Running]) -> None:
    server = start(limits=True)
    async with server.client() as client:
        laid = await client.play_now("_template")
        async with client.sit(laid["id"]) as table:
            await table.ask({"type": "resign"})
        await client.post(f"/api/tables/{laid['id']}/review")
        states = [(await client.get(f"/api/tables/{laid['id']}/review"))["state"] for _ in range(30)]
        async with asyncio.timeout(30):
            while states[-1] != "done":
                await asyncio.sleep(0.1)
                states.append((await client.get(f"/api/tables/{laid['id']}/review"))["state"])
        assert set(states) <= {"working", "done"}
