"""A copy of everything while the server runs: `python -m ochaya.server.store.backup --data DIR --to DIR`.

The database is copied by SQLite's own backup, one consistent moment of it; the secret that signs cookies goes along,
so that players keep their seats. To restore, stop the server and start it with `--data` naming the copy.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from ochaya.server.settings import default_data


def back_up(data: Path, to: Path) -> Path:
    """Copy database and secret into a new folder; refuses to overwrite one."""
    source = data / "ochaya.db"
    if not source.exists():
        raise FileNotFoundError(source)
    to.mkdir(parents=True, exist_ok=False, mode=0o700)
    os.close(os.open(to / "ochaya.db", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(to / "ochaya.db")) as copy:
        live.backup(copy)
        found = copy.execute("PRAGMA integrity_check").fetchone()
        if found != ("ok",):
            raise RuntimeError("the copy is not sound")
    if (data / "secret").exists():
        shutil.copy2(data / "secret", to / "secret")
    return to


def main() -> None:
    """Copy as told by the command line."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--data", type=Path, default=default_data())
    parser.add_argument("--to", type=Path, required=True)
    chosen = parser.parse_args()
    try:
        print(f"copied to {back_up(chosen.data, chosen.to)}")
    except (OSError, RuntimeError, sqlite3.Error) as wrong:
        sys.exit(f"no copy made: {wrong}")


if __name__ == "__main__":
    main()
