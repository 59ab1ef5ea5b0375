"""How far from hand-written C++ is our Hanamikoji? Both by turns in one run, by processor time, best of several.

    python -m bench.ceiling            needs g++
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from ochaya.core.playouts import playouts
from ochaya.core.rng import new_rng
from ochaya.games import game

MATCHES = 400_000
ROUNDS = 7


def main() -> None:
    """Print the best speed of each and their ratio."""
    hanamikoji = game("hanamikoji")
    fast = playouts(hanamikoji).play_fast
    plain = playouts(hanamikoji).play_plain
    assert fast is not None
    out = np.zeros(hanamikoji.max_legal, np.int32)
    block, start, rng = hanamikoji.state.new(), hanamikoji.start(), new_rng(1)
    fast(block, start, rng, 10)
    plain(block, start, out, out.copy(), rng, 10)
    best = {"C++": 0.0, "fast path": 0.0, "plain path": 0.0}
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "ceiling"
        source = Path(__file__).with_name("hanamikoji_ceiling.cpp")
        subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
        for _ in range(ROUNDS):
            told = subprocess.run([program, str(MATCHES)], check=True, capture_output=True, text=True).stdout.split()
            best["C++"] = max(best["C++"], float(told[0]))
            paths: dict[str, Callable[[int], int]] = {
                "fast path": lambda n: fast(block, start, rng, n),
                "plain path": lambda n: plain(block, start, out, out.copy(), rng, n),
            }
            for name, play in paths.items():
                began = time.thread_time()
                play(MATCHES // 4)
                best[name] = max(best[name], MATCHES / 4 / (time.thread_time() - began))
    for name, speed in best.items():
        print(f"{name:10} {speed:12,.0f} matches/s   {speed / best['C++']:.2f} of C++")


if __name__ == "__main__":
    main()
