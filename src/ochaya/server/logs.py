"""Structured log lines, one JSON object each, without secrets.

No cookie, link, key, name, chat text, view or state is ever logged. A table is named by a short digest of its id,
since whoever knows the id may look at the table.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import time
from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Of the request or socket that is being served: its log lines carry it, at whichever server they are written."""
logger = logging.getLogger("ochaya.server")
LIBRARIES = ("uvicorn", "asyncio", "websockets", "sqlalchemy", "aiosqlite", "litestar", "alembic", "asyncpg", "nats")
WINDOW = 10.0
MOST_A_WINDOW = 200
"""Lines of one kind that are written in so many seconds: whoever floods us must not fill the disk as well."""
MOST_KINDS = 500


class Measure:
    """How many lines of each kind are written: a flood is cut short and counted."""

    def __init__(self) -> None:
        self.kinds: dict[str, tuple[float, int, int]] = {}
        """Since when, how many were written, how many were left out."""

    def allow(self, kind: str) -> int | None:
        """Count one; gives how many were left out before it, or None if this one is to be left out too."""
        now = time.monotonic()
        since, written, left_out = self.kinds.get(kind, (now, 0, 0))
        if now - since >= WINDOW:
            since, written = now, 0
        if written >= MOST_A_WINDOW or (kind not in self.kinds and len(self.kinds) >= MOST_KINDS):
            if kind in self.kinds:
                self.kinds[kind] = since, written, left_out + 1
            return None
        self.kinds[kind] = since, written + 1, 0
        return left_out


_measure = Measure()


def _write(level: int, event: str, facts: dict[str, str | float | bool | None]) -> None:
    left_out = _measure.allow(f"{event} {facts.get('template', '')}")
    if left_out is None:
        return
    also: dict[str, str | int] = {"left_out": left_out} if left_out else {}
    if request := request_id.get():
        also["request"] = request
    logger.log(level, json.dumps({"at": round(time.time(), 3), "event": event, **facts, **also}))


def new_request_id() -> str:
    """Give a number by which log lines of one request are found."""
    return secrets.token_hex(6)


def log(event: str, **facts: str | float | bool | None) -> None:
    """Write one line: an event's name and plain facts."""
    if logger.isEnabledFor(logging.INFO):
        _write(logging.INFO, event, facts)


def _place(wrong: BaseException) -> str:
    """Say where in our code something failed."""
    place, at = "", wrong.__traceback__
    while at is not None:
        place = f"{at.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{at.tb_lineno}"
        at = at.tb_next
    return place


def log_failure(event: str, wrong: BaseException) -> None:
    """Write that our own code failed and where; the message of the error is left out, it may carry a state."""
    _write(logging.ERROR, event, {"kind": type(wrong).__name__, "place": _place(wrong)})


class Libraries(logging.Handler):
    """Writes what libraries complain about as lines like ours: which words, without what was put into them."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        facts: dict[str, str | float | bool | None] = {"who": record.name, "template": str(record.msg)[:80]}
        wrong = record.exc_info[1] if record.exc_info else None
        if wrong is not None:
            facts |= {"error": type(wrong).__name__, "place": _place(wrong)}
        _write(record.levelno, "library", facts)


def short(table_id: str) -> str:
    """Name a table in the log without giving it away."""
    return hashlib.sha256(table_id.encode()).hexdigest()[:8]


def set_up_logs(level: str = "INFO") -> None:
    """Send log lines to standard error."""
    handler: logging.Handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    logger.handlers[:] = [handler]
    logger.setLevel(level)
    logger.propagate = False
    for name in LIBRARIES:
        library = logging.getLogger(name)
        library.handlers[:] = [Libraries(logging.WARNING)]
        library.propagate = False
