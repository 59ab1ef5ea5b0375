"""Where modules lie and what they are called: a name says what the module was made from, so it never goes stale.

A wheel carries modules beside this file (`make wasm`); what is not there is built into the cache folder by the server
once nobody waits for anything else.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

import llvmlite
import numba

from ochaya.core.jit import cache_root, digest_of

CARRIED = Path(__file__).parent / "modules"


@functools.cache
def digest(game: str) -> str:
    """Digest all that a game's module is made from; the same on every machine."""
    made_from = [digest_of(part) for part in ("core", f"games/{game}", "search", "wasm")]
    text = "\n".join([*made_from, numba.__version__, llvmlite.__version__])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def name_of(game: str) -> str:
    """Give the name under which this very version of a game's module is kept, without an ending."""
    return f"{game}-{digest(game)}"


def built_folder() -> Path:
    """Give the folder for modules built on this machine."""
    return cache_root() / "wasm"


def folder_of(game: str) -> Path | None:
    """Give the folder that holds the module of the game as it is now; None while there is none."""
    for folder in (CARRIED, built_folder()):
        if (folder / f"{name_of(game)}.json").exists():
            return folder
    return None
