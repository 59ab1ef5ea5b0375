"""How every command speaks and fails: in the chosen language, one clear line, exit code 2."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from ochaya.cli.texts import Texts, choose_language
from ochaya.core.errors import Wrong

BAD_INPUT = 2
STOPPED = 130

Lang: TypeAlias = Annotated[str | None, typer.Option("--lang", help="en, pl, fr or de; else the machine's own.")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]


def house_texts(language: str) -> Texts:
    """Give what the house itself says in the terminal."""
    return Texts(language, "terminal", "site")


def command() -> str:
    """Give what to type for this command: `ochaya` where that is found, else the way it was called."""
    called = Path(sys.argv[0])
    if called.name != "ochaya" or shutil.which("ochaya") == str(called.absolute()):
        return "ochaya"
    return str(called)


def tell(site: Texts, wrong: Wrong) -> str:
    """Say in one line what is wrong."""
    key = f"error.{wrong.key}"
    return site.say(key, **wrong.details) if site.has(key) else str(wrong)


@contextmanager
def polite(lang: str | None) -> Iterator[Texts]:
    """Give the house's texts in the chosen language; what goes wrong inside becomes one line and an exit code."""
    site = house_texts(choose_language(None))
    try:
        site = house_texts(choose_language(lang))
        yield site
    except Wrong as wrong:
        print(f"ochaya: {tell(site, wrong)}", file=sys.stderr)
        raise typer.Exit(BAD_INPUT) from None
    except KeyboardInterrupt:
        print(file=sys.stderr)
        raise typer.Exit(STOPPED) from None
