"""Compiling everything the server calls of a game, in a process beside it.

That process (`python -m ochaya.server.minds.warming GAME PART`) leaves its results in the disk cache,
and a line on its standard output for each function: the server loads them from there in an instant, never stops to
compile, and can say how far it is. What is compiled when is up to `readiness.py`.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from ochaya.bots.warming import warm_glance, warm_judgement, warm_search
from ochaya.core import dealing
from ochaya.core.game import CHANCE, OVER, Game
from ochaya.core.jit import cache_folder, is_compiled, report_compiling
from ochaya.core.record import copied
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import NOBODY, seen
from ochaya.core.stretch import seen_stretch
from ochaya.core.worlds import is_possible_in_all
from ochaya.games import game as find_game
from ochaya.wasm import shelf
from ochaya.wasm.build import build

Part: TypeAlias = Literal["rules", "search", "glance", "module"]
"""What a process compiles of a game: its rules; for its bots, the search and the glance one action ahead; for browsers
all of it in one module."""
LONGEST = 12
"""Decisions that are enough to have called everything."""


def warm_rules(games: Iterable[Game]) -> None:
    """Play the beginning of a match of each game, calling all that a table calls."""
    for game in games:
        key, number, decisions = dealing.key_from_seed("warm"), 0, 0
        block, seats = game.start(), game.seats(game.complete())
        while (actor := int(game.actor(block[0]))) != OVER and decisions < LONGEST:
            legal = game.legal_ids(block[0])
            if actor == CHANCE:
                outcomes, weights = game.outcome_odds(block[0])
                action = dealing.draw(key, number, outcomes, weights)
                number += 1
            else:
                action = legal[len(legal) // 2]
                decisions += 1
            earlier = copied(block)
            game.apply(block[0], action)
            (before, after), (known,) = seen_stretch(game, [earlier, block], [action], NOBODY)
            if actor != CHANCE:
                shown = int(game.hide_action(earlier[0], action, 0))
                is_possible_in_all(game, seen(game, earlier, 0), action, shown, 1, new_rng(number))
            game.events(before, known, after)
            game.view(after)
        game.shares(block[0], seats)


def stamp(name: str, part: Part) -> Path:
    """Give the file that says all of this is in the disk cache: it lies in the folder named after the code's digest.

    Numba keeps apart what was compiled from sources in different places, so each installation has a file of its own.
    """
    parts = (f"games/{name}",) if part == "rules" else (f"games/{name}", "search")
    place = hashlib.sha256(str(Path(__file__).parents[1]).encode()).hexdigest()[:12]
    return cache_folder(parts) / f"{part}-ready-for-the-server-{place}"


def is_there(name: str, part: Part) -> bool:
    """Say whether a part of a game has been compiled on this machine (or was brought along)."""
    return shelf.folder_of(name) is not None if part == "module" else stamp(name, part).exists()


async def compile_beside(
    name: str, part: Part, rules: asyncio.Event, tell: Callable[[int], None], *, is_wanted: bool
) -> None:
    """Compile a part of a game in another process unless it is in the disk cache already; tells how many functions.

    A game's search is begun beside its rules, and finished once these are there.
    """
    if not is_compiled() or is_there(name, part):
        return
    words = [sys.executable, "-m", "ochaya.server.minds.warming", name, part, *([] if is_wanted else ["patiently"])]
    process = await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    going_on = asyncio.create_task(_close_after(rules, process.stdin))
    compiled = 0
    try:
        async for _ in process.stdout:
            compiled += 1
            tell(compiled)
        await process.wait()
    finally:
        going_on.cancel()
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _close_after(event: asyncio.Event, line: asyncio.StreamWriter) -> None:
    """Let a process that waits for its input to end go on when something has happened."""
    await event.wait()
    line.close()


def main(name: str, part: Part, *manner: str) -> None:
    """Compile a part of a game; `patiently` where nobody waits for it yet. When its input ends, the rules are there."""
    if manner and hasattr(os, "nice"):
        os.nice(10)
    with report_compiling(lambda function: print(function, flush=True)):
        if part == "search":
            warm_judgement(name)
            sys.stdin.read()
            warm_search(name)
        elif part == "glance":
            warm_glance(name)
        elif part == "module":
            build(name, shelf.built_folder())
            return
        else:
            warm_rules([find_game(name)])
    done = stamp(name, part)
    done.parent.mkdir(parents=True, exist_ok=True)
    done.touch()


if __name__ == "__main__":
    main(*cast(Any, sys.argv[1:]))
