"""Reading and writing files: whole or not at all, and every failure is one clear line."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from ochaya.core.errors import Wrong

SUFFIX = ".ochaya"
MOST_BYTES = 4_000_000
"""No match is longer; a bigger file is not a match and is not read whole."""


class BadFile(Wrong):
    """A file that cannot be read or written."""


def read_text(path: Path) -> str:
    """Read a file of text; raises BadFile."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadFile("file-unreadable", path=str(path))
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadFile("file-missing", path=str(path)) from None
    except (OSError, ValueError):  # a name no file can have, or no text
        raise BadFile("file-unreadable", path=str(path)) from None


def write_text(path: Path, text: str) -> None:
    """Write a file so that it is never half written: the old one stays until the new one is complete."""
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except (OSError, ValueError):
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)
        raise BadFile("file-unwritable", path=str(path)) from None


def saves_folder() -> Path:
    """Give the folder where matches are kept; OCHAYA_DATA moves it."""
    import platformdirs

    chosen = os.environ.get("OCHAYA_DATA")
    return (Path(chosen) if chosen else Path(platformdirs.user_data_dir("ochaya"))) / "matches"


def new_save(game: str) -> Path:
    """Name the file of a match that begins now."""
    begun = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    path, again = saves_folder() / f"{game}-{begun}{SUFFIX}", 2
    while path.exists():
        path, again = saves_folder() / f"{game}-{begun}-{again}{SUFFIX}", again + 1
    return path
