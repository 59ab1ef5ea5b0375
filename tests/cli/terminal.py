"""A pseudo-terminal with `ochaya` in it, for tests that need real keys."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

SOURCE = Path(__file__).resolve().parents[2] / "src"
PATIENCE = 120.0
"""Seconds to wait for a screen: the first start of a machine compiles."""
CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Screen:
    """`ochaya …` running in a terminal of 120 columns."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        import pty

        self._keys, inside = pty.openpty()
        where = {
            **os.environ, "PYTHONPATH": str(SOURCE), "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "50",
            "LC_ALL": "C.UTF-8", **environment,
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ochaya", *arguments], stdin=inside, stdout=inside, stderr=inside, env=where,
            start_new_session=True, close_fds=True)
        os.close(inside)
        self.text = ""
        """All that has been shown, without colours."""
        self._read_to = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._keys)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._keys, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, and again where nothing happens: readline misses it between two looks at the keyboard."""
        for _ in range(5):
            self._process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(2)
                return

    def wait_for(self, *wanted: str) -> str:
        """Read on until one of these texts appears after what was read before; give the first that does."""
        limit, going = time.monotonic() + PATIENCE, True
        while True:
            found = [(at, text) for text in wanted if (at := self.text.find(text, self._read_to)) >= 0]
            if found:
                at, text = min(found)
                self._read_to = at + len(text)
                return text
            if not going or time.monotonic() > limit:
                raise AssertionError(f"{wanted} did not appear: {self.text[-2000:]!r}")
            going = self._read()

    def code(self) -> int:
        """Read to the end and give the exit code."""
        limit = time.monotonic() + PATIENCE
        while self._read() and time.monotonic() < limit:
            pass
        return self._process.wait(PATIENCE)

    def _read(self) -> bool:
        """Take in what is on the screen; False at the end."""
        ready, _, _ = select.select([self._keys], [], [], 1.0)
        if not ready:
            return self._process.poll() is None
        try:
            data = os.read(self._keys, 65536)
        except OSError:
            return False
        self.text += CODES.sub("", data.decode(errors="replace"))
        return bool(data)
