"""A process that has loaded and compiled everything and forks servers on demand: a real server starts in no time.

Reads lines of JSON from standard input: {"port": …, "data": …, …settings}; answers each with the server's process id.
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from ochaya.games import games
from ochaya.server import house, room, warming, wire
from ochaya.server.run import calm_collector, make_server, run
from ochaya.server.settings import Settings


async def compile_once_there_is(file: Path, name: str, *, with_bots: bool) -> None:
    """Hold compiling back until a test lets it go on."""
    while not file.exists():  # noqa: ASYNC110, ASYNC240 (it comes from another process)
        await asyncio.sleep(0.02)


def serve(wanted: dict[str, Any]) -> None:
    log = os.open(wanted.pop("log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 2)
    os.dup2(log, 1)
    os.close(0)
    file_limit = wanted.pop("file_limit", 0)
    if file_limit:
        import resource

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))
    compiled_once = wanted.pop("compiled_once", None)
    if compiled_once:
        warming.compile_beside = functools.partial(compile_once_there_is, Path(compiled_once))
    house.MOST_IDLE = wanted.pop("most_in_memory", house.MOST_IDLE)
    room.FORGET_SECONDS = wanted.pop("forget_seconds", room.FORGET_SECONDS)
    wire.CLOSE_SECONDS = wanted.pop("close_seconds", wire.CLOSE_SECONDS)
    run(Settings(**{**wanted, "data": Path(wanted["data"])}))


def preload() -> None:
    """Import and compile all that a server imports and compiles while it starts."""
    warming.warm_rules(games())
    with tempfile.TemporaryDirectory() as folder:
        make_server(Settings(data=Path(folder), bots=0)).config.load()
    calm_collector()  # what is there now is never looked at again, so every server starts sooner


def main() -> None:
    preload()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                serve(json.loads(line))
            finally:
                os._exit(0)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
