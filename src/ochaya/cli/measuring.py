"""Measuring a game: whole random matches, single operations and compiling, each in the best of several runs."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ochaya.core.game import OVER, Game
from ochaya.core.playouts import playouts
from ochaya.core.record import Block
from ochaya.core.rng import new_rng
from ochaya.games import game as find_game

RUNS = 3
"""Each rate is the best of so many runs: on a busy machine the slower ones measure the neighbours."""
SAMPLES = 256


@dataclass(frozen=True)
class Rate:
    """How many whole random matches a second, and the decisions and steps they consist of."""

    matches: float
    decisions: float
    steps: float


class Measure:
    """One game with chosen options, ready to be timed."""

    def __init__(self, game: Game, options: Mapping[str, str] | None = None, seconds: float = 1.0) -> None:
        self.game, self.seconds = game, seconds
        self.options = game.complete(options)
        self.seats = game.seats(self.options)
        self.start = game.start(self.options)
        self.kernels = playouts(game)
        self.moments, self.decided = self._sample()

    @property
    def has_fast_path(self) -> bool:
        """Whether the game has a stride of its own."""
        return self.kernels.play_fast is not None

    def plain(self, threads: int = 1) -> Rate:
        """Time the plain path: `legal`, choose, `apply`, chance one outcome at a time."""
        def job(count: int, seed: int) -> int:
            out, weights = np.zeros(self.game.max_legal, np.int32), np.zeros(self.game.max_legal, np.int32)
            return int(self.kernels.play_plain(
                self.start.copy(), self.start.copy(), out, weights, new_rng(seed), count))
        return self._rate(job, threads)

    def fast(self, threads: int = 1) -> Rate:
        """Time the fast path, the game's strides."""
        kernel = self.kernels.play_fast
        assert kernel is not None

        def job(count: int, seed: int) -> int:
            return int(kernel(self.start.copy(), self.start.copy(), new_rng(seed), count))
        return self._rate(job, threads)

    def copying(self) -> float:
        """Time a copy of a state, in nanoseconds."""
        room, kernel = self.game.state.new(), self.kernels.copy_often
        return self._nanoseconds(lambda times: kernel(room, self.moments, times))

    def hiding(self) -> float:
        """Time a copy and its `hide`, in nanoseconds."""
        room, kernel = self.game.state.new(), self.kernels.hide_often
        return self._nanoseconds(lambda times: kernel(room, self.moments, self.seats, times))

    def guessing(self) -> float:
        """Time a copy of a hidden state and the `guess` of a world for it, in nanoseconds."""
        hidden = self.moments.copy()
        for at in range(len(hidden)):
            self.game.hide(hidden[at], at % self.seats)
        room, kernel, rng = self.game.state.new(), self.kernels.guess_often, new_rng(5)
        return self._nanoseconds(lambda times: kernel(room, hidden, self.seats, rng, times))

    # -- how -----------------------------------------------------------------------------------------------------

    def _sample(self) -> tuple[Block, float]:
        """Play some matches step by step: moments at which somebody decides, and what part of all steps those are."""
        out, weights = np.zeros(self.game.max_legal, np.int32), np.zeros(self.game.max_legal, np.int32)
        rng, steps, decisions = new_rng(3), 0, 0
        moments = self.game.state.new(SAMPLES)
        while decisions < SAMPLES * 8:
            block = self.start.copy()
            while (who := self.game.actor(block[0])) != OVER:
                if who >= 0:
                    moments[(decisions * 7) % SAMPLES] = block[0]
                    decisions += 1
                self.game.apply(block[0], self.kernels.random_action(block[0], out, weights, rng))
                steps += 1
        return moments, decisions / steps

    def _rate(self, job: Callable[[int, int], int], threads: int) -> Rate:
        job(1, 1)
        count, once = 1, 0.0
        while once < self.seconds / 8:
            count *= 4
            began = time.perf_counter()
            job(count, 2)
            once = time.perf_counter() - began
        count = max(1, round(count * self.seconds / once / RUNS))
        best, steps = float("inf"), 0
        for run in range(RUNS):
            took, steps = _together(job, count, threads, run)
            best = min(best, took)
        rate = steps / best
        return Rate(count * threads / best, rate * self.decided, rate)

    def _nanoseconds(self, job: Callable[[int], Any]) -> float:
        job(1)
        times = 100_000 if self.seconds >= 0.5 else 2_000
        best = float("inf")
        for _ in range(RUNS + 2):
            began = time.perf_counter()
            job(times)
            best = min(best, time.perf_counter() - began)
        return best / times * 1e9


def _together(job: Callable[[int, int], int], count: int, threads: int, run: int) -> tuple[float, int]:
    """Run the same job on several threads at once (compiled code holds no lock); give seconds and steps in all."""
    done = [0] * threads

    def work(at: int) -> None:
        done[at] = job(count, 1000 * run + at)

    crew = [threading.Thread(target=work, args=(at,)) for at in range(threads)]
    began = time.perf_counter()
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    return time.perf_counter() - began, sum(done)


def machine() -> dict[str, Any]:
    """Say where it was measured."""
    import llvmlite.binding as llvm
    import numba

    return {
        "cpu": llvm.get_host_cpu_name(), "cores": os.cpu_count() or 1, "system": platform.system(),
        "python": platform.python_version(), "numba": numba.__version__, "numpy": np.__version__,
    }


def compile_times(name: str) -> tuple[float, float]:
    """Time a start that needs every compiled function of a game: with an empty cache, and again with that cache."""
    with tempfile.TemporaryDirectory(prefix="ochaya-") as folder:
        environment = {**os.environ, "OCHAYA_CACHE": folder}
        cold, warm = (float(_in_another_process("print_start", name, environment)) for _ in range(2))
    return cold, warm


def uncompiled_rate(name: str) -> float:
    """Count the matches a second that plain CPython plays by the same text."""
    return float(_in_another_process("print_slow_rate", name, {**os.environ, "NUMBA_DISABLE_JIT": "1"}))


def _in_another_process(function: str, name: str, environment: dict[str, str]) -> str:
    source = f"from ochaya.cli.measuring import {function}; {function}({name!r})"
    where = {**environment, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(  # noqa: S603 our own interpreter and our own text
        [sys.executable, "-c", source], env=where, check=True, capture_output=True, text=True)
    return done.stdout.split()[-1]


def print_start(name: str) -> None:
    """Print the seconds from the first line of the game's code until everything measured here could run."""
    began = time.perf_counter()
    measure = Measure(find_game(name), seconds=0.001)
    measure.plain()
    if measure.has_fast_path:
        measure.fast()
    measure.copying()
    measure.hiding()
    measure.guessing()
    print(time.perf_counter() - began)


def print_slow_rate(name: str) -> None:
    """Print the matches a second that this process plays the plain way."""
    measure = Measure(find_game(name), seconds=0.5)
    print(measure.plain().matches)
