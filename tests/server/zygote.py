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
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ochaya.games import games
from ochaya.server.house import house, keeping
from ochaya.server.match import match
from ochaya.server.minds import warming
from ochaya.server.settings import Settings
from ochaya.server.sockets import wire
from ochaya.server.table import room
from ochaya.server.web import door
from ochaya.server.web.run import calm_collector, make_server, run


async def compile_once_there_is(
    folder: Path, name: str, part: str, rules: asyncio.Event, tell: Callable[[int], None], *, is_wanted: bool
) -> None:
    """Hold compiling back until a test lets it go on, function by function."""
    go = folder / f"{name}-{part}"
    (folder / f"{go.name}-begun").touch()
    compiled = 0
    while not go.exists():
        compiled += 1
        tell(compiled)
        await asyncio.sleep(0.05)


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
    open_files = wanted.pop("open_files", 0)
    if open_files:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))
    skew = wanted.pop("skew", None)
    if skew:
        real = time.time
        time.time = lambda: real() + float(Path(skew).read_text())
    if "sweep_seconds" in wanted:
        keeping.FIRST_SECONDS = keeping.SWEEP_SECONDS = wanted.pop("sweep_seconds")
    house.MOST_IDLE = wanted.pop("most_in_memory", house.MOST_IDLE)
    match.LONGEST = wanted.pop("longest_match", match.LONGEST)
    room.FORGET_SECONDS = wanted.pop("forget_seconds", room.FORGET_SECONDS)
    door.REQUEST_SECONDS = wanted.pop("request_seconds", door.REQUEST_SECONDS)
    wire.CLOSE_SECONDS = wanted.pop("close_seconds", wire.CLOSE_SECONDS)
    wire.STUCK_SECONDS = wanted.pop("stuck_seconds", wire.STUCK_SECONDS)
    if "secret_file" in wanted:
        wanted["secret_file"] = Path(wanted["secret_file"])
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
