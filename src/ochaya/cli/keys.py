"""Single keys from a terminal, without waiting for Enter; arrows come as their escape sequences."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

KEY = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)


def split_keys(typed: str) -> list[str]:
    """Take apart what was typed in a hurry: single characters, and arrows as they come."""
    return KEY.findall(typed)


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

    waiting: list[str] = []

    def next_key() -> str:
        if not waiting:
            waiting.extend(split_keys(os.read(terminal, 256).decode(errors="replace")) or [""])
        return waiting.pop(0)

    tty.setcbreak(terminal, termios.TCSADRAIN)
    try:
        yield next_key
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
