"""How long a player waits the first time on a machine: from the click to the first decision, with an empty cache.

    python bench/first_click.py [--games hanamikoji ingenious …] [--seat last|first] [--after SECONDS]

For each game it starts a server with an empty cache (OCHAYA_CACHE), lays a table against novices as soon as the server
answers (or so many seconds after), and waits for the player's first decision and until the bots are ready; then once
more with a server that finds all of it compiled. Where bots decide before the player (in the last seat they usually do,
but in some games chance says who begins) the first decision waits for them, so the bots' time is the longest anybody
waits; in a later start they decide at the house's pace, so its first decision holds their pauses too. What the server
says about how far it is goes along to standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ochaya.client import Client
from ochaya.games import shown_names


@contextmanager
def server(cache: Path, data: Path) -> Iterator[str]:
    """Run a server with this cache until done; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    words = [sys.executable, "-m", "ochaya", "serve", "--port", str(port), "--data", str(data)]
    process = subprocess.Popen(words, env={**os.environ, "OCHAYA_CACHE": str(cache)}, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


async def until_it_answers(address: str) -> None:
    """Wait until the server is open."""
    while True:
        try:
            await Client(address).get("/health")
            return
        except OSError:
            await asyncio.sleep(0.05)


async def first_decision(address: str, game: str, *, is_last: bool) -> tuple[float, float]:
    """Lay a table; gives the seconds from the click to the player's first decision and until all is ready."""
    async with Client(address, name="Click") as client:
        house = await client.get("/api/house")
        seats = next(one["seats"] for one in house["games"] if one["name"] == game)
        bots = [{"kind": "bot", "level": "novice"}] * (seats - 1)
        clicked = time.perf_counter()
        laid = await client.new_table(game, [*bots, {"kind": "me"}] if is_last else [{"kind": "me"}, *bots])
        async with client.sit(laid["id"]) as table:
            told, decided, ready = None, 0.0, 0.0
            while not (decided and ready):
                now = time.perf_counter() - clicked
                decided = decided or (now if table.legal else 0.0)
                ready = ready or (0.0 if table.table["preparing"] else now)
                if table.table["preparing"] != told:
                    told = table.table["preparing"]
                    print(f"  {now:6.1f} s  {told}", file=sys.stderr)
                if not (decided and ready):
                    await table.hear()
        return decided, ready


async def measure(game: str, *, is_last: bool, after: float) -> list[tuple[float, float]]:
    """Give the seconds the first time and the next."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        for number in range(2):
            with server(cache, Path(folder) / f"data{number}") as address:
                await until_it_answers(address)
                await asyncio.sleep(after)
                found.append(await first_decision(address, game, is_last=is_last))
    return found


def main() -> None:
    """Measure every game and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=list(shown_names()))
    parser.add_argument("--seat", choices=("last", "first"), default="last")
    parser.add_argument("--after", type=float, default=0.0, help="seconds between the server's opening and the click")
    chosen = parser.parse_args()
    print("| game | empty cache: first decision | bots ready | compiled before: all ready | first decision |")
    print("| --- | --- | --- | --- | --- |")
    for game in chosen.games:
        first, later = asyncio.run(measure(game, is_last=chosen.seat == "last", after=chosen.after))
        print(f"| {game} | {first[0]:.1f} s | {first[1]:.1f} s | {later[1]:.1f} s | {later[0]:.1f} s |", flush=True)


if __name__ == "__main__":
    main()
