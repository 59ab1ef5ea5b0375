"""Long work in slices: one a turn of the loop, fair among those who ask, and nothing is lost where one gives up."""

from __future__ import annotations

import asyncio
import random

import pytest

from ochaya.games import game as find_game
from ochaya.server.match import match as matches
from ochaya.server.match.match import Entry, Match
from ochaya.server.slices import Slices, Work
from ochaya.server.table.outbox import LONGEST_LOG, Picture
from tests.loops import run_apart


def test_slices_go_round_among_those_who_ask_one_a_turn_of_the_loop() -> None:
    async def run() -> None:
        slices, done, turns = Slices(), list[str](), list[int]()
        turn = 0

        async def work(asker: str, count: int) -> None:
            for number in range(count):
                await slices.turn(asker)
                done.append(f"{asker}{number}")
                turns.append(turn)

        async def count_turns() -> None:
            nonlocal turn
            while True:
                turn += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(count_turns())
        await asyncio.gather(*(work("many", 3) for _ in range(3)), work("few", 2))
        counting.cancel()
        assert [one for one in done[:5] if one.startswith("few")] == ["few0", "few1"], done
        assert len(set(turns)) == len(turns), "never two in one turn"
        await asyncio.wait_for(slices.turn("anybody"), 1)

    run_apart(run())


def test_whoever_gives_up_waiting_holds_up_nobody() -> None:
    async def run() -> None:
        slices = Slices()
        await slices.turn("a")
        gone, next_one = asyncio.create_task(slices.turn("a")), asyncio.create_task(slices.turn("b"))
        gone.cancel()
        await asyncio.wait_for(next_one, 1)
        assert gone.cancelled()

    run_apart(run())


def test_work_pauses_when_its_slice_is_over_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("ochaya.server.slices.time.perf_counter", lambda: now)

    async def run() -> None:
        nonlocal now
        work, waited = Work(Slices()), list[int]()
        for millisecond in range(1, 12):
            now = millisecond * 0.001001
            task = asyncio.create_task(work.slices.turn("another"))
            await work.pause()
            if task.done():
                waited.append(millisecond)
            await task
        assert waited == [5, 10], "the other's turn came before ours only when we paused"

    run_apart(run())


def played(rng: random.Random, steps: int) -> tuple[Match, list[Entry]]:
    """Play at random with many takebacks; gives the match and its log."""
    game = find_game("hanamikoji")
    match, log = Match(game, dict(game.complete({"rounds": "none"})), bytes(32)), list[Entry]()

    def accept(progress: matches.Progress) -> None:
        match.accept(progress)
        log.extend(progress.entries)

    accept(match.begin(1.0))
    while match.actor >= 0 and len(log) < steps:
        action = int(rng.choice(list(game.legal_ids(match.block[0]))))
        accept(match.act(match.actor, action, match.version, 1.0))
        if rng.random() < 0.2:
            accept(match.take_back(0, rng.randrange(match.length), 1.0))
    return match, log


def test_any_moment_of_a_long_match_is_found_from_the_nearest_one_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MARK", 5)
    for seed in range(5):
        match, log = played(random.Random(seed), 150)
        again = Match.stored("hanamikoji", match.game.version, match.options, match.key)
        for entry in log:
            again.restore(entry)
        again.restore_result(match.result)
        assert [mark[0] for mark in again.marks] == sorted({mark[0] for mark in again.marks})
        for one in (match, again):
            block = match.game.start(match.options)
            for length in range(match.length + 1):
                assert one.block_at(length).tobytes() == block.tobytes()
                if length < match.length:
                    match.game.apply(block[0], match.actions[length])
        assert [note.before_step for note in again.notes] == [note.before_step for note in match.notes]
        assert all(note.before_step <= match.length for note in match.notes)


def test_of_a_log_without_end_only_the_last_part_is_told() -> None:
    match, _ = played(random.Random(1), 20)
    for _ in range(2 * LONGEST_LOG):
        match.accept(match.note("hint", 0, 1.0))
    told = Picture(match)._steps(-1)[0]
    assert [one.version for one in told] == list(range(match.version - LONGEST_LOG + 1, match.version + 1))
