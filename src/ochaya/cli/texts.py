"""Texts in four languages, from `locales/<language>/<name>.json`: flat keys, ICU messages.

`site.json` holds what every face of the house says, `terminal.json` what only the terminal says; each game has a
file of its own. A value that begins with `#` is itself a key of the same file, and a list is told
with commas, so that events carry keys and never sentences.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ochaya.cli import icu
from ochaya.core.errors import Wrong

LANGUAGES = ("en", "pl", "fr", "de")
DEFAULT = "en"
PACKAGE = Path(__file__).resolve().parent.parent


class UnknownLanguage(Wrong):
    """The house does not speak it."""


@functools.cache
def folder() -> Path:
    """Find the texts: inside an installed package, or beside `src` in a checkout."""
    inside, beside = PACKAGE / "locales", PACKAGE.parent.parent / "locales"
    return inside if inside.is_dir() else beside


@functools.cache
def load(language: str, name: str) -> Mapping[str, str]:
    """Read one file of texts; a file that does not exist is empty."""
    path = folder() / language / f"{name}.json"
    if not path.is_file():
        return {}
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


class Texts:
    """What can be said about some subjects (the house, a game) in one language; earlier names win."""

    def __init__(self, language: str, *names: str) -> None:
        self.language = language
        self._messages: dict[str, str] = {}
        for name in reversed(names):
            self._messages.update(load(language, name))

    def has(self, key: str) -> bool:
        """Say whether the text exists."""
        return key in self._messages

    def say(self, key: str, /, **params: Any) -> str:
        """Say a text with its parameters; a text that is missing shows as its key, so that play goes on."""
        message = self._messages.get(key)
        if message is None:
            return key
        return icu.write(message, self.language, {name: self.word(value) for name, value in params.items()})

    def word(self, value: Any) -> Any:
        """Turn a parameter into words: `#card.fan` is the text of that key, a list is told with commas."""
        if isinstance(value, str) and value.startswith("#"):
            return self.say(value[1:])
        if isinstance(value, list | tuple):
            return ", ".join(str(self.word(item)) for item in value)
        return value


def choose_language(asked: str | None) -> str:
    """Give the language asked for, else that of the machine, else English; raises UnknownLanguage."""
    if asked is not None:
        if asked not in LANGUAGES:
            raise UnknownLanguage("unknown-language", name=asked, known=", ".join(LANGUAGES))
        return asked
    for variable in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        spoken = os.environ.get(variable, "")[:2].lower()
        if spoken in LANGUAGES:
            return spoken
        if spoken:
            break
    return DEFAULT
