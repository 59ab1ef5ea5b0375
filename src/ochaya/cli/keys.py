"""Single keys from a terminal, without waiting for Enter; arrows come as their escape sequences."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer


@contextmanager
def single_keys() -> Iterator[Callable[[], str]]:
    """While inside, give a function that waits for one key. Keys pressed early are kept, Ctrl-C still interrupts."""
    if sys.platform == "win32":
        yield typer.getchar
        return
    import os
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)

    def next_key() -> str:
        return os.read(terminal, 8).decode(errors="replace")

    tty.setcbreak(terminal, termios.TCSADRAIN)
    try:
        yield next_key
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
