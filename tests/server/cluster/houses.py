"""Houses of several servers on real PostgreSQL and NATS."""

from __future__ import annotations

import itertools
import json
import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from tools.engines import Nats, Postgres

from ochaya.client import Client
from tests.server.running import ROOT, Running, Zygote


class Engines:
    """A database and a bus."""

    def __init__(self, folder: Path) -> None:
        self.postgres, self.nats = Postgres(folder / "postgres"), Nats(folder / "nats")
        self.postgres.start()
        self.nats.start()
        self.numbers = itertools.count(1)

    def fresh_database(self) -> str:
        return self.postgres.make_database(f"house{next(self.numbers)}")

    def close(self) -> None:
        self.postgres.stop()
        self.nats.stop()


class ThinkerProcess:
    """A real `ochaya think`."""

    def __init__(self, bus: str, log: Path) -> None:
        command = [sys.executable, "-m", "ochaya", "think", "--bus", bus, "--game", "hanamikoji"]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        self.log = log
        with log.open("ab") as file:
            self.process = subprocess.Popen(command, stderr=file, stdout=file, env=env, start_new_session=True)

    def kill(self) -> None:
        """End it the hard way, and the processes it thinks with."""
        os.killpg(self.process.pid, 9)
        self.process.wait(20)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Cluster:
    """A house of several servers."""

    def __init__(self, engines: Engines, zygote: Zygote, folder: Path, **settings: Any) -> None:
        self.engines, self.zygote, self.folder = engines, zygote, folder
        folder.mkdir(parents=True, exist_ok=True)
        secret = folder / "secret"
        secret.write_text(secrets.token_urlsafe(32))
        self.database = engines.fresh_database()
        self.settings = {"bus": engines.nats.address, "database": self.database, "secret_file": str(secret), **settings}
        self.servers: list[Running] = []
        self.thinkers: list[ThinkerProcess] = []
        self.numbers = itertools.count(1)

    def start(self, port: int | None = None) -> Running:
        """Start one server more, or one again that had this port."""
        running = self.zygote.start(self.folder / f"data{len(self.servers)}", port, **self.settings)
        self.servers = [*(one for one in self.servers if one.port != port), running]
        return running

    def start_thinker(self) -> ThinkerProcess:
        """Start one thinker more; it knows Hanamikoji after some seconds."""
        log = self.folder / f"thinker{next(self.numbers)}.log"
        self.thinkers.append(ThinkerProcess(self.engines.nats.address, log))
        return self.thinkers[-1]

    def kill(self) -> None:
        for running in self.servers:
            running.kill()
        for thinker in self.thinkers:
            if thinker.process.poll() is None:
                thinker.kill()

    def check_and_stop(self) -> None:
        """Stop every server; none has failed."""
        for running in self.servers:
            assert running.is_alive(), running.log.read_text()[-3000:]
            running.stop()
            assert '"kind": ' not in running.log.read_text(), "the server logged a failure of its own"

    def said(self, event: str) -> list[dict[str, Any]]:
        """Give the log lines of one event, of all servers there ever were."""
        lines = [line for file in self.folder.glob("*.log") for line in file.read_text().splitlines()]
        found = [json.loads(line) for line in lines if line.startswith("{")]
        return [line for line in found if line["event"] == event]

    async def rows(self, query: str) -> list[Any]:
        """Ask the database."""
        engine = create_async_engine(self.database)
        try:
            async with engine.connect() as connection:
                return [*(await connection.execute(text(query))).all()]
        finally:
            await engine.dispose()

    async def check_fences(self) -> int:
        """See that no table ever had two owners at once; gives how often tables were taken.

        Along a log fences never fall, no fence was given twice, and every entry was written under one that was given.
        """
        taken = [(line["table"], line["fence"]) for line in self.said("table.taken")]
        assert len(taken) == len(set(taken)), "two servers were given the same fence"
        entries = await self.rows("SELECT table_id, version, fence FROM entries ORDER BY table_id, version")
        for table_id, group in itertools.groupby(entries, key=lambda row: row[0]):
            rows = [*group]
            versions, fences = [row[1] for row in rows], [row[2] for row in rows]
            assert versions == list(range(1, len(rows) + 1)), f"a gap in {table_id}"
            assert fences == sorted(fences), f"an owner from before has written to {table_id}"
            assert fences[0] >= 1
        return len(taken)


class Turning(Running):
    """All servers of a house as one: everybody who comes is led to the next of them."""

    def __init__(self, cluster: Cluster) -> None:
        first = cluster.servers[0]
        super().__init__(first.pid, first.port, first.data, first.log)
        self.turn = itertools.cycle(cluster.servers)

    @property
    def address(self) -> str:
        return next(self.turn).address

    def client(self, name: str | None = None, cookie: str | None = None) -> Client:
        return Client(self.address, name, cookie)
