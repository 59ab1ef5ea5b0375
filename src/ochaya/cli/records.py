"""Matches in files: read with every line checked, written whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ochaya.cli.files import read_text, write_text
from ochaya.core.errors import BadRecord

if TYPE_CHECKING:
    from ochaya.core.history import History


def load_match(path: Path) -> History:
    """Read a match; raises BadFile, or BadRecord with the file, the line, what was expected and what was found."""
    from ochaya.core.record_text import read_match
    from ochaya.games import game

    text = read_text(path)
    try:
        return read_match(text, game)
    except BadRecord as wrong:
        raise BadRecord(wrong.key, **{"path": str(path), **wrong.details}) from None


def save_match(match: History, path: Path) -> None:
    """Write a match, with the dealer's key so that it can go on; raises BadFile."""
    from ochaya.core.record_text import write_match

    write_text(path, write_match(match, secret_key=True))
