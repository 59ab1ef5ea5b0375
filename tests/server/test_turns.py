"""Who thinks next: moves before hints before reviews, fair among those who ask, short when others wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ochaya.server.minds.turns import PATIENCE, SHORTEST, Rank, Turn, Turns
from tests.loops import run_apart


class Thinkers:
    """Askers at a few places; each thinks until it is let go."""

    def __init__(self, places: int) -> None:
        self.turns = Turns(places)
        self.begun: list[str] = []
        self.held: dict[str, Turn] = {}
        self.gates: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, rank: Rank, asker: str, name: str, hurry: Callable[[], None] | None = None) -> None:
        self.gates[name] = asyncio.Event()

        async def think() -> None:
            async with self.turns.take(rank, asker) as turn:
                if hurry:
                    turn.hurry = hurry
                self.begun.append(name)
                self.held[name] = turn
                await self.gates[name].wait()

        self.tasks[name] = asyncio.create_task(think())
        await settle()

    async def finish(self, *names: str) -> None:
        for name in names:
            self.gates[name].set()
            await settle()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_bots_move_comes_before_hints_and_hints_before_reviews() -> None:
    async def play() -> None:
        house = Thinkers(1)
        await house.ask(Rank.REVIEW, "ume", "first")
        await house.ask(Rank.REVIEW, "ume", "review")
        await house.ask(Rank.HINT, "ume", "hint")
        await house.ask(Rank.MOVE, "kiku", "move")
        await house.finish("first", "move", "hint", "review")
        assert house.begun == ["first", "move", "hint", "review"]

    run_apart(play())


def test_turns_are_fair_among_those_who_ask() -> None:
    async def play() -> None:
        house = Thinkers(1)
        await house.ask(Rank.HINT, "greedy", "greedy-0")
        for number in range(1, 5):
            await house.ask(Rank.HINT, "greedy", f"greedy-{number}")
        await house.ask(Rank.HINT, "kiku", "kiku")
        await house.ask(Rank.HINT, "ume", "ume")
        await house.finish("greedy-0", "greedy-1", "kiku", "ume", "greedy-2")
        assert house.begun == ["greedy-0", "greedy-1", "kiku", "ume", "greedy-2", "greedy-3"]

    run_apart(play())


def test_a_move_that_waits_cuts_the_least_urgent_thought_short_and_once() -> None:
    async def play() -> None:
        house, hurried = Thinkers(2), list[str]()
        await house.ask(Rank.HINT, "ume", "hint", lambda: hurried.append("hint"))
        await house.ask(Rank.REVIEW, "ume", "review", lambda: hurried.append("review"))
        await house.ask(Rank.HINT, "ran", "waiting hint")
        assert hurried == []
        await house.ask(Rank.MOVE, "kiku", "move")
        assert hurried == ["review"]
        await house.ask(Rank.MOVE, "mai", "another move")
        await house.ask(Rank.MOVE, "mai", "third move")
        assert hurried == ["review", "hint"]

    run_apart(play())


def test_whoever_thinks_leaves_time_for_those_who_wait() -> None:
    async def play() -> None:
        house = Thinkers(2)
        await house.ask(Rank.MOVE, "a", "a")
        await house.ask(Rank.MOVE, "b", "b")
        for number in range(299):
            await house.ask(Rank.MOVE, f"guest-{number}", f"m{number}")
        assert house.held["a"].seconds == 2 * PATIENCE
        await house.finish("a")
        assert house.held["m0"].seconds == max(SHORTEST, 2 * PATIENCE / 299)
        assert sum(1 for name in house.held if name.startswith("m")) == 1

    run_apart(play())


def test_whoever_gives_up_waiting_leaves_the_line_and_one_who_gives_up_thinking_frees_the_place() -> None:
    async def play() -> None:
        house = Thinkers(1)
        await house.ask(Rank.MOVE, "ume", "first")
        await house.ask(Rank.MOVE, "ran", "gone")
        await house.ask(Rank.MOVE, "kiku", "next")
        house.tasks["gone"].cancel()
        await settle()
        assert house.turns.waiting(Rank.MOVE) == 1
        assert house.turns.waiting(Rank.MOVE, "ran") == 0
        house.tasks["first"].cancel()
        await settle()
        assert house.begun == ["first", "next"]
        # cancelled in the very step in which its turn came: the place is not lost
        await house.ask(Rank.MOVE, "mai", "unlucky")
        await house.ask(Rank.MOVE, "sen", "last")
        house.gates["next"].set()
        await asyncio.sleep(0)
        house.tasks["unlucky"].cancel()
        await settle()
        assert house.begun[-1] == "last"

    run_apart(play())
