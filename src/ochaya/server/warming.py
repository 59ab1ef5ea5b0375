"""Compiling everything the server calls of a game before the first player waits for it.

The first game is compiled before the server opens. The others follow one by one in a process beside it, which leaves
its results in the disk cache (`python -m ochaya.server.warming GAME`): the server loads them from there in an instant
and never stops to compile. Whoever wants a game that is not ready yet waits for it without holding up anybody else.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from ochaya.bots.warming import warm as warm_search
from ochaya.core import dealing
from ochaya.core.game import CHANCE, OVER, Game
from ochaya.core.jit import cache_folder, is_compiled
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import NOBODY, seen, seen_action
from ochaya.games import game as find_game
from ochaya.server.logs import log
from ochaya.server.refusal import Refused

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
            before, known = seen(game, block, NOBODY), seen_action(game, block[0], action, NOBODY)
            guessed = seen(game, block, 0).block
            game.guess(guessed[0], 0, new_rng(number))
            game.apply(block[0], action)
            after = seen(game, block, NOBODY)
            game.events(before, known, after)
            game.view(after)
        game.shares(block[0], seats)


class Readiness:
    """Which games are compiled, and getting the others ready."""

    def __init__(self, games: Iterable[Game], *, ready: Iterable[str]) -> None:
        in_order = sorted(games, key=lambda game: game.is_hidden)
        self.events = {game.name: asyncio.Event() for game in in_order}
        self.wanted: list[str] = []
        """Games somebody waits for: they come first."""
        for name in ready:
            if name in self.events:
                self.events[name].set()

    def is_ready(self, name: str) -> bool:
        """Say whether a game is ready (one that is not here any more never has to be waited for)."""
        return name not in self.events or self.events[name].is_set()

    @property
    def missing(self) -> int:
        """How many games are not ready yet."""
        return sum(not event.is_set() for event in self.events.values())

    async def wait(self, name: str, seconds: float | None = None) -> None:
        """Wait until a game is ready; raises Refused after so many seconds."""
        if self.is_ready(name):
            return
        self.wanted.append(name)
        try:
            await asyncio.wait_for(self.events[name].wait(), seconds)
        except TimeoutError:
            raise Refused("busy") from None

    async def prepare(self, *, with_bots: bool) -> None:
        """Get every game's rules ready, one after another, in a process beside the server; then the bots'."""
        while waiting := [name for name, event in self.events.items() if not event.is_set()]:
            name = next((name for name in self.wanted if name in waiting), waiting[0])
            await compile_beside(name, with_bots=False)
            await asyncio.to_thread(warm_rules, [find_game(name)])  # only loads, but that takes a moment too
            self.events[name].set()
            log("game.ready", game=name)
        if with_bots:
            for name in self.events:
                await compile_beside(name, with_bots=True)


def stamp(name: str, *, with_bots: bool) -> Path:
    """Give the file that says all of this is in the disk cache: it lies in the folder named after the code's digest.

    Numba keeps apart what was compiled from sources in different places, so each installation has a file of its own.
    """
    parts = (f"games/{name}", "search") if with_bots else (f"games/{name}",)
    place = hashlib.sha256(str(Path(__file__).parent).encode()).hexdigest()[:12]
    return cache_folder(parts) / f"ready-for-the-server-{place}"


async def compile_beside(name: str, *, with_bots: bool) -> None:
    """Compile a game in another process unless it is in the disk cache already."""
    if not is_compiled() or stamp(name, with_bots=with_bots).exists():
        return
    words = [sys.executable, "-m", "ochaya.server.warming", name, *(["--bots"] if with_bots else [])]
    process = await asyncio.create_subprocess_exec(*words, stdin=asyncio.subprocess.DEVNULL)
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def main(words: list[str]) -> None:
    """Compile the named games, with `--bots` their search too."""
    with_bots = "--bots" in words
    if with_bots and hasattr(os, "nice"):
        os.nice(10)  # nobody waits for it yet
    for name in words:
        if name != "--bots":
            warm_rules([find_game(name)])
            if with_bots:
                warm_search(name)
            done = stamp(name, with_bots=with_bots)
            done.parent.mkdir(parents=True, exist_ok=True)
            done.touch()


if __name__ == "__main__":
    main(sys.argv[1:])
