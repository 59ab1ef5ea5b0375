"""Real server processes and small helpers for playing over real sockets."""

from __future__ import annotations

import asyncio
import functools
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec

import pytest

from ochaya.client import Client, Table
from ochaya.games import NAMES
from ochaya.games import game as find_game
from tests.loops import run_apart

P = ParamSpec("P")
ROOT = Path(__file__).resolve().parents[2]


SETUPS = [
    pytest.param(name, setup, id=f"{name}-{setup}", marks=[pytest.mark.deep] if number else [])
    for name in NAMES for number, setup in enumerate(find_game(name).setups)
]
in_every_game = pytest.mark.parametrize(("name", "setup"), SETUPS)
"""Every set-up of every game: the first of each in `make test`, the others in `make test-deep`."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def in_loop(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Run an async test in a loop of its own, bounded in time."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def bounded() -> None:
            async with asyncio.timeout(500):
                await test(*args, **kwargs)

        run_apart(bounded())

    return run


@dataclass
class Running:
    """One server process."""

    pid: int
    port: int
    data: Path
    log: Path

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, name: str | None = None, cookie: str | None = None) -> Client:
        return Client(self.address, name, cookie)

    def is_alive(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def wait_until_well(self) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with suppress(OSError, http.client.HTTPException), closing(
                http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            ) as line:
                line.request("GET", "/health")
                with line.getresponse() as answer:
                    if answer.status == 200:
                        return
            time.sleep(0.03)
        raise TimeoutError(f"no server at {self.address}: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """End it the hard way."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self._wait_gone()

    def stop(self) -> None:
        """End it politely."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        self._wait_gone()

    def _wait_gone(self) -> None:
        deadline = time.monotonic() + 20
        while self.is_alive():
            assert time.monotonic() < deadline, "the server does not stop"
            time.sleep(0.01)


class Zygote:
    """Starts servers by forking a process that has everything loaded."""

    def __init__(self) -> None:
        env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.zygote"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            cwd=ROOT, env=env,
        )
        assert self.process.stdout
        assert self.process.stdin
        assert self.process.stdout.readline().strip() == "ready"

    def start(self, data: Path, port: int | None = None, **settings: Any) -> Running:
        assert self.process.stdout
        assert self.process.stdin
        port = port or free_port()
        log = data.parent / f"{data.name}.log"
        plain = {"bots": 0, "pace": 0.0, "limits": False, "hidden_games": True, "warm_bots": False}
        wanted = {**plain, **settings, "port": port, "data": str(data), "log": str(log)}
        self.process.stdin.write(json.dumps(wanted) + "\n")
        self.process.stdin.flush()
        running = Running(int(self.process.stdout.readline()), port, data, log)
        running.wait_until_well()
        return running

    def close(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


def metric(server: Running, name: str) -> float:
    """Give one number of /metrics."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)) as line:
        line.request("GET", "/metrics")
        with line.getresponse() as answer:
            lines = [one.split() for one in answer.read().decode().splitlines()]
    return next(float(words[1]) for words in lines if words[0].partition("{")[0] == f"ochaya_{name}")


def wait_until(is_so: Callable[[], Any], seconds: float = 20) -> None:
    """Wait for something that comes about by itself."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it does not come about"
        time.sleep(0.02)


async def two_people(
    server: Running, stack: AsyncExitStack, game: str = "hanamikoji", **more: Any
) -> tuple[Client, Client, str]:
    """Seat two people at a new table."""
    ann = await stack.enter_async_context(server.client("Ann"))
    bob = await stack.enter_async_context(server.client("Bob"))
    laid = await ann.new_table(game, [{"kind": "me"}, {"kind": "open"}], **more)
    await bob.join(laid["id"], laid["links"]["invite"])
    return ann, bob, laid["id"]


async def play_random(table: Table, rng: random.Random, most: int = 10_000) -> int:
    """Act at random whenever it is our turn, at most so often; gives how often."""
    acted = 0
    while acted < most and not await table.wait_for_turn():
        await table.act(rng.choice(table.legal))
        acted += 1
    return acted


async def play_some(tables: list[Table], seed: int, most: int) -> None:
    """Let all play at random until one of them has acted so often: the others might wait for it for ever."""
    plays = [asyncio.create_task(play_random(table, random.Random(seed), most)) for table in tables]
    await asyncio.wait(plays, return_when=asyncio.FIRST_COMPLETED)
    for play in plays:
        play.cancel()
    await asyncio.gather(*plays, return_exceptions=True)


async def hear_until(table: Table, is_so: Callable[[], Any]) -> None:
    """Hear messages until something is so."""
    while not is_so():
        await table.hear()


async def hear_all(table: Table, seconds: float = 0.3) -> list[Any]:
    """Hear until it is quiet."""
    heard = []
    with suppress(TimeoutError):
        while True:
            heard.append(await asyncio.wait_for(table.hear(), seconds))
    return heard
