"""Thinking about one decision: anytime, cancellable, on one thread or several, within a limit.

Thinking goes in slices of iterations. Between slices the clock and the cancel question are asked, and whether the
leader can still be caught. With a limit by iterations alone, all of that depends on nothing but the Seen and the
generator, so the same thought comes out again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ochaya.core.rng import Rng, new_rng, next_word
from ochaya.core.secrecy import Seen
from ochaya.search.layout import Decision, Numbers, decision
from ochaya.search.mind import Mind, Tuning, mind_of
from ochaya.search.tree import Tree, room_for

FIRST_SLICE, LONGEST_SLICE = 64, 4096
SLICE_SECONDS = 0.004
MOST_ITERATIONS_PER_SECOND = 250_000


@dataclass(frozen=True)
class Judged:
    """One action as search sees it: the expected share of the win and how often it was tried."""

    action: int
    share: float
    visits: int


@dataclass(frozen=True)
class Thought:
    """What thinking about a decision has found, best action first."""

    actions: tuple[Judged, ...]
    iterations: int
    seconds: float
    shares: tuple[float, ...] = ()
    """Each seat's expected share of the win with the best action (of as many seats as the game can have)."""

    @property
    def best(self) -> Judged:
        """The action tried most often."""
        return self.actions[0]

    @property
    def share(self) -> float:
        """The expected share of the win with the best action."""
        return self.best.share

    def of(self, action: int) -> Judged | None:
        """Give what was found about one action; None when it is not legal."""
        return next((judged for judged in self.actions if judged.action == action), None)


def legal_of(mind: Mind, seen: Seen) -> npt.NDArray[np.int32]:
    """List the legal actions of a Seen whose seat is to act."""
    out = np.zeros(mind.game.max_legal, np.int32)
    return out[: mind.game.legal(seen.record, out)].copy()


class Thinker:
    """Thinks about decisions of one game, one at a time, and keeps its trees for the next one."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self._trees: list[Tree] = []
        self._pool: ThreadPoolExecutor | None = None

    def _ready(self, threads: int, size: int) -> list[Tree]:
        """Give so many empty trees with at least that much room."""
        for at in range(threads):
            if at >= len(self._trees):
                self._trees.append(Tree(self.mind, size))
            elif len(self._trees[at].table.nodes) < size:
                self._trees[at] = Tree(self.mind, size)
            self._trees[at].clear()
        return self._trees[:threads]

    def think(
        self,
        seen: Seen,
        rng: Rng,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        threads: int = 1,
        may_stop_early: bool = False,
        with_instinct: bool = True,
        is_cancelled: Callable[[], bool] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> Thought:
        """Think until the time or the iterations are used up, or until cancelled.

        `clock` tells the time in the thread that thinks. With `may_stop_early`, also until no other action could
        become the most tried one. `with_instinct` lets the game's instinct, where it has one, say what to try first,
        and its foresight judge where that is for Masters alone.
        """
        if seconds is None and iterations is None:
            raise ValueError("thinking needs a limit")
        start, begun = time.perf_counter(), clock()
        legal = legal_of(self.mind, seen)
        ask = self.mind.sense.beginning if with_instinct else None
        numbers = self.mind.numbers if with_instinct else self.mind.plain_numbers
        task = decision(seen, legal, None if ask is None else ask(seen, legal))
        expected = iterations if seconds is None else int(seconds * MOST_ITERATIONS_PER_SECOND)
        if iterations is not None:
            expected = min(expected or iterations, iterations)
        trees = self._ready(threads, room_for((expected or 1) // threads + 1))
        left = None if seconds is None else seconds - (clock() - begun)
        quota = None if iterations is None else -(-iterations // threads)
        if threads == 1:
            self._grow(trees[0], task, rng, numbers, clock, left, quota, may_stop_early, is_cancelled)
        else:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(threads)
            own = [new_rng(int(next_word(rng))) for _ in trees]
            jobs = [
                self._pool.submit(self._grow, tree, task, seed, numbers, clock, left, quota, False, is_cancelled)
                for tree, seed in zip(trees, own, strict=True)
            ]
            for job in jobs:
                job.result()
        return self._sum(trees, task, time.perf_counter() - start)

    def _grow(
        self, tree: Tree, task: Decision, rng: Rng, numbers: Numbers, clock: Callable[[], float],
        seconds: float | None, quota: int | None, may_stop_early: bool, is_cancelled: Callable[[], bool] | None,
    ) -> None:
        """Grow one tree slice by slice."""
        done, slice_size = 0, FIRST_SLICE
        began = now = clock()
        end = None if seconds is None else began + seconds
        while quota is None or done < quota:
            count = slice_size if quota is None else min(slice_size, quota - done)
            tree.grow(task, rng, count, numbers)
            done += count
            before, now = now, clock()
            if end is not None:
                if now >= end:
                    break
                pace = max(now - before, 1e-7) / count
                slice_size = int(min(max(min(SLICE_SECONDS, end - now) / pace, 1), LONGEST_SLICE))
                left = int((end - now) / ((now - began) / done))
                left = left if quota is None else min(left, quota - done)
            else:
                slice_size = min(2 * slice_size, LONGEST_SLICE)
                left = (quota or 0) - done
            if is_cancelled is not None and is_cancelled():
                break
            if may_stop_early:
                soonest = _settled_in(tree, task, left)
                if soonest <= 0:
                    break
                slice_size = min(slice_size, soonest) if end is not None else min(soonest, LONGEST_SLICE)

    def _sum(self, trees: list[Tree], task: Decision, seconds: float) -> Thought:
        """Add up what the trees have found."""
        legal = task.legal
        visits, gains = np.zeros(len(legal), np.int64), np.zeros(len(legal), np.float64)
        for tree in trees:
            tree.at_root(task, visits, gains)
        shares = gains / np.maximum(visits, 1)
        order = sorted(range(len(legal)), key=lambda at: (-visits[at], -shares[at], at))
        judged = tuple(Judged(int(legal[at]), float(shares[at]), int(visits[at])) for at in order)
        taken, brought = 0, np.zeros(self.mind.seats)
        for tree in trees:
            times, gained = tree.gains_of(judged[0].action)
            taken, brought = taken + times, brought + gained
        everybody = tuple(float(share) for share in brought / max(taken, 1))
        return Thought(judged, sum(tree.iterations for tree in trees), seconds, everybody)

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def _settled_in(tree: Tree, task: Decision, left: int) -> int:
    """Give how many of the iterations left must go by before the most tried action can no longer be caught up.

    No more than 0: it is settled now. Otherwise that many if all of them go to the leader, and at least a few.
    """
    visits, gains = np.zeros(len(task.legal), np.int64), np.zeros(len(task.legal), np.float64)
    tree.at_root(task, visits, gains)
    if len(visits) < 2:
        return 0
    second, first = np.sort(visits)[-2:]
    short = left - int(first - second)
    return 0 if short < 0 else max(short // 2 + 1, FIRST_SLICE)


_own = threading.local()


def thinker(name: str, tuning: Tuning = ()) -> Thinker:
    """Give this thread's thinker for a game of the register."""
    kept: dict[tuple[str, Tuning], Thinker] = _own.__dict__.setdefault("kept", {})
    if (name, tuning) not in kept:
        kept[name, tuning] = Thinker(mind_of(name, tuning))
    return kept[name, tuning]
