"""A live line while rules are compiled, so that the first start does not look broken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ochaya.cli.texts import Texts

if TYPE_CHECKING:
    from rich.console import Console


@contextmanager
def showing_compiling(console: Console, site: Texts) -> Iterator[None]:
    """While inside, name each function being compiled; says nothing when all of it comes from the cache."""
    from rich.markup import escape

    from ochaya.core.jit import report_compiling

    status = console.status("")
    count = 0

    def tell(name: str) -> None:
        nonlocal count
        count += 1
        status.update(escape(site.say("compiling", count=count, name=name)))
        if count == 1:
            status.start()

    try:
        with report_compiling(tell):
            yield
    finally:
        if count:
            status.stop()
