"""A match whose rules know no end is ended by the house, and stays a match like any other: kept, replayed, checked."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ochaya.client import ServerSaysNo, Table
from ochaya.core.record_text import read_match
from ochaya.games import game as find_game
from ochaya.server.match import match as rules_of_a_match
from ochaya.server.match.match import Match
from tests.server.deals import faults_of
from tests.server.running import Running, in_loop

pytestmark = pytest.mark.xdist_group("server")
LONGEST = 25
"""Entries a match may have here, fewer than the first round has; 20,000 otherwise."""


async def act_for_all(table: Table, rng: random.Random) -> None:
    """Act at random for whoever must, at a table where all seats are ours, until the match is over."""
    while not table.is_over:
        await table.ask({"type": "look", "seat": table.view["actor"]}, "table")
        await table.act(rng.choice(table.legal))


@in_loop
async def test_a_match_without_end_is_ended_without_a_winner(start: Callable[..., Running], tmp_path: Path) -> None:
    running = start(longest_match=LONGEST)
    async with running.client("Ann") as ann:
        seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "me", "name": "Also Ann"}]
        laid = await ann.new_table("hanamikoji", seats, options={"rounds": "none"})
        async with ann.sit(laid["id"]) as table:
            async with asyncio.timeout(60):
                await act_for_all(table, random.Random(4))
            shown = await ann.get(f"/api/tables/{laid['id']}")
            assert shown["status"] == "over"
            assert shown["result"] == {"shares": [0.0, 0.0], "reason": "endless", "seat": None}
            assert LONGEST <= table.version < LONGEST + 3, "the card drawn next is dealt before it is noticed"
            with pytest.raises(ServerSaysNo, match="over"):
                await table.ask({"type": "act", "version": table.version, "action": 0, "seat": 0})
        running.stop()
        start(data=tmp_path / "data", port=running.port)
        assert (await ann.get(f"/api/tables/{laid['id']}"))["result"]["reason"] == "endless"
        replay = await ann.get(f"/api/tables/{laid['id']}/replay")
        record = read_match(await ann.get(f"/api/tables/{laid['id']}/record"), find_game)
        assert len(replay["steps"]) == len(record.steps) == table.version
        assert record.tags["ended"] == "endless"
        assert faults_of(await ann.get(f"/api/tables/{laid['id']}/deal")) == []


def test_who_wins_with_the_very_last_entry_has_won(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = find_game("_template"), random.Random(1)
    match = Match(game, game.complete({}), bytes(32))
    progress = match.begin(0.0)
    while True:
        match.accept(progress)
        action = rng.choice(game.legal_ids(match.block[0]))
        progress = match.act(match.actor, action, match.version, 0.0)
        if progress.result:
            break
    assert progress.result.reason == "played"
    monkeypatch.setattr(rules_of_a_match, "LONGEST", 1)
    assert match.act(match.actor, action, match.version, 0.0).result == progress.result
