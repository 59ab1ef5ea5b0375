"""The whole house on one machine, without containers: `make cluster`.

PostgreSQL and NATS from their wheels, servers, a thinker, and in front of them one address that leads each newcomer to
the next server that is there. Kill any of the processes it names and see what happens. Ctrl-C ends everything.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import platformdirs

from tools.engines import Nats, Postgres, free_port, kept_password

CHUNK = 64 * 1024


class Front:
    """Leads each line to the next server that lets it in; knows nothing of what is said."""

    def __init__(self, ports: list[int]) -> None:
        self.ports, self.turn = ports, itertools.count()

    async def lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Lead one line."""
        first = next(self.turn)
        for number in range(len(self.ports)):
            with suppress(OSError):
                port = self.ports[(first + number) % len(self.ports)]
                there, back = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(pour(reader, back), pour(there, writer))
                return
        writer.close()


async def pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass everything on until one side ends it."""
    with suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    with suppress(OSError):
        writer.close()


async def keep_running(name: str, command: list[str], env: dict[str, str], log: Path) -> None:
    """Start a process, and again whenever it ends, until we are told to stop."""
    while True:
        with log.open("ab") as file:
            process = await asyncio.create_subprocess_exec(
                *command, stderr=file, stdout=file, start_new_session=True, env=env
            )
        print(f"  {name}: process {process.pid}, log {log}", flush=True)
        try:
            await process.wait()
        except asyncio.CancelledError:
            process.terminate()
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), 15)
            raise
        await asyncio.sleep(1)


async def _tell_once_open(port: int, servers: list[int]) -> None:
    """Say where the house is, as soon as somebody can come in."""
    while True:
        with suppress(OSError):
            _, line = await asyncio.open_connection("127.0.0.1", servers[0])
            line.close()
            print(f"Ochaya: http://127.0.0.1:{port}/  (servers at {', '.join(map(str, servers))}; Ctrl-C)", flush=True)
            return
        await asyncio.sleep(0.5)


async def run(chosen: argparse.Namespace, folder: Path) -> None:
    """Start everything and wait for Ctrl-C."""
    postgres, nats = Postgres(folder / "postgres"), Nats(folder / "nats")
    kept_password(folder / "secret")
    try:
        for engine in (postgres, nats):
            await asyncio.to_thread(engine.start)
            assert engine.process
            print(f"  {type(engine).__name__}: process {engine.process.pid}, log {engine.log}")
        ports = [free_port() for _ in range(chosen.servers)]
        serve = [
            [sys.executable, "-m", "ochaya", "serve", "--port", str(port), "--data", str(folder / f"server{number}"),
             "--secret-file", str(folder / "secret"), "--proxy", "127.0.0.1"]
            for number, port in enumerate(ports, 1)
        ]
        think = [sys.executable, "-m", "ochaya", "think", "--processes", str(chosen.thinkers)]
        env = {**os.environ, "OCHAYA_DATABASE": postgres.address(), "OCHAYA_BUS": nats.address}
        front = await asyncio.start_server(Front(ports).lead, "127.0.0.1", chosen.port)
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        work = [
            *(asyncio.create_task(keep_running(f"server {number}", words, env, folder / f"server{number}.log"))
              for number, words in enumerate(serve, 1)),
            asyncio.create_task(keep_running("thinker", think, env, folder / "thinker.log")),
        ]
        starting = asyncio.create_task(_tell_once_open(chosen.port, ports))
        await stop.wait()
        starting.cancel()
        front.close()
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
    finally:
        await asyncio.to_thread(nats.stop)
        await asyncio.to_thread(postgres.stop)


def main() -> None:
    """Read how large it should be, and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--thinkers", type=int, default=max(1, (os.cpu_count() or 2) // 2), help="thinking processes")
    parser.add_argument("--data", type=Path, default=Path(platformdirs.user_data_dir("ochaya")) / "cluster")
    chosen = parser.parse_args()
    chosen.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    asyncio.run(run(chosen, chosen.data))


if __name__ == "__main__":
    main()
