"""Builds one game's module: the code, its description and the numbers of the networks it works with.

    python -m ochaya.wasm.build GAME FOLDER

Three files named after what they were made from: `.wasm`, `.json` (written last: where it is, all is there) and
`.weights` (the instinct's first, then the tables that beside.py took out). Building needs Numba to leave the optimising
to LLVM, so it happens in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numba.core.errors import NumbaWarning

from ochaya.core.sense import Instinct
from ochaya.wasm.shelf import digest, name_of


def build(game: str, folder: Path) -> Path:
    """Build a module in a process of its own and give the path of its description."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as cache:  # unoptimised code must not get among the rules' own
        environment = {**os.environ, "NUMBA_OPT": "0", "OCHAYA_CACHE": cache}
        environment.pop("NUMBA_DISABLE_JIT", None)
        words = [sys.executable, "-m", "ochaya.wasm.build", game, str(folder)]
        subprocess.run(words, env=environment, check=True)  # noqa: S603
    return folder / f"{name_of(game)}.json"


def write(game: str, folder: Path) -> None:
    """Write the files of one game."""
    from ochaya.search.mind import mind_of
    from ochaya.wasm.entries import entries, spaces
    from ochaya.wasm.lower import data_bytes, lowered

    warnings.simplefilter("ignore", NumbaWarning)  # that unoptimised code cannot be cached, which nobody wants
    mind, name = mind_of(game), name_of(game)
    code, names, tables = lowered(entries(mind))
    _put(folder / f"{name}.wasm", code)
    description: dict[str, Any] = {
        "game": game, "version": mind.game.version, "digest": digest(game), "entries": names,
        "spaces": asdict(spaces(mind)), "seats": mind.seats, "data": data_bytes(code),
        "module": f"{name}.wasm", "weights": None, "numbers": [len(table) for table in tables],
    }
    if isinstance(mind.sense.beginning, Instinct):
        tables = [mind.sense.beginning.load().astype(np.float16), *tables]
    if tables:
        _put(folder / f"{name}.weights", np.concatenate(tables).tobytes())
        description["weights"] = f"{name}.weights"
    _put(folder / f"{name}.json", json.dumps(description).encode())


def _put(path: Path, data: bytes) -> None:
    """Write a file that appears whole or not at all."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_bytes(data)
    part.replace(path)


if __name__ == "__main__":
    write(sys.argv[1], Path(sys.argv[2]))
