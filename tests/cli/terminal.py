"""A pseudo-terminal with `ochaya` in it, for tests that need real keys."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

SOURCE = Path(__file__).resolve().parents[2] / "src"
PATIENCE = 240.0
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
        """Press Ctrl-C."""
        self._process.send_signal(signal.SIGINT)

    def wait_for(self, wanted: str) -> None:
        """Read on until a text appears after what was read before."""
        limit = time.monotonic() + PATIENCE
        while (found := self.text.find(wanted, self._read_to)) < 0:
            assert time.monotonic() < limit, f"{wanted!r} did not appear in {self.text[-2000:]!r}"
            assert self._read() or wanted in self.text[self._read_to:], f"{wanted!r} never came: {self.text[-2000:]!r}"
        self._read_to = found + len(wanted)

    def code(self) -> int:
        """Read to the end and give the exit code."""
        while self._read():
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
